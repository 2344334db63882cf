import { PUBLIC_PAGES, type PublicPage, type PublicPageName } from './public-pages-texts'

/** An element of <head>: name and attributes. */
type HeadTag = { tag: 'meta' | 'link'; attributes: Readonly<Record<string, string>> }

export type PageHead = { lang: string; title: string; tags: readonly HeadTag[] }

const LOCALES = { 'pt-BR': 'pt_BR', en: 'en_US' } as const
const IMAGE_SIZE = { width: '1200', height: '630' } as const

/**
 * The <head> of a public page: description, canonical and hreflang links, Open Graph and Twitter tags. `siteUrl` is
 * an origin without trailing slash.
 */
export function headOf(name: PublicPageName, siteUrl: string): PageHead {
  const page: PublicPage = PUBLIC_PAGES[name]
  const { lang, title, description, image } = page
  const canonical = siteUrl + page.canonical
  return {
    lang,
    title,
    tags: [
      meta('name', 'description', description),
      { tag: 'link', attributes: { rel: 'canonical', href: canonical } },
      ...languageLinks(page, siteUrl),
      meta('property', 'og:type', 'website'),
      meta('property', 'og:site_name', 'Voleio'),
      meta('property', 'og:locale', LOCALES[lang]),
      meta('property', 'og:title', title),
      meta('property', 'og:description', description),
      meta('property', 'og:url', canonical),
      meta('property', 'og:image', siteUrl + image.path),
      meta('property', 'og:image:width', IMAGE_SIZE.width),
      meta('property', 'og:image:height', IMAGE_SIZE.height),
      meta('property', 'og:image:alt', image.alt),
      meta('name', 'twitter:card', 'summary_large_image'),
    ],
  }
}

const meta = (key: 'name' | 'property', name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { [key]: name, content },
})

/** x-default is the English page, for readers of neither language. */
function languageLinks({ lang, canonical, translation }: PublicPage, siteUrl: string): HeadTag[] {
  if (translation === undefined) return []
  const english = lang === 'en' ? canonical : translation
  const portuguese = lang === 'en' ? translation : canonical
  return Object.entries({ 'pt-BR': portuguese, en: english, 'x-default': english }).map(
    ([hreflang, path]) => ({ tag: 'link', attributes: { rel: 'alternate', hreflang, href: siteUrl + path } }),
  )
}

/**
 * JSON-LD of a landing page; null for other pages. Claims only what the page does: no price, because none is set, and
 * no ratings.
 */
export function structuredDataOf(name: PublicPageName, siteUrl: string): object | null {
  if (name !== 'home' && name !== 'homePt' && name !== 'homeEn') return null
  const { lang, title, description, canonical, image } = PUBLIC_PAGES[name]
  const organization = { '@id': `${siteUrl}/#organization` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: 'Voleio',
        url: `${siteUrl}/`,
        logo: `${siteUrl}/icons/icon-512.png`,
      },
      {
        '@type': 'WebSite',
        '@id': `${siteUrl}/#website`,
        name: 'Voleio',
        url: `${siteUrl}/`,
        inLanguage: ['pt-BR', 'en'],
        publisher: organization,
      },
      {
        '@type': 'SoftwareApplication',
        name: 'Voleio',
        url: siteUrl + canonical,
        headline: title,
        description,
        inLanguage: lang,
        image: siteUrl + image.path,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web, Android, iOS',
        browserRequirements: 'JavaScript',
        publisher: organization,
      },
    ],
  }
}
