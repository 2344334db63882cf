import { clsx } from 'clsx'
import Star from 'lucide-react/icons/star'

export const STARS = [1, 2, 3, 4, 5] as const

/** Ball yellow needs an outline on a light background. */
export const STAR_LOOK = {
  on: 'fill-ball stroke-court dark:stroke-ball',
  off: 'fill-transparent stroke-line-strong',
} as const

/** Shows a rating of 1 to 5; screen readers hear 'Avaliação: n de 5'. */
export const Stars = ({ rating }: { rating: number }) => (
  <span role="img" aria-label={`Avaliação: ${rating} de 5`} className="inline-flex gap-0.5">
    {STARS.map((value) => (
      <Star
        key={value}
        className={clsx('size-5', value <= rating ? STAR_LOOK.on : STAR_LOOK.off)}
        strokeWidth={1.75}
      />
    ))}
  </span>
)
