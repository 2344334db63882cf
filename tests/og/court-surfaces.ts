import type { Point } from './court-camera'

/** The geometry of one court, in metres (court-camera.ts), and its colours. */
export interface CourtSurface {
  /** The camera's distance; 1 for a tennis court. */
  distance: number
  /** Half the length and width between the outer lines. */
  half: { length: number; width: number }
  /** The inner lines, along or across the court, as [x1, y1, x2, y2] of their centre lines. */
  inner: readonly (readonly [number, number, number, number])[]
  baseline: number
  net: { post: number; centre: number; band: number; overhang: number }
  colours: { lines: string; play: string; apron: string; band: string; path: string }
  /** How far playing area and apron extend beyond the lines: [at the sides, behind the baselines]. */
  reach: { play: readonly [number, number]; apron: readonly [number, number] }
  /** The ball's path over the net: from the far racket, over a bounce if there is one, to its place in the picture. */
  flight: { from: Point; height: number; bounce?: Point; ball: Point; rise: number }
}

export type SurfaceName = 'saibro' | 'grama' | 'duro' | 'areia'

/** The court colours of tailwind.config.ts and src/index.css, which are the same in light and dark mode. */
export const COLOURS = {
  deep: '#0b3839',
  court: '#0f4a4b',
  ink: '#f7f3ea',
  ball: '#dbf24a',
  saibro: '#b9502a',
  grama: '#3c7a3b',
  duro: '#2a62a6',
  areia: '#d8b26a',
} as const

const SINGLES = 4.115
const SERVICE = 6.4
const MARK = 0.15
const LENGTH = 11.885

/**
 * Dimensions of the rules of tennis: 23.77 by 10.97 m, service lines 6.40 m from a net that is 0.914 m high between
 * posts of 1.07 m.
 */
const TENNIS = {
  distance: 1,
  half: { length: LENGTH, width: 5.485 },
  inner: [
    [-SINGLES, -LENGTH, -SINGLES, LENGTH],
    [SINGLES, -LENGTH, SINGLES, LENGTH],
    [0, -SERVICE, 0, SERVICE],
    [-SINGLES, -SERVICE, SINGLES, -SERVICE],
    [-SINGLES, SERVICE, SINGLES, SERVICE],
    [0, -LENGTH, 0, -LENGTH + MARK],
    [0, LENGTH - MARK, 0, LENGTH],
  ],
  baseline: 0.1,
  net: { post: 1.07, centre: 0.914, band: 0.12, overhang: 0.914 },
  reach: { play: [1.2, 1.8], apron: [3.66, 6.4] },
} as const

const PAINT = { lines: COLOURS.ink, band: COLOURS.ink, path: COLOURS.ball } as const

/** The ball bounces high on clay, low on grass, in between on a hard court, and never on sand. */
export const SURFACES: Record<SurfaceName, CourtSurface> = {
  saibro: {
    ...TENNIS,
    colours: { ...PAINT, play: COLOURS.saibro, apron: COLOURS.grama },
    flight: {
      from: [-3.6, 11, 1.2],
      height: 1.8,
      bounce: [0.2, -7.8, 0],
      ball: [0.6, -10.6, 1.5],
      rise: 1.5,
    },
  },
  grama: {
    ...TENNIS,
    colours: { ...PAINT, play: COLOURS.grama, apron: COLOURS.grama },
    flight: {
      from: [-3.6, 11.4, 2.6],
      height: 0.4,
      bounce: [0.1, -5.6, 0],
      ball: [0.9, -10.2, 0.55],
      rise: 0.5,
    },
  },
  duro: {
    ...TENNIS,
    colours: { ...PAINT, play: COLOURS.duro, apron: '#1d4878' },
    reach: { play: [0, 0], apron: [3.66, 6.4] },
    flight: {
      from: [4.6, 11.6, 1.2],
      height: 1.5,
      bounce: [-2.4, -8, 0],
      ball: [-3.2, -10.7, 1.1],
      rise: 1.1,
    },
  },
  /** Beach tennis: 16 by 8 m without inner lines, net at 1.70 m, lines of tape. */
  areia: {
    distance: 0.7,
    half: { length: 8, width: 4 },
    inner: [],
    baseline: 0.05,
    net: { post: 1.7, centre: 1.7, band: 0.1, overhang: 0.5 },
    colours: {
      lines: COLOURS.duro,
      play: COLOURS.areia,
      apron: COLOURS.areia,
      band: COLOURS.saibro,
      path: COLOURS.court,
    },
    reach: { play: [0, 0], apron: [0, 0] },
    flight: { from: [-2.6, 6.6, 1.8], height: 1.7, ball: [0.4, -5.2, 2], rise: 0 },
  },
}
