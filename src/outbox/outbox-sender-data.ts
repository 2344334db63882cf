import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { read } from '@/data/calls'
import { currentUser } from '@/data/owner'
import { withLock } from '@/lib/storage/tabs'
import { clockOffset, withDoubtfulDates } from './clock'
import { entryLock, outboxStore } from './data'
import {
  afterAttempt,
  backoff,
  sendingStarted,
  forgettable,
  isOpen,
  isReady,
  nextToSend,
  type Attempt,
  type NextStep,
  type OutboxEntry,
} from './rules'

/** Sends pending entries in order, one tab at a time. Every step may be interrupted and repeated. */

const SENDING = 'voleio-outbox-sending'

export const sendTimer = {
  random: (): number => Math.random(),
  schedule: (run: () => void, ms: number): (() => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const sentListeners = new Set<(entries: readonly OutboxEntry[]) => void>()
let running: Promise<void> | null = null
let again = false
let failures = 0
let cancelTimer = () => {}

/** Calls `listener` with the entries delivered by each round of this tab, until the returned function is called. */
export function onSent(listener: (entries: readonly OutboxEntry[]) => void): () => void {
  sentListeners.add(listener)
  return () => {
    sentListeners.delete(listener)
  }
}

/**
 * Sends what can be sent now, and schedules retries while something is pending. Never rejects. A call during a run
 * causes one more round.
 *
 * @param eager conditions improved (a connection, the app was opened): the backoff starts over.
 */
export function sendOutbox({ eager = true }: { eager?: boolean } = {}): Promise<void> {
  if (eager) failures = 0
  if (running) {
    again = true
    return running
  }
  cancelTimer()
  running = rounds().finally(() => {
    running = null
  })
  return running
}

/** Cancels scheduled retries: nobody is signed in any more. */
export function stopSending(): void {
  cancelTimer()
  failures = 0
}

async function rounds(): Promise<void> {
  let next: NextStep
  do {
    again = false
    try {
      next = await withLock(SENDING, round, 'wait')
    } catch (error) {
      // For instance, storage became unreadable. What is stored stays stored.
      console.error(error)
      next = 'wait'
    }
  } while (again)
  if (next !== 'wait') return
  failures += 1
  cancelTimer = sendTimer.schedule(
    () => void sendOutbox({ eager: false }),
    backoff(failures, sendTimer.random()),
  )
}

async function round(): Promise<NextStep> {
  // Read anew: a tab that died may have left an entry that it told nobody about.
  const { owner: shown } = outboxStore.current()
  if (shown !== null && !(await isAnythingOpen(shown))) return 'go-on'
  // The coach signed in in this browser; this tab may still show another one.
  const who = await currentUser()
  if (!('user' in who)) return who.code === 'unauthenticated' ? 'login' : 'wait'
  const owner = who.user.id
  if (!(await isAnythingOpen(owner))) return 'go-on'

  outboxStore.setActive(true)
  const delivered: OutboxEntry[] = []
  try {
    const askedAt = Date.now()
    // One request, without retries; it also proves that the API accepts this login.
    const clock = await read(COMMON_MESSAGES.tryAgain, (client) => client.rpc('get_server_time'))
    // Entries are marked as sending only after the server answered, so that they stay editable without signal.
    if (!clock.success) return clock.code === 'unauthenticated' ? 'login' : 'wait'
    const offset = clockOffset(clock.data, askedAt, Date.now())
    await outboxStore.change(owner, (stored) => {
      const old = forgettable(stored, new Date()).map(({ id }) => id)
      return { put: withDoubtfulDates(stored, offset), remove: old, answer: null }
    })
    return await sendEntries(owner, offset, delivered)
  } finally {
    outboxStore.setActive(false)
    if (delivered.length > 0) for (const listener of sentListeners) listener(delivered)
  }
}

/** False if storage is forbidden: then nothing was ever queued. */
async function isAnythingOpen(owner: Uuid): Promise<boolean> {
  try {
    return (await outboxStore.list(owner)).some(isOpen)
  } catch {
    return false
  }
}

async function sendEntries(owner: Uuid, offset: number, delivered: OutboxEntry[]): Promise<NextStep> {
  // Loaded on demand: most visits have nothing to send and do not need the credit rules.
  const { deliver } = await import('./outbox-delivery-data')
  const tried = new Set<Uuid>()
  let isAnyLeft = false
  for (;;) {
    const entry = nextToSend(await outboxStore.list(owner), tried)
    if (entry === null) return isAnyLeft ? 'wait' : 'go-on'
    tried.add(entry.id)
    // An editor holds the lock; it triggers sending when it closes.
    const after = await withLock(
      entryLock(entry.id),
      () => sendEntry(owner, entry.id, (before) => deliver(before, owner, offset)),
      null,
    )
    if (after === null) continue
    if (after.entry.state === 'sent') delivered.push(after.entry)
    else if (after.entry.state !== 'refused') isAnyLeft = true
    if (after.next !== 'go-on') return after.next
  }
}

async function sendEntry(
  owner: Uuid,
  id: Uuid,
  deliver: (entry: OutboxEntry) => Promise<Attempt>,
): Promise<{ entry: OutboxEntry; next: NextStep } | null> {
  const before = await outboxStore.change(owner, (entries) => {
    const entry = entries.find((each) => each.id === id)
    // Null if it was removed or edited since it was chosen.
    const chosen = entry && isReady(entry, entries) ? entry : null
    return { put: chosen ? [sendingStarted(chosen)] : [], answer: chosen }
  })
  if (before === null) return null
  const attempt = await deliver(before)
  return outboxStore.change(owner, (entries) => {
    const after = afterAttempt(before, attempt, new Date())
    // The entry is gone if the coach signed out meanwhile; then it must not be stored again.
    return { put: entries.some((entry) => entry.id === id) ? [after.entry] : [], answer: after }
  })
}
