import type { SVGProps } from 'react'

/** Line drawings for empty states, in the colour of the surrounding text. */
const Drawing = (props: SVGProps<SVGSVGElement>) => (
  <svg
    viewBox="0 0 96 72"
    width="112"
    height="84"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    {...props}
  />
)

const ball = (x: number, y: number, r = 7) => (
  <g>
    <circle cx={x} cy={y} r={r} fill="#dbf24a" stroke="#0f4a4b" strokeWidth="1.5" />
    <path
      d={
        `M${x - r * 0.7} ${y - r * 0.7}q${r * 0.8} ${r * 0.7} 0 ${r * 1.4}M${x + r * 0.7} ` +
        `${y - r * 0.7}q${-r * 0.8} ${r * 0.7} 0 ${r * 1.4}`
      }
      stroke="#0f4a4b"
      strokeWidth="1.5"
    />
  </g>
)

/** A racket and a ball: no students yet. */
export const RacketDrawing = () => (
  <Drawing>
    <ellipse cx="40" cy="26" rx="18" ry="22" transform="rotate(-24 40 26)" />
    <path d="M30 12 50 40M39 7 56 31M25 22 42 46M48 9 28 34M56 18 35 45" strokeWidth="1.25" />
    <path d="M49 46 60 66" strokeWidth="5" />
    {ball(74, 22)}
  </Drawing>
)

/** A court seen from above: no lessons yet. */
export const CourtDrawing = () => (
  <Drawing>
    <rect x="10" y="8" width="76" height="56" rx="2" />
    <path d="M10 16h76M10 56h76M29 16v40M67 16v40M29 36h38" strokeWidth="1.75" />
    <path d="M48 4v64" strokeWidth="3" />
    {ball(60, 27, 6)}
  </Drawing>
)

/** A tube of balls: no packages yet. */
export const TubeDrawing = () => (
  <Drawing>
    <path d="M34 10v52a4 4 0 0 0 4 4h20a4 4 0 0 0 4-4V10" />
    <ellipse cx="48" cy="10" rx="14" ry="4" />
    {ball(48, 54, 8)}
    {ball(48, 37, 8)}
    <circle cx="48" cy="20" r="8" strokeDasharray="3 4" strokeWidth="1.5" />
  </Drawing>
)

/** A speech bubble with stars: no feedback yet. */
export const FeedbackDrawing = () => (
  <Drawing>
    <path d="M14 10h68a4 4 0 0 1 4 4v34a4 4 0 0 1-4 4H44L30 66V52H14a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4Z" />
    {[28, 48, 68].map((x) => (
      <path
        key={x}
        d={`m${x} 22 2.7 5.6 6.1.8-4.5 4.2 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.2 6.1-.8Z`}
        strokeWidth="1.75"
      />
    ))}
  </Drawing>
)

/** A ball out of the court: nothing found. */
export const OutDrawing = () => (
  <Drawing>
    <path d="M10 62V14h50v48" />
    <path d="M10 38h50" strokeWidth="1.75" />
    {ball(78, 44)}
    <path d="M66 26q7 3 9 9" strokeDasharray="2 4" strokeWidth="1.75" />
  </Drawing>
)
