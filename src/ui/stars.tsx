import { clsx } from 'clsx'
import Star from 'lucide-react/icons/star'

const VALUES = [1, 2, 3, 4, 5] as const

/** Ball yellow needs an outline on a light background. */
const ON = 'fill-ball stroke-court dark:stroke-ball'
const OFF = 'fill-transparent stroke-line-strong'

/** Shows a rating of 1 to 5, read as 'Avaliação: n de 5'. */
export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={`Avaliação: ${rating} de 5`}
      className={clsx('inline-flex gap-0.5', className)}
    >
      {VALUES.map((value) => (
        <Star
          key={value}
          aria-hidden="true"
          className={clsx('size-5', value <= rating ? ON : OFF)}
          strokeWidth={1.75}
        />
      ))}
    </span>
  )
}

/** Five radio buttons, so that arrow keys work and screen readers count them. */
export function StarsInput({
  name,
  legend,
  value,
  onChange,
}: {
  /** Unique on the page: groups the five radio buttons. */
  name: string
  legend: string
  value: number
  onChange: (rating: number) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-[15px] font-bold">{legend}</legend>
      <div className="-ml-1.5 flex">
        {VALUES.map((star) => (
          <label
            key={star}
            className="grid size-12 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={star === 1 ? '1 estrela' : `${star} estrelas`}
            />
            <Star aria-hidden="true" className={clsx('size-9', star <= value ? ON : OFF)} strokeWidth={1.5} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
