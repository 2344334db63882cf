import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOwnApp, type OwnApp } from '../../e2e/support/own-app'
import { CHROMIUM_FLAGS, findBrowser } from '../support/browser'

/**
 * `npm run bench`: time from tapping the installed app's icon to a dashboard with figures: offline, on good and bad
 * networks, and without service worker and stored data.
 */
const RUNS = 7
/** One bar of signal: 400 ms of latency, 400 kbit/s. */
const ONE_BAR = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

type Network = 'none' | 'good' | 'one bar'

let app: OwnApp
let browser: Browser

beforeAll(async () => {
  app = await startOwnApp({ seed: true })
  browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_FLAGS })
}, 60_000)
afterAll(async () => {
  await browser.close()
  await app.close()
})

const hasFigures = (page: Page) =>
  page.waitForFunction(() => /Receita Mensal\s*R\$/.test(document.body.textContent), undefined, {
    polling: 'raf',
    timeout: 60_000,
  })

/** Signs in, and waits until the service worker has cached the screens and the device has stored the data. */
async function visitOnce(serviceWorkers: 'allow' | 'block'): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${app.url}/app/login`)
  await page.getByLabel('Email', { exact: true }).fill('ana@voleio.test')
  await page.getByLabel('Senha', { exact: true }).fill('voleio123')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await hasFigures(page)
  if (serviceWorkers === 'allow') await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  await page.close()
  return context
}

/** Median milliseconds from the start of the navigation. Each run opens a new tab, as a tap on the icon does. */
async function start(context: BrowserContext, network: Network, forget = false): Promise<number> {
  const times: number[] = []
  await context.setOffline(network === 'none')
  for (let run = 0; run <= RUNS; run++) {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    if (forget) {
      await devtools.send('Network.clearBrowserCache')
      await page.route('**/favicon.svg', (route) => route.fulfill({ body: '' }))
      await page.goto(`${app.url}/favicon.svg`)
      await page.evaluate(() => indexedDB.deleteDatabase('voleio-reads') && null)
    }
    if (network === 'one bar') {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', { offline: false, ...ONE_BAR })
    }
    await page.goto(`${app.url}/app/dashboard`, { waitUntil: 'commit' })
    await hasFigures(page)
    if (run > 0) times.push(await page.evaluate(() => performance.now()))
    await page.close()
  }
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN
}

it('prints what a warm start takes with and without a network', async () => {
  const installed = await visitOnce('allow')
  const rows: [string, number][] = [
    ['installed, no network', await start(installed, 'none')],
    ['installed, good network', await start(installed, 'good')],
    ['installed, one bar', await start(installed, 'one bar')],
  ]
  await installed.close()
  const plain = await visitOnce('block')
  rows.push(['no worker, nothing kept, good network', await start(plain, 'good', true)])
  rows.push(['no worker, nothing kept, one bar', await start(plain, 'one bar', true)])
  await plain.close()

  const [offline, online] = [rows[0]?.[1] ?? Number.NaN, rows[1]?.[1] ?? Number.NaN]
  process.stdout.write(
    `\n| start to a dashboard with figures | ms, median of ${RUNS} | of the first |\n|---|---|---|\n`,
  )
  for (const [name, ms] of rows) {
    process.stdout.write(`| ${name} | ${Math.round(ms)} | ${(ms / offline).toFixed(1)} |\n`)
  }
  // An offline start must not wait for the network.
  expect(offline).toBeLessThan(online * 2)
}, 300_000)
