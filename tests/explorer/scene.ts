import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { PASSWORD } from '../../e2e/support/coach.ts'
import { signInByApi } from '../../e2e/support/data.ts'
import { startOwnApp, type OwnApp } from '../../e2e/support/own-app.ts'
import { JOURNEY_FLAGS, findHeadlessBrowser } from '../support/browser.ts'
import { look, quietFor, watchPage, type Look } from './probe.ts'
import { readScreen, type Screen } from './screen.ts'

export type Person = 'ana' | 'beto'

/**
 * Pages of students of supabase/seed.sql: one has an offered hour; others have replied, owe something or have few
 * credits left.
 */
export const PAGES = [11, 3, 17, 13, 18, 1].map(
  (number) => `/student-page/57d00000-0000-4000-8000-${String(number).padStart(12, '0')}`,
)

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
const DESK = { viewport: { width: 1440, height: 900 } } as const

/** A student's page has no login, so it belongs to no coach. */
const DEVICES = {
  'ana-phone': { person: 'ana', size: PHONE, keepsApp: true },
  'ana-desk': { person: 'ana', size: DESK, keepsApp: false },
  'beto-phone': { person: 'beto', size: PHONE, keepsApp: true },
  'student-phone': { person: null, size: PHONE, keepsApp: false },
} as const

export type DeviceName = keyof typeof DEVICES

export interface Toast {
  title: string
  description: string
}

/** A browser window, and what it reported since it was last read. */
export class Device {
  readonly name: DeviceName
  readonly page: Page
  readonly size: 'phone' | 'desk'
  /** The coach who is signed in. */
  person: Person | null
  isOffline = false
  errors: string[] = []
  toasts: Toast[] = []
  reloadedOffline = false
  /** Downloads, new tabs and the like. */
  opened: string[] = []
  requests = 0
  writes = 0
  readonly #open = new Set<unknown>()

  constructor(name: DeviceName, page: Page) {
    this.name = name
    this.page = page
    this.person = DEVICES[name].person
    this.size = DEVICES[name].size === PHONE ? 'phone' : 'desk'
    page.on('pageerror', (error) => this.errors.push(error.stack ?? String(error)))
    page.on('crash', () => this.errors.push('the page crashed'))
    page.on('console', (message) => {
      // The browser logs every refused request; this class checks the answers itself.
      const isOfBrowser = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isOfBrowser && !this.isOffline) this.errors.push(message.text())
    })
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}))
    page.on('download', () => this.opened.push('download'))
    page.on('filechooser', () => this.opened.push('file chooser'))
    page.on('popup', (popup) => {
      this.opened.push('tab')
      void popup.close().catch(() => {})
    })
    page.on('request', (request) => {
      this.#open.add(request)
      this.requests += 1
      if (request.method() !== 'GET' && !/rpc\/get_/.test(request.url())) this.writes += 1
    })
    page.on('requestfinished', (request) => this.#open.delete(request))
    page.on('requestfailed', (request) => this.#open.delete(request))
    page.on('response', (response) => {
      if (response.status() >= 500) this.errors.push(`${response.status()} of ${response.url()}`)
    })
  }

  /** Waits until nothing is being loaded, and reads the screen. */
  async settle(): Promise<Screen> {
    const until = Date.now() + 40_000
    for (;;) {
      const quiet = await this.page.evaluate(quietFor).catch(() => 0)
      if ((this.#open.size > 0 || quiet < 300) && Date.now() < until) {
        await this.page.waitForTimeout(100)
        continue
      }
      // The requests of a document that was left end without an event.
      this.#open.clear()
      const screen = await readScreen(this.page)
      const hasHeading = screen.lines.some((line) => line.startsWith('heading'))
      const isReady = hasHeading && !screen.isLoading && screen.controls.some(({ isInToast }) => !isInToast)
      if (isReady || Date.now() > until) return screen
      await this.page.waitForTimeout(200)
    }
  }

  look = (): Promise<Look> => this.page.evaluate(look)

  async signIn(person: Person, emails: Readonly<Record<Person, string>>): Promise<void> {
    const { page } = this
    if (!page.url().endsWith('/app/login')) await page.goto('/app/login')
    await page.getByLabel('Email', { exact: true }).fill(emails[person])
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL('**/app/dashboard', { timeout: 60_000 })
    this.person = person
  }
}

export interface Scene {
  app: OwnApp
  /** Opens the device when it is first used. */
  device: (name: DeviceName) => Promise<Device>
  opened: () => readonly Device[]
  ids: Readonly<Record<Person, string>>
  emails: Readonly<Record<Person, string>>
  close: () => Promise<void>
}

async function openDevice(
  browser: Browser,
  app: OwnApp,
  name: DeviceName,
  emails: Readonly<Record<Person, string>>,
): Promise<Device> {
  const { size, keepsApp } = DEVICES[name]
  const context: BrowserContext = await browser.newContext({
    baseURL: app.url,
    ...size,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers: keepsApp ? 'allow' : 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // No request leaves the machine.
  await context.route(/^https?:\/\/(?!localhost)/, (route) => route.fulfill({ body: '' }))
  const { person } = DEVICES[name]
  if (person !== null) {
    const login = await context.newPage()
    await signInByApi(login, emails[person])
    await login.close()
  }
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const device = new Device(name, page)
  await page.exposeFunction('explorerTold', (title: string, description: string) => {
    device.toasts.push({ title, description })
  })
  await page.addInitScript(watchPage)
  await page.goto(person === null ? (PAGES[0] ?? '') : '/app/dashboard')
  return device
}

/** A new world: the seed's coach on two devices, a new coach, and a student. */
export async function openScene(): Promise<Scene> {
  const app = await startOwnApp({ seed: true })
  const beto = await app.backend.coach({ name: 'Beto Betume', email: 'beto@voleio.test' })
  const ana = await app.backend.signIn('ana@voleio.test', PASSWORD)
  const browser = await chromium.launch({ executablePath: findHeadlessBrowser(), args: JOURNEY_FLAGS })
  const emails = { ana: ana.email, beto: beto.email }
  const devices = new Map<DeviceName, Device>()
  const device = async (name: DeviceName) => {
    const there = devices.get(name)
    if (there) return there
    const opened = await openDevice(browser, app, name, emails)
    devices.set(name, opened)
    return opened
  }
  const close = async () => {
    await browser.close()
    await app.close()
  }
  return {
    app,
    device,
    opened: () => [...devices.values()],
    ids: { ana: ana.id, beto: beto.id },
    emails,
    close,
  }
}
