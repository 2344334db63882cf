/** The elements of <head> that belong to the page shown, and not to the site. */
const PAGE_TAGS = [
  'meta[name="description"]',
  'meta[property^="og:"]',
  'meta[name^="twitter:"]',
  'link[rel="canonical"]',
  'link[rel="alternate"][hreflang]',
].join()

interface Head {
  lang: string
  title: string
  tags: readonly { tag: string; attributes: Readonly<Record<string, string>> }[]
}

/**
 * Makes the document's language, title and page tags those of the page shown. Touches nothing that is already so: a
 * prerendered page keeps the elements that it came with.
 */
export function showHead({ lang, title, tags }: Head) {
  document.documentElement.lang = lang
  document.title = title
  const wanted = tags.map(({ tag, attributes }) => {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    return element
  })
  const shown = [...document.head.querySelectorAll(PAGE_TAGS)]
  if (shown.length === wanted.length && shown.every((element, at) => wanted[at]?.isEqualNode(element))) return
  for (const element of shown) element.remove()
  document.head.append(...wanted)
}
