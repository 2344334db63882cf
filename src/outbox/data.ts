import { replaceEqualDeep } from '@tanstack/react-query'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { failure, type Failure, type Result } from '@/core/result'
import { success, unauthenticated } from '@/data/errors'
import { listeners } from '@/lib/listeners'
import { durableRecords, isStorageFull, type Change } from '@/lib/storage/durable-records'
import { acquireLock, tabChannel } from '@/lib/storage/tabs'
import { settledClock } from './clock'
import {
  besideSettled,
  blockedBy,
  changed,
  inOrder,
  isAbout,
  isEditable,
  isOpen,
  newEntry,
  renamed,
  retried,
  sendingStarted,
  type OutboxEntry,
  type OutboxIntent,
  type Sendable,
} from './rules'
import { readEntries, type ReadEntries, type SetAsideEntry, type StoredRecord } from './stored-entries'
import { OUTBOX } from './texts'

/** The outbox on this device: one record per intent, bound to its coach. Subscribers also see changes by other tabs. */

/** What screens show. Each part is referentially stable until it changes. */
export interface OutboxView {
  /** The coach whose entries are shown; null: nobody's. */
  owner: Uuid | null
  /** In the order of sending. */
  entries: readonly OutboxEntry[]
  /** Records that this version of the app cannot read. */
  setAside: readonly SetAsideEntry[]
  /** True once `entries` were read, or reading failed. */
  loaded: boolean
  /** This tab is sending. */
  active: boolean
  /**
   * What a form or a tap of this tab is sending right now, or what goes as soon as a slow device has stored it. It does
   * not count as pending: `entries` leave it out, and only a sign-out lists it.
   */
  underway: readonly Sendable[]
}

export const EMPTY_VIEW: OutboxView = {
  owner: null,
  entries: [],
  setAside: [],
  loaded: false,
  active: false,
  underway: [],
}

const records = durableRecords<StoredRecord>('voleio-outbox')
let view = EMPTY_VIEW
const underway = new Map<Uuid, Sendable>()
/**
 * Entries that a full device could not store anew. As stored, what was sent would count as never sent. `over`: what
 * they replace; another tab may have stored a newer one since.
 */
const unstored = new Map<Uuid, { entry: OutboxEntry; over: string }>()
const changes = listeners()
const isText = (data: unknown): data is Uuid => typeof data === 'string'
const channel = tabChannel('voleio-outbox', isText)
channel.listen((owner) => {
  if (owner === view.owner) void read(owner)
})

/** Equal parts stay the same objects, or the reading after each tap would render every screen that lists entries. */
function show(next: Partial<OutboxView>) {
  const before = view
  view = replaceEqualDeep(view, { ...view, ...next })
  if (view !== before) changes.tell()
}

async function read(owner: Uuid): Promise<void> {
  try {
    await outboxStore.list(owner)
  } catch {
    // Storage is forbidden: nothing can be queued, and `queue` reports it. Or it fails now: what was read stays shown,
    // or it would count as gone.
    showOf(owner, {})
  }
}

/** Another coach may have signed in meanwhile. */
function showOf(owner: Uuid, found: Partial<ReadEntries>) {
  if (view.owner === owner) show({ ...found, loaded: true })
}

const listed = (entries: readonly OutboxEntry[]) => entries.filter(({ id }) => !underway.has(id))

const underwayOf = (owner: Uuid | null) => [...underway.values()].filter((each) => each.owner === owner)

function parsed(stored: readonly StoredRecord[]): ReadEntries {
  const { entries, setAside } = readEntries(stored)
  return { entries: inOrder(entries.map(newest)), setAside }
}

function newest(stored: OutboxEntry): OutboxEntry {
  const kept = unstored.get(stored.id)
  return kept?.over === JSON.stringify(stored) ? kept.entry : stored
}

