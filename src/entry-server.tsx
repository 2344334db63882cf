import { StrictMode, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { AppRoutes } from '@/app/app'
import { ErrorBoundary } from '@/app/error-boundary'
import { paths } from '@/core/paths'
import { documentFor, NOT_FOUND, type DocumentFile } from '@/site/documents'
import { headOf, type PageHead, structuredDataOf } from '@/site/page-head'
import { PUBLIC_PAGES, type PublicPageName } from '@/site/public-pages-texts'

/** A prerendered document (src/build/prerender.ts). */
export interface RenderedDocument extends PageHead {
  file: DocumentFile
  /** The HTML content of #root. */
  body: string
  structuredData: object | null
  /** Tells search engines not to list the page. */
  noIndex: boolean
  /**
   * The module to load at once, for a page that cannot show its content without scripts. Null for a page that is
   * readable without scripts.
   */
  urgent: string | null
  /** What a readable page runs after its first paint: the whole app, a smaller script, or nothing. */
  script: 'app' | 'src/app/landing-document.ts' | 'src/app/student-document.tsx' | null
}

const LANDING_SCRIPT = 'src/app/landing-document.ts'
const STUDENT_SCRIPT = 'src/app/student-document.tsx' as const

/** Public pages that do not run the app. */
const SCRIPTS: Partial<Record<PublicPageName, RenderedDocument['script']>> = {
  home: LANDING_SCRIPT,
  homePt: LANDING_SCRIPT,
  homeEn: null,
  testEn: null,
  testPt: null,
  privacyPolicy: null,
}

const NAMES = Object.keys(PUBLIC_PAGES).filter((name): name is PublicPageName => name in PUBLIC_PAGES)

/**
 * Renders every public page, the sample, the skeleton of the public student page, and the 404 page. Rejects if one
 * throws.
 */
export async function renderDocuments(siteUrl: string): Promise<RenderedDocument[]> {
  const pages = NAMES.map(async (name): Promise<RenderedDocument> => {
    const { path } = PUBLIC_PAGES[name]
    return {
      ...headOf(name, siteUrl),
      file: documentFor(path),
      body: await render(routed(path), path),
      structuredData: structuredDataOf(name, siteUrl),
      noIndex: false,
      urgent: null,
      script: SCRIPTS[name] === undefined ? 'app' : SCRIPTS[name],
    }
  })
  const unlisted = { lang: 'pt-BR', tags: [], structuredData: null, noIndex: true, script: 'app' } as const
  // The skeleton shows no student, so any id will do. Imported dynamically, as the app's routes do: a static import
  // would pull both into the routes' chunk.
  const [{ StudentApp }, { SampleApp }] = await Promise.all([
    import('@/app/student-app'),
    import('@/app/sample-app'),
  ])
  const anyStudent = paths.publicStudent.href({ id: '0' })
  return Promise.all([
    ...pages,
    render(<StudentApp id="0" />, anyStudent).then((body) => ({
      ...unlisted,
      title: 'Página do aluno · Voleio',
      file: documentFor(anyStudent),
      body,
      urgent: STUDENT_SCRIPT,
    })),
    render(<SampleApp />, paths.sampleStudent.path).then((body) => ({
      ...unlisted,
      title: 'A página de uma aluna · Voleio',
      file: documentFor(paths.sampleStudent.path),
      body,
      urgent: null,
      script: STUDENT_SCRIPT,
    })),
    render(routed('/404'), '/404').then((body) => ({
      ...unlisted,
      title: '404 · Voleio',
      file: NOT_FOUND,
      body,
      urgent: null,
    })),
  ])
}

const routed = (address: string) => (
  <ErrorBoundary>
    <StaticRouter location={address}>
      <AppRoutes />
    </StaticRouter>
  </ErrorBoundary>
)

async function render(app: ReactNode, address: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(<StrictMode>{app}</StrictMode>, {
    onError: (error) => {
      errors.push(error)
    },
    // Otherwise React would stream large parts out of order and need a script to move them into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw new Error(`Prerendering ${address} failed`, { cause: errors[0] })
  // HTML needs no namespace for SVG.
  return html.replaceAll(' xmlns="http://www.w3.org/2000/svg"', '')
}
