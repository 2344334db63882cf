import { isEmptyChart, type ChartPoint } from '@/dashboard/rules'
import { BASE_LINE, ChartFrame, ChartValue, middleOf, type Pair } from './chart-frame'

/** Space above the highest bar for its number, in px. */
const TOP = 20

const SURFACES = {
  saibro: ['fill-saibro', 'bg-saibro'],
  grama: ['fill-grama', 'bg-grama'],
  duro: ['fill-duro', 'bg-duro'],
  areia: ['fill-areia', 'bg-areia'],
} as const

type Surface = keyof typeof SURFACES

/**
 * One bar per period, oldest first, or two with `pair`; the last one is the running period. The number above is that of
 * the first. Nothing is drawn for a negative value.
 */
export function BarChart({
  title,
  points,
  pair,
  none,
  surface,
}: {
  title: string
  points: readonly ChartPoint[]
  pair?: Pair & { surface: Surface }
  /** Shown instead when every period is empty. */
  none: string
  surface: Surface
}) {
  const all = [...points, ...(pair?.points ?? [])]
  const highest = Math.max(1, ...all.map(({ value }) => value ?? 0))
  const width = (100 / points.length) * 0.62
  // A tiny amount still gets a visible bar.
  const heightOf = (point: ChartPoint | undefined) =>
    !point?.value || point.value < 0 ? 0 : Math.max(4, (point.value / highest) * (BASE_LINE - TOP))
  return (
    <ChartFrame
      title={title}
      points={points}
      pair={pair}
      none={isEmptyChart(all) ? none : undefined}
      summary={pair ? describePair(title, points, pair) : describeBars(title, points)}
      legend={
        pair && (
          <p
            aria-hidden="true"
            className="mt-2 flex flex-wrap gap-x-4 text-[13px] font-semibold text-ink-soft"
          >
            {pair.names.map((name, at) => (
              <span key={name} className="inline-flex items-center gap-1.5">
                <span className={`size-3 rounded-sm ${SURFACES[at === 0 ? surface : pair.surface][1]}`} />
                {name}
              </span>
            ))}
          </p>
        )
      }
    >
      {points.map((point, index) => {
        const middle = middleOf(index, points.length)
        const other = pair?.points[index]
        const bars = pair ? [point, other] : [point]
        const each = width / bars.length
        return (
          <g key={point.name}>
            {bars.map((bar, at) => (
              <rect
                key={at === 0 ? surface : pair?.surface}
                x={`${middle - width / 2 + at * each}%`}
                width={`${each}%`}
                y={BASE_LINE - heightOf(bar)}
                height={heightOf(bar)}
                rx={pair ? 3 : 5}
                className={`${SURFACES[at === 0 ? surface : (pair?.surface ?? surface)][0]} dark:stroke-line-strong`}
              />
            ))}
            <ChartValue
              x={middle}
              y={BASE_LINE - Math.max(heightOf(point), heightOf(other)) - 6}
              // A year of numbers side by side would overlap on a phone.
              className={points.length > 8 ? 'max-sm:hidden' : ''}
            >
              {point.value === 0 ? '' : point.short}
            </ChartValue>
          </g>
        )
      })}
    </ChartFrame>
  )
}

/** E.g. 'Receita por mês: R$ 980,00 em novembro de 2026; o maior valor foi R$ 1.260,00 em outubro de 2026.' */
function describeBars(title: string, points: readonly ChartPoint[]): string {
  const last = points.at(-1)
  const [most] = points.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  if (!last || !most) return title
  return `${title}: ${last.text} em ${nameIn(last)}; o maior valor foi ${most.text} em ${nameIn(most)}.`
}

/** E.g. 'Receita por mês, em novembro de 2026: Vendido R$ 980,00, Recebido R$ 700,00.' */
function describePair(title: string, points: readonly ChartPoint[], pair: Pair): string {
  const last = points.at(-1)
  if (!last) return title
  const [first, second] = pair.names
  return `${title}, em ${nameIn(last)}: ${first} ${last.text}, ${second} ${pair.points.at(-1)?.text ?? '–'}.`
}

const nameIn = ({ name }: ChartPoint): string => name.charAt(0).toLowerCase() + name.slice(1)
