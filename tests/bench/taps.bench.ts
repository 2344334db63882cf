import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { afterAll, beforeAll, it } from 'vitest'
import { startOwnApp, type OwnApp } from '../../e2e/support/own-app'
import { addDays, toLocalDate } from '../../src/core/dates'
import { prefetchSettings } from '../../src/lib/settings/prefetch'
import { CHROMIUM_FLAGS, findBrowser } from '../support/browser'
import { HERE, once, planSlots } from '../support/world/agenda'
import { packageRow, studentRow } from '../support/world/values'
import { median } from './measure'

/**
 * `npm run bench`: time from a tap to the next paint, on a phone with a processor four times slower and 500 students.
 */
const STUDENTS = 500
const SLOWER = 4
const RUNS = 7
/** Yesterday, because the database takes no lesson in the future. */
const DAY = addDays(toLocalDate(new Date()), -1)
const NOW = new Date(`${DAY}T09:28:00`)

let app: OwnApp
let browser: Browser

beforeAll(async () => {
  app = await startOwnApp()
  browser = await chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_FLAGS })
}, 60_000)
afterAll(async () => {
  await browser.close()
  await app.close()
})

/** A coach with 500 students, a lesson at nine, one lesson before it for each run, and an unpaid package. */
async function manyStudents() {
  const coach = await app.backend.coach()
  const { client, id: user_id } = coach
  const students = Array.from({ length: STUDENTS }, (_, at) => ({
    id: crypto.randomUUID(),
    user_id,
    ...studentRow({ name: `Aluno ${String(at).padStart(3, '0')}`, phone: '5511912345678' }),
  }))
  const packages = students.map(({ id: student_id }) => ({
    id: crypto.randomUUID(),
    user_id,
    student_id,
    ...packageRow({ purchase_date: addDays(DAY, -10), price: 460 }),
  }))
  await client.from('students').insert(students).throwOnError()
  await client.from('packages').insert(packages).throwOnError()
  await client
    .from('payments')
    .delete()
    .eq('package_id', packages[0]?.id ?? '')
    .throwOnError()
  const ids = students.map(({ id }) => id)
  await planSlots(coach, HERE, {
    add: [
      once(DAY, '09:00', ids.slice(0, 2)),
      ...Array.from({ length: RUNS + 1 }, (_, run) =>
        once(DAY, `0${run}:30`, ids.slice(10 * run + 10, 10 * run + 12)),
      ),
      once(addDays(DAY, 1), '07:00', ids.slice(4, 8)),
    ],
  })
  return coach
}

/**
 * Runs in the page: collects the milliseconds of the slowest interaction and of the longest task since the last
 * question.
 */
const observe = () => {
  const seen = { tap: 0, task: 0 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Number(Reflect.get(entry, 'interactionId')) > 0) seen.tap = Math.max(seen.tap, entry.duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration)
  }).observe({ type: 'longtask', buffered: true })
  Object.assign(globalThis, {
    takeSeen: () => {
      const taken = { ...seen }
      Object.assign(seen, { tap: 0, task: 0 })
      return taken
    },
  })
}
/** Runs in the page: stops `Date`. Playwright's own clock would also replace the browser's timers by slower ones. */
const stopDate = (now: number) => {
  globalThis.Date = new Proxy(Date, {
    construct: (Real, given: []) => (given.length > 0 ? new Real(...given) : new Real(now)),
    get: (Real, key) => (key === 'now' ? () => now : Reflect.get(Real, key)),
  })
}
const takeSeen = (page: Page) =>
  page.evaluate((): { tap: number; task: number } => Reflect.get(globalThis, 'takeSeen')())

/**
 * Runs in the page: without this, a tap would be the first event for Playwright's own listeners and include their
 * compilation, which no phone has.
 */
