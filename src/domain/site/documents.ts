// Read by the build as well, which knows no '@/': this file imports nothing but its neighbour.
import { paths } from '../shared/paths.ts'

/** An HTML file of the build, at its root. */
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

/** Any other address is a 404. */
export const NOT_FOUND: DocumentFile = '404.html'

/**
 * Which document answers which address, the first that matches: ':name' is one part of a path, '/*' everything
 * below it. Hosts, the preview and the app itself all go by this table (src/build/hosting.ts, src/main.tsx).
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
  // The coach's app has one empty document for all its screens.
  { address: '/app', file: 'spa.html' },
  { address: '/app/*', file: 'spa.html' },
  { address: '/auth/*', file: 'spa.html' },
]

/** The document of an address; a slash at its end makes no difference. */
export function documentFor(pathname: string): DocumentFile {
  const plain = pathname.replace(/(.)\/+$/, '$1')
  return DOCUMENTS.find(({ address }) => patternOf(address).test(plain))?.file ?? NOT_FOUND
}

/** An address of the table as a regular expression; its parts hold nothing that would need escaping but dots. */
export function patternOf(address: string): RegExp {
  const source = address.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\/\*$/, '/.+')
  return new RegExp(`^${source}$`)
}