/** The entries as stored and shown. The coach's actions on them are in `outbox`. */
export const outboxStore = {
  current: (): OutboxView => view,

  subscribe: changes.subscribe,

  /** Shows this coach's entries from now on; null shows none. */
  showFor: async (owner: Uuid | null): Promise<void> => {
    if (owner === view.owner) return
    show({ ...EMPTY_VIEW, owner, underway: underwayOf(owner) })
    if (owner !== null) await read(owner)
  },

  setActive: (active: boolean) => {
    if (view.active !== active) show({ active })
  },

  /** Leaves the entry out of the list from now on. */
  startSending: (sent: Sendable) => {
    underway.set(sent.id, sent)
    show({ underway: underwayOf(view.owner), entries: listed(view.entries) })
  },

  /** Lists the entry again, if it is still stored. */
  stopSending: (id: Uuid) => {
    if (!underway.delete(id)) return
    show({ underway: underwayOf(view.owner) })
    void outboxStore.refresh()
  },

  /** Reads the entries again: another tab may have stored some without telling this one. */
  refresh: async (): Promise<void> => {
    if (view.owner !== null) await read(view.owner)
  },

  /**
   * All entries of a coach in the order of sending. Shows them too: a tab that died, or an old browser, tells no other
   * tab. Rejects if storage is forbidden.
   */
  list: async (owner: Uuid): Promise<OutboxEntry[]> => {
    const { entries, setAside } = parsed(await records.list(owner))
    showOf(owner, { setAside, entries: listed(entries) })
    return entries
  },

  /**
   * Whether this coach has an entry or record that the server is not known to have. Rejects if storage is forbidden.
   */
  isAnyWaiting: async (owner: Uuid): Promise<boolean> => {
    const { entries, setAside } = parsed(await records.list(owner))
    return setAside.length > 0 || entries.some(isOpen)
  },

  /**
   * Changes entries in one transaction. Resolves when the change is on disk and shown. If it rejects, nothing changed.
   * `isQuiet`: neither this tab's view nor the other tabs are updated. `isSending`: a full device sends too, and
   * this tab remembers the change.
   */
  change: async <Answer>(
    owner: Uuid,
    decide: (entries: OutboxEntry[], setAside: SetAsideEntry[]) => Change<OutboxEntry, Answer>,
    { isQuiet, isSending }: { isQuiet?: boolean; isSending?: boolean } = {},
  ): Promise<Answer> => {
    let decided: Change<OutboxEntry, Answer> | undefined
    let answer: Answer
    let before: readonly OutboxEntry[] = []
    try {
      answer = await records.change(owner, (stored) => {
        before = readEntries(stored).entries
        const { entries, setAside } = parsed(stored)
        decided = decide(entries, setAside)
        return decided
      })
      for (const { id } of decided?.put ?? []) unstored.delete(id)
    } catch (error) {
      if (!isSending || !decided) throw error
      answer = decided.answer
      for (const entry of decided.put ?? [])
        unstored.set(entry.id, { entry, over: JSON.stringify(before.find(({ id }) => id === entry.id)) })
    }
    if (isQuiet) return answer
    channel.tell(owner)
    if (view.owner === owner) await read(owner)
    return answer
  },
}

function storageFailure(error: unknown): Failure {
  console.error(error)
  return failure('storage', isStorageFull(error) ? OUTBOX.storage.full : OUTBOX.storage.forbidden)
}

/** The name of an entry's lock, which a tab holds while it edits or sends the entry: never both at once. */
export const entryLock = (id: Uuid): string => `voleio-outbox-entry-${id}`

type Decision<Answer = null> = Change<OutboxEntry, Result<Answer>>

const texts = OUTBOX.service

async function changeOrFail<Answer>(
  owner: Uuid,
  decide: Parameters<typeof outboxStore.change<Result<Answer>>>[1],
  options?: { isQuiet: boolean },
): Promise<Result<Answer>> {
  try {
    return await outboxStore.change(owner, decide, options)
  } catch (error) {
    return storageFailure(error)
  }
}

/** Never rejects: an entry that could not be removed is listed again. */
const removeQuietly = async (
  owner: Uuid,
  chosen: (entries: OutboxEntry[], setAside: SetAsideEntry[]) => readonly StoredRecord[],
): Promise<void> => {
  await changeOrFail(owner, (...all) => ({ remove: idsOf(chosen(...all)), answer: success(null) }))
}

const idsOf = (of: readonly { id: Uuid }[]): Uuid[] => of.map(({ id }) => id)

const decideAbout = <Answer = null>(
  owner: Uuid,
  id: Uuid,
  decide: (entry: OutboxEntry, entries: OutboxEntry[]) => Decision<Answer>,
): Promise<Result<Answer>> =>
  changeOrFail(owner, (entries) => {
    const entry = entries.find((candidate) => candidate.id === id)
    return entry ? decide(entry, entries) : { answer: failure('already-deleted', texts.alreadyGone) }
  })

/** Replaces an entry, and others along with it, by what `become` returns. */
const put = (
  owner: Uuid,
  id: Uuid,
  become: (entry: OutboxEntry, entries: OutboxEntry[]) => OutboxEntry[],
): Promise<Result<null>> =>
  decideAbout(owner, id, (entry, entries) => ({ put: become(entry, entries), answer: success(null) }))

