import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'

const ALL = {
  type: 'tag' as const,
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** The rules of these tags that read colours. */
const COLOURS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }

// axe-core itself: the package for Playwright loads twice the code into each page, which took longer than the check.
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
declare const axe: typeof axeCore

export const setTheme = (page: Page, colorScheme: 'light' | 'dark') =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/** What axe finds, as one line per rule. Wait for the content first, because axe passes an empty page. */
export async function violationsOf(page: Page, rules: typeof ALL | typeof COLOURS = ALL): Promise<string[]> {
  // Once per document, because axe stays loaded while tabs and dialogs open.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(SOURCE)
  return page.evaluate(async (runOnly) => {
    // What takes no tap yet is no target for axe, and stands in the way of its own box.
    const opening = document
      .getAnimations()
      .filter((each) => [each.id, Reflect.get(each, 'animationName')].includes('unhurried'))
    await Promise.allSettled(opening.map(({ finished }) => finished))
    // axe would fetch the style sheets, but none of these rules reads them.
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], preload: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rules)
}

export async function expectNoViolations(page: Page, name: string) {
  expect(await violationsOf(page), name).toEqual([])
}

/** Checks what is open in light, then its colours in dark, because nothing else of the document changes. */
export async function expectNoViolationsInBothThemes(page: Page, name: string) {
  await setTheme(page, 'light')
  await expectNoViolations(page, `${name}, light`)
  await setTheme(page, 'dark')
  expect(await violationsOf(page, COLOURS), `${name}, dark`).toEqual([])
}

/**
 * Checks what is open in light on this screen, then in dark on a desk's, and restores both. It keeps the document,
 * because opening a screen takes longer than its check. `filled` waits for what a wide screen loads later.
 */
export async function expectNoViolationsOnPhoneAndDesk(
  page: Page,
  name: string,
  filled?: (page: Page) => Promise<void>,
) {
  await expectNoViolations(page, `${name}, light`)
  const phone = page.viewportSize()
  await setTheme(page, 'dark')
  await page.setViewportSize({ width: 1440, height: 900 })
  await filled?.(page)
  // The shell moves the title after the width has changed.
  await expect(page.locator('h1').filter({ visible: true })).not.toHaveCount(0)
  await expectNoViolations(page, `${name}, dark, on a desk`)
  await setTheme(page, 'light')
  if (phone) await page.setViewportSize(phone)
}
