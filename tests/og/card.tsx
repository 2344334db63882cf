import { renderToStaticMarkup } from 'react-dom/server'
import { CourtView } from '@/components/site/court-view'
import type { SurfaceName } from '@/components/site/court-surfaces'
import { Ball } from '@/components/ui/loader'
import { LANDING_EN } from '@/texts/site/landing-en'
import { LANDING_PT } from '@/texts/site/landing-pt'

interface Card {
  file: string
  lang: string
  surface: SurfaceName
  title: { before: string; marked: string; after: string }
  note: string
}

/** Social pictures of the public pages. */
const CARDS: Card[] = [
  { file: 'og-pt.png', lang: 'pt-BR', surface: 'saibro', ...LANDING_PT.hero },
  { file: 'og-en.png', lang: 'en', surface: 'duro', ...LANDING_EN.hero },
]

/** Each card as HTML; draw.ts adds the styles. */
export function cards(): { file: string; lang: string; html: string }[] {
  return CARDS.map(({ file, lang, surface, title, note }) => ({
    file,
    lang,
    html: renderToStaticMarkup(
      <>
        <CourtView surface={surface} near className="court" />
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
}
