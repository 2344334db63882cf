import { describe, expect, it } from 'vitest'
import { headOf, structuredDataOf } from '@/site/page-head'
import { PUBLIC_PAGES } from '@/site/public-pages-texts'

const SITE = 'https://voleio.test'

const links = (name: 'home' | 'homeEn' | 'privacyPolicy') =>
  headOf(name, SITE)
    .tags.filter(({ tag }) => tag === 'link')
    .map(({ attributes }) => [attributes['hreflang'] ?? attributes['rel'], attributes['href']])

describe('the head of a public page', () => {
  it.each(['home', 'homeEn'] as const)('of %s links both languages, and English as the default', (name) => {
    expect(links(name)).toEqual([
      ['canonical', name === 'home' ? `${SITE}/` : `${SITE}/eng`],
      ['pt-BR', `${SITE}/`],
      ['en', `${SITE}/eng`],
      ['x-default', `${SITE}/eng`],
    ])
  })

  it('of a page in one language links only itself', () => {
    expect(links('privacyPolicy')).toEqual([['canonical', `${SITE}/privacy-policy`]])
  })

  it('has title, description and an absolute picture address for chats', () => {
    const { title, description, image } = PUBLIC_PAGES.home
    const said = headOf('home', SITE).tags.map(({ attributes }) => attributes['content'])
    expect(said).toEqual(expect.arrayContaining([title, description, `${SITE}${image.path}`, 'pt_BR']))
  })
})

describe('what search engines are told', () => {
  it('a landing page: who and what, under its own address, without price and ratings', () => {
    const told = JSON.stringify(structuredDataOf('homeEn', SITE))
    expect(told).toContain(`"url":"${SITE}/eng"`)
    expect(told).not.toMatch(/"(?:offers|price|aggregateRating)"/)
  })

  it('any other page: nothing', () => {
    expect(structuredDataOf('privacyPolicy', SITE)).toBeNull()
  })
})
