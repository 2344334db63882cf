import { useEffect } from 'react'

/** Sets '{title} · Voleio', without social tags, for pages that are not indexed. Public pages use `usePageHead`. */
export function usePageTitle(title: string) {
  useEffect(() => {
    showHead({ lang: 'pt-BR', title: `${title} · Voleio`, tags: [] })
  }, [title])
}

/** Selectors of the elements in <head> that belong to the current page and not to the whole site. */
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

/** Sets language, title and page tags. Tags that are right stay, so a prerendered page keeps its own elements. */
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
