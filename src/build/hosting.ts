import { CALENDAR, type Api, DOCUMENTS, NOT_FOUND, patternOf } from '../site/documents.ts'

/**
 * What a host must do, in one place (docs/decisions/0009-headers.md), written out for the common hosts. Two rules that
 * match the same address never set the same header, because hosts resolve such a conflict differently.
 */

/** One rule of `_headers`: an address, in which a final '/*' matches everything below, and its headers. */
export type HeaderRule = { address: string; headers: Readonly<Record<string, string>> }

export interface HostOptions {
  /** Hashes of the inline scripts, made by `hashOf`. */
  scriptHashes: readonly string[]
  /** Origin of the API; null if the page's own origin serves the API. */
  apiOrigin: string | null
}

/** Files that configure hosts and are not served. */
export const HOST_FILES = ['_headers', '_redirects', 'nginx.conf'] as const

const YEAR = 31_536_000
/** Files without a content hash in their name. */
const REVALIDATED = ['/sw.js', '/manifest.webmanifest'] as const
/** Not for search engines: opened only by link (docs/product.md, 'Public student page'), a sample, or of no use. */
const NOT_LISTED = /^\/(student-page|exemplo|app|auth|agenda)(\/|$)/

/** Scripts only from our own files or by hash. Style attributes are allowed: they give an attacker nothing. */
function contentSecurityPolicy({ scriptHashes, apiOrigin }: HostOptions): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    // The dialog library inserts a <style> that stops the page behind a dialog from scrolling. Public pages narrow this
    // to the hash of their own style, in a <meta> (`withStyles` in html.ts).
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...(apiOrigin === null ? [] : [apiOrigin])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

export function headerRules(options: HostOptions): HeaderRule[] {
  const everywhere = {
    'Content-Security-Policy': contentSecurityPolicy(options),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // Browsers ignore this header on plain http.
    'Strict-Transport-Security': `max-age=${YEAR}`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
  // '/lead-form/:lang' also covers '/lead-form/pt', so the latter gets no rule.
  const documents = DOCUMENTS.map(({ address }) => address).filter(
    (address) =>
      !DOCUMENTS.some((other) => other.address !== address && patternOf(other.address).test(address)),
  )
  const revalidated = [...documents, CALENDAR.address, ...REVALIDATED].map((address) => ({
    address,
    headers: {
      'Cache-Control': 'no-cache',
      ...(NOT_LISTED.test(address) ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  }))
  return [
    { address: '/*', headers: everywhere },
    ...revalidated,
    // These names contain a hash of the content.
    { address: '/assets/*', headers: { 'Cache-Control': `public, max-age=${YEAR}, immutable` } },
  ]
}

export function headersFor(rules: readonly HeaderRule[], pathname: string): Record<string, string> {
  const matching = rules.filter(({ address }) => address === '/*' || patternOf(address).test(pathname))
  return Object.assign({}, ...matching.map(({ headers }) => headers))
}

/** The `_headers` file of Netlify and Cloudflare Pages. */
export const headersFile = (rules: readonly HeaderRule[]): string =>
  rules
    .map(({ address, headers }) =>
      [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n\n')
    .concat('\n')

/** Parses what `headersFile` wrote, so that the preview uses the same file as a host. */
export const parseHeadersFile = (text: string): HeaderRule[] =>
  text
    .trim()
    .split('\n\n')
    .map((block) => {
      const [address = '', ...lines] = block.split('\n')
      return {
        address,
        headers: Object.fromEntries(
          lines.map((line) => {
            const colon = line.indexOf(':')
            return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
          }),
        ),
      }
    })

/** Documents whose address is not their file name. Hosts find eng.html for '/eng', and 404.html, without a rule. */
const rewrites = (): { from: string; to: string }[] =>
  DOCUMENTS.map(({ address, file }) => ({
    from: address,
    to: `/${file.replace(/\.html$/, '')}`,
  })).filter(({ from, to }) => from !== to && from !== '/')

/**
 * `_redirects` of Netlify and Cloudflare Pages: the first matching line counts; status 200 keeps the address.
 * Cloudflare treats a trailing slash as another address. Netlify does not, and would loop if the line were a redirect.
 */
export function redirectsFile(api: Api): string {
  const documents = rewrites()
    .flatMap(({ from, to }) =>
      from.endsWith('*')
        ? [[from, to]]
        : [
            [from, to],
            [`${from}/`, to],
          ],
    )
    .map(([from, to]) => `${from} ${to} 200\n`)
  // A placeholder stands for a whole segment, so the token includes its '.ics'.
  return [...documents, `${CALENDAR.address} ${CALENDAR.answeredAt(':token', api)} 302\n`].join('')
}

/** A regular expression as nginx writes it. */
const sourceOf = (pattern: RegExp) => pattern.source.replaceAll('\\/', '/')

/** Types to compress; nginx always compresses HTML. */
const PACKED_TYPES = [
  'text/css',
  'application/javascript',
  'text/javascript',
  'application/json',
  'application/manifest+json',
  'image/svg+xml',
]

/**
 * For inclusion in a `server` block whose `root` is the build. Each location repeats all headers, because nginx
 * inherits none into a location that sets its own.
 */
export function nginxConfig(rules: readonly HeaderRule[], api: Api): string {
  const headersOf = (pathname: string) =>
    Object.entries(headersFor(rules, pathname)).map(([name, value]) => {
      // Only successful answers get Cache-Control: a missing file may exist after the next deployment.
      const when = name === 'Cache-Control' ? '' : ' always'
      return `  add_header ${name} "${value.replaceAll('"', '\\"')}"${when};`
    })
  const location = (match: string, sample: string, answer: string) =>
    [`location ${match} {`, ...headersOf(sample), `  ${answer}`, '}'].join('\n')
  return [
    // `gzip_proxied`, because nginx would otherwise send uncompressed files to a CDN.
    `charset utf-8;\ngzip on;\ngzip_vary on;\ngzip_proxied any;\ngzip_types ${PACKED_TYPES.join(' ')};`,
    `error_page 404 /${NOT_FOUND};`,
    'rewrite ^/(.+)/$ /$1 permanent;',
    ...DOCUMENTS.map(({ address, file }) => {
      const isFixed = !/[:*]/.test(address)
      const match = isFixed ? `= ${address}` : `~ ${sourceOf(patternOf(address))}`
      return location(match, address.replace(/:\w+|\*/g, 'x'), `try_files /${file} =404;`)
    }),
    location(
      `~ ${sourceOf(CALENDAR.pattern)}`,
      '/agenda/x.ics',
      `return 302 "${CALENDAR.answeredAt('$1', api)}";`,
    ),
    location('^~ /assets/', '/assets/x', 'try_files $uri =404;'),
    location('= /sw.js', '/sw.js', 'try_files $uri =404;'),
    location(
      '= /manifest.webmanifest',
      '/manifest.webmanifest',
      // nginx's own list of types lacks this one.
      'types {}\n  default_type application/manifest+json;\n  try_files $uri =404;',
    ),
    ...HOST_FILES.map((file) => `location = /${file} {\n  return 404;\n}`),
    // Hides dot files, among them what the build leaves for tools (.vite). Certificate checks use .well-known.
    'location ~ /\\.(?!well-known/) {\n  return 404;\n}',
    location('/', '/x', 'try_files $uri =404;'),
  ]
    .join('\n\n')
    .concat('\n')
}
