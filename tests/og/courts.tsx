import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { CourtView } from './court-view'

/** The pictures of src/site/courts; '-tall' pictures are for portrait frames. */
const COURTS = {
  'saibro.svg': <CourtView surface="saibro" />,
  'saibro-tall.svg': <CourtView surface="saibro" tall />,
  'grama.svg': <CourtView surface="grama" />,
  'grama-tall.svg': <CourtView surface="grama" tall />,
  'duro.svg': <CourtView surface="duro" />,
  'areia.svg': <CourtView surface="areia" />,
}

/** Each picture as SVG, with its file name. */
export const courts = () => Object.entries(COURTS).map(([file, court]) => ({ file, svg: svgOf(court) }))

/**
 * Shortens React's markup: in SVG an empty element may close itself, and a path needs neither '0' before '.5' nor ' '
 * before '-'.
 */
const svgOf = (court: ReactNode) =>
  `${renderToStaticMarkup(court)
    .replaceAll(/><\/(?:path|circle|ellipse)>/g, '/>')
    .replaceAll(/(?<= d=")[^"]*/g, (path) =>
      path.replaceAll(/(?<![\d.])0(?=\.)/g, '').replaceAll(' -', '-'),
    )}\n`
