import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export const THEMES = ['light', 'dark'] as const

/** A theme is set before the page is opened: what is off screen may keep the colours of the theme before. */
export const setTheme = (page: Page, colorScheme: (typeof THEMES)[number]) =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/** Fails with what axe found. Wait for the content first: axe passes an empty page. */
export async function expectNoViolations(page: Page, name: string) {
  // No page here has frames: 'legacy' saves the second page that axe would open to gather what they say.
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode(true).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, name).toEqual([])
}
