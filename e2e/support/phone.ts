import { chromium } from '@playwright/test'
import { JOURNEY_FLAGS, findHeadlessBrowser } from '../../tests/support/browser.ts'
import { watchOrigins, type BrowserContext, type Page } from './test.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Opens a browser with a profile on disk, like a phone's. */
export async function openPhone(profile: string, baseURL: string | undefined): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findHeadlessBrowser(),
    args: JOURNEY_FLAGS,
    baseURL: baseURL ?? '',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    serviceWorkers: 'allow',
    ...PHONE,
  })
  await watchOrigins(context)
  return context
}

/** Kills the page's process, as a phone does when it runs out of memory. */
export async function kill(page: Page) {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // A killed page never answers, so do not wait.
  session.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}
