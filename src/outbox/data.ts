import type { Uuid } from '@/core/model'
import { failure, type Result } from '@/core/result'
import { success, unauthenticated } from '@/data/errors'
import type { Change } from '@/lib/storage/durable-records'
import { acquireLock } from '@/lib/storage/tabs'
import { settledClock } from './outbox-clock'
import { outboxStore, storageFailure } from './outbox-store-data'
import {
  besideSettled,
  changed,
  isAbout,
  isEditable,
  isOpen,
  blockedBy,
  inOrder,
  newEntry,
  renamed,
  retried,
  sendingStarted,
  type OutboxEntry,
} from './rules'
import { OUTBOX } from './texts'

/** The lock of an entry while a tab edits or sends it, so that no entry is sent while it is being edited. */
export const entryLock = (id: Uuid): string => `voleio-outbox-entry-${id}`

/** What the outbox keeps of an intent. */
export type Sendable = Pick<OutboxEntry, 'id' | 'owner' | 'intent' | 'names'>

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

const decideAbout = <Answer = null>(
  owner: Uuid,
  id: Uuid,
  decide: (entry: OutboxEntry, entries: OutboxEntry[]) => Decision<Answer>,
): Promise<Result<Answer>> =>
  changeOrFail(owner, (entries) => {
    const entry = entries.find((candidate) => candidate.id === id)
    return entry ? decide(entry, entries) : { answer: failure('already-deleted', texts.alreadyGone) }
  })

const locked = (entry: OutboxEntry): Decision<never> => ({
  answer: isOpen(entry) ? failure('in-use', texts.locked) : failure('already-sent', texts.alreadySent),
})

/** Answers what was removed, in the order of sending. */
function removal(entry: OutboxEntry, entries: OutboxEntry[]): Decision<OutboxEntry[]> {
  const waiting = blockedBy(entry, entries)
  if (entry.intent.kind === 'student' && waiting.length > 0) {
    return { answer: failure('in-use', texts.lessonsWait(waiting.length)) }
  }
  // Feedback of a lesson that is never registered goes with it.
  const removed = [entry, ...inOrder(waiting)]
  return { remove: removed.map(({ id }) => id), answer: success(removed) }
}

