import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { AppRoutes } from '@/app/app-routes'
import { ErrorBoundary } from '@/app/error-boundary'
import { documentFor, NOT_FOUND, type DocumentFile } from '@/domain/documents'
import { headOf, type PageHead } from '@/domain/page-head'
import { paths } from '@/domain/paths'
import { structuredDataOf } from '@/domain/structured-data'
import { PUBLIC_PAGES, type PublicPageName } from '@/texts/public-pages'

/** A document of the build, made while building (src/build/prerender.ts). */
export interface RenderedDocument extends PageHead {
  file: DocumentFile
  /** What stands in #root. */
  body: string
  structuredData: object | null
  /** Must no search engine list it? */
  noIndex: boolean
  /**
   * Where the page can show what it is for only with its scripts: the module that is to run first, and the page's own.
   * Null where it can be read at once.
   */
  urgent: { first: string; page: string } | null
  /**
   * What a page that can be read at once runs when it was painted: the whole app, a module of its own that knows no
   * React, or nothing.
   */
  script: 'app' | 'src/app/landing-document.ts' | null
}

const LANDING_SCRIPT = 'src/app/landing-document.ts'

/** Pages that are HTML, links and styles, and need no app. */
const SCRIPTS: Partial<Record<PublicPageName, RenderedDocument['script']>> = {
  home: LANDING_SCRIPT,
  homePt: LANDING_SCRIPT,
  homeEn: null,
  testEn: null,
  testPt: null,
  privacyPolicy: null,
}

const NAMES = Object.keys(PUBLIC_PAGES).filter((name): name is PublicPageName => name in PUBLIC_PAGES)

/** Renders every public page, the skeleton of the public student page, and 'not found'. Throws what a page throws. */
export async function renderDocuments(siteUrl: string): Promise<RenderedDocument[]> {
  const pages = NAMES.map(async (name): Promise<RenderedDocument> => {
    const { path } = PUBLIC_PAGES[name]
    return {
      ...headOf(name, siteUrl),
      file: documentFor(path),
      body: await render(path),
      structuredData: structuredDataOf(name, siteUrl),
      noIndex: false,
      urgent: null,
      script: SCRIPTS[name] === undefined ? 'app' : SCRIPTS[name],
    }
  })
  const unlisted = { lang: 'pt-BR', tags: [], structuredData: null, noIndex: true, script: 'app' } as const
  // Whose page it is stands nowhere in its skeleton.
  const anyStudent = paths.publicStudent.href({ id: '0' })
  return Promise.all([
    ...pages,
    render(anyStudent).then((body) => ({
      ...unlisted,
      title: 'Página do aluno · Voleio',
      file: documentFor(anyStudent),
      body,
      urgent: {
        first: 'src/app/early-student.ts',
        page: 'src/pages/public-student/public-student-page.tsx',
      },
    })),
    render('/404').then((body) => ({
      ...unlisted,
      title: '404 · Voleio',
      file: NOT_FOUND,
      body,
      urgent: null,
    })),
  ])
}

async function render(address: string): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <ErrorBoundary>
        <StaticRouter location={address}>
          <AppRoutes />
        </StaticRouter>
      </ErrorBoundary>
    </StrictMode>,
    {
      onError: (error) => {
        errors.push(error)
      },
      // React moves what is long out of its place, and needs a script to bring it back.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw new Error(`Prerendering ${address} failed`, { cause: errors[0] })
  return html
}
