import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { OFFLINE } from '../../src/ui/offline-texts.ts'
import type { Backend } from '../support/backend.ts'
import { CHROMIUM_FLAGS, findHeadlessBrowser } from '../support/browser.ts'
import type { Report } from './report.ts'
import { type Desk, type Look, WebKit } from './webkit.ts'

/** Ids of supabase/seed.sql. */
const STUDENT = '57d00000-0000-4000-8000-000000000001'
const RECEIPT = '9a100000-0000-4000-8000-000000000001'

interface Screen {
  name: string
  path: string
  printed?: true
  /** A text that appears last on the screen. */
  text?: string
}
const PUBLIC: readonly Screen[] = [
  { name: 'landing', path: '/', text: 'Passar as quadras' },
  { name: 'lead-form', path: '/lead-form/pt' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'public-student', path: `/student-page/${STUDENT}` },
  { name: 'not-found', path: '/nowhere' },
  { name: 'login', path: '/app/login' },
  { name: 'sign-up', path: '/app/login?tab=signup' },
]
const COACH: readonly Screen[] = [
  { name: 'dashboard', path: '/app/dashboard' },
  { name: 'agenda', path: '/app/agenda' },
  { name: 'new-slot', path: '/app/agenda?form=novo' },
  { name: 'students', path: '/app/students' },
  { name: 'student', path: `/app/students/${STUDENT}` },
  { name: 'packages', path: `/app/students/${STUDENT}?tab=pacotes` },
  { name: 'renewal', path: `/app/students/${STUDENT}?tab=pacotes&form=renovar` },
  { name: 'sessions', path: '/app/sessions' },
  { name: 'new-session', path: `/app/sessions/new?passo=2&repeat=${STUDENT}` },
  { name: 'new-package', path: `/app/packages/new?student=${STUDENT}` },
  { name: 'finance', path: '/app/finance' },
  { name: 'messages', path: '/app/messages' },
  { name: 'alerts', path: '/app/alerts' },
  { name: 'profile', path: '/app/profile' },
  { name: 'outbox', path: '/app/outbox' },
  { name: 'statement', path: `/app/students/${STUDENT}/statement` },
  { name: 'statement-printed', path: `/app/students/${STUDENT}/statement`, printed: true },
  { name: 'receipt-printed', path: `/app/receipts/${RECEIPT}`, printed: true },
]

/** The texts of a screen and its size, to be compared between the engines. */
interface Facts {
  texts: string[]
  height: number
  /** Pixels by which the page can be scrolled sideways. */
  tooWide: number
}

/** What both engines can do. */
interface Browser {
  goto: (url: string) => Promise<unknown>
  run: <Args extends unknown[], Answer>(
    work: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ) => Promise<Answer>
  print: () => Promise<void>
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

async function openWebKit(desk: Desk, look: Look): Promise<Browser> {
  const webkit = await WebKit.open(desk, look)
  return {
    goto: (url) => webkit.goto(url),
    run: (work, ...args) => webkit.run(work, ...args),
    print: () => webkit.run(showAsPrinted),
    screenshot: () => webkit.screenshot(),
    close: () => webkit.close(),
  }
}

async function openChromium({ width, height, scale, dark }: Look): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: findHeadlessBrowser(), args: CHROMIUM_FLAGS })
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: dark ? 'dark' : 'light',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  return {
    goto: async (url) => {
      await page.emulateMedia({ media: 'screen' })
      await page.goto(url)
    },
    run: async (work, ...args) => {
      const script = `(${String(work)})(...${JSON.stringify(args)})`
      return page.evaluate(script)
    },
    print: () => page.emulateMedia({ media: 'print' }),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}

/** Runs in the page: applies the rules for paper to the screen, because this WebDriver cannot print. */
function showAsPrinted(): void {
  const change = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const { media } = rule
        media.mediaText = media.mediaText.includes('print')
          ? media.mediaText.replace('print', 'screen')
          : media.mediaText.replace('screen', 'print')
      }
      if (rule instanceof CSSGroupingRule) change(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) change(sheet.cssRules)
}

/**
 * Runs in the page: lays out rows outside the window, whose height is otherwise an estimate that differs between the
 * engines.
 */
function layOutAll(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Runs in the page: resolves after the next frame was drawn. */
const painted = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Runs in the page: reads the facts of the screen. */
function factsOf(): Facts {
  const { scrollHeight: height, scrollWidth } = document.documentElement
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim() ?? ''
    const parent = walker.currentNode.parentElement
    const isShown =
      parent?.checkVisibility({ visibilityProperty: true }) && !parent.closest('option, script, style')
    if (text !== '' && isShown) texts.push(text.replaceAll(/\s+/g, ' '))
  }
  return { texts, height, tooWide: scrollWidth - window.innerWidth }
}

/**
 * Waits until the page has loaded and nothing changes any more. While a slow request is running, the shell says so
 * above the screen, which moves the screen down.
 */
