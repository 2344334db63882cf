import 'fake-indexeddb/auto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import type { Chance } from '../support/chance.ts'
import type { App } from './app.tsx'
import type { OpenPage } from './bundle.ts'
import type { Network } from './network.ts'
import { dateAt, type Scheduler, type Waiter } from './scheduler.ts'
import type { Message } from './server.ts'

/** A coach's phone or computer. Its disk and clock last; its pages come and go. */
export class Device {
  readonly name: string
  readonly network: Network
  /** Milliseconds by which the device's clock is ahead of the server's. */
  readonly clockError: number
  readonly #scheduler: Scheduler
  readonly #chance: Chance
  #disk = new IDBFactory()
  readonly #localStorage = new Map<string, string>()
  page: Page | null = null
  readonly #app: OpenPage
  /** Called when the page was killed between two events. */
  killed = () => {}
  /**
   * The ids made during the current press. Async local storage, because a timer or another press in between has its
   * own.
   */
  readonly #made = new AsyncLocalStorage<string[]>()
  /** Errors that the app reported as its own faults. */
  readonly errors: string[] = []

  constructor(
    name: string,
    {
      app,
      scheduler,
      network,
      chance,
      clockError,
    }: { app: OpenPage; scheduler: Scheduler; network: Network; chance: Chance; clockError: number },
  ) {
    this.name = name
    this.#app = app
    this.network = network
    this.clockError = clockError
    this.#scheduler = scheduler
    this.#chance = chance
  }

  now(): number {
    return this.#scheduler.now + this.clockError
  }

  uuid(): string {
    const id = this.#chance.uuid()
    this.made(id)
    return id
  }

  /** Adds the name of an operation to the current press. */
  made(name: string): void {
    this.#made.getStore()?.push(name)
  }

  /** Runs a press; every id that the app makes for the press, however late, is added to `ids`. */
  press<T>(ids: string[], act: () => T): T {
    return this.#made.run(ids, act)
  }

