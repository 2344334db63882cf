import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { openDB, type IDBPDatabase } from 'idb'
import { vi } from 'vitest'
import type { Uuid } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import type { OutboxEntry } from '@/outbox/rules'
import type { StudentValues } from '@/students/student.schema'
import type { Backend, Coach } from '../../support/backend'
import type { NetworkStub } from '../device'

/** A browser tab with its own copy of the app's modules; the tabs of a browser share storage. */
export interface Tab {
  keepLesson: (lesson: RegistrationIntent, options?: { unknown?: boolean }) => Promise<void>
  keepStudent: (id: Uuid, student: StudentValues) => Promise<void>
  queue: (what: Pick<OutboxEntry, 'id' | 'intent' | 'names'>) => Promise<void>
  /** All stored records, also those of other versions. */
  stored: () => Promise<unknown[]>
  /** Stores records as another version of the app would. */
  store: (...records: object[]) => Promise<void>
  send: () => Promise<void>
  entries: (owner?: Uuid) => Promise<OutboxEntry[]>
  entry: (id: Uuid) => Promise<OutboxEntry>
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
  const keep = async (what: Parameters<typeof modules.outbox.queue>[0]) => {
    const result = await inBrowser(() => modules.outbox.queue(what))
    if (!result.success) throw new Error(result.message)
  }
  const entries = (whose = owner) => inBrowser(() => modules.outboxStore.list(whose))
  return {
    keepLesson: (lesson, { unknown = false } = {}) =>
      keep({ id: lesson.opId, owner, intent: { kind: 'session', session: lesson }, names: {}, unknown }),
    keepStudent: (id, student) =>
      keep({ id, owner, intent: { kind: 'student', student }, names: {}, unknown: false }),
    queue: (what) => keep({ ...what, owner, unknown: false }),
    stored: () => inBrowser(() => inRecords((db) => db.getAll('records'))),
    store: (...records) =>
      inBrowser(async () => {
        // A read lets the app create the database first.
        await modules.outboxStore.list(owner)
        await inRecords((db) => Promise.all(records.map((record) => db.put('records', record))))
      }),
    send: () => inBrowser(() => modules.sendOutbox()),
    entries,
    entry: async (id) => {
      const found = (await entries()).find((entry) => entry.id === id)
      if (!found) throw new Error(`No entry ${id}`)
      return found
    },
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
