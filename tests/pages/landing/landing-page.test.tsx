import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { App } from '@/app/app'
import { env } from '@/lib/settings/env'
import { LANDING_EN } from '@/site/landing-en-texts'
import { LANDING_PT } from '@/site/landing-pt-texts'

async function open(path: string) {
  window.history.replaceState(null, '', path)
  render(<App />)
  return screen.findByRole('heading', { level: 1 })
}

const hrefOf = (name: string | RegExp, within_: HTMLElement = document.body) =>
  within(within_).getByRole('link', { name }).getAttribute('href')

const current = () => screen.getByRole('link', { current: 'location' })

describe('Both landing pages', () => {
  const pages = [
    { path: '/', texts: LANDING_PT, lang: 'pt-BR', toggle: 'Idioma', chosen: 'PT Português' },
    { path: '/pt', texts: LANDING_PT, lang: 'pt-BR', toggle: 'Idioma', chosen: 'PT Português' },
    { path: '/eng', texts: LANDING_EN, lang: 'en', toggle: 'Language', chosen: 'EN English' },
  ]

  it.each(pages)(
    '$path: bar and language, features, claims, screens, a price without figures, answers, and the footer',
    async ({ path, texts, lang, toggle, chosen }) => {
      const title = await open(path)
      const { before, marked, after } = texts.hero.title
      expect(title).toHaveTextContent(`${before} ${marked} ${after}`)
      await waitFor(() => expect(document.documentElement.lang).toBe(lang))

      const sections = screen.getByRole('navigation', { name: texts.bar.navigation })
      for (const [name, id] of [
        ['Home', 'home'],
        ['Features', 'features'],
      ] as const) {
        expect(hrefOf(name, sections)).toBe(`#${id}`)
        expect(document.getElementById(id), name).toBeInTheDocument()
      }
      const languages = screen.getByRole('navigation', { name: toggle })
      expect(hrefOf('PT Português', languages)).toBe('/')
      expect(hrefOf('EN English', languages)).toBe('/eng')
      expect(within(languages).getByRole('link', { current: true })).toHaveAccessibleName(chosen)
      expect(hrefOf(texts.bar.enter)).toBe('/app/login?tab=login')

      const features = screen.getByRole('region', { name: texts.features.title })
      const names = within(features).getAllByRole('heading', { level: 3 })
      expect(names.map((name) => name.textContent)).toEqual(
        Object.values(texts.features.items).map((item) => item.title),
      )
      for (const { figure, text } of Object.values(texts.claims)) {
        expect(screen.getByText(text).closest('li')).toHaveTextContent(figure)
      }
      for (const { words, shows } of Object.values(texts.screens.items)) {
        const picture = screen.getByRole('img', { name: shows })
        expect(picture).toHaveAttribute('loading', 'lazy')
        expect(picture.closest('figure')).toHaveTextContent(words)
      }
      expect(hrefOf(texts.screens.sample)).toBe('/exemplo')

      const { figure, spoken } = texts.plan.price
      expect(figure).not.toMatch(/\d/)
      expect(screen.getByText(figure)).toHaveAttribute('aria-hidden', 'true')
      expect(screen.getByText(spoken)).toBeVisible()
      expect(screen.getByText(texts.plan.note)).toBeVisible()
      expect(texts.questions.items).toHaveLength(5)
      for (const { ask, answer } of texts.questions.items) {
        expect(screen.getByText(ask).nextElementSibling).toHaveTextContent(answer)
      }
      const foot = screen.getByRole('contentinfo')
      expect(hrefOf(texts.footer.privacy, foot)).toBe('/privacy-policy')
      expect(hrefOf(texts.footer.contact, foot)).toBe(`mailto:${env.contactEmail}`)
    },
  )

  it('mark the view named by the address', async () => {
    await open('/#features')
    expect(current()).toHaveAccessibleName('Features')
    await userEvent.click(screen.getByRole('link', { name: 'Home' }))
    expect(await screen.findByRole('link', { name: 'Home', current: 'location' })).toBeInTheDocument()
    expect(current()).toHaveAccessibleName('Home')
  })
})

it('the Portuguese page shows four surfaces, and leads to the sign-up three times', async () => {
  await open('/')
  for (const name of [LANDING_PT.hero.action, LANDING_PT.trial.action, LANDING_PT.plan.action]) {
    expect(hrefOf(name), name).toBe('/app/login?tab=signup')
  }
  const slides = within(screen.getByRole('region', { name: 'Quadras' })).getAllByRole('group')
  const shown = slides.map((slide) => [
    slide.getAttribute('aria-label'),
    slide.querySelector('b')?.textContent,
  ])
  expect(shown).toEqual([
    ['1 de 4', 'Saibro'],
    ['2 de 4', 'Grama'],
    ['3 de 4', 'Duro'],
    ['4 de 4', 'Areia'],
  ])
})

it("the English page says what the agent does, and leads to the sign-up; 'Get Premium' does nothing", async () => {
  await open('/eng')
  expect(hrefOf(LANDING_EN.hero.action)).toBe('/app/login?tab=signup')
  expect(screen.getByText(LANDING_EN.hero.lead)).toHaveTextContent('lesson data and structured feedback')
  expect(screen.getByRole('heading', { name: LANDING_EN.retention.title })).toHaveTextContent('2–3x longer')
  const before = document.body.innerHTML
  await userEvent.click(screen.getByRole('button', { name: 'Get Premium' }))
  expect(window.location.pathname + window.location.search + window.location.hash).toBe('/eng')
  expect(document.body.innerHTML).toBe(before)
})
