import { courtCamera, VIEW, type Point } from './court-camera'
import { COLOURS, SURFACES, type CourtSurface, type SurfaceName } from './court-surfaces'
import { CourtTexture } from './court-texture'

const LINE = 0.05
/** The upper part of the view box, in SVG units, which shows only what lies behind the court. */
const FAR = 330
const SHADE = '#071415'
const STEPS = Array.from({ length: 13 }, (_, step) => step / 12)

const between = (a: number, b: number, t: number) => a + (b - a) * t

/** A parabola between two points; its middle is `height` metres above the straight line. */
const arc = (from: Point, to: Point, height: number): Point[] =>
  STEPS.map((t) => [
    between(from[0], to[0], t),
    between(from[1], to[1], t),
    between(from[2], to[2], t) + 4 * height * t * (1 - t),
  ])

/** Path data of all lines of the court. */
function lines({ half, inner, baseline }: CourtSurface, ground: ReturnType<typeof courtCamera>['ground']) {
  const { length, width } = half
  const side = LINE / 2
  const strips = inner.map(([x1, y1, x2, y2]) => {
    const alongside = x1 === x2
    return ground(
      x1 - (alongside ? side : 0),
      y1 - (alongside ? 0 : side),
      x2 + (alongside ? side : 0),
      y2 + (alongside ? 0 : side),
    )
  })
  const ends = [-length, length].map((y) => ground(-width, y - baseline / 2, width, y + baseline / 2))
  const sides = [-width, width].map((x) => ground(x - side, -length, x + side, length))
  return [...sides, ...ends, ...strips].join('')
}

function Net({ surface, camera }: { surface: CourtSurface; camera: ReturnType<typeof courtCamera> }) {
  const { post, centre, band, overhang } = surface.net
  const end = surface.half.width + overhang
  const top: Point[] = [
    [-end, 0, post],
    [0, 0, centre],
    [end, 0, post],
  ]
  const under = top.toReversed().map(([x, y, z]): Point => [x, y, z - band])
  return (
    <>
      <path d={camera.outline([-end, 0, 0], ...top, [end, 0, 0])} fill={SHADE} opacity="0.45" />
      <path d={camera.outline(...top, ...under)} fill={surface.colours.band} />
      <path
        d={[-end, end].map((x) => camera.line([x, 0, 0], [x, 0, post])).join('')}
        stroke={SHADE}
        strokeWidth="5"
        strokeLinecap="round"
      />
    </>
  )
}

/**
 * The ball at the end of its path. It is drawn with a radius of about 0.3 m, because a real ball (6.7 cm) would be too
 * small to see.
 */
function Flight({ surface, camera }: { surface: CourtSurface; camera: ReturnType<typeof courtCamera> }) {
  const { from, height, bounce, ball, rise } = surface.flight
  const path = bounce
    ? camera.line(...arc(from, bounce, height)) + camera.line(...arc(bounce, ball, rise / 4))
    : camera.line(...arc(from, ball, height))
  const { x, y, scale } = camera.project(ball)
  const radius = 0.3 * scale * surface.distance
  const corner = `${(x - radius).toFixed(1)} ${(y - radius).toFixed(1)}`
  const shadow = camera.project([ball[0], ball[1], 0])
  const mark = bounce && camera.project(bounce)
  return (
    <>
      <path
        d={path}
        fill="none"
        stroke={surface.colours.path}
        strokeWidth="4"
        strokeLinecap="round"
        strokeDasharray="1 13"
      />
      {mark && (
        <ellipse
          cx={mark.x.toFixed(1)}
          cy={mark.y.toFixed(1)}
          rx={(mark.scale * 0.16).toFixed(1)}
          ry={(mark.scale * 0.07).toFixed(1)}
          fill={SHADE}
          opacity="0.35"
        />
      )}
      <ellipse
        cx={shadow.x.toFixed(1)}
        cy={shadow.y.toFixed(1)}
        rx={radius.toFixed(1)}
        ry={(radius * 0.42).toFixed(1)}
        fill={SHADE}
        opacity="0.3"
      />
      <g transform={`translate(${corner}) scale(${(radius / 16).toFixed(3)})`}>
        <circle cx="16" cy="16" r="15" fill={COLOURS.ball} stroke={COLOURS.court} strokeWidth="1.2" />
        <path
          d="M5.5 6.5c6 5 6 14 0 19M26.5 6.5c-6 5-6 14 0 19"
          fill="none"
          stroke={COLOURS.court}
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </g>
    </>
  )
}

/**
 * A court seen by its coach from behind the baseline, with the dimensions of the official rules. `tall` keeps the part
 * far behind the court, for portrait frames.
 */
export function CourtView({ surface: name, tall = false }: { surface: SurfaceName; tall?: boolean }) {
  const surface = SURFACES[name]
  const camera = courtCamera(surface.distance)
  const { half, reach, colours } = surface
  const extent = ([side, behind]: readonly [number, number]) =>
    camera.ground(
      -half.width - side,
      -half.length - Math.min(behind, 11 * surface.distance),
      half.width + side,
      half.length + behind,
    )
  const top = tall ? 0 : FAR
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 ${top} ${VIEW.width} ${VIEW.height - top}`}
      preserveAspectRatio="xMidYMid slice"
    >
      <path d={camera.ground(-40, -12 * surface.distance, 40, 60)} fill={COLOURS.deep} />
      <path d={extent(reach.apron)} fill={colours.apron} />
      <path d={extent(reach.play)} fill={colours.play} />
      <CourtTexture name={name} camera={camera} />
      <path d={lines(surface, camera.ground)} fill={colours.lines} stroke={colours.lines} strokeWidth="1.2" />
      <Net surface={surface} camera={camera} />
      <Flight surface={surface} camera={camera} />
    </svg>
  )
}
