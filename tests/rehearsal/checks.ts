import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { headersFor, HOST_FILES, parseHeadersFile } from '../../src/build/hosting.ts'
import { CALENDAR, type Api, DOCUMENTS, documentFor, NOT_FOUND } from '../../src/site/documents.ts'

/** Called for each check with the problems that it found. */
export type Report = (what: string, problems: string[]) => void

interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Sends one request as a browser does, without following redirects or decompressing. */
const ask = (url: URL, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': 'identity', ...headers } }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: Buffer.concat(chunks),
        }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })

const TYPES: Record<string, RegExp> = {
  '.html': /^text\/html; ?charset=utf-8$/i,
  '.js': /^(text|application)\/javascript(;|$)/,
  '.css': /^text\/css(;|$)/,
  '.webmanifest': /^application\/manifest\+json(;|$)/,
  '.svg': /^image\/svg\+xml(;|$)/,
  '.png': /^image\/png$/,
  '.woff2': /^font\/woff2$/,
  '.txt': /^text\/plain(;|$)/,
  '.xml': /^(application|text)\/xml(;|$)/,
}
/** Types of text files, which must arrive compressed. */
const PACKED = ['.html', '.js', '.css', '.webmanifest', '.svg']
const SAMPLES: Record<string, string> = {
  '/student-page/:id': '/student-page/57d00000-0000-4000-8000-000000000001',
  '/lead-form/:lang': '/lead-form/en',
  '/app/*': '/app/students/new',
  '/auth/*': '/auth/confirm',
}
const UNKNOWN = [
  '/nowhere',
  '/student-page',
  '/lead-form/a/b',
  '/application',
  '/assets/gone-1a2b3c4d.js',
  '/.vite/manifest.json',
]

/**
 * Checks what a build requires of its host: documents, headers, 404, caching and compression. A host without
 * `hidesHostFiles` also serves the rule files meant for other hosts, with any headers.
 */
export async function checkHost(
  origin: string,
  folder: string,
  { hidesHostFiles, api }: { hidesHostFiles: boolean; api: Api },
  report: Report,
): Promise<void> {
  const rules = parseHeadersFile(readFileSync(path.join(folder, '_headers'), 'utf8'))
  const fileOf = (name: string) => readFileSync(path.join(folder, name))
  const missingHeaders = (answer: Answer, pathname: string) =>
    Object.entries(headersFor(rules, pathname)).flatMap(([name, value]) => {
      const got = answer.headers[name.toLowerCase()]
      return got === value ? [] : [`${name} is '${got ?? ''}', not '${value}'`]
    })
  const look = async (pathname: string, file: string, headersOf = pathname) => {
    const answer = await ask(new URL(pathname, origin))
    const type = TYPES[path.extname(file)]
    return [
      ...(answer.status === 200 ? [] : [`status ${answer.status}`]),
      ...(answer.body.equals(fileOf(file)) ? [] : [`is not ${file}`]),
      ...(type === undefined || type.test(answer.headers['content-type'] ?? '')
        ? []
        : [`type ${answer.headers['content-type']}`]),
      ...missingHeaders(answer, headersOf),
    ]
  }

  for (const { address, file } of DOCUMENTS) {
    const sample = SAMPLES[address] ?? address
    report(`${sample} is ${file}, with its headers`, await look(sample, file))
  }
  for (const name of ['sw.js', 'manifest.webmanifest', 'robots.txt', 'sitemap.xml', 'favicon.svg'])
    report(`/${name} is there, with its type and headers`, await look(`/${name}`, name))

  const hidden = hidesHostFiles ? HOST_FILES.map((file) => `/${file}`) : []
  for (const pathname of [...UNKNOWN, ...hidden]) {
    const answer = await ask(new URL(pathname, origin))
    report(`${pathname} is a 404 that says so, under the policy, and is not kept`, [
      ...(answer.status === 404 ? [] : [`status ${answer.status}`]),
      ...(answer.body.equals(fileOf(NOT_FOUND)) ? [] : [`is not ${NOT_FOUND}`]),
      ...(answer.headers['content-security-policy'] ? [] : ['no Content-Security-Policy']),
      ...(/immutable|max-age=[1-9]/.test(answer.headers['cache-control'] ?? '')
        ? [`Cache-Control ${answer.headers['cache-control']}`]
        : []),
    ])
  }
  await checkSlashes(origin, report)
  await checkCalendar(origin, api, report)
  await checkKeeping(origin, folder, look, report)
}