const locked = (entry: OutboxEntry): Decision<never> => ({
  answer: isOpen(entry) ? failure('in-use', texts.locked) : failure('already-sent', texts.alreadySent),
})

const isSame = (entry: OutboxEntry, { intent }: Sendable): boolean =>
  JSON.stringify(entry.intent) === JSON.stringify(intent)

const ofOtherTab = () => failure('already-exists', COMMON_MESSAGES.otherTab)

/** The lessons that wait for a new student, with the name that the student has now. */
const namingLessons = (entry: OutboxEntry, entries: OutboxEntry[]): OutboxEntry[] => {
  const { id, intent } = entry
  if (intent.kind !== 'student') return []
  return blockedBy(entry, entries).map((other) => ({
    ...other,
    names: { ...other.names, [id]: intent.student.name },
  }))
}

/** Answers the removed entries, in the order of sending. */
function removal(entry: OutboxEntry, entries: OutboxEntry[]): Decision<OutboxEntry[]> {
  const waiting = blockedBy(entry, entries)
  if (entry.intent.kind === 'student' && waiting.length > 0) {
    return { answer: failure('in-use', texts.lessonsWait(waiting.length)) }
  }
  // Feedback and links that wait for a lesson are removed with it. A lesson that waits for a reply stays when the reply
  // is removed.
  const removed = entry.intent.kind === 'session' ? [entry, ...inOrder(waiting)] : [entry]
  return { remove: idsOf(removed), answer: success(removed) }
}

