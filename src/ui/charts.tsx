import { clsx } from 'clsx'
import { useId, useState, type PointerEvent, type ReactNode } from 'react'
import { type ChartPoint, firstShown, isEmptyChart } from '@/dashboard/rules'

/** Height in px. Horizontal positions are percentages, so that no text is stretched. */
const CHART_HEIGHT = 148
/** The y of the axis in px; the period labels are below it. */
const BASE_LINE = CHART_HEIGHT - 24
/** In px. Above the highest bar or dot there is room for its number. */
const BAR_TOP = 20
const DOTS_TOP = 26
const DOTS_BOTTOM = BASE_LINE - 12

/** A second value for each period, and the names of both values. */
type Pair = { names: readonly [string, string]; points: readonly ChartPoint[] }

/** The centre of a period, in percent from the left. */
const middleOf = (index: number, periods: number): number => ((index + 0.5) / periods) * 100

/** The surface colours as charts use them: distinct from the card in both themes. */
const SURFACES = {
  grama: ['fill-chart-grama', 'bg-chart-grama'],
  duro: ['fill-chart-duro', 'bg-chart-duro'],
  areia: ['fill-chart-areia', 'bg-chart-areia'],
} as const

type Surface = keyof typeof SURFACES

interface ChartFrameProps {
  title: string
  points: readonly ChartPoint[]
  pair?: Pair | undefined
  /** The text shown instead of an empty drawing; undefined when there is data. */
  none: string | undefined
  /** The drawing in one sentence. */
  summary: string
  /** Classes of the colour marks of a pair. */
  colours?: readonly string[] | undefined
  /** SVG elements, with `x` in percent and `y` in px down to `BASE_LINE`. */
  children: ReactNode
}

/**
 * The frame of every chart: heading, labelled drawing, period labels, and the same numbers as a table for screen
 * readers. Below the drawing are the values of one period in full: the last period at first, another one by pointer,
 * tap or arrow keys. Shows the text `none` instead if given.
 */
function ChartFrame({ title, points, pair, none, summary, colours = [], children }: ChartFrameProps) {
  const heading = useId()
  const [chosen, setChosen] = useState<string>()
  const last = points.length - 1
  const found = points.findIndex(({ name }) => name === chosen)
  const at = found === -1 ? last : found
  const point = points[at]
  // Eight dates side by side would overlap on a phone.
  const labelEvery = points.length > 6 ? 2 : 1
  const choose = (index: number) => setChosen(points[Math.max(0, Math.min(last, index))]?.name)
  const chooseUnder = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(Math.floor(((clientX - left) / width) * points.length))
  }
  const values = [point?.text ?? '', ...(pair ? [pair.points[at]?.text ?? ''] : [])]
  const told = values.map((value, index) => (pair ? `${pair.names[index]} ${value}` : value))
  return (
    <figure aria-labelledby={heading} className="rounded-xl border border-line bg-surface p-4 shadow-card">
      <h3 id={heading} className="mb-2 text-base">
        {title}
      </h3>
      {none === undefined ? (
        <>
          <div
            className="relative rounded-sm has-focus-visible:outline-3 has-focus-visible:outline-accent"
            onPointerDown={chooseUnder}
            onPointerMove={chooseUnder}
          >
            <svg
              role="img"
              aria-label={summary}
              width="100%"
              height={CHART_HEIGHT}
              className="figures block overflow-visible text-xs font-semibold"
            >
              <rect
                x={`${(at / points.length) * 100}%`}
                width={`${100 / points.length}%`}
                height={CHART_HEIGHT}
                rx="8"
                className="fill-sunken/70"
              />
              <line x1="0" x2="100%" y1={BASE_LINE} y2={BASE_LINE} className="stroke-line" strokeWidth="2" />
              {children}
              {points.map(({ label, name }, index) => (
                <text
                  key={name}
                  x={`${middleOf(index, points.length)}%`}
                  y={CHART_HEIGHT - 6}
                  textAnchor="middle"
                  className={index === at ? 'fill-ink font-bold' : 'fill-ink-soft'}
                >
                  {index === at || ((last - index) % labelEvery === 0 && Math.abs(index - at) >= labelEvery)
                    ? label
                    : ''}
                </text>
              ))}
            </svg>
            <input
              type="range"
              className="sr-only"
              aria-label={`Período de ${title}`}
              aria-valuetext={`${point?.name}: ${told.join(', ')}`}
              max={last}
              value={at}
              onChange={({ target }) => choose(Number(target.value))}
            />
          </div>
          <p aria-hidden="true" className="figures mt-2 flex flex-wrap gap-x-4 text-[13px] font-semibold">
            <span className={clsx('text-ink-soft first-letter:uppercase', pair && 'w-full')}>
              {point?.name}
            </span>
            {told.map((each, index) => (
              <span key={colours[index] ?? ''} className="inline-flex items-center gap-1.5">
                {colours[index] && <span className={`size-3 rounded-sm ${colours[index]}`} />}
                {each}
              </span>
            ))}
          </p>
          {/* Wrapped, because a table itself cannot be clipped. */}
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
          className={
            'flex items-center justify-center border-b-2 border-dashed border-line px-4 pb-4 text-center ' +
            'text-sm text-balance text-ink-soft'
          }
        >
          {none}
        </p>
      )}
    </figure>
  )
}