async function settle({ run }: Browser, text = ''): Promise<Facts> {
  let last = ''
  let same = 0
  for (let tries = 0; tries < 100; tries++) {
    // Changes made by size observers, such as the room for the bottom bar, come with a frame, and a busy machine draws
    // few frames.
    await run(painted)
    const isLoading = await run(
      (awaited, reading) =>
        document.readyState !== 'complete' ||
        document.fonts.status !== 'loaded' ||
        document.querySelector('main, [role=main], h1') === null ||
        document.querySelector('[aria-busy=true], .animate-pulse') !== null ||
        Array.from(document.images).some((image) => !image.complete) ||
        document.body.innerText.includes(reading) ||
        !document.body.innerText.includes(awaited),
      text,
      OFFLINE.staleNotice.reading,
    )
    const facts = await run(factsOf)
    // A further request shows that the screen may still change.
    const now = JSON.stringify([facts, await run(() => performance.getEntriesByType('resource').length)])
    same = now === last && !isLoading ? same + 1 : 0
    if (same === 3) return facts
    last = now
    await sleep(60)
  }
  throw new Error('The screen never came to rest')
}

/** Shows every screen in one engine; returns the facts of each. Pages longer than the window get a second picture. */
async function tour(
  browser: Browser,
  origin: string,
  login: string,
  save: (screen: Screen, part: 'top' | 'end', picture: Buffer) => Promise<void>,
): Promise<Map<string, Facts>> {
  const seen = new Map<string, Facts>()
  const show = async (screen: Screen) => {
    await browser.goto(origin + screen.path)
    await browser.run(layOutAll)
    await settle(browser, screen.text)
    // Rows far below the window are drawn only once they come near it, and how near is not the same in both engines.
    await browser.run(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await settle(browser)
    await browser.run(() => window.scrollTo(0, 0))
    let facts = await settle(browser)
    if (screen.printed) {
      await browser.print()
      facts = await settle(browser)
    }
    seen.set(screen.name, facts)
    await save(screen, 'top', await browser.screenshot())
    const moved = await browser.run(() => {
      const inner = document.querySelector('[role=dialog] .overflow-y-auto') ?? document.documentElement
      inner.scrollTop = inner.scrollHeight
      return inner.scrollTop > 0
    })
    if (!moved) return
    await browser.run(painted)
    await save(screen, 'end', await browser.screenshot())
  }
  for (const screen of PUBLIC) await show(screen)
  await browser.run((value) => localStorage.setItem('voleio-auth', value), login)
  for (const screen of COACH) await show(screen)
  return seen
}

/** Shows both engines side by side on one page of pictures; reports where texts or sizes differ. */
export async function compareScreens(
  desk: Desk,
  app: { url: string; backend: Backend },
  name: string,
  look: Look,
  folder: string,
  report: Report,
): Promise<void> {
  const pictures = new Set<string>()
  const tourOf = async (engine: 'webkit' | 'chromium') => {
    const { client } = await app.backend.signIn('ana@voleio.test', 'voleio123')
    const { data } = await client.auth.getSession()
    // The tour of the other engine may have seen the news.
    await client
      .from('profiles')
      .update({ replies_seen_at: null })
      .eq('id', data.session?.user.id ?? '')
      .throwOnError()
    const browser = await (engine === 'webkit' ? openWebKit(desk, look) : openChromium(look))
    try {
      return await tour(browser, app.url, JSON.stringify(data.session), async (screen, part, picture) => {
        const file = `${name}-${screen.name}-${part}`
        pictures.add(file)
        await writeFile(path.join(folder, `${file}.${engine}.png`), picture)
      })
    } finally {
      await browser.close()
    }
  }
  const [webkit, chrome] = await Promise.all([tourOf('webkit'), tourOf('chromium')])
  for (const [screen, facts] of webkit) report(`${name}: ${screen}`, differences(facts, chrome.get(screen)))
  const rows = [...pictures].map(
    (file) =>
      `<h2>${file}</h2><p><img src="${file}.webkit.png" alt="WebKit" /> ` +
      `<img src="${file}.chromium.png" alt="Chromium" /></p>`,
  )
  await writeFile(
    path.join(folder, `${name}.html`),
    `<!doctype html><title>${name}</title><style>img { width: 48%; vertical-align: top }</style>${rows.join('\n')}\n`,
  )
}

/** How much the heights may differ, because lines of a long page may break elsewhere. */
const HEIGHT_TOLERANCE = 0.02

function differences(webkit: Facts, chrome: Facts | undefined): string[] {
  if (chrome === undefined) return ['Chromium did not show it']
  const found: string[] = []
  const only = (here: Facts, there: Facts) => here.texts.filter((text) => !there.texts.includes(text))
  for (const text of only(webkit, chrome)) found.push(`only WebKit says '${text}'`)
  for (const text of only(chrome, webkit)) found.push(`only Chromium says '${text}'`)
  if (Math.abs(webkit.height - chrome.height) > HEIGHT_TOLERANCE * chrome.height)
    found.push(`${webkit.height} px high, in Chromium ${chrome.height}`)
  if (webkit.tooWide > 0) found.push(`${webkit.tooWide} px too wide`)
  return found
}
