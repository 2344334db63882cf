import { useId, type ReactNode } from 'react'
import type { ChartPoint } from '@/dashboard/rules'

/** Height in px. Horizontal positions are percentages, so that text is not stretched. */
const CHART_HEIGHT = 148
/** The y of the axis in px; the period labels are below it. */
export const BASE_LINE = CHART_HEIGHT - 24

/** A second value for each period, and what the two are. */
export interface Pair {
  names: readonly [string, string]
  points: readonly ChartPoint[]
}

/** The centre of a period, in percent from the left. */
export const middleOf = (index: number, periods: number): number => ((index + 0.5) / periods) * 100

/**
 * Frame of every chart: heading, labelled drawing, period labels, and the same numbers as a table for screen readers.
 * Shows `none` instead when there is nothing to draw.
 */
export function ChartFrame({
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
export function ChartValue({
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
