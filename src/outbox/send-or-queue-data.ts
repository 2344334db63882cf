import type { Uuid } from '@/core/model'
import { failure, type Failure, type Result } from '@/core/result'
import { inDoubt, offline, unauthenticated } from '@/data/errors'
import { withTimeout } from '@/data/retry'
import { currentConnection } from '@/lib/network/connection'
import { readDraft, writeDraft } from '@/lib/storage/draft-store'
import { acquireLock } from '@/lib/storage/tabs'
import { entryLock, outbox, outboxStore } from './data'
import { sendOutbox } from './outbox-sender-data'
import { mustQueue } from './pending'
import { newEntry, type Sendable } from './rules'
import { OUTBOX } from './texts'

/** After this long without an answer an intent is queued: a coach between two students cannot wait longer. */
const DIRECT_MS = 8_000

/** IndexedDB can hang. A coach with a connection waits no longer than this for the device to store an intent. */
const STORE_MS = 1_000

/** A coach without a connection waits up to this long, because the device is the only place for the intent. */
const QUEUE_MS = 3_000

/**
 * The draft of an intent whose last request may have arrived. The coach may send it again, also after a reload of the
 * form; it is never said to be unsent.
 */
const doubtOf = ({ owner, id }: Sendable) => `${owner}:doubt:${id}`
/** The same for this page, because a full device stores no draft. */
const doubted = new Set<Uuid>()
const isDoubted = (sent: Sendable) => doubted.has(sent.id) || readDraft(doubtOf(sent)) !== null

/** What is removed as soon as the device, which may still be writing it, has stored it. */
const givenUp = new Set<Uuid>()

const tooLate = (): Failure => failure('storage', OUTBOX.storage.forbidden)

/**
 * Sends an intent at once or, if the backend cannot be reached, queues it in the outbox ('queued'), which sends it
 * later under the same ids. The intent is stored on the device first (within `STORE_MS`) and removed with the answer,
 * so that a phone that dies in between finds it after the restart. After a failure nothing is queued or stored.
 *
 * @param isOwner whether the coach is still signed in here. After a sign-out nothing is stored.
 */
export async function sendOrQueue<Answer extends Result<unknown>>(
  sent: Sendable,
  send: () => Promise<Answer>,
  isOwner: () => boolean,
): Promise<Answer | Failure | 'queued'> {
  const directly = async () => {
    const answer = await withTimeout<Answer | Failure>(DIRECT_MS, send(), inDoubt(offline()))
    if (!answer.success && answer.unknown && isOwner()) {
      doubted.add(sent.id)
      writeDraft(doubtOf(sent), { id: sent.id, version: 1, values: null })
    }
    return answer
  }
  if (givenUp.delete(sent.id)) outboxStore.stopSending(sent.id)
  const { entries, underway } = outboxStore.current()
  // Lessons that are tapped one after the other are sent at once; a reply comes before its lesson.
  const replies = underway.filter(({ intent }) => intent.kind === 'reply')
  const before = replies.map((each) => newEntry({ ...each, unknown: true }, entries, new Date()))
  if (currentConnection().online && !mustQueue(sent.intent, [...entries, ...before])) {
    return whileStored(sent, directly, isOwner)
  }
  const queued = await queueInTime({ ...sent, unknown: isDoubted(sent) }, isOwner)
  if (queued.success) {
    void sendOutbox()
    return 'queued'
  }
  if (queued.code !== 'storage') return queued
  // Storage is forbidden, so nothing can be queued. But the connection may be back.
  const answer = await directly()
  return answer.success || answer.code !== 'network' ? answer : queued
}

async function whileStored<Answer extends Result<unknown>>(
  sent: Sendable,
  directly: () => Promise<Answer | Failure>,
  isOwner: () => boolean,
): Promise<Answer | Failure | 'queued'> {
  const { owner, id } = sent
  outboxStore.startSending(sent)
  // The lock keeps this and other tabs from sending the entry meanwhile. A tab that dies releases it.
  const release = await acquireLock(entryLock(id))
  let isLate = false
  try {
    const storing = outbox.storeSending(sent, () => isOwner() && !isLate)
    const early = await withTimeout<Awaited<typeof storing> | null>(STORE_MS, storing, null)
    if (early?.success === false && ['already-exists', 'in-use', 'already-sent'].includes(early.code))
      return early
    const answer = await directly()
    if (answer.success || answer.code !== 'network') {
      const forgetting = storing.then((stored) => {
        // A refusal of this attempt does not tell whether an earlier one, whose answer was lost, was carried out.
        const isSettled = stored.success && (stored.data === 'stored' || answer.success)
        return isSettled ? outbox.forget(owner, id) : null
      })
      const late = tooLate()
      const forgotten = await withTimeout<unknown>(STORE_MS, forgetting, late)
      if (forgotten === late && !answer.success) void hideUntil(sent, forgetting)
      return answer
    }
    outboxStore.stopSending(id)
    const late = tooLate()
    const stored = await withTimeout<Awaited<typeof storing>>(STORE_MS, storing, late)
    isLate = stored === late
    const kept = await keep({ ...sent, unknown: isDoubted(sent) }, stored, isOwner)
    if (!kept.success) return kept
  } finally {
    if (!givenUp.has(id)) outboxStore.stopSending(id)
    release?.()
  }
  void sendOutbox()
  return 'queued'
}

/** Leaves the entry to the sender, because its request has no answer. */
async function keep(
  sent: Sendable & { unknown: boolean },
  stored: Result<'stored' | 'there'>,
  isOwner: () => boolean,
): Promise<Result<null>> {
  // 'there': an earlier attempt stored the entry, perhaps with other content, and may have arrived.
  if (!stored.success || stored.data === 'there') return queueInTime(sent, isOwner)
  const kept = await outbox.handOver(sent)
  // A sign-out has listed and removed the entry, so it must not be stored again.
  return !kept.success && kept.code === 'already-deleted' ? unauthenticated() : kept
}

/** Queues the intent in time or not at all: what the coach is told is not stored must not be stored later. */
async function queueInTime(
  sent: Sendable & { unknown: boolean },
  isOwner: () => boolean,
): Promise<Result<null>> {
  let isLate = false
  const late = tooLate()
  const queuing = outbox.queue(sent, () => isOwner() && !isLate)
  const queued = await withTimeout<Result<null>>(QUEUE_MS, queuing, late)
  isLate = queued === late
  if (isLate) {
    const { owner, id } = sent
    // Unless the coach presses again.
    void hideUntil(
      sent,
      queuing.then(() => (givenUp.has(id) ? outbox.forget(owner, id) : queued)),
    )
  }
  return queued
}

/**
 * Does not list what is to be removed as soon as a slow device has stored it: what was listed and is gone counts as
 * sent, and takes its draft along.
 */
async function hideUntil(sent: Sendable, removed: Promise<unknown>): Promise<void> {
  const { id } = sent
  givenUp.add(id)
  outboxStore.startSending(sent)
  await removed
  // Pressed again meanwhile, it is being sent, and not to be listed either.
  if (givenUp.delete(id)) outboxStore.stopSending(id)
}
