import { PUBLIC_PAGES } from '../src/site/public-pages-texts.ts'
import { expect, test, type Page } from './support/test.ts'

/** Page of the first student of supabase/seed.sql. */
const STUDENT = '/student-page/57d00000-0000-4000-8000-000000000001'
const ADDRESSES = [...Object.values(PUBLIC_PAGES).map(({ path }) => path), STUDENT]
const MOST_SHIFT = 0.02
const FONT_LATE_MS = 300

test('every public page hydrates without an error or layout shift, also when its font comes late', async ({
  page,
}) => {
  const said: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  await observeShifts(page)
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, FONT_LATE_MS))
    await route.continue()
  })
  for (const address of ADDRESSES) {
    await page.goto(address)
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.elementHandle()
    await page.waitForLoadState('networkidle')
    await scrollThrough(page)
    expect(await shiftOf(page), `layout shift of ${address}`).toBeLessThanOrEqual(MOST_SHIFT)
    // Hydration must keep the prerendered element instead of replacing it.
    if (address !== STUDENT)
      expect(await before?.evaluate((element) => element.isConnected), address).toBe(true)
    expect(await page.evaluate(movers), `what moves the heading of ${address} when it arrives`).toEqual([])
  }
  expect(said).toEqual([])
})

/**
 * Runs in the page: elements that would move the heading if they arrived after it was drawn, because a browser draws a
 * part of the document while the rest is still loading. From the end, hides all elements after the heading's block and
 * the one beside it, which are short and arrive with the heading.
 */
function movers(): string[] {
  const heading = document.querySelector('main h1')
  const last = heading?.parentElement?.nextElementSibling
  if (!heading || !last) return []
  const isLater = (element: Element) =>
    (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    !last.contains(element)
  const topOf = () => Math.round(heading.getBoundingClientRect().top)
  return Array.from(document.querySelectorAll<HTMLElement>('main :not(svg *)'))
    .filter(isLater)
    .toReversed()
    .filter((element) => {
      const top = topOf()
      element.style.setProperty('display', 'none', 'important')
      return Math.abs(topOf() - top) > 1
    })
    .map((element) => element.outerHTML.slice(0, 200))
}

/** Measures layout shifts like Chromium's metric, but counts shifts that follow input too. */
async function observeShifts(page: Page) {
  await page.addInitScript(() => {
    Reflect.set(window, 'shifted', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value: unknown = Reflect.get(entry, 'value')
        const sum: unknown = Reflect.get(window, 'shifted')
        if (typeof value === 'number' && typeof sum === 'number') Reflect.set(window, 'shifted', sum + value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(Reflect.get(window, 'shifted')))
}

/** Scrolls down and back up, to load the parts that wait until they are visible. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.body.scrollHeight)
  for (let top = 0; top < height; top += 800) await scrollTo(page, top)
  await scrollTo(page, 0)
}

function scrollTo(page: Page, top: number) {
  return page.evaluate(async (y) => {
    window.scrollTo(0, y)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }, top)
}
