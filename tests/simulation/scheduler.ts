import nodeCrypto, { createHash, createHmac, KeyObject } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { Chance } from '../support/chance.ts'

/** A page of the app that waits for events. Once it is killed, none of its events happens. */
export interface Waiter {
  readonly name: string
  dead: boolean
  /** Called before each of the waiter's events; may kill the waiter. */
  beforeEvent?: () => void
}

interface Event {
  at: number
  order: number
  waiter: Waiter | null
  run: () => void | Promise<void>
}

/** Thrown when a history does not end. */
class EndlessError extends Error {}

/** More events in a simulated minute mean an endless loop. */
const MOST_EVENTS_A_MINUTE = 20_000

const real = {
  Date: globalThis.Date,
  setImmediate: globalThis.setImmediate,
  now: performance.now.bind(performance),
}

/**
 * The only source of time in a simulated world. Every timer, request and access to a device's disk is an event. Events
 * run one after the other, each until nothing can go on by itself, so the seed alone decides what happens.
 */
export class Scheduler {
  now: number
  /** The page whose event is running. */
  running: Waiter | null = null
  #events: Event[] = []
  #order = 0
  #sameMinute = 0
  #minute = 0
  readonly #hash = createHash('sha256')
  readonly lines: string[] = []

  constructor(start: number) {
    this.now = start
  }

  at(time: number, waiter: Waiter | null, run: Event['run']): Event {
    const event = { at: Math.max(time, this.now), order: this.#order++, waiter, run }
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#events[middle]
      if (other && other.at <= event.at) low = middle + 1
      else high = middle
    }
    this.#events.splice(low, 0, event)
    return event
  }

  cancel(event: Event): void {
    const index = this.#events.indexOf(event)
    if (index >= 0) this.#events.splice(index, 1)
  }

  /** Removes the events of a waiter that was killed. */
  forget(waiter: Waiter): void {
    this.#events = this.#events.filter((event) => event.waiter !== waiter)
  }

  /** Runs events until `done` is true or the time `until` is reached. */
  async runUntil(until: number, done: () => boolean = () => false): Promise<void> {
    for (;;) {
      if (done()) return
      const next = this.#events[0]
      if (next === undefined || next.at > until) {
        this.now = Math.max(this.now, until)
        return
      }
      this.#events.shift()
      this.now = next.at
      this.#guard()
      next.waiter?.beforeEvent?.()
      if (next.waiter?.dead) continue
      this.running = next.waiter
      const answered = next.run()
      // Do not await a page's async callback, because it may wait for later events.
      if (next.waiter === null) await answered
      // Let all microtasks and ticks run that the event has caused.
      await new Promise((resolve) => real.setImmediate(resolve))
      this.running = null
    }
  }

  /** Adds a line to the trace, and to the hash of the history. */
  trace(line: string): void {
    const text = `${new real.Date(Math.floor(this.now)).toISOString()} ${line}`
    this.#hash.update(`${text}\n`)
    this.lines.push(text)
  }

  hash(): string {
    return this.#hash.copy().digest('hex')
  }

  #guard() {
    const minute = Math.floor(this.now / 60_000)
    this.#sameMinute = minute === this.#minute ? this.#sameMinute + 1 : 0
    this.#minute = minute
    if (this.#sameMinute > MOST_EVENTS_A_MINUTE)
      throw new EndlessError('More events in a minute than any honest app has')
  }
}

/** A `Date` for which `now` is the present. */
export const dateAt = (now: () => number): DateConstructor =>
  new Proxy(real.Date, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length === 0 ? [Math.floor(now())] : args, newTarget),
    apply: () => new real.Date(Math.floor(now())).toString(),
    get: (target, key, receiver) =>
      key === 'now' ? () => Math.floor(now()) : Reflect.get(target, key, receiver),
  })

/** A login is signed by HMAC-SHA-256. The real check answers from another thread, which takes longer than the check. */
const verifyLogin = async (_: unknown, key: CryptoKey, signature: Uint8Array, data: Uint8Array) =>
  createHmac('sha256', KeyObject.from(key)).update(data).digest().equals(signature)

/**
 * Replaces this thread's time and chance, which the API uses, by the server's. It cannot be undone, so each history has
 * its own thread. Tasks that a page's event causes (fake-indexeddb's) become events of that page.
 */
export function takeOver(scheduler: Scheduler, seed: string): void {
  const chance = new Chance(`${seed} server`)
  const fill = <T>(array: T): T => {
    if (ArrayBuffer.isView(array))
      chance.randomize(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    return array
  }
  globalThis.Date = dateAt(() => scheduler.now)
  const setImmediate = (run: (...args: unknown[]) => void, ...args: unknown[]) => {
    const page = scheduler.running
    if (page === null) return real.setImmediate(run, ...args)
    scheduler.at(scheduler.now, page, () => run(...args))
    return undefined
  }
  Object.assign(globalThis, { setImmediate })
  performance.now = () => scheduler.now
  Math.random = () => chance.next()
  crypto.randomUUID = () => chance.uuid()
  crypto.getRandomValues = fill
  Object.assign(crypto.subtle, { verify: verifyLogin })
  Object.assign(nodeCrypto, {
    randomUUID: () => chance.uuid(),
    randomFillSync: fill,
    randomBytes: (size: number) => fill(Buffer.alloc(size)),
  })
  syncBuiltinESMExports()
}

/** The real time in milliseconds, for measuring. */
export const stopwatch = real.now