const warmListeners = () => {
  for (const type of ['pointerdown', 'pointerup', 'touchstart', 'touchend', 'mousedown', 'mouseup', 'click'])
    window.dispatchEvent(new Event(type))
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Returns a function that taps the element at its current position. */
async function finger(page: Page, what: Locator): Promise<() => Promise<void>> {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error('Nothing to tap')
  await page.evaluate(warmListeners)
  return () => page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

it('prints how long the hottest taps take to be seen', async () => {
  const { email, password } = await manyStudents()
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
    timezoneId: HERE,
  })
  const page = await context.newPage()
  await page.addInitScript(observe)
  await page.addInitScript(stopDate, NOW.getTime())
  await page.goto(`${app.url}/app/login`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/app/dashboard')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })

  const times = new Map<string, number[]>()
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  /** Waits until nothing else is under way and everything caused by the last tap is over. */
  const calm = async () => {
    await page.waitForLoadState('networkidle')
    await page.evaluate(
      () => new Promise<void>((resolve) => void requestIdleCallback(() => setTimeout(resolve, 300))),
    )
  }
  /**
   * Queries nothing in the page between the tap and the result, because queries cost the page time, as Playwright's own
   * checks before a tap do.
   */
  const measure = async (name: string, what: Locator | string, shown: Locator) => {
    await calm()
    const tap =
      typeof what === 'string' ? () => page.keyboard.type(what, { delay: 200 }) : await finger(page, what)
    await takeSeen(page)
    await tap()
    await wait(2000)
    note(name, (await takeSeen(page)).tap)
    await shown.waitFor()
  }
  const bar = page.getByRole('navigation', { name: 'Atalhos' })
  const sheet = page.getByRole('dialog', { name: 'Registrar aula' })
  const main = page.getByRole('main')
  const choice = (name: string) => main.getByRole('radio', { name }).locator('xpath=ancestor::label').first()
  const told = (text: string) => page.getByText(text, { exact: true }).first()
  const undo = async () => {
    await page.getByRole('button', { name: 'Desfazer' }).tap()
    await told('Desfeito').waitFor()
  }

  for (let run = 0; run <= RUNS; run++) {
    await page.goto(`${app.url}/app/dashboard`)
    // By then the app has prefetched what '+' opens, as it has for a coach who looks at the screen first.
    await wait(prefetchSettings.afterMs + 1000)
    await measure("'+'", bar.getByRole('button', { name: 'Nova Sessão' }), sheet)
    await measure(
      "'Registrar'",
      sheet.getByRole('button', { name: /^Registrar 09:00/ }),
      told('Aula registrada'),
    )
    await undo()
    await page.goto(`${app.url}/app/dashboard`)
    await measure(
      "'Aconteceu'",
      main.getByRole('button', { name: new RegExp(`^Aconteceu: .*Aluno 0${run + 1}0`) }),
      choice('4 estrelas'),
    )
    await measure('a star', choice('4 estrelas'), choice('4 estrelas'))
    await measure("'Faltou'", choice('Faltou'), told(`Aluno 0${run + 1}0: faltou`))
    await measure(
      "'Amanhã'",
      main.getByRole('button', { name: /^Amanhã/ }),
      page.getByRole('dialog', { name: 'Amanhã' }),
    )
    await page.goto(`${app.url}/app/agenda?data=${DAY}`)
    const other = page.locator('[data-day][aria-pressed=false]:not([inert] *)').first()
    const chosen = `[data-day="${await other.getAttribute('data-day')}"][aria-pressed=true]`
    await measure('another day of the agenda', other, page.locator(chosen))

    await page.goto(`${app.url}/app/dashboard`)
    await calm()
    const open = await finger(page, bar.getByRole('link', { name: 'Alunos' }))
    await takeSeen(page)
    const before = performance.now()
    await open()
    await page.waitForFunction(
      () =>
        document.querySelector('main input[type=search]') &&
        document.querySelector('main li a[href*="/app/students/"]'),
    )
    note('the list of students: until it stands', performance.now() - before)
    await calm()
    const opened = await takeSeen(page)
    note('the list of students: the tap', opened.tap)
    note('the list of students: the longest task', opened.task)
    await main.getByRole('searchbox').tap()
    await measure('a letter in the search', 'aluno 49', main.getByRole('link', { name: /Aluno 499/ }))
    await measure(
      'a student',
      main.getByRole('link', { name: /Aluno 499/ }),
      main.getByRole('tab', { name: 'Pacotes' }),
    )
    await measure(
      "'Pacotes'",
      main.getByRole('tab', { name: 'Pacotes' }),
      main.getByRole('tabpanel', { name: 'Pacotes' }),
    )

    await page.goto(`${app.url}/app/finance`)
    const paid = main.getByRole('button', { name: /^Marcar como pago/ })
    await measure("'Marcar como pago'", paid, page.getByRole('button', { name: 'PIX', exact: true }))
  }
  await context.close()

  process.stdout.write(
    `\n| tap, ${STUDENTS} students, processor ${SLOWER} times slower | ms, median of ${RUNS} | slowest |\n` +
      '|---|---|---|\n',
  )
  for (const [name, [, ...all]] of times) {
    process.stdout.write(`| ${name} | ${Math.round(median(all))} | ${Math.round(Math.max(...all))} |\n`)
  }
}, 600_000)