/** An address with a trailing slash must lead to the same page, with at most one redirect. */
async function checkSlashes(origin: string, report: Report): Promise<void> {
  for (const pathname of ['/eng/', '/lead-form/pt/', '/student-page/57d00000/', '/app/students/']) {
    const answer = await ask(new URL(pathname, origin))
    const plain = pathname.slice(0, -1)
    const to = answer.headers['location'] ?? ''
    const isRight =
      answer.status === 200 ||
      ([301, 302, 307, 308].includes(answer.status) &&
        new URL(to, origin).href === new URL(plain, origin).href)
    report(`${pathname} leads to ${documentFor(plain)}`, isRight ? [] : [`status ${answer.status} ${to}`])
  }
}

/** The host must pass a calendar's address on to the API, which answers it without any of our headers. */
async function checkCalendar(origin: string, api: Api, report: Report): Promise<void> {
  const token = '0'.repeat(64)
  const sent = await ask(new URL(CALENDAR.href(token), origin))
  const to = sent.headers['location'] ?? ''
  const wanted = CALENDAR.answeredAt(`${token}.ics`, api)
  // Cloudflare Pages passes it on only with TLS (`hosts.ts`).
  const isSentOn = sent.status === 302 && [wanted, wanted.replace('http:', 'https:')].includes(to)
  report('/agenda/{token}.ics is sent on to the database', isSentOn ? [] : [`status ${sent.status} ${to}`])
  if (!isSentOn) return
  const answer = await ask(new URL(wanted), { accept: '*/*' })
  report('which answers an unknown token with an empty calendar', [
    ...(answer.headers['content-type'] === 'text/calendar; charset=utf-8'
      ? []
      : [`type ${answer.headers['content-type']}`]),
    ...(/^BEGIN:VCALENDAR\r\n(?!.*VEVENT)/s.test(answer.body.toString()) ? [] : ['is no empty calendar']),
  ])
}

/** Checks what is cached for ever, revalidated, and compressed. */
async function checkKeeping(
  origin: string,
  folder: string,
  look: (pathname: string, file: string) => Promise<string[]>,
  report: Report,
): Promise<void> {
  const assets = await readdir(path.join(folder, 'assets'))
  const problems: string[] = []
  for (const asset of assets)
    problems.push(...(await look(`/assets/${asset}`, `assets/${asset}`)).map((fault) => `${asset}: ${fault}`))
  report(`all ${assets.length} files of /assets/ are there, to be kept for a year`, problems)

  for (const pathname of ['/eng', '/app/dashboard', '/sw.js']) {
    const first = await ask(new URL(pathname, origin))
    const tag = first.headers['etag']
    const again = tag === undefined ? null : await ask(new URL(pathname, origin), { 'if-none-match': tag })
    report(`${pathname} is asked for again, and costs nothing while it is the same`, [
      ...(tag === undefined ? ['no ETag'] : []),
      ...(again === null || again.status === 304 ? [] : [`status ${again.status}`]),
    ])
  }

  const largest = (extension: string) =>
    assets
      .filter((name) => name.endsWith(extension))
      .toSorted(
        (a, b) =>
          readFileSync(path.join(folder, 'assets', b)).length -
          readFileSync(path.join(folder, 'assets', a)).length,
      )
      .at(0)
  const packed: [string, string][] = [
    ['/', 'index.html'],
    ['/app/dashboard', 'spa.html'],
    ['/manifest.webmanifest', 'manifest.webmanifest'],
    ['/sw.js', 'sw.js'],
    ...['.js', '.css'].flatMap((extension): [string, string][] => {
      const name = largest(extension)
      return name === undefined ? [] : [[`/assets/${name}`, `assets/${name}`]]
    }),
  ]
  for (const [pathname, file] of packed.filter(([, name]) => PACKED.includes(path.extname(name)))) {
    const answer = await ask(new URL(pathname, origin), { 'accept-encoding': 'gzip' })
    const isPacked = answer.headers['content-encoding'] === 'gzip'
    const whole = readFileSync(path.join(folder, file))
    report(`${pathname} comes packed: ${whole.length} bytes as ${answer.body.length}`, [
      ...(isPacked ? [] : ['not packed']),
      ...(isPacked && !gunzipSync(answer.body).equals(whole) ? ['is another file'] : []),
    ])
  }
}
