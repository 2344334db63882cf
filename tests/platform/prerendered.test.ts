// @vitest-environment jsdom
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentFor } from '@/site/documents'
import { headOf } from '@/site/page-head'
import { PUBLIC_PAGES, type PublicPage, type PublicPageName } from '@/site/public-pages-texts'
import { ROOT } from '../../supabase/embedded/config.ts'

const SITE = 'https://www.voleio.test'
const API = 'https://abcdefgh.supabase.co'
const DIST = path.join(ROOT, `.voleio/hosted-${process.pid}`)
const NAMES = Object.keys(PUBLIC_PAGES).filter((name): name is PublicPageName => name in PUBLIC_PAGES)
const PAGES = NAMES.map((name): [PublicPageName, PublicPage] => [name, PUBLIC_PAGES[name]])

const read = (file: string) => readFileSync(path.join(DIST, file), 'utf8')
const open = (file: string) => new DOMParser().parseFromString(read(file), 'text/html')
const content = (document: Document, selector: string) =>
  document.head.querySelector(selector)?.getAttribute('content')

// The hosted build rather than the embedded one, because the hosted build gets published.
beforeAll(async () => {
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', DIST],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        VITE_SUPABASE_URL: API,
        VITE_SUPABASE_ANON_KEY: 'sb_publishable_0123456789',
        VITE_SITE_URL: SITE,
      },
    },
  )
}, 120_000)
afterAll(() => rm(DIST, { recursive: true, force: true }))

describe.each(PAGES)('the document of %s', (name, page) => {
  it('is complete before any script: one h1, and no script from a file', () => {
    const document = open(documentFor(page.path))
    expect(document.querySelectorAll('#root main')).toHaveLength(1)
    expect(document.querySelectorAll('#root h1')).toHaveLength(1)
    // React puts content that arrives late into hidden templates.
    expect(document.querySelectorAll('#root template, #root script')).toHaveLength(0)
    expect(document.querySelectorAll('script[src], link[rel="modulepreload"]')).toHaveLength(0)
  })

  it('has its styles with it, allows those alone, and waits for no file', () => {
    const document = open(documentFor(page.path))
    expect(document.querySelectorAll('link[rel="stylesheet"], link[rel="preload"]')).toHaveLength(0)
    const styles = [...document.querySelectorAll('style')]
    expect(styles.map(hashOf)).toEqual([
      content(document, 'meta[http-equiv="Content-Security-Policy"]')?.replace('style-src-elem ', ''),
    ])
    // A policy applies only to what follows it in the document.
    expect(styles[0]?.previousElementSibling?.getAttribute('http-equiv')).toBe('Content-Security-Policy')
  })

  it('needs only the smaller font', () => {
    const [, list = ''] =
      /--unicodes=([^/]+)\*\//.exec(readFileSync(path.join(ROOT, 'src/index.css'), 'utf8')) ?? []
    const ranges = list.split(',').map((range) => {
      const [from = 0, to = from] = range
        .replace(/[^\dA-F-]/g, '')
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return { from, to }
    })
    const others = Array.from(open(documentFor(page.path)).body.textContent).filter((letter) => {
      const code = letter.codePointAt(0) ?? 0
      return code >= 0x20 && !ranges.some(({ from, to }) => from <= code && code <= to)
    })
    expect(others).toEqual([])
  })

  it('adds its font after the first paint, and holds no other rule for it', () => {
    const document = open(documentFor(page.path))
    expect(document.querySelector('style')?.textContent).not.toMatch(/@font-face\{font-family:Figtree;/)
    const loaders = [...document.querySelectorAll('script')].filter(({ text }) => text.includes('"Figtree"'))
    expect(loaders).toHaveLength(1)
    const files = Array.from((loaders[0]?.text ?? '').matchAll(/url\(\/([^)]+)\)/g), ([, file = '']) => file)
    expect(files).toHaveLength(2)
    for (const file of files) expect(read(file).length).toBeGreaterThan(0)
  })

  it('says of itself what the table says, with the address of the site', () => {
    const document = open(documentFor(page.path))
    expect(document.documentElement.lang).toBe(page.lang)
    expect(document.title).toBe(page.title)
    expect(content(document, 'meta[name="description"]')).toBe(page.description)
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(SITE + page.canonical)
    expect(content(document, 'meta[property="og:title"]')).toBe(page.title)
    expect(content(document, 'meta[property="og:image"]')).toBe(SITE + page.image.path)
    expect(content(document, 'meta[name="twitter:card"]')).toBe('summary_large_image')
    expect(document.querySelector('meta[name="robots"]')).toBeNull()
    // usePageHead leaves a prerendered head alone only if it has every tag.
    for (const { tag, attributes } of headOf(name, SITE).tags) {
      const [first = ['', ''], second = ['', '']] = Object.entries(attributes)
      const selector = `${tag}[${first[0]}="${first[1]}"][${second[0]}="${second[1]}"]`
      expect(document.head.querySelectorAll(selector), selector).toHaveLength(1)
    }
  })

  it('leads to its translation, which leads back', () => {
    const links = languageLinks(open(documentFor(page.path)))
    if (page.translation === undefined) {
      expect(links).toEqual({})
      return
    }
    expect(links[page.lang]).toBe(SITE + page.canonical)
    expect(links['x-default']).toBe(links['en'])
    expect(languageLinks(open(documentFor(page.translation)))).toEqual(links)
  })
})

