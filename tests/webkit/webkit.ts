import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../support/listen.ts'

const PATIENCE_MS = 15_000
const EVERY_MS = 60
/** The key of an element in WebDriver's answers (W3C WebDriver, 'Elements'). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type ElementRef = Record<typeof ELEMENT, string>

/** Codes of keys without a character. */
export const KEYS = { escape: '\uE00C' } as const

export interface Look {
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  scale: 1 | 2
  dark: boolean
}

/** A display and a Portuguese locale for all browsers of a run. */
export interface Desk {
  env: NodeJS.ProcessEnv
  close: () => Promise<void>
}

export async function openDesk(): Promise<Desk> {
  const home = await mkdtemp(path.join(tmpdir(), 'voleio-webkit-'))
  // Without an installed locale the engine speaks English, and date fields begin with the month.
  execFileSync('localedef', ['-i', 'pt_BR', '-f', 'UTF-8', path.join(home, 'pt_BR.UTF-8')])
  await mkdir(path.join(home, 'gtk-3.0'))
  // This setting makes 'prefers-reduced-motion' match.
  await writeFile(path.join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = screen.stdio[3]
  if (!display) throw new Error('Xvfb has no pipe')
  const [number] = await Promise.race([once(display, 'data'), once(screen, 'exit')])
  if (screen.exitCode !== null) throw new Error(`Xvfb ended with ${screen.exitCode}`)
  const { LC_ALL: _english, ...env } = process.env
  return {
    env: {
      ...env,
      DISPLAY: `:${String(number).trim()}`,
      LANG: 'pt_BR.UTF-8',
      LOCPATH: home,
      TZ: 'America/Sao_Paulo',
      XDG_CONFIG_HOME: home,
    },
    close: async () => {
      await end(screen)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** A client of W3C WebDriver over HTTP. Playwright's WebKit is another build, which cannot be downloaded everywhere. */
export class WebKit {
  readonly #process: ChildProcess
  readonly #driver: string
  #session = ''
  version = ''

  private constructor(driver: ChildProcess, port: number) {
    this.#process = driver
    this.#driver = `http://127.0.0.1:${port}`
  }

  static async open(desk: Desk, { width, height, scale, dark }: Look): Promise<WebKit> {
    const server = createServer()
    const port = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      env: { ...desk.env, GDK_SCALE: String(scale) },
      // Hides GTK's warnings about a missing desktop.
      stdio: 'ignore',
    })
    const webkit = new WebKit(driver, port)
    await poll('WebKitWebDriver', () =>
      fetch(`${webkit.#driver}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    // Without --full-screen the toolbar makes the window wider than a phone. The features add StorageManager, which
    // Safari has.
    const args = ['--automation', '--full-screen', '--features=+StorageAPI,+StorageAPIEstimate']
    const { sessionId, capabilities } = await webkit.#send<{
      sessionId: string
      capabilities: { browserVersion: string }
    }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { args: dark ? [...args, '--dark-mode'] : args },
        },
      },
    })
    webkit.version = capabilities.browserVersion
    webkit.#session = `/session/${sessionId}`
    await webkit.#ask('POST', '/window/rect', { x: 0, y: 0, width, height })
    return webkit
  }

  async close(): Promise<void> {
    if (this.#session !== '') await this.#ask('DELETE', '').catch(() => null)
    await end(this.#process)
  }

  async #send<Answer>(method: string, address: string, body?: object): Promise<Answer> {
    const response = await fetch(this.#driver + address, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${method} ${address}: ${value.error}: ${value.message}`)
    return value
  }

  #ask<Answer>(method: string, address: string, body?: object): Promise<Answer> {
    return this.#send(method, this.#session + address, body)
  }

  /** Runs a function in the page; everything that it uses must be among `args`. */
  run<Args extends unknown[], Answer>(
    work: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer> {
    return this.#execute(work, args)
  }

  /** Returns WebDriver's JSON as `Answer`, in which an element of the page is a reference. */
  #execute<Args extends unknown[], Answer>(work: (...args: Args) => unknown, args: Args): Promise<Answer> {
    return this.#ask('POST', '/execute/sync', { script: `return (${String(work)})(...arguments)`, args })
  }

  async goto(url: string): Promise<void> {
    const { pathname } = new URL(url)
    // If the app changes the address meanwhile, the load is cancelled: try again.
    await poll(`Opening ${pathname}`, async () => {
      await this.#ask('POST', '/url', { url })
      return (await this.run(() => location.pathname)) === pathname
    })
    await this.run(collectFaults)
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.#ask<string>('GET', '/screenshot'), 'base64')
  }

  /** Waits until this text is visible on the screen. */
  async sees(text: string): Promise<void> {
    await poll(
      `'${text}'`,
      () => this.run(hasText, text),
      () => this.run(() => document.body.innerText),
    )
  }

  /**
   * Clicks the button, link, tab or label with this name as a finger does: an element that covers it gets the click.
   */
  async press(name: string): Promise<void> {
    const found = await this.#find('button, a, [role=tab], label, summary', name)
    await this.#ask('POST', `/element/${found}/click`, {})
  }

  async type(label: string, text: string): Promise<void> {
    const field = await this.#find('input, textarea', label)
    await this.#ask('POST', `/element/${field}/click`, {})
    await this.#ask('POST', `/element/${field}/clear`, {})
    await this.#ask('POST', `/element/${field}/value`, { text })
  }

  /** Chooses an option of a select by typing its text, because the menu itself is a window of the system. */
  async choose(label: string, option: string): Promise<void> {
    const select = { [ELEMENT]: await this.#find('select', label) }
    const has = (chosen: boolean) => this.run(hasOption, select, option, chosen)
    await poll(`'${option}' of '${label}'`, () => has(false))
    await this.#ask('POST', `/element/${select[ELEMENT]}/value`, { text: option })
    if (!(await has(true))) throw new Error(`'${label}' did not take '${option}'`)
  }

  async keys(text: string): Promise<void> {
    const actions = Array.from(text).flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })))
    await this.#ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Waits until `isDone` is true. */
  until(what: string, isDone: () => Promise<boolean>): Promise<void> {
    return poll(what, isDone)
  }

  /** Errors on the page since it was opened. */
  faults(): Promise<string[]> {
    return this.run(() => window.voleioFaults ?? [])
  }

  async #find(selector: string, name: string): Promise<string> {
    let found: ElementRef | null = null
    await poll(
      `'${name}'`,
      async () => {
        found = await this.#execute(findByName, [selector, name])
        return found !== null
      },
      () => this.run(() => document.body.innerText),
    )
    return found?.[ELEMENT] ?? ''
  }
}

