import { DOCUMENTS, NOT_FOUND, patternOf } from '../domain/site/documents.ts'

/**
 * What a host must do, said once (docs/decisions/0009-headers.md), and written in the languages of the common hosts.
 * No two rules that match the same address set the same header, for hosts differ in what they make of that.
 */

/** One rule of `_headers`: an address, with '/*' for everything below, and what its answers carry. */
export interface HeaderRule {
  address: string
  headers: Readonly<Record<string, string>>
}

export interface HostOptions {
  /** Of the inline scripts, as hashOf makes them. */
  scriptHashes: readonly string[]
  /** Origin of the API, or null where the page's own origin serves it. */
  apiOrigin: string | null
}

/** Texts of the host's own that are no part of the site. */
export const HOST_FILES = ['_headers', '_redirects', 'nginx.conf'] as const

const YEAR = 31_536_000
/** Files that keep their name when they change. */
const REVALIDATED = ['/sw.js', '/manifest.webmanifest'] as const
/** Open to whoever has the link, and found by nobody (docs/product.md, 'Public student page'); or of no use to a search engine. */
const NOT_LISTED = /^\/(student-page|app|auth)(\/|$)/

/** Scripts run from our own files alone; styles may stand in attributes, which no attacker gains from. */
function contentSecurityPolicy({ scriptHashes, apiOrigin }: HostOptions): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    // Dialogs stop the page behind them from scrolling with a <style> that they write.
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
    // Browsers ignore it on plain http.
    'Strict-Transport-Security': `max-age=${YEAR}`,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  }
  // '/lead-form/:lang' stands for '/lead-form/pt' as well.
  const documents = DOCUMENTS.map(({ address }) => address).filter(
    (address) =>
      !DOCUMENTS.some((other) => other.address !== address && patternOf(other.address).test(address)),
  )
  const revalidated = [...documents, ...REVALIDATED].map((address) => ({
    address,
    headers: {
      'Cache-Control': 'no-cache',
      ...(NOT_LISTED.test(address) ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
  }))
  return [
    { address: '/*', headers: everywhere },
    ...revalidated,
    // Their names change with their content.
    { address: '/assets/*', headers: { 'Cache-Control': `public, max-age=${YEAR}, immutable` } },
  ]
}

/** Everything that the rules give an address. */
export function headersFor(rules: readonly HeaderRule[], pathname: string): Record<string, string> {
  const matching = rules.filter(({ address }) => address === '/*' || patternOf(address).test(pathname))
  return Object.assign({}, ...matching.map(({ headers }) => headers))
}

/** Netlify and Cloudflare Pages. */
export function headersFile(rules: readonly HeaderRule[]): string {
  return rules
    .map(({ address, headers }) =>
      [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    )
    .join('\n\n')
    .concat('\n')
}

/** Reads what `headersFile` wrote: the preview serves by the very file that a host gets. */
export function parseHeadersFile(text: string): HeaderRule[] {
  return text
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
}

/** Documents whose address is not their own name; hosts find '/eng' in eng.html, and 404.html, by themselves. */
function rewrites(): { from: string; to: string }[] {
  return DOCUMENTS.map(({ address, file }) => ({
    from: address,
    to: `/${file.replace(/\.html$/, '')}`,
  })).filter(({ from, to }) => from !== to && from !== '/')
}

/**
 * Netlify and Cloudflare Pages: the first line that matches counts; status 200 keeps the address. To Cloudflare a slash
 * at the end is another address; Netlify, to which it is the same, would go in circles if it were a redirect.
 */
export function redirectsFile(): string {
  return rewrites()
    .flatMap(({ from, to }) =>
      from.endsWith('*')
        ? [[from, to]]
        : [
            [from, to],
            [`${from}/`, to],
          ],
    )
    .map(([from, to]) => `${from} ${to} 200\n`)
    .join('')
}

/** Text that arrives packed; HTML does so by itself. */
const PACKED_TYPES = [
  'text/css',
  'application/javascript',
  'text/javascript',
  'application/json',
  'application/manifest+json',
  'image/svg+xml',
]

/** To be included in a `server` block whose `root` is the build. nginx inherits no header into a location that adds its own. */
export function nginxConfig(rules: readonly HeaderRule[]): string {
  const headersOf = (pathname: string) =>
    Object.entries(headersFor(rules, pathname)).map(([name, value]) => {
      // What is missing now may be there after the next deployment: no answer but a good one is kept.
      const when = name === 'Cache-Control' ? '' : ' always'
      return `  add_header ${name} "${value.replaceAll('"', '\\"')}"${when};`
    })
  const location = (match: string, sample: string, answer: string) =>
    [`location ${match} {`, ...headersOf(sample), `  ${answer}`, '}'].join('\n')
  return [
    // Behind a network of caches as well, which nginx would send unpacked files to.
    `charset utf-8;\ngzip on;\ngzip_vary on;\ngzip_proxied any;\ngzip_types ${PACKED_TYPES.join(' ')};`,
    `error_page 404 /${NOT_FOUND};`,
    'rewrite ^/(.+)/$ /$1 permanent;',
    ...DOCUMENTS.map(({ address, file }) => {
      const isFixed = !/[:*]/.test(address)
      const match = isFixed ? `= ${address}` : `~ ${patternOf(address).source.replaceAll('\\/', '/')}`
      return location(match, address.replace(/:\w+|\*/g, 'x'), `try_files /${file} =404;`)
    }),
    location('^~ /assets/', '/assets/x', 'try_files $uri =404;'),
    location('= /sw.js', '/sw.js', 'try_files $uri =404;'),
    location(
      '= /manifest.webmanifest',
      '/manifest.webmanifest',
      // Unknown to the list of types that nginx comes with.
      'types {}\n  default_type application/manifest+json;\n  try_files $uri =404;',
    ),
    ...HOST_FILES.map((file) => `location = /${file} {\n  return 404;\n}`),
    // What the build leaves for tools (.vite), and whatever else hides; certificates are asked for below .well-known.
    'location ~ /\\.(?!well-known/) {\n  return 404;\n}',
    location('/', '/x', 'try_files $uri =404;'),
  ]
    .join('\n\n')
    .concat('\n')
}
