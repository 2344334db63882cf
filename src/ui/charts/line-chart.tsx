import type { ChartPoint } from '@/dashboard/rules'
import { BASE_LINE, ChartFrame, ChartValue, middleOf } from './chart-frame'

/** Space above the highest dot for its number, in px. */
const TOP = 26
const BOTTOM = BASE_LINE - 12

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
            y: BOTTOM - ((value - from) / (to - from)) * (BOTTOM - TOP),
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
      {[TOP, (TOP + BOTTOM) / 2, BOTTOM].map((y) => (
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
