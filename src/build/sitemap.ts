import { PUBLIC_PAGES, type PublicPage } from '../site/public-pages-texts.ts'
import { escapeHtml } from './html.ts'

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

/**
 * Disallows nothing: pages that must not be listed say so by X-Robots-Tag, which a robot can only read if it may fetch
 * them.
 */
export function robots(siteUrl: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`
}
