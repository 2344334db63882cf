import { LANDING_EN } from '@/site/landing-en-texts'
import { LANDING_PT } from '@/site/landing-pt-texts'
import { expect, test, type Page } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const hero = (page: Page) => page.getByRole('heading', { level: 1 })
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1024

test('Features replaces the hero on a wide screen and is scrolled to on a narrow one; back and Home return', async ({
  page,
}) => {
  // Chromium does not restore the scroll position while a smooth scroll is running.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const features = page.getByRole('heading', { name: LANDING_PT.features.title })
  const action = page.getByRole('link', { name: LANDING_PT.hero.action })
  await expect(hero(page)).toBeInViewport()
  await expect(features).not.toBeInViewport()

  // From the first link of the page.
  for (const name of ['Home', 'Features']) {
    await page.keyboard.press('Tab')
    if (name === 'Home') await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(features).toBeInViewport({ ratio: 1 })
  await expect(hero(page)).not.toBeInViewport()
  if (isWide(page)) {
    // The link must also be hidden from the keyboard and from screen readers.
    await expect(action).toHaveCount(0)
    await expect(page.getByText(LANDING_PT.hero.lead)).toBeHidden()
  }

  await page.goBack()
  await expect(hero(page)).toBeInViewport()
  await expect(features).not.toBeInViewport()

  await page.goForward()
  await expect(features).toBeInViewport()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(hero(page)).toBeInViewport()
  await expect(action).toBeInViewport()
})

test('the carousel comes without the app, its button always named; other pages have no script @one-size', async ({
  page,
}) => {
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(new URL(response.url()).pathname)
  })
  for (const path of ['/eng', '/test-en', '/test-pt']) {
    await page.goto(path)
    await expect(hero(page)).toBeVisible()
  }
  expect(scripts).toEqual([])

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const nameless: number[] = []
    Object.assign(window, { nameless })
    const look = (now: number) => {
      const button = document.querySelector('button[data-courts]')
      const [isSeen, ...isNamed] = [button, ...(button?.querySelectorAll('.sr-only') ?? [])].map((each) =>
        each?.checkVisibility({ visibilityProperty: true }),
      )
      if (isSeen && !isNamed.includes(true)) nameless.push(now)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Passar as quadras' })).toBeVisible()
  expect(await page.evaluate('nameless')).toEqual([])
  expect(scripts.some((script) => script.includes('/landing-document-'))).toBe(true)
  expect(scripts.filter((script) => script.includes('/index-'))).toEqual([])
})

test('the courts advance by themselves, and stop once paused @one-size', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('region', { name: 'Quadras' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('group', { name: '2 de 4' })).toBeInViewport({ ratio: 0.6 })
  await page.getByRole('button', { name: 'Pausar as quadras' }).click()
  await expect(page.getByRole('button', { name: 'Passar as quadras' })).toBeVisible()
})

test('without scripts the page can be read, slides, and leads to its other language and back @one-size', async ({
  browser,
  viewport,
  baseURL,
}) => {
  const context = await browser.newContext({ viewport, baseURL: baseURL ?? '', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await expect(hero(page)).toBeInViewport()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.getByRole('link', { name: 'Features' }).click()
  await expect(page.getByRole('heading', { name: LANDING_PT.features.title })).toBeInViewport()
  await expect(hero(page)).not.toBeInViewport()
  for (const [link, path, { hero: said }, lang] of [
    ['EN English', '/eng', LANDING_EN, 'en'],
    ['PT Português', '/', LANDING_PT, 'pt-BR'],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(path)
    await expect(hero(page)).toContainText(said.title.marked)
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
  await context.close()
})
