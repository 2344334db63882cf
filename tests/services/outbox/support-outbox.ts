import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { openDB, type IDBPDatabase } from 'idb'
import { afterEach, vi } from 'vitest'
import type { Uuid } from '@/core/model'
import type { RegistrationIntent, ReplyIntent } from '@/credits/intents'
import type { OutboxEntry, OutboxIntent } from '@/outbox/rules'
import type { Backend, Coach } from '../../support/backend'
import { dataOf } from '../../support/world/services'
import { newId, studentValues } from '../../support/world/values'
import { skipRetryDelays, to, type NetworkStub } from '../device'

skipRetryDelays()
afterEach(() => {
  vi.unstubAllGlobals()
})

export const isApply = to('/rpc/apply_session_plan')

/** Until `mockRestore` the device has no room left. */
export const noRoom = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })

/** The time that a send waits for the device's storage, in `send-or-queue-data.ts`, takes a twentieth. */
export function waitLess() {
  const real = setTimeout
  const soon = (run: () => void, ms = 0) => real(run, [1_000, 3_000].includes(ms) ? ms / 20 : ms)
  vi.stubGlobal('setTimeout', soon)
}

/** What is put is not on disk before the returned function is called. */
export function slowDisk() {
  let isOver = false
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put')
  spy.mockImplementation(function (this: IDBObjectStore, row: unknown) {
    const hold = () => {
      if (!isOver) this.get('nothing').onsuccess = hold
    }
    hold()
    return this.add(row)
  })
  return () => {
    isOver = true
    spy.mockRestore()
  }
}

/** A browser tab with its own copy of the app's modules; the tabs of a browser share storage. */
export interface Tab {
  /** Keeps a lesson, and returns it. */
  keepLesson: (lesson: RegistrationIntent, options?: { unknown?: boolean }) => Promise<RegistrationIntent>
  /** Keep something under a new id, and return the id. */
  keepStudent: (name: string) => Promise<Uuid>
  keepStars: (sessionId: Uuid, studentId: Uuid, rating?: number) => Promise<Uuid>
  keepReply: (reply: ReplyIntent, id?: Uuid) => Promise<Uuid>
  queue: (what: Pick<OutboxEntry, 'id' | 'intent'> & { names?: OutboxEntry['names'] }) => Promise<void>
  /** The coach changes what waits, as a form does. */
  change: (id: Uuid, intent: OutboxIntent) => Promise<unknown>
  /** All stored records, also those of other versions. */
  stored: () => Promise<unknown[]>
  /** Stores records as another version of the app would. */
  store: (...records: object[]) => Promise<void>
  send: () => Promise<void>
  /** Sends what waits; the server handles it, but its answers about lessons are lost. The network is then as before. */
  sendUnanswered: () => Promise<void>
  entries: (owner?: Uuid) => Promise<OutboxEntry[]>
  entry: (id: Uuid) => Promise<OutboxEntry>
  states: () => Promise<OutboxEntry['state'][]>
  network: (stub: NetworkStub | null) => void
  requests: string[]
  /** Pauses of the retries that the sender scheduled, in milliseconds; no retry runs. */
  pauses: number[]
  signIn: (coach: Pick<Coach, 'email' | 'password'>) => Promise<void>
  /** Runs `work` with the storage of this browser. */
  inBrowser: <T>(work: () => Promise<T>) => Promise<T>
  signOutHere: () => Promise<void>
  modules: Modules
}

async function loadModules() {
  vi.resetModules()
  const [outbox, sender, direct, withdrawal, auth, connection, sessions, students, device, retry] =
    await Promise.all([
      import('@/outbox/data'),
      import('@/outbox/outbox-sender-data'),
      import('@/outbox/send-or-queue-data'),
      import('@/outbox/withdraw-pending-data'),
      import('@/account/auth-data'),
      import('@/lib/network/connection'),
      import('@/sessions/data'),
      import('@/students/data'),
      import('../device'),
      import('@/data/retry'),
    ])
  return {
    ...outbox,
    ...sender,
    ...direct,
    ...withdrawal,
    ...auth,
    ...connection,
    ...sessions,
    ...students,
    ...device,
    ...retry,
  }
}
type Modules = Awaited<ReturnType<typeof loadModules>>

export const newBrowser = (): IDBFactory => new IDBFactory()

async function inRecords<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB('voleio-outbox')
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** Opens a tab of this browser, signed in as this coach, without any pauses. */
export async function openTab(backend: Backend, browser: IDBFactory, coach: Coach): Promise<Tab> {
  const modules = await loadModules()
  modules.skipRetryDelays()
  const device = modules.makeDevice(backend).use()
  const pauses: number[] = []
  modules.sendTimer.random = () => 0
  modules.sendTimer.schedule = (_run, ms) => {
    pauses.push(ms)
    return () => {}
  }
  const owner = coach.id
  const inBrowser = <T>(work: () => Promise<T>): Promise<T> => {
    globalThis.indexedDB = browser
    return work()
  }
  await device.signIn(coach)
  // Like the app when it opens: it asks who is signed in and remembers the answer.
  await modules.auth.getSession()
  device.forget()
  const keep = async (id: Uuid, intent: OutboxIntent, { names = {}, unknown = false } = {}) => {
    const result = await inBrowser(() => modules.outbox.queue({ id, owner, intent, names, unknown }))
    if (!result.success) throw new Error(result.message)
    return id
  }
  const send = () => inBrowser(() => modules.sendOutbox())
  const entries = (whose = owner) => inBrowser(() => modules.outboxStore.list(whose))
  return {
    keepLesson: async (session, options) => {
      await keep(session.opId, { kind: 'session', session }, options)
      return session
    },
    keepStudent: (name) => keep(newId(), { kind: 'student', student: studentValues({ name }) }),
    keepStars: (sessionId, studentId, rating = 5) => {
      const opId = newId()
      const feedback = { opId, sessionId, studentId, feedback: { rating, tags: [] } }
      return keep(opId, { kind: 'feedback', feedback })
    },
    keepReply: (reply, id = newId()) => keep(id, { kind: 'reply', reply }),
    queue: async ({ id, intent, names }) => void (await keep(id, intent, { names })),
    change: async (id, intent) =>
      dataOf(await inBrowser(() => modules.outbox.change(owner, id, { intent, names: {} }))),
    stored: () => inBrowser(() => inRecords((db) => db.getAll('records'))),
    store: (...records) =>
      inBrowser(async () => {
        // A read lets the app create the database first.
        await modules.outboxStore.list(owner)
        await inRecords((db) => Promise.all(records.map((record) => db.put('records', record))))
      }),
    send,
    sendUnanswered: async () => {
      device.network(modules.loseAnswers(isApply))
      await send()
      device.network(null)
    },
    entries,
    entry: async (id) => {
      const found = (await entries()).find((entry) => entry.id === id)
      if (!found) throw new Error(`No entry ${id}`)
      return found
    },
    states: async () => (await entries()).map(({ state }) => state),
    network: device.network,
    requests: device.requests,
    pauses,
    inBrowser,
    signIn: async (other) => {
      await device.signIn(other)
    },
    signOutHere: async () => {
      await device.connection.client.auth.signOut({ scope: 'local' })
    },
    modules,
  }
}
