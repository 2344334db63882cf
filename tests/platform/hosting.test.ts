import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '@/core/paths'
import { documentFor } from '@/site/documents'
import { PUBLIC_PAGES } from '@/site/public-pages-texts'
import {
  headerRules,
  headersFile,
  nginxConfig,
  parseHeadersFile,
  redirectsFile,
} from '../../src/build/hosting.ts'
import { answerFrom } from '../../src/build/static-host.ts'

const API = 'https://abcdefgh.supabase.co'
const CALENDAR_API = { origin: API, key: 'sb_publishable_abcdefgh' }
const RULES = headerRules({ scriptHashes: ["'sha256-abc='"], apiOrigin: API })

describe('the document of an address', () => {
  it.each([
    ['/', 'index.html'],
    ['/eng', 'eng.html'],
    ['/eng/', 'eng.html'],
    ['/lead-form', 'lead-form.html'],
    ['/lead-form/pt', 'lead-form-pt.html'],
    ['/lead-form/en', 'lead-form.html'],
    ['/lead-form/whatever', 'lead-form.html'],
    ['/lead-form/a/b', '404.html'],
    ['/student-page/57d00000', 'student.html'],
    ['/student-page', '404.html'],
    ['/app', 'spa.html'],
    ['/app/students/new', 'spa.html'],
    ['/auth/confirm', 'spa.html'],
    ['/application', '404.html'],
    ['/nowhere', '404.html'],
    ['/spa', '404.html'],
  ])('%s: %s', (address, file) => {
    expect(documentFor(address)).toBe(file)
  })

  it('every route of the product has one that is not the 404', () => {
    const addresses = Object.values(paths).map(({ path: route }) => route.replace(/:\w+/g, 'x'))
    expect(addresses.filter((address) => documentFor(address) === '404.html')).toEqual([])
  })

  it('every public page of the table has one of its own', () => {
    const pages = Object.values(PUBLIC_PAGES)
    const files = pages.map(({ path: address }) => documentFor(address))
    expect(new Set(files).size).toBe(pages.length)
    expect(files).not.toContain('404.html')
    expect(files).not.toContain('spa.html')
  })
})

