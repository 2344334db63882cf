import { clsx } from 'clsx'
import Star from 'lucide-react/icons/star'
import { useId } from 'react'

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

/** Drawn like what it is: nobody tapped it yet. */
const UNTOUCHED = 'fill-ball/35 stroke-line-strong'

/**
 * Five radio buttons, so that arrow keys work and screen readers count them.
 *
 * A value that nobody chose is drawn dashed, with 'padrão': a tap on any star, also on the one that is set, chooses.
 */
export function StarsInput({
  name,
  legend,
  hiddenLegend = false,
  value,
  isDefault = false,
  onChange,
}: {
  /** Unique on the page: groups the five radio buttons. */
  name: string
  legend: string
  /** Only screen readers get the legend. */
  hiddenLegend?: boolean
  /** 0 for none. */
  value: number
  /** What counts until the coach taps. */
  isDefault?: boolean
  onChange: (rating: number) => void
}) {
  const captionId = useId()
  return (
    <fieldset aria-describedby={isDefault ? captionId : undefined}>
      <legend className={hiddenLegend ? 'sr-only' : 'mb-1 text-[15px] font-bold'}>{legend}</legend>
      <div className="relative -ml-1.5 flex w-fit">
        {VALUES.map((star) => (
          <label
            key={star}
            className="grid size-11 cursor-pointer place-items-center rounded-lg has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={star}
              checked={value === star}
              onChange={() => onChange(star)}
              // A tap on the star that is set already is no change to the browser.
              onClick={() => isDefault && star === value && onChange(star)}
              aria-label={star === 1 ? '1 estrela' : `${star} estrelas`}
            />
            <Star
              aria-hidden="true"
              className={clsx(
                'size-8',
                isDefault && '-translate-y-1.5',
                star > value && OFF,
                star <= value && (isDefault ? UNTOUCHED : ON),
              )}
              strokeWidth={1.5}
              strokeDasharray={isDefault ? '2.6 2.2' : undefined}
            />
          </label>
        ))}
        {isDefault && (
          <span
            id={captionId}
            className="pointer-events-none absolute inset-x-0 bottom-0 text-center text-xs leading-none font-semibold text-ink-soft"
          >
            padrão
          </span>
        )}
      </div>
    </fieldset>
  )
}
