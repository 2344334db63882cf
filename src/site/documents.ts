import { paths } from '../core/paths.ts'

// The build imports this too and cannot resolve '@/', hence the relative import.

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

/** For every other address. */
export const NOT_FOUND: DocumentFile = '404.html'

/**
 * Which document serves which address; the first match wins. ':name' is one path segment, '/*' everything below.
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
  // Any other language is English.
  { address: paths.leadFormLanguage.path, file: 'lead-form.html' },
  { address: paths.privacyPolicy.path, file: 'privacy-policy.html' },
  { address: paths.publicStudent.path, file: 'student.html' },
  { address: paths.sampleStudent.path, file: 'exemplo.html' },
  // One empty document for all screens of the coach's app.
  { address: '/app', file: 'spa.html' },
  { address: '/app/*', file: 'spa.html' },
  { address: '/auth/*', file: 'spa.html' },
]

/** The document of an address, ignoring trailing slashes. */
export function documentFor(pathname: string): DocumentFile {
  const plain = pathname.replace(/(.)\/+$/, '$1')
  return DOCUMENTS.find(({ address }) => patternOf(address).test(plain))?.file ?? NOT_FOUND
}

/** An address as a regular expression. Of all special characters, paths only contain dots. */
export function patternOf(address: string): RegExp {
  const source = address.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\/\*$/, '/.+')
  return new RegExp(`^${source}$`)
}

/** An API and its public key. A null origin is the page's own. */
export interface Api {
  origin: string | null
  key: string
}

/**
 * The one address without a document: a coach's calendar (docs/product.md, 'Calendar'). Every host sends it on, with
 * status 302, to the database, which ignores the '.ics' of a token. The key is in the address because calendars send no
 * headers of ours.
 */
export const CALENDAR = {
  address: '/agenda/:token',
  /** As a regular expression with one group, what follows '/agenda/'; nothing in it can end an address or a header. */
  pattern: /^\/agenda\/([\w-]+\.ics)$/,
  href: (token: string) => `/agenda/${token}.ics`,
  answeredAt: (token: string, { origin, key }: Api) =>
    `${origin ?? ''}/rest/v1/rpc/get_agenda_feed?token=${token}&apikey=${key}`,
}
