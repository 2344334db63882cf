import { render, screen, waitFor, within, act, fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, afterEach, beforeEach, vi } from 'vitest'
import { App } from '@/app/app'
import { env } from '@/lib/settings/env'
import { BETA } from '@/site/beta-texts'
import { LANDING_EN } from '@/site/landing-en-texts'
import { LANDING_PT } from '@/site/landing-pt-texts'
import { CourtCarousel } from '@/site/landing/court-carousel'
import { PUBLIC_PAGES } from '@/site/public-pages-texts'
import { sharedBackend } from '../../support/backend'
import { openScreen } from '../../support/render'

const backend = await sharedBackend()

async function open(path: string) {
  window.history.replaceState(null, '', path)
  render(<App />)
  return screen.findByRole('heading', { level: 1 })
}

const hrefOf = (name: string | RegExp, within_: HTMLElement = document.body) =>
  within(within_).getByRole('link', { name }).getAttribute('href')

const current = () => screen.getByRole('link', { current: 'location' })

describe('the landing page', () => {
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
})

let tellSight: (isIntersecting: boolean) => void = () => {}

function openCourts() {
  render(<CourtCarousel texts={LANDING_PT.courts} />)
  return screen.getByRole('region', { name: 'Quadras' })
}

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const shown = () => document.querySelector('[data-court][aria-current]')?.textContent

const pointer = (type: string) => new PointerEvent(type, { pointerType: 'mouse' })

/** Asserts that the same court stays for ten seconds. */
function expectStill() {
  const court = shown()
  for (let second = 0; second < 10; second++) {
    wait(1_000)
    expect(shown()).toBe(court)
  }
}

function expectMoving() {
  const court = shown()
  wait(2_500)
  expect(shown()).not.toBe(court)
}

describe('the courts', () => {
  const WIDTH = 400
  /**
   * Whether the visitor prefers reduced motion; then a function that tells the component whether the courts are in view.
   */
  let lessMotion = false

  beforeEach(() => {
    vi.useFakeTimers()
    lessMotion = false
    // jsdom has no layout, so pretend that four slides stand side by side, each as wide as the viewport.
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH)
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function place(
      this: HTMLElement,
    ) {
      return this.getAttribute('role') === 'group'
        ? [...(this.parentElement?.children ?? [])].indexOf(this) * WIDTH
        : 0
    })
    vi.stubGlobal('matchMedia', (media: string) => {
      const list = new EventTarget()
      return Object.assign(list, { media, matches: lessMotion && media.includes('reduced-motion') })
    })
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(private readonly listener: IntersectionObserverCallback) {}
        observe(target: Element) {
          if (target.tagName !== 'SECTION') return
          tellSight = (isIntersecting) => {
            const entry: Partial<IntersectionObserverEntry> = { isIntersecting, target }
            Reflect.apply(this.listener, undefined, [[entry]])
          }
        }
        unobserve() {}
        disconnect() {}
      },
    )
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  describe('The courts', () => {
    it('advance every 2.5 s in a loop', () => {
      openCourts()
      expect(shown()).toBe('Saibro')
      wait(2_499)
      expect(shown()).toBe('Saibro')
      wait(1)
      expect(shown()).toBe('Grama')
      for (const next of ['Duro', 'Areia', 'Saibro', 'Grama']) {
        wait(2_500)
        expect(shown()).toBe(next)
      }
    })

    it.each<[string, (courts: HTMLElement) => void, (courts: HTMLElement) => void]>([
      [
        'under a pointer',
        (at) => fireEvent(at, pointer('pointerenter')),
        (at) => fireEvent(at, pointer('pointerleave')),
      ],
      ['under a touch', (at) => fireEvent.touchStart(at), (at) => fireEvent.touchEnd(at)],
      ['out of view', () => act(() => tellSight(false)), () => act(() => tellSight(true))],
    ])('pause while %s', (_, begin, end) => {
      const courts = openCourts()
      begin(courts)
      expectStill()
      end(courts)
      expectMoving()
    })

    it('pause while the keyboard focus is inside', () => {
      openCourts()
      const [pause, saibro] = screen.getAllByRole('button')
      vi.spyOn(Element.prototype, 'matches').mockImplementation((selector) => selector === ':focus-visible')
      act(() => pause?.focus())
      expectStill()
      act(() => saibro?.focus())
      expectStill()
      act(() => saibro?.blur())
      expectMoving()
    })

    it('do not move under reduced motion until play is pressed', () => {
      lessMotion = true
      const courts = openCourts()
      expect(courts).toHaveAttribute('data-courts', 'paused')
      expectStill()
      fireEvent.click(screen.getByRole('button', { name: /Passar as quadras/ }))
      expect(courts).toHaveAttribute('data-courts', 'playing')
      expectMoving()
    })

    it('stop on pause and continue on play, even under the pointer', () => {
      const courts = openCourts()
      fireEvent(courts, pointer('pointerenter'))
      const button = screen.getByRole('button', { name: /Pausar as quadras/ })
      fireEvent.click(button)
      expect(courts).toHaveAttribute('data-courts', 'paused')
      fireEvent(courts, pointer('pointerleave'))
      expectStill()
      fireEvent(courts, pointer('pointerenter'))
      fireEvent.click(button)
      expectMoving()
    })

    it('go to the pressed one', () => {
      openCourts()
      fireEvent.click(screen.getByRole('button', { name: 'Areia' }))
      expect(shown()).toBe('Areia')
    })

    it('stop when the page is left', () => {
      const { unmount } = render(<CourtCarousel texts={LANDING_PT.courts} />)
      const [saibro] = screen.getAllByRole('button', { name: 'Saibro' })
      unmount()
      wait(10_000)
      expect(saibro).toHaveAttribute('aria-current', 'true')
    })
  })
})

