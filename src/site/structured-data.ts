import { PUBLIC_PAGES, type PublicPageName } from './public-pages-texts'

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