/** The hash by which a Content-Security-Policy allows the element. */
function hashOf({ textContent }: Element): string {
  return `'sha256-${createHash('sha256').update(textContent).digest('base64')}'`
}

function languageLinks(document: Document): Record<string, string> {
  const links = [...document.head.querySelectorAll('link[rel="alternate"][hreflang]')]
  return Object.fromEntries(
    links.map((link) => [link.getAttribute('hreflang') ?? '', link.getAttribute('href') ?? '']),
  )
}

describe('the build for a host', () => {
  it('shows chats and social networks a picture of the size it says', () => {
    for (const image of new Set(PAGES.map(([, page]) => page.image.path))) {
      const png = readFileSync(path.join(DIST, image))
      // Width and height from the PNG header.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], image).toEqual([1200, 630])
    }
  })

  it.each(['index.html', 'pt.html', 'eng.html'])(
    '%s describes the product, without price or ratings',
    (file) => {
      const json = open(file).querySelector('script[type="application/ld+json"]')?.textContent ?? ''
      const data: { '@graph': { '@type': string }[] } = JSON.parse(json)
      expect(data['@graph'].map((node) => node['@type'])).toEqual([
        'Organization',
        'WebSite',
        'SoftwareApplication',
      ])
      expect(json).not.toMatch(/"(?:offers|price|aggregateRating|review)"/)
      expect(json).toContain(SITE)
    },
  )

  it('lists every public page once in the sitemap, at its canonical address', () => {
    const addresses = [...read('sitemap.xml').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
    expect(addresses).toHaveLength(new Set(addresses).size)
    expect(new Set(addresses)).toEqual(new Set(PAGES.map(([, { canonical }]) => SITE + canonical)))
    const xml = new DOMParser().parseFromString(read('sitemap.xml'), 'application/xml')
    expect(xml.querySelectorAll('url')).toHaveLength(addresses.length)
  })

  it('lets robots in, so that they read which pages must not be listed', () => {
    expect(read('robots.txt')).toContain(`Sitemap: ${SITE}/sitemap.xml`)
    expect(read('robots.txt')).not.toMatch(/Disallow/i)
  })

  it("shows a student's skeleton at once, asks for the data first, and is not to be listed", () => {
    const document = open('student.html')
    expect(content(document, 'meta[name="robots"]')).toBe('noindex')
    expect(document.querySelector('#root main')).not.toBeNull()
    // The page's script is loaded after the first words are shown.
    expect(document.querySelectorAll('script[src], link[rel="modulepreload"]')).toHaveLength(0)
    expect(document.querySelector('script[data-files]')?.getAttribute('data-files')).toMatch(
      /^\/assets\/student-document-/,
    )
    expect(document.querySelectorAll('[data-told]:empty')).toHaveLength(3)
    // The request comes before the first file, so that it waits for none.
    const [first] = document.querySelectorAll('script')
    expect(first?.textContent).toContain(`${API}/rest/v1/rpc/get_student_public_data`)
    expect(document.querySelector('link[rel="preconnect"]')?.getAttribute('href')).toBe(API)
  })

  it('names the manifest after the first paint where a coach installs the app, and never where nobody does', () => {
    const later = ['index.html', 'pt.html', 'eng.html', 'test-pt.html', 'test-en.html']
    const never = [
      'lead-form.html',
      'lead-form-pt.html',
      'privacy-policy.html',
      'student.html',
      'exemplo.html',
    ]
    for (const file of [...later, ...never]) {
      expect(open(file).querySelector('link[rel="manifest"]'), file).toBeNull()
      expect(open(file).querySelector('link[data-rel="manifest"]') !== null, file).toBe(later.includes(file))
    }
    for (const file of ['spa.html', '404.html'])
      expect(open(file).querySelector('link[rel="manifest"]'), file).not.toBeNull()
  })

  it('has in the styles of a page what its scripts show later, and all screens’ styles where any may open', () => {
    // The styles of the dialog that thanks for a lead, and of a lesson on the student's page.
    expect(open('lead-form.html').querySelector('style')?.textContent).toContain('backdrop\\:')
    expect(open('student.html').querySelector('style')?.textContent).toContain('.scroll-mt-4')
    for (const file of ['spa.html', '404.html'])
      expect(open(file).querySelectorAll('link[rel="stylesheet"]'), file).toHaveLength(1)
  })

  it('has an empty shell for the app, which says so when the app is late, and a 404 that can be read', () => {
    expect(open('spa.html').querySelector('#root')?.childElementCount).toBe(0)
    // src/index.css shows this element after a while if the root is still empty.
    const fallback = open('spa.html').querySelector('#root + .slow-start')
    expect(fallback?.querySelector('h1')?.textContent).toBe('O Voleio ainda não abriu')
    expect(fallback?.querySelector('a[href=""]')?.textContent).toBe('Recarregar')
    expect(open('404.html').querySelector('#root h1')?.textContent).toContain('404')
    expect(content(open('404.html'), 'meta[name="robots"]')).toBe('noindex')
  })

  it('allows each inline script by its hash, and none other', () => {
    const documents = [
      ...PAGES.map(([, { path: address }]) => documentFor(address)),
      'student.html',
      'exemplo.html',
      'spa.html',
      '404.html',
    ]
    const inline = documents.flatMap((file) => [
      ...open(file).querySelectorAll('script:not([src]):not([type="application/ld+json"])'),
    ])
    const hashes = inline.map(hashOf)
    const [, policy = ''] = /script-src 'self' ([^;]+)/.exec(read('_headers')) ?? []
    expect(new Set(hashes)).toEqual(new Set(policy.split(' ')))
    const attributes = documents.flatMap((file) =>
      [...open(file).querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((attribute) => attribute.startsWith('on')),
      ),
    )
    expect(attributes).toEqual([])
  })

  it('names in its policy no origin but its own and the API', () => {
    const [, policy = ''] = /Content-Security-Policy: (.+)/.exec(read('_headers')) ?? []
    expect(policy.match(/https?:[^ ;]+/g)).toEqual([API])
  })

  it('loads nothing from another origin', () => {
    for (const [, { path: address }] of PAGES) {
      const document = open(documentFor(address))
      const loaded = [
        ...document.querySelectorAll('[src]'),
        ...document.querySelectorAll('link[rel="stylesheet"], link[rel="preload"], link[rel="icon"]'),
      ].map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
      expect(
        loaded.filter((url) => !/^\/(?!\/)|^data:/.test(url)),
        address,
      ).toEqual([])
    }
  })
})
