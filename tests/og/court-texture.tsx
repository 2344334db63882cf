import { VIEW, type courtCamera } from './court-camera'
import { COLOURS, type SurfaceName } from './court-surfaces'

type Camera = ReturnType<typeof courtCamera>

const steps = (count: number) => Array.from({ length: count }, (_, step) => step)

/** Strips that a drag mat leaves on clay. */
const Clay = ({ ground }: Camera) => (
  <path
    d={steps(7)
      .map((step) => ground(-6.2 + step * 1.9, -13.6, -5.2 + step * 1.9, 13.6))
      .join('')}
    fill="#fff"
    opacity="0.05"
  />
)

/** Mowing strips, and worn spots where players stand. */
const Grass = ({ ground, project }: Camera) => (
  <>
    <path
      d={steps(7)
        .map((step) => ground(-9.1 + step * 2.6, -18, -7.8 + step * 2.6, 18))
        .join('')}
      fill="#fff"
      opacity="0.09"
    />
    {[
      [-1.4, -12.2],
      [1.6, 12.2],
    ].map(([x, y]) => {
      const place = project([x ?? 0, y ?? 0, 0])
      return (
        <ellipse
          key={y}
          cx={place.x.toFixed(1)}
          cy={place.y.toFixed(1)}
          rx={(place.scale * 2.2).toFixed(1)}
          ry={(place.scale * 0.24).toFixed(1)}
          fill={COLOURS.areia}
          opacity="0.35"
        />
      )
    })}
  </>
)

/** A deterministic pseudo-random number from 0 to 1, so that every run draws the same beach. */
const scattered = (step: number, of: number) => (step * of) % 1

const Sand = ({ ground, project }: Camera) => {
  const prints = steps(110)
    .map((step) => project([-11 + 22 * scattered(step, 0.618034), -13 + 25 * scattered(step, 0.754878), 0]))
    .filter(({ x, y }) => x > -50 && x < VIEW.width && y < VIEW.height)
  const dashes = (near: boolean) =>
    prints
      .filter(({ scale }) => near === scale > 60)
      .map(({ x, y, scale }) => `M${x.toFixed(0)},${y.toFixed(0)}h${(scale * 0.14).toFixed(0)}`)
      .join('')
  const horizon = project([0, 5000, 0]).y
  return (
    <>
      <path d={`M0 0H${VIEW.width}V${VIEW.height}H0Z`} fill={COLOURS.areia} />
      <path d={ground(-50, 13, 50, 5000)} fill={COLOURS.duro} />
      <path d={ground(-50, 12.4, 50, 13.2)} fill={COLOURS.ink} />
      <path d={`M0 0H${VIEW.width}V${horizon.toFixed(1)}H0Z`} fill="#cfe6e4" />
      <g stroke="#8a6420" strokeLinecap="round" opacity="0.3">
        <path d={dashes(false)} strokeWidth="4" />
        <path d={dashes(true)} strokeWidth="8" />
      </g>
    </>
  )
}

/**
 * What distinguishes a surface besides its colour: drag mat strips, mown grass, or a beach with footprints and the sea.
 */
export function CourtTexture({ name, camera }: { name: SurfaceName; camera: Camera }) {
  if (name === 'saibro') return <Clay {...camera} />
  if (name === 'grama') return <Grass {...camera} />
  if (name === 'areia') return <Sand {...camera} />
  return null
}