declare global {
  interface Window {
    voleioFaults?: string[]
  }
}

/**
 * Runs in the page. WebDriver tells nothing about the console, so errors are collected from now on; an earlier error
 * shows as a screen that never appears. Reports of the Content-Security-Policy are collected from the beginning.
 */
function collectFaults(): void {
  const faults: string[] = []
  window.voleioFaults = faults
  window.addEventListener('error', ({ message }) => faults.push(`error: ${message}`))
  window.addEventListener('unhandledrejection', ({ reason }) => faults.push(`rejection: ${String(reason)}`))
  const { error } = console
  console.error = (...args: unknown[]) => {
    faults.push(`console: ${args.map(String).join(' ')}`)
    error(...args)
  }
  new ReportingObserver(
    (reports) => faults.push(...reports.map(({ body }) => `policy: ${JSON.stringify(body)}`)),
    { types: ['csp-violation'], buffered: true },
  ).observe()
}

/**
 * Runs in the page: the first visible element whose label, or else text, is `name`, or begins with it, or contains it.
 * What lies behind an open dialog is not found.
 */
function findByName(selector: string, name: string): unknown {
  const visible = Array.from(document.querySelectorAll(selector))
    .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden=true]'))
    // A sheet that has just opened takes no tap yet.
    .filter((element) => getComputedStyle(element).pointerEvents !== 'none')
    .map((element) => {
      const labels: unknown = Reflect.get(element, 'labels')
      const label = labels instanceof NodeList ? Array.from(labels, (each) => each.textContent).join(' ') : ''
      const text = element.getAttribute('aria-label') ?? (label || element.textContent)
      return { element, text: text.replaceAll(/\s+/g, ' ').trim() }
    })
  const found =
    visible.find(({ text }) => text === name) ??
    visible.find(({ text }) => text.startsWith(name)) ??
    visible.find(({ text }) => text.includes(name))
  // The driver's own scrolling may stop before the element is visible.
  found?.element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found?.element ?? null
}

/** Runs in the page: whether the select has this option, or with `chosen` has it selected. */
function hasOption(select: unknown, label: string, chosen: boolean): boolean {
  if (!(select instanceof HTMLSelectElement)) return false
  return Array.from(chosen ? select.selectedOptions : select.options).some((each) => each.label === label)
}

/** Runs in the page: whether the text is visible. */
function hasText(text: string): boolean {
  return document.body.innerText.replaceAll(/\s+/g, ' ').includes(text)
}

async function poll(
  what: string,
  isDone: () => Promise<boolean>,
  instead?: () => Promise<string>,
): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (!(await isDone())) {
    if (Date.now() > until) {
      throw new Error(
        `${what}: in vain${instead ? `; the page says: ${(await instead()).slice(0, 400)}` : ''}`,
      )
    }
    await sleep(EVERY_MS)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
