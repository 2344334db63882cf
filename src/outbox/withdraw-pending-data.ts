import { auth } from '@/account/auth-data'
import { AGENDA_SERVICE } from '@/agenda/texts'
import type { Uuid } from '@/core/model'
import { failure, type Result } from '@/core/result'
import type { LessonUndo, LinkIntent } from '@/credits/intents'
import { opened } from '@/credits/opened'
import { UNDO } from '@/credits/texts'
import { undoOfSkip } from '@/credits/undo-of'
import { success, unauthenticated } from '@/data/errors'
import { sessions } from '@/sessions/data'
import { isSameSession } from '@/sessions/rules'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { outbox, outboxStore } from './data'
import type { OutboxEntry, OutboxIntent } from './rules'

export interface Withdrawal {
  /** The entries taken out of the outbox, in the order of sending. `putBack` puts them back. */
  taken: readonly OutboxEntry[]
  /** What undoes a lesson, a skip or a link that was sent after all; null: nothing was sent. */
  undo: LessonUndo | null
}

/**
 * Takes an entry out of the outbox before it is sent, a lesson together with its waiting feedback. While the entry is
 * being sent, this waits for the outcome (`onWaiting` is called once). After a failure the outbox holds what it held
 * before.
 */
export async function withdrawPending(
  owner: Uuid,
  id: Uuid,
  intent: OutboxIntent,
  onWaiting: () => void,
): Promise<Result<Withdrawal>> {
  const feedbacks: OutboxEntry[] = []
  const result = await withdraw(owner, id, intent, onWaiting, feedbacks)
  if (!result.success) await putBack(owner, feedbacks)
  return result
}

/** Puts entries that were taken out back at the end of the queue; none once the coach has signed out. */
export async function putBack(
  owner: Uuid,
  entries: readonly Pick<OutboxEntry, 'id' | 'intent' | 'names'>[],
): Promise<Result<null>> {
  const isOwner = () => auth.lastKnownOwner()?.id === owner
  for (const { id, intent, names } of entries) {
    const queued = await outbox.queue({ id, intent, names, owner, unknown: false }, isOwner)
    if (!queued.success) return queued
  }
  return success(null)
}

async function withdraw(
  owner: Uuid,
  id: Uuid,
  intent: OutboxIntent,
  onWaiting: () => void,
  feedbacks: OutboxEntry[],
): Promise<Result<Withdrawal>> {
  let isTold = false
  for (;;) {
    const removed = await outbox.withdraw(owner, id)
    if (removed.success) return success({ taken: [...removed.data, ...feedbacks], undo: null })
    if (intent.kind === 'session') {
      // Otherwise the feedback would be sent, and change the lesson that is about to be undone, or find it deleted.
      const withdrawn = await outbox.withdrawFeedbackOf(owner, intent.session.sessionId)
      if (!withdrawn.success) return withdrawn
      feedbacks.push(...withdrawn.data)
    }
    if (removed.code === 'already-sent') {
      // The stored intent is what was done: a skip may have followed to another slot.
      const stored = outboxStore.current().entries.find((entry) => entry.id === id)
      // Nothing was registered, and a repeat could be the first to do so.
      const isOthers = stored?.intent.kind === 'session' && stored.outcome?.answered
      if (isOthers) return failure('occurrence-answered', AGENDA_SERVICE.answered)
      const sent = await sentMeanwhile(stored?.intent ?? intent, owner)
      return sent.success ? success({ taken: feedbacks, undo: sent.data }) : sent
    }
    if (!isBeingSent(owner, id)) return removed
    if (!isTold) onWaiting()
    isTold = true
    await outcomeOf(owner, id)
    // Another coach, or nobody, is signed in now: this coach's entries must not be touched.
    if (outboxStore.current().owner !== owner) return unauthenticated()
  }
}

async function sentMeanwhile(intent: OutboxIntent, owner: Uuid): Promise<Result<LessonUndo>> {
  if (intent.kind === 'skip') return success(undoOfSkip(intent.skip))
  if (intent.kind === 'link') return linkedMeanwhile(intent.link)
  if (intent.kind !== 'session') return failure('already-sent', UNDO.sent[intent.kind])
  const { sessionId, slot } = intent.session
  // A repeat registers nothing, but answers what undoes the lesson and brings back the skip that it ended.
  const again = await sessions.register(intent.session, { only: owner, isAnswer: slot !== undefined })
  // Without an answer the lesson could be deleted all the same, but the skip that it ended would be lost.
  if (!again.success && ['network', 'rate-limited', 'server'].includes(again.code)) return again
  // The effects were told when the lesson was sent.
  const undo = again.success && again.outcome === 'saved' ? opened(again.data).undo : null
  if (undo) return success(undo)
  const there = await sessions.get(sessionId)
  if (!there.success) return there
  const texts = SESSION_MESSAGES.service
  if (there.data === null) return failure('session-not-found', texts.alreadyDeleted)
  if (!isSameSession(intent.session, there.data)) return failure('overtaken', texts.changedSince(1))
  return success({ lessons: [{ sessionId, before: null, version: there.data.version }] })
}

/** The undo that takes the slot off the lesson. Everything else about the lesson stays as it is now. */
async function linkedMeanwhile({ sessionId, slot }: LinkIntent): Promise<Result<LessonUndo>> {
  const read = await sessions.previewFacts({ sessionId })
  if (!read.success) return read
  const { session } = read.data
  if (session?.slot_id !== slot.slotId || session.slot_date !== slot.slotDate) {
    return failure('overtaken', SESSION_MESSAGES.service.changedSince(1))
  }
  const before = { ...session, slot_id: null, slot_date: null }
  return success({ lessons: [{ sessionId, before, version: session.version }] })
}

const isBeingSent = (owner: Uuid, id: Uuid): boolean => {
  const { owner: shown, entries } = outboxStore.current()
  return shown === owner && entries.some((entry) => entry.id === id && entry.state === 'sending')
}

const outcomeOf = (owner: Uuid, id: Uuid): Promise<void> =>
  new Promise((resolve) => {
    const stop = outboxStore.subscribe(() => {
      if (isBeingSent(owner, id)) return
      stop()
      resolve()
    })
  })