  /** Opens the app. */
  open(): void {
    const page: Page = {
      name: this.name,
      dead: false,
      app: null,
      left: Number.POSITIVE_INFINITY,
      whenDead: [],
    }
    page.beforeEvent = () => {
      page.left -= 1
      if (page.dead || page.left >= 0) return
      this.kill()
      this.killed()
    }
    this.page = page
    this.#scheduler.at(this.#scheduler.now, page, () => {
      page.app = this.#app(this.#globals(page)).start()
    })
  }

  /**
   * Lets a person use the app; null if the page is killed meanwhile, or `act` takes longer than `atMost` milliseconds.
   */
  use<T>(act: (app: App) => Promise<T> | T, atMost = 120_000): Promise<T | null> {
    const scheduler = this.#scheduler
    const { page } = this
    if (page === null) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      page.whenDead.push(() => resolve(null))
      const late = scheduler.at(scheduler.now + atMost, null, () => resolve(null))
      scheduler.at(scheduler.now, page, () => {
        if (page.app === null) return resolve(null)
        const answer = (is: T) => {
          scheduler.cancel(late)
          resolve(is)
        }
        Promise.resolve(act(page.app)).then(answer, reject)
      })
    })
  }

  /** Kills the page between two events. Its finished writes stay on the disk; an unfinished transaction does not. */
  kill(): void {
    const { page } = this
    if (page === null) return
    page.dead = true
    this.page = null
    this.#scheduler.forget(page)
    this.#disk = survivingDisk(this.#disk)
    this.#scheduler.trace(`${this.name} was killed`)
    for (const tell of page.whenDead) tell()
  }

  #globals(page: Page) {
    const scheduler = this.#scheduler
    const chance = this.#chance
    const later = (run: () => void, ms = 0) => scheduler.at(scheduler.now + Math.max(0, ms), page, run)
    type Timer = ReturnType<typeof later>
    const repeating = new Set<object>()
    const setInterval = (run: () => void, ms: number) => {
      const key: { timer?: Timer } = {}
      repeating.add(key)
      const again = () => {
        key.timer = later(() => {
          again()
          run()
        }, ms)
      }
      again()
      return key
    }
    const clearTimeout = (timer: Timer | undefined) => timer && scheduler.cancel(timer)
    const clearInterval = (key: { timer?: Timer } | undefined) => key?.timer && scheduler.cancel(key.timer)
    const performance = { now: () => scheduler.now, mark: () => {}, measure: () => {} }
    const math: object = Object.create(Math, { random: { value: () => chance.next() } })
    const crypto = {
      randomUUID: () => this.uuid(),
      getRandomValues: (array: Uint8Array) => {
        chance.randomize(array)
        return array
      },
      // The real digest answers from another thread, at a time that no seed decides.
      subtle: {
        digest: (_algorithm: string, data: Uint8Array) =>
          Promise.resolve(Uint8Array.from(createHash('sha256').update(data).digest()).buffer),
      },
    }
    const report = (...what: unknown[]) => {
      this.errors.push(what.map(String).join(' '))
    }
    const document = Object.assign(new EventTarget(), {
      visibilityState: 'visible',
      hidden: false,
      body: { nodeType: 1, nodeName: 'BODY', tagName: 'BODY', textContent: '', addEventListener: () => {} },
      documentElement: {},
    })
    Object.assign(document.body, { ownerDocument: document })
    const window = new EventTarget()
    const own = {
      document,
      navigator: { onLine: true, userAgent: 'simulation', language: 'pt-BR' },
      location: new URL('http://localhost:5173/app/dashboard'),
      localStorage: storageOver(this.#localStorage),
      sessionStorage: storageOver(new Map()),
      indexedDB: this.#disk,
      crypto,
      performance,
      fetch: (input: unknown, init?: RequestInit) =>
        input instanceof Request
          ? this.#fetch(page, input.url, {
              method: input.method,
              headers: input.headers,
              signal: input.signal,
            })
          : this.#fetch(page, String(input), init),
      Date: dateAt(() => this.now()),
      Math: math,
      AbortSignal: abortSignals(later),
      BroadcastChannel: undefined,
      MessageChannel: undefined,
      setTimeout: later,
      clearTimeout,
      setInterval,
      clearInterval,
      setImmediate: (run: () => void) => later(run),
      requestAnimationFrame: (draw: () => void) => later(draw, 16),
      // The app logs every failed request. Uncaught errors go to `reportError`.
      console: { ...console, error: () => {}, warn: () => {} },
      reportError: report,
    }
    const scope: object = Object.create(
      globalThis,
      Object.getOwnPropertyDescriptors({
        ...own,
        // React's DOM code asks whether the focused element is an HTMLIFrameElement.
        HTMLIFrameElement: Object.assign(function Frame() {}, {}),
        addEventListener: window.addEventListener.bind(window),
        removeEventListener: window.removeEventListener.bind(window),
      }),
    )
    Object.assign(document, { defaultView: scope })
    return { ...own, globalThis: scope, window: scope, self: scope }
  }

  async #fetch(page: Page, url: string, init: RequestInit = {}): Promise<Response> {
    const { signal } = init
    signal?.throwIfAborted()
    const message: Message = {
      method: init.method ?? 'GET',
      url,
      headers: [...new Headers(init.headers)],
      body: typeof init.body === 'string' ? init.body : null,
    }
    const answered = this.network.send(page, message)
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
    const { status, headers, body } = await Promise.race([answered, aborted])
    return new Response(status === 204 || status === 304 ? null : body, { status, headers })
  }
}

interface Page extends Waiter {
  app: App | null
  /** Events that are left before the page is killed. */
  left: number
  whenDead: (() => void)[]
}

function storageOver(kept: Map<string, string>) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

/**
 * Abort signals on the simulated clock. Node's own `any` holds its signals weakly, so it would depend on garbage
 * collection.
 */
function abortSignals(later: (run: () => void, ms: number) => unknown) {
  return class extends AbortSignal {
    static override [Symbol.hasInstance](value: unknown) {
      return Object.getPrototypeOf(value) === AbortSignal.prototype
    }
    static override timeout(ms: number) {
      const controller = new AbortController()
      later(() => controller.abort(new DOMException('Too late', 'TimeoutError')), ms)
      return controller.signal
    }
    static override any(signals: AbortSignal[]) {
      const controller = new AbortController()
      for (const signal of signals) {
        if (signal.aborted) controller.abort(signal.reason)
        signal.addEventListener('abort', () => controller.abort(signal.reason))
      }
      return controller.signal
    }
  }
}

/** Internals of fake-indexeddb that a power cut needs. */
interface RawDatabase {
  transactions: { _state: string; _rollbackLog: (() => void)[] }[]
  connections: unknown[]
}

/** The disk as the next page finds it: unfinished transactions are rolled back. */
function survivingDisk(disk: IDBFactory): IDBFactory {
  const databases: unknown = Reflect.get(disk, '_databases')
  if (!(databases instanceof Map)) throw new Error('fake-indexeddb keeps its databases elsewhere now')
  for (const raw of databases.values() as Iterable<RawDatabase>) {
    for (const { _state, _rollbackLog } of raw.transactions) {
      if (_state !== 'finished') for (const undo of _rollbackLog.toReversed()) undo()
    }
    raw.transactions = []
    raw.connections = []
  }
  const after = new IDBFactory()
  Reflect.set(after, '_databases', databases)
  return after
}