/** The number above a bar or a dot. */
const ChartValue = ({ x, y, children }: { x: number; y: number; children: string }) => (
  <text x={`${x}%`} y={y} textAnchor="middle" className="fill-ink">
    {children}
  </text>
)

/** Fewer bars are as thin as this many would be. */
const SLENDER = 6

interface BarChartProps {
  title: string
  points: readonly ChartPoint[]
  pair?: Pair & { surface: Surface }
  /** Shown instead when every period is empty. */
  none: string
  surface: Surface
}

/**
 * One bar per period, or two with `pair`: from the first period with data to the running one. Each single bar has its
 * number above it; of pairs only the highest bar's number is shown, at its height. A negative value draws nothing.
 */
export function BarChart({ title, points: all, pair: whole, none, surface }: BarChartProps) {
  const first = firstShown(all, whole?.points)
  const points = all.slice(first)
  const pair = whole && { ...whole, points: whole.points.slice(first) }
  const [most] = [...points, ...(pair?.points ?? [])].toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const highest = Math.max(1, most?.value ?? 0)
  const width = (100 / Math.max(points.length, SLENDER)) * 0.62
  // A tiny amount still gets a visible bar.
  const heightOf = (point: ChartPoint | undefined) =>
    !point?.value || point.value < 0 ? 0 : Math.max(4, (point.value / highest) * (BASE_LINE - BAR_TOP))
  const surfaces = [surface, ...(pair ? [pair.surface] : [])]
  return (
    <ChartFrame
      title={title}
      points={points}
      pair={pair}
      none={most === undefined || isEmptyChart(all.concat(whole?.points ?? [])) ? none : undefined}
      summary={pair ? describePair(title, points, pair) : describeBars(title, points)}
      colours={pair && surfaces.map((each) => SURFACES[each][1])}
    >
      {pair && (
        <>
          <line
            x1="0"
            x2="100%"
            y1={BAR_TOP}
            y2={BAR_TOP}
            className="stroke-line-strong"
            strokeDasharray="2 5"
          />
          <text x="0" y={BAR_TOP - 6} className="fill-ink-soft">
            {most?.short}
          </text>
        </>
      )}
      {points.map((point, index) => {
        const middle = middleOf(index, points.length)
        const each = width / surfaces.length
        return (
          <g key={point.name}>
            {surfaces.map((colour, at) => {
              const height = heightOf(at === 0 ? point : pair?.points[index])
              return (
                <rect
                  key={colour}
                  x={`${middle - width / 2 + at * each}%`}
                  // Leaves a gap between the two.
                  width={`${each * (pair ? 0.92 : 1)}%`}
                  y={BASE_LINE - height}
                  height={height}
                  rx={pair ? 3 : 5}
                  className={SURFACES[colour][0]}
                />
              )
            })}
            {!pair && (
              <ChartValue x={middle} y={BASE_LINE - heightOf(point) - 6}>
                {point.value === 0 ? '' : point.short}
              </ChartValue>
            )}
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

interface LineChartProps {
  title: string
  points: readonly ChartPoint[]
  /** Shown instead when no period has a value. */
  none: string
  from: number
  to: number
}

/** A mean over time, from the first period with data to the running one. The line skips periods without a value. */
export function LineChart({ title, points: all, none, from, to }: LineChartProps) {
  const points = all.slice(firstShown(all))
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
            className="stroke-chart-saibro"
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
              dot === last ? 'fill-ball stroke-court dark:stroke-surface' : 'fill-chart-saibro stroke-surface'
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
