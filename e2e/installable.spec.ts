import { CHROMIUM_FLAGS, findBrowser } from '../tests/support/browser.ts'
import { expect, test } from './support/test.ts'

// Chromium's headless shell cannot judge installability.
test.use({
  serviceWorkers: 'allow',
  launchOptions: { executablePath: findBrowser(), args: CHROMIUM_FLAGS },
})

test('Chromium considers the app installable', async ({ page }) => {
  await page.goto('/app/login')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  const browser = await page.context().newCDPSession(page)
  const { errors } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Contexts of tests are incognito, in which nothing can be installed: the only error allowed.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
})
