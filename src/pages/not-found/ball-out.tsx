/** The corner of a court from above (30 units are a metre) and a ball that landed outside. Decorative. */
export function BallOut({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 320 240" className={className} aria-hidden="true">
      <rect width="320" height="240" rx="20" className="fill-grama" />
      <path d="M0 46H232V240H20A20 20 0 0 1 0 220Z" className="fill-saibro" />
      <g className="stroke-court-ink" fill="none" strokeWidth="5">
        <path d="M0 46H232V240" strokeLinejoin="miter" />
        <path d="M191 46V240M0 211H191" />
      </g>
      <path
        d="M22 226Q150 190 214 112T271 74"
        className="stroke-ball"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 13"
      />
      <ellipse cx="262" cy="98" rx="17" ry="6" fill="#071415" opacity="0.35" />
      <g transform="translate(258 50) scale(1.25)">
        <circle cx="16" cy="16" r="15" className="fill-ball" />
        <path
          d="M5.5 6.5c6 5 6 14 0 19M26.5 6.5c-6 5-6 14 0 19"
          className="stroke-court"
          fill="none"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </g>
    </svg>
  )
}
