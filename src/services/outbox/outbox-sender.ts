import type { Uuid } from '@/domain/shared/model'
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
} from '@/domain/outbox/outbox'
import { clockOffset, withDoubtfulDates } from '@/domain/outbox/outbox-clock'
import { withLock } from '@/lib/storage/web-lock'
import { entryLock } from './outbox'
import { outboxStore } from './outbox-store'
import { currentUser } from '@/services/account/owner'
import { serverTime } from '@/services/network/server-time'

/** Sends what waits, in order, one tab at a time. Everything it does may be interrupted anywhere and done again. */

const SENDING = 'voleio-outbox-sending'

/** Replaced by tests. */
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

/** Tells which entries were delivered, after each round of this tab, until the returned function is called. */
export function onSent(listener: (entries: readonly OutboxEntry[]) => void): () => void {
  sentListeners.add(listener)
  return () => {
    sentListeners.delete(listener)
  }
}

/**
 * Sends what can be sent now, and tries again later by itself while something waits. Never rejects. A call while one
 * is running is answered by one more round.
 *
 * @param eager something changed for the better (a connection, the app was opened): the pauses begin anew.
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

/** Forgets pauses and plans to try again: nobody is signed in any more. */
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
      // Storage that can no longer be read, say. What is stored stays stored.
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
  const { loaded, entries } = outboxStore.current()
  if (loaded && !entries.some(isOpen)) return 'go-on'
  // Whoever is signed in in this browser, which is not always whom this tab shows.
  const who = await currentUser()
  if (!('user' in who)) return who.code === 'unauthenticated' ? 'login' : 'wait'
  const owner = who.user.id
  if (!(await isAnythingOpen(owner))) return 'go-on'

  outboxStore.setActive(true)
  const delivered: OutboxEntry[] = []
  try {
    const askedAt = Date.now()
    const clock = await serverTime()
    // Nothing is marked as sending before the server answered: an entry stays editable while there is no signal.
    const isClockless = !clock.success && (clock.permanent === true || clock.code === 'outdated')
    if (!clock.success && !isClockless) return clock.code === 'unauthenticated' ? 'login' : 'wait'
    // A database without that function is reached all the same.
    const offset = clock.success ? clockOffset(clock.data, askedAt, Date.now()) : 0
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

/** False where storage is forbidden: nothing was ever kept there. */
async function isAnythingOpen(owner: Uuid): Promise<boolean> {
  try {
    return (await outboxStore.list(owner)).some(isOpen)
  } catch {
    return false
  }
}

async function sendEntries(owner: Uuid, offset: number, delivered: OutboxEntry[]): Promise<NextStep> {
  // The credit rules and their services: most openings of the app have nothing to send, and do without.
  const { deliver } = await import('./outbox-delivery')
  const tried = new Set<Uuid>()
  let isAnyLeft = false
  for (;;) {
    const entry = nextToSend(await outboxStore.list(owner), tried)
    if (entry === null) return isAnyLeft ? 'wait' : 'go-on'
    tried.add(entry.id)
    // Held by an editor: whoever edits it sends it afterwards.
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
    // Removed or edited since it was chosen.
    const chosen = entry && isReady(entry, entries) ? entry : null
    return { put: chosen ? [sendingStarted(chosen)] : [], answer: chosen }
  })
  if (before === null) return null
  const attempt = await deliver(before)
  return outboxStore.change(owner, (entries) => {
    const after = afterAttempt(before, attempt, new Date())
    // Signed out meanwhile, with everything removed: what happened happened, and is not brought back here.
    return { put: entries.some((entry) => entry.id === id) ? [after.entry] : [], answer: after }
  })
}