describe('the headers', () => {
  it('let scripts run from our own files and by the hash of the build alone', () => {
    const policy = RULES[0]?.headers['Content-Security-Policy'] ?? ''
    const scripts = policy.split('; ').find((directive) => directive.startsWith('script-src'))
    expect(scripts).toBe("script-src 'self' 'sha256-abc='")
    expect(policy).toContain(`connect-src 'self' ${API};`)
    expect(policy).not.toContain('unsafe-eval')
  })

  it('never set one header twice for one address, for hosts differ in what they make of it', () => {
    const addresses = [
      '/',
      '/eng',
      '/lead-form/pt',
      '/student-page/x',
      '/app/x',
      '/assets/x.js',
      '/sw.js',
      '/x',
    ]
    for (const address of addresses) {
      const names = RULES.filter(({ address: rule }) =>
        rule.endsWith('/*') ? address.startsWith(rule.slice(0, -1)) : matches(rule, address),
      ).flatMap(({ headers }) => Object.keys(headers))
      expect(names, address).toHaveLength(new Set(names).size)
    }
  })

  it('are read from _headers as they were written there', () => {
    expect(parseHeadersFile(headersFile(RULES))).toEqual(RULES)
  })

  it('are the same for nginx, and none is lost in a location', () => {
    const blocks = nginxConfig(RULES, CALENDAR_API).split('\n\n')
    const student = blocks.find((block) => block.includes('student.html')) ?? ''
    expect(student).toContain('location ~ ^/student-page/[^/]+$ {')
    expect(student).toContain('try_files /student.html =404;')
    expect(student).toContain('add_header X-Robots-Tag "noindex" always;')
    expect(student).toContain(`connect-src 'self' ${API};`)
    // Error responses must not be cached.
    expect(student).toContain('add_header Cache-Control "no-cache";')
    const locations = blocks.filter((block) => block.startsWith('location') && !block.includes('return 404'))
    expect(locations.filter((block) => !block.includes('Content-Security-Policy'))).toEqual([])
    const calendar = blocks.find((block) => block.includes('/agenda/')) ?? ''
    expect(calendar).toContain('location ~ ^/agenda/([\\w-]+\\.ics)$ {')
    expect(calendar).toContain('add_header X-Robots-Tag "noindex" always;')
    expect(calendar).toContain(
      `return 302 "${API}/rest/v1/rpc/get_agenda_feed?token=$1&apikey=sb_publishable_abcdefgh";`,
    )
  })

  it('nginx packs text, says that it is UTF-8, and shows nothing that hides', () => {
    const config = nginxConfig(RULES, CALENDAR_API)
    expect(config).toMatch(/^charset utf-8;\ngzip on;/)
    expect(config).toMatch(/^gzip_types .*text\/css.*application\/javascript.*;$/m)
    expect(config).toContain('location ~ /\\.(?!well-known/) {\n  return 404;\n}')
  })

  it('rewrites keep the address, and the longer rule comes before the one that would swallow it', () => {
    expect(redirectsFile(CALENDAR_API).trim().split('\n')).toEqual([
      '/lead-form/pt /lead-form-pt 200',
      '/lead-form/pt/ /lead-form-pt 200',
      '/lead-form/:lang /lead-form 200',
      '/lead-form/:lang/ /lead-form 200',
      '/student-page/:id /student 200',
      '/student-page/:id/ /student 200',
      '/app /spa 200',
      '/app/ /spa 200',
      '/app/* /spa 200',
      '/auth/* /spa 200',
      `/agenda/:token ${API}/rest/v1/rpc/get_agenda_feed?token=:token&apikey=sb_publishable_abcdefgh 302`,
    ])
  })
})

describe('a host of the build', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'voleio-host-'))
    await mkdir(path.join(folder, 'assets'))
    await mkdir(path.join(folder, '.vite'))
    for (const file of ['_headers', 'index.html', 'assets/a.js', '.vite/manifest.json'])
      await writeFile(path.join(folder, file), file === '_headers' ? headersFile(RULES) : file)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each([
    ['/', 'index.html', 200, 'no-cache'],
    ['/assets/a.js', 'assets/a.js', 200, 'public, max-age=31536000, immutable'],
    // A missing file is answered with neither the app's shell nor a cached answer.
    ['/assets/gone.js', '404.html', 404, 'no-cache'],
    ['/app/dashboard', 'spa.html', 200, 'no-cache'],
    ['/nowhere', '404.html', 404, 'no-cache'],
    ['/_headers', '404.html', 404, 'no-cache'],
    ['/.vite/manifest.json', '404.html', 404, 'no-cache'],
    ['/..%2f..%2fetc%2fpasswd', '404.html', 404, 'no-cache'],
    ['/%E0%A4', '404.html', 404, 'no-cache'],
  ])('%s is %s with %i, %s', (address, file, status, cache) => {
    const answer = answerFrom(folder)(address)
    expect(answer).toMatchObject({ file, status })
    expect(answer.headers['Cache-Control']).toBe(cache)
  })

  it('says noindex of a student, of the app and of the links in mails, and of nothing else', () => {
    const said = ['/student-page/x', '/app/login', '/auth/confirm', '/', '/eng', '/privacy-policy'].filter(
      (address) => answerFrom(folder)(address).headers['X-Robots-Tag'] === 'noindex',
    )
    expect(said).toEqual(['/student-page/x', '/app/login', '/auth/confirm'])
  })
})

/** Whether a rule of _headers without '/*' matches, as Netlify and Cloudflare match it. */
function matches(rule: string, address: string): boolean {
  const parts = rule.split('/')
  const given = address.split('/')
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at])
  )
}