/** What a coach can do with outbox entries. Every call resolves with a Result and never throws. */
export const outbox = {
  /**
   * Queues an intent. A success means that it is stored durably: it survives the page, the browser and a dead battery.
   * Queued twice under one id, it is one entry; with other content it is refused while the first one may have arrived.
   *
   * @param what `unknown`: a request for it has left, and its answer is missing.
   * @param isOwner whether the coach still uses this device. After a sign-out nothing is stored.
   */
  queue: async (
    what: Sendable & { unknown: boolean },
    isOwner: () => boolean = () => true,
  ): Promise<Result<null>> => {
    const queued = await changeOrFail<null>(what.owner, (entries) => {
      if (!isOwner()) return { answer: unauthenticated() }
      const there = entries.find(({ id }) => id === what.id)
      if (!there) return { put: [newEntry(what, entries, new Date())], answer: success(null) }
      const next = changed(there, what)
      if (next === null) {
        const isSame = JSON.stringify(there.intent) === JSON.stringify(what.intent)
        return isSame ? { answer: success(null) } : locked(there)
      }
      const entry = what.unknown ? { ...sendingStarted(next), tries: 1 } : next
      return { put: [entry], answer: success(null) }
    })
    if (queued.success) askToPersist()
    return queued
  },

  /**
   * Stores an intent whose request is about to leave. 'there': an earlier attempt stored it, and it is left as it is. Other
   * tabs are not told: most of these entries are gone a moment later.
   */
  storeSending: (what: Sendable, isOwner: () => boolean): Promise<Result<'stored' | 'there'>> =>
    changeOrFail<'stored' | 'there'>(
      what.owner,
      (entries) => {
        if (!isOwner()) return { answer: unauthenticated() }
        if (entries.some(({ id }) => id === what.id)) return { answer: success('there') }
        return {
          put: [newEntry({ ...what, unknown: true }, entries, new Date())],
          answer: success('stored'),
        }
      },
      { isQuiet: true },
    ),

  /** Removes an entry that is settled: the server did what it asks, or refused it and the form has it back. */
  forget: (owner: Uuid, id: Uuid): Promise<Result<null>> =>
    decideAbout(owner, id, (entry) => ({ remove: isOpen(entry) ? [id] : [], answer: success(null) })),

  /** Lets an entry wait for the sender whose request had no answer. `unknown`: it may have arrived. */
  handOver: async ({ owner, id, unknown }: Sendable & { unknown: boolean }): Promise<Result<null>> => {
    const kept = await decideAbout(owner, id, (entry) => ({
      put: [unknown ? entry : { ...entry, state: 'pending', tries: 0 }],
      answer: success(null),
    }))
    if (kept.success) askToPersist()
    return kept
  },

  /** Replaces an entry's intent. Failure 'in-use' once sending started, 'already-sent' once it is delivered. */
  change: (owner: Uuid, id: Uuid, what: Pick<OutboxEntry, 'intent' | 'names'>): Promise<Result<null>> =>
    decideAbout(owner, id, (entry, entries) => {
      const next = changed(entry, what)
      if (next === null) return locked(entry)
      const answer = success(null)
      if (!next.gone) return { put: [next], answer }
      // The record made under the old id was deleted and stays deleted: this is a new one.
      return { put: renamed(next, crypto.randomUUID(), entries), remove: [id], answer }
    }),

  /** Removes an entry. A new student that sessions wait for stays: failure 'in-use'; a lesson takes its feedback along. */
  remove: (owner: Uuid, id: Uuid): Promise<Result<OutboxEntry[]>> =>
    decideAbout(owner, id, (entry, entries) =>
      isOpen(entry) && !isEditable(entry) ? locked(entry) : removal(entry, entries),
    ),

  /**
   * Removes an entry as long as it was not sent, and answers what was removed, so that all of it can be put back: failure
   * 'already-sent' once it is delivered, 'in-use' before.
   */
  withdraw: (owner: Uuid, id: Uuid): Promise<Result<OutboxEntry[]>> =>
    decideAbout(owner, id, (entry, entries) => (isEditable(entry) ? removal(entry, entries) : locked(entry))),

  /** Removes the feedback that waits for a lesson, delivered or not, which is about to be undone; answers it. */
  withdrawFeedbackOf: (owner: Uuid, sessionId: Uuid): Promise<Result<OutboxEntry[]>> =>
    changeOrFail(owner, (entries) => {
      const removed = inOrder(entries).filter(
        (entry) =>
          isEditable(entry) &&
          entry.intent.kind === 'feedback' &&
          entry.intent.feedback.sessionId === sessionId,
      )
      return { remove: removed.map(({ id }) => id), answer: success(removed) }
    }),

  /** Sends a refused entry again, unchanged. */
  retry: (owner: Uuid, id: Uuid): Promise<Result<null>> =>
    decideAbout(owner, id, (entry) => ({ put: [retried(entry)], answer: success(null) })),

  /** Settles whether a lesson is the same as another one; 'other' registers it beside that one. */
  settleBeside: (owner: Uuid, id: Uuid, decision: 'same' | 'other'): Promise<Result<null>> =>
    decideAbout(owner, id, (entry, entries) => ({
      put: besideSettled(entry, decision, entries),
      answer: success(null),
    })),

  /** Settles the date of a session that was registered while the device's clock was wrong. */
  settleClock: (owner: Uuid, id: Uuid, decision: 'correct' | 'keep'): Promise<Result<null>> =>
    decideAbout(owner, id, (entry) => ({ put: [settledClock(entry, decision)], answer: success(null) })),

  /** Removes the delivered entries and what they reported. */
  forgetSent: (owner: Uuid): Promise<Result<null>> =>
    changeOrFail(owner, (entries) => ({
      remove: entries.filter((entry) => !isOpen(entry)).map(({ id }) => id),
      answer: success(null),
    })),

  /** Removes delivered entries about an erased student. Never rejects. */
  forgetSentAbout: async (owner: Uuid, studentId: Uuid): Promise<void> => {
    try {
      await outboxStore.change(owner, (entries) => ({
        remove: entries.filter((entry) => !isOpen(entry) && isAbout(entry, studentId)).map(({ id }) => id),
        answer: null,
      }))
    } catch (error) {
      console.error(error)
    }
  },

  /** Removes a record that this version of the app cannot read. */
  removeSetAside: (owner: Uuid, id: Uuid): Promise<Result<null>> =>
    changeOrFail(owner, (_, setAside) => ({
      remove: setAside.filter((record) => record.id === id).map((record) => record.id),
      answer: success(null),
    })),

  /** Removes all of a coach's entries, sent or not, after a confirmed sign-out. Never rejects. */
  clear: async (owner: Uuid): Promise<void> => {
    try {
      await outboxStore.change(owner, (entries, setAside) => ({
        remove: [...entries, ...setAside].map(({ id }) => id),
        answer: null,
      }))
    } catch (error) {
      console.error(error)
    }
  },

  /** Locks an entry against sending while it is edited; the result releases it. Null while it is being sent. */
  lockForEdit: (id: Uuid): Promise<(() => void) | null> => acquireLock(entryLock(id)),
}

/** Without persistent storage, a browser short of space may evict the outbox. */
function askToPersist(): void {
  if (typeof navigator === 'undefined' || !('storage' in navigator)) return
  navigator.storage.persist().catch((error: unknown) => console.error(error))
}
