import { paths } from '../core/paths.ts'

// A relative import, because the build imports this file too and cannot resolve '@/'.

/** An HTML file at the root of the build. */
export type DocumentFile =
  | 'index.html'
  | 'pt.html'
  | 'eng.html'
  | 'test-en.html'
  | 'test-pt.html'
  | 'lead-form.html'
  | 'lead-form-pt.html'
  | 'privacy-policy.html'
  | 'student.html'
  | 'exemplo.html'
  | 'spa.html'
  | '404.html'

/** For an address that is not in the table. */
export const NOT_FOUND: DocumentFile = '404.html'

/**
 * Which document serves which address; the first match wins. ':name' matches one path segment, '/*' everything below.
 * Hosts, preview and app share this table (src/build/hosting.ts, src/main.tsx).
 */
export const DOCUMENTS: readonly { address: string; file: DocumentFile }[] = [
  { address: paths.home.path, file: 'index.html' },
  { address: paths.homePt.path, file: 'pt.html' },
  { address: paths.homeEn.path, file: 'eng.html' },
  { address: paths.testEn.path, file: 'test-en.html' },
  { address: paths.testPt.path, file: 'test-pt.html' },
  { address: paths.leadForm.path, file: 'lead-form.html' },
  { address: paths.leadFormLanguage.href({ lang: 'pt' }), file: 'lead-form-pt.html' },
  // The form is English in every other language.
  { address: paths.leadFormLanguage.path, file: 'lead-form.html' },
  { address: paths.privacyPolicy.path, file: 'privacy-policy.html' },
  { address: paths.publicStudent.path, file: 'student.html' },
  { address: paths.sampleStudent.path, file: 'exemplo.html' },
  // One empty document for all screens of the coach's app.
  { address: '/app', file: 'spa.html' },
  { address: '/app/*', file: 'spa.html' },
  { address: '/auth/*', file: 'spa.html' },
]

/** The document for an address. Ignores trailing slashes. */
export function documentFor(pathname: string): DocumentFile {
  const plain = pathname.replace(/(.)\/+$/, '$1')
  return DOCUMENTS.find(({ address }) => patternOf(address).test(plain))?.file ?? NOT_FOUND
}

/** An address as a regular expression. Paths have no special characters but dots. */
export function patternOf(address: string): RegExp {
  const source = address.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\/\*$/, '/.+')
  return new RegExp(`^${source}$`)
}

/** An API and its public key. A null origin stands for the page's own. */
export type Api = { origin: string | null; key: string }

/**
 * A coach's calendar, the one address without a document (docs/product.md, 'Calendar'). Every host redirects it with
 * status 302 to the database, which ignores the '.ics' of a token. The API key is in the address, because calendar apps
 * do not send our headers.
 */
export const CALENDAR = {
  address: '/agenda/:token',
  /** The group captures what follows '/agenda/'. It admits no character that could end an address or a header. */
  pattern: /^\/agenda\/([\w-]+\.ics)$/,
  href: (token: string) => `/agenda/${token}.ics`,
  answeredAt: (token: string, { origin, key }: Api) =>
    `${origin ?? ''}/rest/v1/rpc/get_agenda_feed?token=${token}&apikey=${key}`,
}
