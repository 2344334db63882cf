import { createHash } from 'node:crypto'
import { SLOW_START } from '../core/common-texts.ts'
import { paths } from '../core/paths.ts'
import type { Api } from '../site/documents.ts'
import { PUBLIC_PAGES, type PublicPage } from '../site/public-pages-texts.ts'

/** Edits the HTML that Vite made of index.html, as a string. Each function throws if the template is unexpected. */

type Tag = { tag: string; attributes: Readonly<Record<string, string>> }

export interface Page {
  file: string
  lang: string
  title: string
  tags: readonly Tag[]
  body: string
  structuredData: object | null
  noIndex: boolean
}

const ROOT = '<div id="root"></div>'
const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/
const MANIFEST = /\s*<link rel="manifest"[^>]*>/
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g

/** The URL of the app's entry script in the template. */
export function entryOf(template: string): string {
  const found = ENTRY.exec(template)?.[1]
  if (found === undefined) throw new Error('index.html has no module script')
  return found
}

/**
 * An inline script that loads the entry, named by its `data-entry`, once the page is painted and the browser is idle,
 * or at the first interaction: reading and links do not need it.
 */
export const STARTER = [
  `{const{entry}=document.currentScript.dataset`,
  `const begin=()=>import(entry)`,
  `for(const sign of["pointerover","touchstart","keydown","focusin"])addEventListener(sign,begin,{once:true})`,
  `const rest=()=>self.requestIdleCallback?requestIdleCallback(begin,{timeout:3000}):setTimeout(begin)`,
  `document.readyState==="complete"?rest():addEventListener("load",rest,{once:true})}`,
].join(';')

/**
 * The inline script of student.html: requests the student's data while the page's files are still loading. The request
 * is that of src/data/public-api.ts, and `publicStudent` takes the answer.
 */
export function askerOf({ origin, key }: Api): string {
  const pattern = new RegExp(`^${paths.publicStudent.href({ id: '' })}([^/]+)/?$`)
  const url = `${origin ?? ''}/rest/v1/rpc/get_student_public_data`
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  return [
    `{const found=${String(pattern)}.exec(location.pathname)`,
    `let id=found&&found[1]`,
    `try{id=decodeURIComponent(id)}catch{}`,
    `if(found){const answer=fetch(${JSON.stringify(url)},{method:"POST",headers:${JSON.stringify(headers)},` +
      `body:JSON.stringify({student_uuid:id}),signal:AbortSignal.timeout(15000)})`,
    `answer.catch(()=>{})`,
    `self.studentAsked={id,answer}}}`,
  ].join(';')
}

/** The CSS url of each file of the font, and its range of characters if it has one. */
type Font = readonly (readonly (string | undefined)[])[]

const FONT = new RegExp(
  String.raw`@font-face\{font-family:Figtree;font-weight:300 900;font-display:swap;` +
    String.raw`src:(url\([^)]+\))[^;}]*(?:;unicode-range:([^}]+))?\}`,
  'g',
)

/** Takes Figtree out of a document's styles: it competes with the first words for a slow connection. */
export function withoutFont(css: string): { css: string; font: Font } {
  const font = Array.from(css.matchAll(FONT), ([, ...source]) => source.filter(Boolean))
  if (font.length === 0) throw new Error('The styles hold no font')
  return { css: css.replace(FONT, ''), font }
}

/**
 * The inline script that adds the font and names the manifest (`withLateManifest`) after the first paint, for which
 * src/index.css has fonts of the same width. Where a service worker answers, the files are on the device, and come at
 * once. One script for all pages: the headers of every file name its hash.
 */
export function addedAfterPaint(font: Font): string {
  return [
    `{const add=()=>{for(const[file,unicodeRange]of ${JSON.stringify(font)})document.fonts.add(new ` +
      'FontFace("Figtree",file,{weight:"300 900",display:"swap",unicodeRange}))',
    `for(const link of document.querySelectorAll("[data-rel]"))link.rel=link.dataset.rel}`,
    'navigator.serviceWorker?.controller?add():new ' +
      'PerformanceObserver((_,paint)=>{paint.disconnect();add()}).observe({type:"paint",buffered:true})}',
  ].join(';')
}

