import { formatDate, shortDay } from '@/core/dates'
import type { Instant } from '@/core/model'

export interface RatedLesson {
  date: Instant
  /** 1 to 5. */
  rating: number
}

const LEVELS = [5, 4, 3, 2, 1] as const

/** Distance from the top in percent; the line keeps clear of both edges. */
const heightOf = (rating: number): number => ((5 - rating) / 4) * 100

/** Distance from the left in percent; a single lesson is centred. */
const placeOf = (index: number, count: number): number => (count === 1 ? 50 : (index / (count - 1)) * 100)

/** Ratings as a small line, oldest first. Screen readers get the caption alone, which says the same in words. */
export function RatingChart({ ratings }: { ratings: readonly RatedLesson[] }) {
  const last = ratings.at(-1)
  const count = ratings.length
  return (
    <figure>
      {last && (
        <div aria-hidden="true" className="mb-1.5 flex h-32 gap-2">
          <div className="figures flex h-full w-3 flex-col justify-between py-1 text-xs leading-none text-ink-soft">
            {LEVELS.map((level) => (
              <span key={level} className="-my-1.5">
                {level}
              </span>
            ))}
          </div>
          <div className="relative my-1 mr-2 flex-1">
            <svg
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="absolute inset-0 size-full overflow-visible"
            >
              {LEVELS.map((level) => (
                <path
                  key={level}
                  d={`M0 ${heightOf(level)}H100`}
                  className="stroke-line"
                  strokeWidth="1"
                  vectorEffect="non-scaling-stroke"
                />
              ))}
              <polyline
                points={ratings
                  .map(({ rating }, index) => `${placeOf(index, count)},${heightOf(rating)}`)
                  .join(' ')}
                fill="none"
                className="stroke-mark"
                strokeWidth="2.5"
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            {/* Outside the stretched drawing, so that the ball stays round. */}
            <span
              className="absolute size-4 -translate-1/2 rounded-full border-2 border-court bg-ball dark:border-surface"
              style={{ left: `${placeOf(count - 1, count)}%`, top: `${heightOf(last.rating)}%` }}
            />
          </div>
        </div>
      )}
      {count > 1 && <Days ratings={ratings} />}
      <figcaption className="figures text-sm text-ink-soft">{describeRatings(ratings)}</figcaption>
    </figure>
  )
}

/** Up to this many lessons each show their day; beyond it only the first and the last do. */
const MOST_DAYS = 5

function Days({ ratings }: { ratings: readonly RatedLesson[] }) {
  const last = ratings.length - 1
  const shown = ratings.filter((_, index) => last < MOST_DAYS || index === 0 || index === last)
  return (
    <p aria-hidden="true" className="figures mb-3 ml-2 flex justify-between text-xs text-ink-soft">
      {shown.map(({ date }, index) => (
        <span key={index}>{shortDay(date)}</span>
      ))}
    </p>
  )
}

/** E.g. 'De 3 em 02/09/2026 a 5 em 20/11/2026, em 12 aulas'. */
function describeRatings(ratings: readonly RatedLesson[]): string {
  const [first] = ratings
  const last = ratings.at(-1)
  if (!first || !last) return 'Nenhuma avaliação ainda'
  if (ratings.length === 1) return `Uma avaliação: ${last.rating} em ${formatDate(last.date)}`
  const [from, to] = [first, last].map(({ rating, date }) => `${rating} em ${formatDate(date)}`)
  return `De ${from} a ${to}, em ${ratings.length} aulas`
}
