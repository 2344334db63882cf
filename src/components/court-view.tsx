/**
 * A tennis court as its coach sees it from behind the baseline: the lines of the rules of tennis in metres (x across,
 * y along with the net at 0, z up), seen through a pinhole camera. Decorative: screen readers do not meet it.
 */
type Point = readonly [x: number, y: number, z: number]

const HALF_LENGTH = 11.885
const HALF_DOUBLES = 5.485
const HALF_SINGLES = 4.115
const SERVICE = 6.4
const LINE = 0.05
const BASELINE = 0.1
const MARK = 0.1
const POST = HALF_DOUBLES + 0.914
const NET = { post: 1.07, centre: 0.914, band: 0.12 } as const

const EYE: Point = [-7.5, -26, 11]
const LOOKS_AT: Point = [1.2, 4.5, 0]
const VIEW = { width: 1000, height: 1150, focal: 1420 } as const

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Point): Point => {
  const size = Math.sqrt(dot(a, a))
  return [a[0] / size, a[1] / size, a[2] / size]
}

const forward = unit(minus(LOOKS_AT, EYE))
const right = unit(cross(forward, [0, 0, 1]))
const up = cross(right, forward)

/** Where a point of the court stands in the picture, and how many units a metre is there. */
function seen(point: Point) {
  const from = minus(point, EYE)
  const scale = VIEW.focal / dot(from, forward)
  return {
    x: VIEW.width / 2 + dot(from, right) * scale,
    y: VIEW.height / 2 - dot(from, up) * scale,
    scale,
  }
}

const outline = (...points: Point[]) =>
  points
    .map(seen)
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ')

/** A rectangle on the ground. */
const ground = (x1: number, y1: number, x2: number, y2: number) =>
  outline([x1, y1, 0], [x2, y1, 0], [x2, y2, 0], [x1, y2, 0])

const along = (x: number, from: number, to: number) => ground(x - LINE / 2, from, x + LINE / 2, to)
const across = (y: number, half: number, width: number) => ground(-half, y - width / 2, half, y + width / 2)

const LINES = [
  ...[-HALF_DOUBLES, -HALF_SINGLES, HALF_SINGLES, HALF_DOUBLES].map((x) =>
    along(x, -HALF_LENGTH, HALF_LENGTH),
  ),
  along(0, -SERVICE, SERVICE),
  ...[-HALF_LENGTH, HALF_LENGTH].map((y) => across(y, HALF_DOUBLES, BASELINE)),
  ...[-SERVICE, SERVICE].map((y) => across(y, HALF_SINGLES, LINE)),
  along(0, -HALF_LENGTH, -HALF_LENGTH + MARK),
  along(0, HALF_LENGTH - MARK, HALF_LENGTH),
]

/** A forehand across the court: over the net, down inside the corner, and up again towards whoever looks. */
const FLIGHT: Point[] = Array.from({ length: 15 }, (_, step) => {
  const t = step / 14
  return [-3.6 + 5 * t, 11 - 19.6 * t, 1.2 + 7.2 * t * (1 - t) - 1.2 * t] as const
})
const BOUNCE: Point = [1.4, -8.6, 0]
const RISE: Point[] = [0, 0.25, 0.5, 0.75, 1].map(
  (t) => [1.4 + 0.8 * t, -8.6 - 2.6 * t, 1.5 * t * (2 - t)] as const,
)
const BALL: Point = [2.2, -11.2, 1.5]

const ball = seen(BALL)
const shadow = seen([BALL[0], BALL[1], 0])
const bounce = seen(BOUNCE)
/** Larger than life (a real one is 6.7 cm), or nobody would see it. */
const RADIUS = 0.3 * ball.scale

export function CourtView({ className }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
      preserveAspectRatio="xMidYMid slice"
      className={className}
      aria-hidden="true"
    >
      <polygon points={ground(-40, -30, 40, 60)} className="fill-court-deep" />
      <polygon
        points={ground(-HALF_DOUBLES - 3.66, -HALF_LENGTH - 6.4, HALF_DOUBLES + 3.66, HALF_LENGTH + 6.4)}
        className="fill-grama"
      />
      <polygon
        points={ground(-HALF_DOUBLES - 1.2, -HALF_LENGTH - 1.8, HALF_DOUBLES + 1.2, HALF_LENGTH + 1.8)}
        className="fill-saibro"
      />
      <g className="fill-court-ink">
        {LINES.map((points) => (
          <polygon key={points} points={points} />
        ))}
      </g>

      <polygon
        points={outline(
          [-POST, 0, 0],
          [POST, 0, 0],
          [POST, 0, NET.post],
          [0, 0, NET.centre],
          [-POST, 0, NET.post],
        )}
        fill="#071415"
        opacity="0.45"
      />
      <polygon
        points={outline(
          [-POST, 0, NET.post],
          [0, 0, NET.centre],
          [POST, 0, NET.post],
          [POST, 0, NET.post - NET.band],
          [0, 0, NET.centre - NET.band],
          [-POST, 0, NET.post - NET.band],
        )}
        className="fill-court-ink"
      />
      <g stroke="#071415" strokeWidth="5" strokeLinecap="round">
        {[-POST, POST].map((x) => (
          <polyline key={x} points={outline([x, 0, 0], [x, 0, NET.post])} />
        ))}
      </g>

      <g fill="none" className="stroke-ball" strokeWidth="4" strokeLinecap="round" strokeDasharray="1 13">
        <polyline points={outline(...FLIGHT)} />
        <polyline points={outline(...RISE)} />
      </g>
      <ellipse
        cx={bounce.x}
        cy={bounce.y}
        rx={bounce.scale * 0.16}
        ry={bounce.scale * 0.07}
        fill="#071415"
        opacity="0.35"
      />
      <ellipse cx={shadow.x} cy={shadow.y} rx={RADIUS} ry={RADIUS * 0.42} fill="#071415" opacity="0.3" />
      <g transform={`translate(${ball.x - RADIUS} ${ball.y - RADIUS}) scale(${RADIUS / 16})`}>
        <circle cx="16" cy="16" r="15" className="fill-ball" />
        <path
          d="M5.5 6.5c6 5 6 14 0 19M26.5 6.5c-6 5-6 14 0 19"
          fill="none"
          className="stroke-court"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </g>
    </svg>
  )
}
