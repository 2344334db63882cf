import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Call before opening the page: off-screen parts may keep the previous theme's colours. */
export const setTheme = (page: Page, colorScheme: Theme) =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/** Fails with axe's findings. Wait for the content first: axe passes an empty page. */
export async function expectNoViolations(page: Page, name: string) {
  // No frames here, so legacy mode saves the extra page axe would open to merge results.
  // Details of what passed are not read, and took longer to collect than the check; nor does any of these rules read the
  // style sheets that axe would fetch.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(TAGS)
    .setLegacyMode(true)
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found, name).toEqual([])
}
