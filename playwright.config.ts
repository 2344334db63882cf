import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findHeadlessBrowser } from './tests/support/browser.ts'

const port = Number(process.env.E2E_PORT ?? 4273)
/** Another folder lets two checkouts of one machine, or two people, test their own build. */
const dist = process.env.E2E_DIST ?? '.voleio/dist'
const baseURL = `http://localhost:${port}`
// Every journey opens accounts of its own, here and in the processes that this one starts.
process.env['LITE_AUTH_BCRYPT_COST'] = '4'

/** Journeys through the built app with a real database behind it, on a phone and on a desktop (docs/architecture.md). */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: false,
  forbidOnly: true,
  // One database stands behind all journeys, and each makes its own coach: two at a time do not meet.
  workers: 2,
  // A shared machine that stands still for half a minute fails an honest journey; the list says which were 'flaky'.
  retries: process.env.CI ? 1 : 0,
  // Generous: a journey is many screens, and machines are shared. Nothing waits for time to pass.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Playwright empties it first: two runs at a time must not share it.
  outputDir: `test-results/${port}`,
  reporter: [['list']],
  use: {
    baseURL,
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Each context would fill a cache of its own with the whole app; what tests the worker allows it.
    serviceWorkers: 'block',
    // Skeletons that pulse are drawn by the processor here; what moves on purpose has its own journeys (landing).
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    launchOptions: { executablePath: findHeadlessBrowser(), args: CHROMIUM_FLAGS },
  },
  projects: [
    {
      name: 'phone',
      // That one opens a phone and a desktop by itself.
      testIgnore: /two-devices/,
      // Each theme on one size: colours know no sizes, and light is what a court is played in.
      grepInvert: /\bdark\b/,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'desktop',
      // The worker, lost answers, mails, time zones, what the documents say and what leaks know no screen sizes.
      testIgnore:
        /accounts|data-rights|hostile-content|installable|updates|prerendered|offline-writing|offline-reading|nothing-lost|late-evening|opening/,
      grepInvert:
        /\blight\b|a month of work|correcting a lesson|settling a lesson|everything stays|before the scripts/,
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    // The build of `npm run build:embedded`, over a database that starts new with the seed.
    command: `npx vite preview --mode embedded --outDir ${dist} --port ${port}`,
    url: `${baseURL}/_mailbox.json`,
    env: { VOLEIO_DATA: `.voleio/test-${port}`, VOLEIO_FRESH: '1' },
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
})
