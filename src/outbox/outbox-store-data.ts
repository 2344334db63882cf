import type { Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { durableRecords, isStorageFull, type Change } from '@/lib/storage/durable-records'
import { tabChannel } from '@/lib/storage/tabs'
import { inOrder, isOpen, type OutboxEntry } from './rules'
import { readEntries, type ReadEntries, type SetAsideEntry, type StoredRecord } from './stored-entries'
import { OUTBOX } from './texts'

/** The outbox on this device: one record per intent, bound to its coach. Subscribers also see changes by other tabs. */

/** What screens show. Referentially stable until something changes. */
export interface OutboxView {
  /** The coach; null while nobody is shown. */
  owner: Uuid | null
  /** In the order of sending. */
  entries: readonly OutboxEntry[]
  /** Records that this version of the app cannot read. */
  setAside: readonly SetAsideEntry[]
  /** True once `entries` were read, or could not be read. */
  loaded: boolean
  /** This tab is sending. */
  active: boolean
  /**
   * What a form or a tap of this tab sends right now. It is stored, but nobody calls it pending: it is not in `entries`, and
   * only a sign-out lists it.
   */
  underway: readonly Underway[]
}

export type Underway = Pick<OutboxEntry, 'id' | 'owner' | 'intent' | 'names'>

const records = durableRecords<StoredRecord>('voleio-outbox')
const EMPTY_VIEW: OutboxView = {
  owner: null,
  entries: [],
  setAside: [],
  loaded: false,
  active: false,
  underway: [],
}

let view = EMPTY_VIEW
const underway = new Map<Uuid, Underway>()
const listeners = new Set<() => void>()
const isOwner = (data: unknown): data is Uuid => typeof data === 'string'
const channel = tabChannel('voleio-outbox', isOwner)
channel.listen((owner) => {
  if (owner === view.owner) void read(owner)
})

function show(next: Partial<OutboxView>) {
  view = { ...view, ...next }
  for (const listener of listeners) listener()
}

async function read(owner: Uuid): Promise<void> {
  let found: ReadEntries = { entries: [], setAside: [] }
  try {
    found = parsed(await records.list(owner))
  } catch {
    // Storage is forbidden: nothing can be queued here, and `queue` reports it.
  }
  // Another coach may have signed in meanwhile.
  if (view.owner === owner) show({ setAside: found.setAside, entries: listed(found.entries), loaded: true })
}

const listed = (entries: readonly OutboxEntry[]) => entries.filter(({ id }) => !underway.has(id))

const underwayOf = (owner: Uuid | null) => [...underway.values()].filter((what) => what.owner === owner)

function parsed(stored: readonly StoredRecord[]): ReadEntries {
  const { entries, setAside } = readEntries(stored)
  return { entries: inOrder(entries), setAside }
}

export const outboxStore = {
  current: (): OutboxView => view,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },

  /** Shows this coach's entries from now on; null shows none. */
  showFor: async (owner: Uuid | null): Promise<void> => {
    if (owner === view.owner) return
    show({ ...EMPTY_VIEW, owner, underway: underwayOf(owner) })
    if (owner !== null) await read(owner)
  },

  setActive: (active: boolean) => {
    if (view.active !== active) show({ active })
  },

  /** From now on its entry is not listed. */
  startSending: (what: Underway) => {
    underway.set(what.id, what)
    show({ underway: underwayOf(view.owner), entries: listed(view.entries) })
  },

  /** From now on what is still stored of it is listed again. */
  stopSending: (id: Uuid) => {
    if (!underway.delete(id)) return
    show({ underway: underwayOf(view.owner) })
    void outboxStore.refresh()
  },

  /** Reads again what other tabs have stored without telling this one. */
  refresh: async (): Promise<void> => {
    if (view.owner !== null) await read(view.owner)
  },

  /** All entries of a coach in the order of sending. Rejects if storage is forbidden. */
  list: async (owner: Uuid): Promise<OutboxEntry[]> => parsed(await records.list(owner)).entries,

  /** Whether something of this coach is not known to be with the server. Rejects if storage is forbidden. */
  isAnyWaiting: async (owner: Uuid): Promise<boolean> => {
    const { entries, setAside } = parsed(await records.list(owner))
    return setAside.length > 0 || entries.some(isOpen)
  },

  /** Changes entries in one transaction; resolves when it is on disk and shown. If it rejects, nothing changed. */
  change: async <Answer>(
    owner: Uuid,
    decide: (entries: OutboxEntry[], setAside: SetAsideEntry[]) => Change<OutboxEntry, Answer>,
    { isQuiet = false }: { isQuiet?: boolean } = {},
  ): Promise<Answer> => {
    const answer = await records.change(owner, (stored) => {
      const { entries, setAside } = parsed(stored)
      return decide(entries, setAside)
    })
    if (isQuiet) return answer
    channel.tell(owner)
    if (view.owner === owner) await read(owner)
    return answer
  },
}

/** Why nothing could be stored, ready to be shown. */
export function storageFailure(error: unknown): Failure {
  console.error(error)
  return failure('storage', isStorageFull(error) ? OUTBOX.storage.full : OUTBOX.storage.forbidden)
}
