// The build imports this too and cannot resolve '@/', hence the relative import.
import { paths } from '../core/paths.ts'

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
