import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CourtView } from './court-view'

/** The pictures of src/components/site/courts: as their frames are wide or tall. */
const COURTS = {
  'saibro.svg': <CourtView surface="saibro" />,
  'saibro-tall.svg': <CourtView surface="saibro" tall />,
  'grama.svg': <CourtView surface="grama" />,
  'grama-tall.svg': <CourtView surface="grama" tall />,
  'duro.svg': <CourtView surface="duro" />,
  'areia.svg': <CourtView surface="areia" />,
}

/** Each picture with the file that holds it. */
export const courts = () => Object.entries(COURTS).map(([file, court]) => ({ file, svg: svgOf(court) }))

/** React closes every element as HTML does; in SVG an empty one closes itself, which is shorter. */
const svgOf = (court: ReactNode) =>
  `${renderToStaticMarkup(court).replaceAll(/><\/(?:path|circle|ellipse)>/g, '/>')}\n`
