import { useId, type ReactNode } from 'react'
import { type ChartPoint, isEmptyChart } from '@/dashboard/rules'

/** Height in px. Horizontal positions are percentages, so that text is not stretched. */
const CHART_HEIGHT = 148
/** The y of the axis in px; the period labels are below it. */
const BASE_LINE = CHART_HEIGHT - 24
/** Above the highest bar or dot there is room for its number, in px. */
const BAR_TOP = 20
const DOTS_TOP = 26
const DOTS_BOTTOM = BASE_LINE - 12

/** A second value for each period, and what the two are. */
interface Pair {
  names: readonly [string, string]
  points: readonly ChartPoint[]
}

/** The centre of a period, in percent from the left. */
const middleOf = (index: number, periods: number): number => ((index + 0.5) / periods) * 100

/**
 * Frame of every chart: heading, labelled drawing, period labels, and the same numbers as a table for screen readers.
 * Shows `none` instead when there is nothing to draw.
 */
function ChartFrame({
  title,
  points,
  pair,
  none,
  summary,
  legend,
  children,
}: {
  title: string
  points: readonly ChartPoint[]
  pair?: Pair | undefined
  /** The text shown instead of an empty drawing; undefined when there is data. */
  none: string | undefined
  /** The drawing in one sentence. */
  summary: string
  /** Which colour is what. */
  legend?: ReactNode
  /** SVG elements: `x` in percent, `y` in px up to `BASE_LINE`. */
  children: ReactNode
}) {
  const heading = useId()
  const last = points.length - 1
  // Eight dates side by side would overlap on a phone.
  const labelEvery = points.length > 6 ? 2 : 1
  return (
    <figure aria-labelledby={heading} className="rounded-xl border border-line bg-surface p-4 shadow-card">
      <h3 id={heading} className="mb-2 text-base">
        {title}
      </h3>
      {none === undefined ? (
        <>
          <svg
            role="img"
            aria-label={summary}
            width="100%"
            height={CHART_HEIGHT}
            className="figures block overflow-visible text-xs font-semibold"
          >
            <line x1="0" x2="100%" y1={BASE_LINE} y2={BASE_LINE} className="stroke-line" strokeWidth="2" />
            {children}
            {points.map(({ label, name }, index) => (
              <text
                key={name}
                x={`${middleOf(index, points.length)}%`}
                y={CHART_HEIGHT - 4}
                textAnchor="middle"
                className={index === last ? 'fill-ink font-bold' : 'fill-ink-soft'}
              >
                {(last - index) % labelEvery === 0 ? label : ''}
              </text>
            ))}
          </svg>
          {legend}
          {/* A table would not be clipped by itself. */}
          <div className="sr-only">
            <table>
              <caption>{title}</caption>
              {pair && (
                <thead>
                  <tr>
                    <th scope="col">Período</th>
                    {pair.names.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
              )}
              <tbody>
                {points.map(({ name, text }, index) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{text}</td>
                    {pair && <td>{pair.points[index]?.text}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : (
        <p
          style={{ height: CHART_HEIGHT }}
          className="flex items-center justify-center border-b-2 border-dashed border-line px-4 pb-4 text-center text-sm text-balance text-ink-soft"
        >
          {none}
        </p>
      )}
    </figure>
  )
}

/** The number above a bar or a dot. */
function ChartValue({
  x,
  y,
  className = '',
  children,
}: {
  x: number
  y: number
  className?: string
  children: string
}) {
  return (
    <text x={`${x}%`} y={y} textAnchor="middle" className={`fill-ink ${className}`}>
      {children}
    </text>
  )
}

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
    !point?.value || point.value < 0 ? 0 : Math.max(4, (point.value / highest) * (BASE_LINE - BAR_TOP))
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

/**
 * A mean over time on a scale from `from` to `to`, oldest first. Periods without a value have no dot; the line skips
 * them.
 */
export function LineChart({
  title,
  points,
  none,
  from,
  to,
}: {
  title: string
  points: readonly ChartPoint[]
  /** Shown instead when no period has a value. */
  none: string
  from: number
  to: number
}) {
  const dots = points.flatMap(({ value, name, short, text }, index) =>
    value === null
      ? []
      : [
          {
            name,
            short,
            text,
            x: middleOf(index, points.length),
            y: DOTS_BOTTOM - ((value - from) / (to - from)) * (DOTS_BOTTOM - DOTS_TOP),
          },
        ],
  )
  const last = dots.at(-1)
  return (
    <ChartFrame
      title={title}
      points={points}
      none={dots.length === 0 ? none : undefined}
      summary={last ? `${title}: ${last.text} em ${last.name}.` : title}
    >
      {[DOTS_TOP, (DOTS_TOP + DOTS_BOTTOM) / 2, DOTS_BOTTOM].map((y) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" strokeDasharray="2 5" />
      ))}
      {dots.slice(1).map((dot, index) => {
        const before = dots[index] ?? dot
        return (
          <line
            key={dot.name}
            x1={`${before.x}%`}
            y1={before.y}
            x2={`${dot.x}%`}
            y2={dot.y}
            className="stroke-saibro"
            strokeWidth="3"
            strokeLinecap="round"
          />
        )
      })}
      {dots.map((dot) => (
        <g key={dot.name}>
          <circle
            cx={`${dot.x}%`}
            cy={dot.y}
            r={dot === last ? 8 : 5}
            strokeWidth="2"
            className={
              dot === last ? 'fill-ball stroke-court dark:stroke-surface' : 'fill-saibro stroke-surface'
            }
          />
          <ChartValue x={dot.x} y={dot.y - 13}>
            {dot.short}
          </ChartValue>
        </g>
      ))}
    </ChartFrame>
  )
}