/** What a coach can do with outbox entries. Every call resolves with a Result and never throws. */
export const outbox = {
  /**
   * Queues an intent. A success means that it is stored durably: it survives the page, the browser and a dead battery.
   * Queued twice under one id, it is one entry. Other content under the same id replaces the first, or fails ('in-use')
   * if the first may have arrived, 'already-exists' if another tab has stored it. What was sent fails with
   * 'already-sent': it does not wait, and nothing of it may have been stored.
   *
   * @param queued.unknown its request was sent already, and the answer is missing.
   * @param isOwner whether the coach is still signed in here. After a sign-out nothing is stored.
   */
  queue: async (
    queued: Sendable & { unknown: boolean },
    isOwner: () => boolean = () => true,
  ): Promise<Result<null>> => {
    const result = await changeOrFail<null>(queued.owner, (entries) => {
      if (!isOwner()) return { answer: unauthenticated() }
      const stored = entries.find(({ id }) => id === queued.id)
      if (!stored) return { put: [newEntry(queued, entries, new Date())], answer: success(null) }
      if (queued.isFirst && !isSame(stored, queued)) return { answer: ofOtherTab() }
      const next = changed(stored, queued)
      if (next === null)
        return isOpen(stored) && isSame(stored, queued) ? { answer: success(null) } : locked(stored)
      const entry = queued.unknown ? sendingStarted(next) : next
      return { put: [entry], answer: success(null) }
    })
    if (result.success) askToPersist()
    return result
  },

  /**
   * Stores an intent whose request is about to be sent. 'there': an earlier attempt has stored it, and it stays as it
   * is. Fails with 'in-use' or 'already-sent' for a student under the id of another one who is being sent, or was.
   * Other tabs are not told, because most of these entries are removed a moment later.
   */
  storeSending: (sent: Sendable, isOwner: () => boolean): Promise<Result<'stored' | 'there'>> =>
    changeOrFail<'stored' | 'there'>(
      sent.owner,
      (entries) => {
        if (!isOwner()) return { answer: unauthenticated() }
        const there = entries.find(({ id }) => id === sent.id)
        if (there && !isSame(there, sent)) {
          if (sent.isFirst) return { answer: ofOtherTab() }
          // Another student would replace the one that is or was sent; a lesson is corrected.
          if (sent.intent.kind === 'student' && !isEditable(there)) return locked(there)
        }
        if (there) return { answer: success('there') }
        const entry = newEntry({ ...sent, unknown: true }, entries, new Date())
        return { put: [entry], answer: success('stored') }
      },
      { isQuiet: true },
    ),

  /** Removes a settled entry: the server has carried it out, or has refused it and the form still holds it. */
  forget: (owner: Uuid, id: Uuid): Promise<Result<null>> =>
    decideAbout(owner, id, (entry) => ({ remove: isOpen(entry) ? [id] : [], answer: success(null) })),

  /** Leaves an entry whose request had no answer to the sender. `unknown`: the request may have arrived. */
  handOver: async ({ owner, id, unknown }: Sendable & { unknown: boolean }): Promise<Result<null>> => {
    const kept = await put(owner, id, (entry) => [unknown ? entry : { ...entry, state: 'pending' }])
    // The device became full: what it has already stays, and is sent.
    if (!kept.success && kept.code === 'storage') return success(null)
    if (kept.success) askToPersist()
    return kept
  },

  /**
   * Replaces an entry's intent; a function makes it of the stored one, which another tap may have changed just now.
   * Fails with 'in-use' once sending has started, with 'already-sent' once it is delivered.
   */
  change: (
    owner: Uuid,
    id: Uuid,
    to: Pick<OutboxEntry, 'intent' | 'names'> | ((stored: OutboxIntent) => OutboxIntent),
  ): Promise<Result<null>> =>
    decideAbout(owner, id, (entry, entries) => {
      const next = changed(entry, typeof to === 'function' ? { ...entry, intent: to(entry.intent) } : to)
      if (next === null) return locked(entry)
      const answer = success(null)
      if (!next.gone) return { put: [next, ...namingLessons(next, entries)], answer }
      // The row made under the old id was deleted and stays deleted. The changed entry makes a new row.
      return { put: renamed(next, crypto.randomUUID(), entries), remove: [id], answer }
    }),

  /**
   * Removes an entry that was not sent, a lesson together with its feedback, and answers what was removed, so that all
   * of it can be put back. Fails with 'in-use' for a new student for whom lessons wait and while the entry is being
   * sent, with 'already-sent' once it is delivered.
   */
  withdraw: (owner: Uuid, id: Uuid): Promise<Result<OutboxEntry[]>> =>
    decideAbout(owner, id, (entry, entries) => (isEditable(entry) ? removal(entry, entries) : locked(entry))),

  /**
   * Removes the feedback that waits for a lesson, because the lesson, delivered or not, is about to be undone. Answers
   * the removed entries.
   */
  withdrawFeedbackOf: (owner: Uuid, sessionId: Uuid): Promise<Result<OutboxEntry[]>> =>
    changeOrFail(owner, (entries) => {
      const removed = inOrder(entries).filter(
        (entry) =>
          isEditable(entry) &&
          entry.intent.kind === 'feedback' &&
          entry.intent.feedback.sessionId === sessionId,
      )
      return { remove: idsOf(removed), answer: success(removed) }
    }),

  /** Sends a refused entry again, unchanged. */
  retry: (owner: Uuid, id: Uuid): Promise<Result<null>> => put(owner, id, (entry) => [retried(entry)]),

  /** Stores the coach's decision whether a lesson is the same as another one (`besideSettled`). */
  settleBeside: (owner: Uuid, id: Uuid, decision: 'same' | 'other'): Promise<Result<null>> =>
    put(owner, id, (entry, entries) => besideSettled(entry, decision, entries)),

  /** Stores the coach's decision about the date of a lesson that was registered while the device's clock was wrong. */
  settleClock: (owner: Uuid, id: Uuid, decision: 'correct' | 'keep'): Promise<Result<null>> =>
    put(owner, id, (entry) => [settledClock(entry, decision)]),

  /** Removes the delivered entries with their outcomes. */
  forgetSent: (owner: Uuid): Promise<void> =>
    removeQuietly(owner, (entries) => entries.filter((entry) => !isOpen(entry))),

  /** Removes delivered entries about an erased student, and those that name the student. */
  forgetSentAbout: (owner: Uuid, studentId: Uuid): Promise<void> =>
    removeQuietly(owner, (entries) =>
      entries.filter((entry) => !isOpen(entry) && (isAbout(entry, studentId) || studentId in entry.names)),
    ),

  /** Removes a record that this version of the app cannot read. */
  removeSetAside: (owner: Uuid, id: Uuid): Promise<Result<null>> =>
    changeOrFail(owner, (_, setAside) => ({
      remove: idsOf(setAside).filter((each) => each === id),
      answer: success(null),
    })),

  /** Removes all of a coach's entries, sent or not, after a confirmed sign-out. */
  clear: (owner: Uuid): Promise<void> =>
    removeQuietly(owner, (entries, setAside) => [...entries, ...setAside]),

  /** Locks an entry against sending while it is edited. Returns its release; null if the entry is being sent. */
  lockForEdit: (id: Uuid): Promise<(() => void) | null> => acquireLock(entryLock(id)),
}

/** Without persistent storage, a browser that is short of space may evict the outbox. */
function askToPersist(): void {
  if (typeof navigator === 'undefined' || !('storage' in navigator)) return
  navigator.storage.persist().catch((error: unknown) => console.error(error))
}