const content = (selector: string) => document.head.querySelector(selector)?.getAttribute('content')

const shape = (texts: (typeof BETA)['en' | 'pt']) => [
  texts.steps.length,
  texts.gets.length,
  texts.claims.length,
]

describe('the page of the beta', () => {
  const PAGES = [
    { path: '/test-en', texts: BETA.en, page: PUBLIC_PAGES.testEn, leadForm: '/lead-form' },
    { path: '/test-pt', texts: BETA.pt, page: PUBLIC_PAGES.testPt, leadForm: '/lead-form/pt' },
  ]

  describe('The beta pages', () => {
    it.each(PAGES)(
      '$path leads to $leadForm, with its own title, description and social tags',
      async (each) => {
        const { path, texts, page, leadForm } = each
        window.history.replaceState(null, '', path)
        render(<App />)
        const { before, marked, after } = texts.title
        expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
          `${before} ${marked} ${after}`,
        )
        const buttons = screen.getAllByRole('link', { name: texts.action })
        expect(buttons.map((button) => button.getAttribute('href'))).toEqual([leadForm, leadForm])
        for (const { title } of [...texts.steps, ...texts.gets]) {
          expect(screen.getByRole('heading', { name: title, level: 3 })).toBeVisible()
        }
        await waitFor(() => expect(document.title).toBe(page.title))
        expect(document.documentElement.lang).toBe(page.lang)
        expect(content('meta[name="description"]')).toBe(page.description)
        expect(content('meta[property="og:title"]')).toBe(page.title)
        expect(content('meta[property="og:image"]')).toContain(page.image.path)
        expect(content('meta[name="twitter:card"]')).toBe('summary_large_image')
      },
    )

    it('say the same in both languages', () => {
      expect(shape(BETA.pt)).toEqual(shape(BETA.en))
    })
  })
})

describe('the privacy policy', () => {
  it('has twelve sections, a table of contents, and the contact address, and asks the API for nothing', async () => {
    const { requests } = await openScreen('/privacy-policy', { backend })
    expect(await screen.findByRole('heading', { level: 1, name: 'Política de Privacidade' })).toBeVisible()
    const main = screen.getByRole('main')
    const sections = within(main).getAllByRole('heading', { level: 2 })
    expect(sections.map(({ textContent }) => textContent)).toEqual([
      '1. Introdução',
      '2. Dados que coletamos',
      '3. Como usamos os dados',
      '4. Com quem compartilhamos',
      '5. Onde ficam e como protegemos',
      '6. Seus direitos pela LGPD',
      '7. Por quanto tempo guardamos',
      '8. Cookies',
      '9. Dados de alunos, registrados pelo professor',
      '10. Menores de idade',
      '11. Mudanças nesta política',
      '12. Contato',
    ])
    expect(requests).toEqual([])

    const [contents] = screen.getAllByRole('navigation', { name: 'Nesta página' })
    if (!contents) throw new Error('there is a table of contents')
    const links = within(contents).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`))
    expect(screen.getByRole('link', { name: 'Voltar para o início' })).toHaveAttribute('href', '/')

    const addresses = screen.getAllByRole('link', { name: env.contactEmail })
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) expect(address).toHaveAttribute('href', `mailto:${env.contactEmail}`)
    expect(document.body.textContent).not.toContain('{email}')
  })
})
