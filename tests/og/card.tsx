import { renderToStaticMarkup } from 'react-dom/server'
import { LANDING_EN } from '@/site/landing-en-texts'
import { LANDING_PT } from '@/site/landing-pt-texts'
import { Ball } from '@/ui/logo'
import type { SurfaceName } from './court-surfaces'
import { CourtView } from './court-view'

interface Card {
  file: string
  lang: string
  surface: SurfaceName
  title: { before: string; marked: string; after: string }
  note: string
}

const CARDS: Card[] = [
  { file: 'og-pt.png', lang: 'pt-BR', surface: 'saibro', ...LANDING_PT.hero },
  { file: 'og-en.png', lang: 'en', surface: 'duro', ...LANDING_EN.hero },
]

/** The social pictures of the public pages as HTML; `draw.ts` adds the styles. */
export const cards = (): { file: string; lang: string; html: string }[] =>
  CARDS.map(({ file, lang, surface, title, note }) => ({
    file,
    lang,
    html: renderToStaticMarkup(
      <>
        <div className="court">
          <CourtView surface={surface} />
        </div>
        <div className="words">
          <p className="logo">
            <Ball className="ball" />
            Voleio
          </p>
          <h1>
            {title.before}
            <br />
            <em>{title.marked}</em> {title.after}
          </h1>
          <p className="note">{note}</p>
        </div>
      </>,
    ),
  }))
