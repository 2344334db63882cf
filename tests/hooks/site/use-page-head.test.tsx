import { render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { env } from '@/lib/settings/env'
import { headOf } from '@/site/page-head'
import { PUBLIC_PAGES, type PublicPageName } from '@/site/public-pages-texts'
import { usePageHead } from '@/site/use-page-head'
import { usePageTitle } from '@/ui/use-page-title'

const OF_THE_PAGE = 'meta[name="description"], meta[property], meta[name^="twitter"], link[rel="canonical"]'

function PublicOne({ page }: { page: PublicPageName }) {
  usePageHead(page)
  return null
}

function CoachsOne() {
  usePageTitle('Alertas')
  return null
}

const tags = () => [...document.head.querySelectorAll(OF_THE_PAGE)]
const description = () => document.head.querySelector('meta[name="description"]')?.getAttribute('content')

afterEach(() => {
  document.head.replaceChildren()
  document.documentElement.removeAttribute('lang')
})

it('a public page after another has its own head, and each tag once', () => {
  const { rerender } = render(<PublicOne page="leadFormEn" />)
  expect(document.documentElement.lang).toBe('en')
  const count = tags().length
  rerender(<PublicOne page="leadFormPt" />)
  expect(document.documentElement.lang).toBe('pt-BR')
  expect(document.title).toBe(PUBLIC_PAGES.leadFormPt.title)
  expect(description()).toBe(PUBLIC_PAGES.leadFormPt.description)
  expect(tags()).toHaveLength(count)
  const address = document.head.querySelector('link[rel="canonical"]')?.getAttribute('href')
  expect(address).toBe(`${env.siteUrl}${PUBLIC_PAGES.leadFormPt.canonical}`)
})

it("a coach's screen after a public page is in Portuguese, without that page's tags", () => {
  const { unmount } = render(<PublicOne page="homeEn" />)
  unmount()
  render(<CoachsOne />)
  expect(document.documentElement.lang).toBe('pt-BR')
  expect(document.title).toBe('Alertas · Voleio')
  expect(tags()).toEqual([])
})

it('a prerendered head is left unchanged', () => {
  for (const { tag, attributes } of headOf('privacyPolicy', env.siteUrl).tags) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.head.append(element)
  }
  const before = tags()
  expect(before.length).toBeGreaterThan(10)
  render(<PublicOne page="privacyPolicy" />)
  expect(tags().every((element, at) => element === before[at])).toBe(true)
})
