import { CHROMIUM_FLAGS, findBrowser } from '../tests/support/browser.ts'
import { expect, test } from './support/test.ts'

// Its headless shell cannot judge that.
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: findBrowser(), args: CHROMIUM_FLAGS },
})

test('Chromium finds all that it asks of an app that can be installed', async ({ page }) => {
  await page.goto('/app/login')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  const browser = await page.context().newCDPSession(page)
  const { errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Every context of these tests is a private window, where nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
})
