import { isEmptyChart, type ChartPoint } from '@/domain/dashboard/dashboard'
import { BASE_LINE, ChartFrame, ChartValue, middleOf } from './chart-frame'

/** Space above the highest bar for its number, in px. */
const TOP = 20

const SURFACES = {
  saibro: 'fill-saibro',
  grama: 'fill-grama',
  duro: 'fill-duro',
  areia: 'fill-areia',
} as const

/** One bar per period, oldest first; the last one is the running period. Values are never negative. */
export function BarChart({
  title,
  points,
  none,
  surface,
}: {
  title: string
  points: readonly ChartPoint[]
  /** Shown instead when every period is empty. */
  none: string
  surface: keyof typeof SURFACES
}) {
  const highest = Math.max(1, ...points.map(({ value }) => value ?? 0))
  const width = (100 / points.length) * 0.62
  return (
    <ChartFrame
      title={title}
      points={points}
      none={isEmptyChart(points) ? none : undefined}
      summary={describeBars(title, points)}
    >
      {points.map(({ name, value, short }, index) => {
        const middle = middleOf(index, points.length)
        // A tiny amount still gets a visible bar.
        const height = value === null || value === 0 ? 0 : Math.max(4, (value / highest) * (BASE_LINE - TOP))
        return (
          <g key={name}>
            <rect
              x={`${middle - width / 2}%`}
              width={`${width}%`}
              y={BASE_LINE - height}
              height={height}
              rx="5"
              className={`${SURFACES[surface]} dark:stroke-line-strong`}
            />
            <ChartValue x={middle} y={BASE_LINE - height - 6}>
              {value === 0 ? '' : short}
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

const nameIn = ({ name }: ChartPoint): string => name.charAt(0).toLowerCase() + name.slice(1)