/** The hash by which a Content-Security-Policy allows an inline script or style. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Replaces the link to the stylesheet by the page's own styles, so that the first paint waits for no file. */
export function withStyles(html: string, css: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="style-src-elem ${hashOf(css)}" />`
  return replace(html, STYLESHEET, `\n    ${policy}\n    <style>${css}</style>`)
}

/**
 * The empty document of the app. If its files are slow or missing, a notice appears by CSS alone (src/index.css),
 * because scripts may be what is missing. The notice's empty href reloads the page.
 */
export function shellHtml(template: string, font: string): string {
  const { title, description, reload } = SLOW_START
  const button = 'inline-flex min-h-12 items-center rounded-lg bg-court px-5 font-bold text-court-ink'
  const fallback =
    `<div class="slow-start"><h1 class="text-2xl">${title}</h1><p ` +
    `class="text-ink-soft">${description}</p><a class="${button}" href="">${reload}</a></div>`
  // The other documents need no preload: their inlined styles name the font.
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`
  const html = replace(template, new RegExp(`(?=${STYLESHEET.source})`), `\n    ${preload}`)
  return replace(html, ROOT, `${ROOT}\n    ${fallback}`)
}

/** The document of a page: head and content, without scripts. */
export function pageHtml(template: string, page: Page): string {
  const { file, lang, title, tags, body, structuredData, noIndex } = page
  const head = [
    ...(noIndex ? [{ tag: 'meta', attributes: { name: 'robots', content: 'noindex' } }] : []),
    ...tags,
  ].map(elementHtml)
  if (structuredData !== null) {
    // Escaped, so that '</script>' in a text cannot end the script.
    const json = JSON.stringify(structuredData).replaceAll('<', '\\u003c')
    head.push(`<script type="application/ld+json">${json}</script>`)
  }
  let html = template.replace(PRELOADS, '')
  html = replace(html, ENTRY, '')
  html = replace(html, /<html lang="[^"]*">/, `<html lang="${escapeHtml(lang)}">`)
  html = replace(html, /<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`)
  html = replace(html, /<meta name="description"[^>]*>/, head.join('\n    '))
  return replace(html, ROOT, `<div id="root" data-document="${file}">${body}</div>`)
}

/** For a page that nobody installs the app from. */
export const withoutManifest = (html: string): string => replace(html, MANIFEST, '')

/** Hides the manifest from the browser, which would fetch it and its icon before it paints. */
export const withLateManifest = (html: string): string =>
  replace(html, MANIFEST, '\n    <link data-rel="manifest" href="/manifest.webmanifest" />')

/** At the beginning of the head, because what stands behind the page's styles waits for their bytes. */
export const withHead = (html: string, elements: readonly string[]): string =>
  replace(html, /(?=\s*<title>)/, elements.map((element) => `\n    ${element}`).join(''))

export const withScript = (html: string, script: string): string =>
  replace(html, /(?=\s*<\/body>)/, `\n    ${script}`)

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

function elementHtml({ tag, attributes }: Tag): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<${tag}${list.join('')} />`
}

function replace(html: string, what: string | RegExp, by: string): string {
  if (typeof what === 'string' ? !html.includes(what) : !what.test(html)) {
    throw new Error(`index.html holds nothing like ${String(what)}`)
  }
  // A function, because '$' has a meaning in a replacement string.
  return html.replace(what, () => by)
}

/** Every public page at its canonical address, with its translation (https://www.sitemaps.org/protocol.html). */
export function sitemap(siteUrl: string): string {
  const pages: PublicPage[] = Object.values(PUBLIC_PAGES)
  const urls = pages
    .filter(({ path, canonical }) => path === canonical)
    .map(({ path, lang, translation }) => {
      const other = lang === 'en' ? 'pt-BR' : 'en'
      const links = translation === undefined ? [] : [link(lang, path), link(other, translation)]
      return ['  <url>', `    <loc>${escapeHtml(siteUrl + path)}</loc>`, ...links, '  </url>'].join('\n')
    })
  function link(lang: string, path: string) {
    return `    <xhtml:link rel="alternate" hreflang="${lang}" href="${escapeHtml(siteUrl + path)}" />`
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** Disallows nothing: unlisted pages say so with X-Robots-Tag, which a robot reads only if it may fetch them. */
export const robots = (siteUrl: string): string =>
  `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`
