import { defineConfig } from '@playwright/test'
import { JOURNEY_FLAGS, findHeadlessBrowser } from './tests/support/browser.ts'

const port = Number(process.env.E2E_PORT ?? 4273)
/** Another folder lets two checkouts on one machine test their own builds. */
const dist = process.env.E2E_DIST ?? '.voleio/dist'
const baseURL = `http://localhost:${port}`
// Every journey opens its own accounts, here and in child processes: a cheap hash saves time.
process.env['LITE_AUTH_BCRYPT_COST'] = '4'
// The browsers' time zone, also for the days that the journeys name: by UTC they failed each evening.
process.env['TZ'] = 'America/Sao_Paulo'

/** Journeys through the built app with a real database behind it, on phone and desktop (docs/architecture.md). */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  forbidOnly: true,
  // All journeys share one database and each makes its own coach. On two cores three are done a tenth sooner than two.
  // Files begin in the order of their names: the two longest have names with 'a', or one would run alone at the end.
  workers: 3,
  // Generous: a journey opens many screens on a shared machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Playwright empties it first, so parallel runs must not share it.
  outputDir: `test-results/${port}`,
  reporter: [['list']],
  use: {
    baseURL,
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Each context would download the whole app into its cache; tests of the worker opt in.
    serviceWorkers: 'block',
    // Animated skeletons cost CPU here; animations have their own journeys (landing).
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recorded, journeys take twice as long: `--trace on` for the one that is looked at.
    trace: 'off',
    launchOptions: { executablePath: findHeadlessBrowser(), args: JOURNEY_FLAGS },
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      // These do not depend on the screen size.
      testIgnore: [
        /accessibility|accounts|agenda|agreement|hand.spec|data-rights|hostile-content|money|updates|prerendered/,
        /offline-writing|offline-reading|nothing-lost|opening/,
      ],
      // '@one-size' marks single journeys of that kind.
      grepInvert: /@one-size/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: `node e2e/support/serve.ts --outDir ${dist} --port ${port}`,
    url: `${baseURL}/_mailbox.json`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
