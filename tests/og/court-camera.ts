/** A point in metres: x across the court, y along it with the net at 0, z up. */
export type Point = readonly [x: number, y: number, z: number]

/** The view box of every court, in SVG units. */
export const VIEW = { width: 1000, height: 1150 } as const
const FOCAL = 1420
const EYE: Point = [-7.5, -26, 11]
const LOOKS_AT: Point = [1.2, 4.5, 0]

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const times = (a: Point, k: number): Point => [a[0] * k, a[1] * k, a[2] * k]
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Point): Point => times(a, 1 / Math.sqrt(dot(a, a)))

/**
 * A pinhole camera behind the left corner of the baseline, where a coach stands. A `distance` of 1 frames a tennis
 * court; shorter courts need less. Shapes are returned as SVG path data.
 */
export function courtCamera(distance: number) {
  const eye = times(EYE, distance)
  const forward = unit(minus(times(LOOKS_AT, distance), eye))
  const right = unit(cross(forward, [0, 0, 1]))
  const up = cross(right, forward)

  /** Projects a point: its SVG coordinates, and the SVG units per metre at its depth. */
  const project = (point: Point) => {
    const from = minus(point, eye)
    const scale = FOCAL / dot(from, forward)
    return { x: VIEW.width / 2 + dot(from, right) * scale, y: VIEW.height / 2 - dot(from, up) * scale, scale }
  }
  /** Relative coordinates, because they are shorter and the landing page's HTML contains a court. */
  const line = (...points: Point[]) => {
    const places = points.map(project).map(({ x, y }) => [Math.round(x * 10), Math.round(y * 10)] as const)
    const steps = places.map(([x, y], at) => {
      const [fromX, fromY] = places[at - 1] ?? [0, 0]
      return `${(x - fromX) / 10} ${(y - fromY) / 10}`
    })
    return `M${steps[0]}l${steps.slice(1).join(' ')}`
  }
  const outline = (...points: Point[]) => `${line(...points)}Z`
  /** A rectangle on the ground. */
  const ground = (x1: number, y1: number, x2: number, y2: number) =>
    outline([x1, y1, 0], [x2, y1, 0], [x2, y2, 0], [x1, y2, 0])
  return { project, line, outline, ground }
}
