import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { read } from '@/data/calls'
import { currentUser } from '@/data/owner'
import { listeners } from '@/lib/listeners'
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

/** Sends pending entries in order, from one tab at a time. Any step may be interrupted and repeated. */

const SENDING = 'voleio-outbox-sending'

export const sendTimer = {
  random: (): number => Math.random(),
  schedule: (run: () => void, ms: number): (() => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

const sent = listeners<[entries: readonly OutboxEntry[]]>()
let running: Promise<void> | null = null
let again = false
let failures = 0
let cancelTimer = () => {}

/** Calls `listener` with the entries delivered by each round of this tab, until the returned function is called. */
export const onSent = sent.subscribe

/**
 * Sends what can be sent now, and schedules retries while entries are pending. Never rejects. A call during a run
 * causes one more round.
 *
 * @param eager sending may succeed now (a connection, the app was opened), so the backoff starts over.
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

/** Cancels scheduled retries, for when nobody is signed in. */
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
      // For instance, storage has become unreadable. The stored entries stay.
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
  // Reads storage rather than the view: a tab that died may have left an entry without telling this tab.
  const { owner: shown } = outboxStore.current()
  if (shown !== null && !(await isAnythingOpen(shown))) return 'go-on'
  // The coach who is signed in in this browser. This tab may still show another coach.
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
    return await sendEntries(owner, clockOffset(clock.data, askedAt, Date.now()), delivered)
  } finally {
    outboxStore.setActive(false)
    // Another coach may have signed in before the answers came.
    if (delivered.length > 0 && outboxStore.current().owner === owner) sent.tell(delivered)
  }
}

/** False if storage is forbidden, for then nothing was ever queued. Forgets what was delivered long ago. */
async function isAnythingOpen(owner: Uuid): Promise<boolean> {
  const entries = await outboxStore.list(owner).catch((): OutboxEntry[] => [])
  const remove = forgettable(entries, new Date()).map(({ id }) => id)
  if (remove.length > 0)
    await outboxStore.change(owner, () => ({ remove, answer: null }), { isSending: true })
  return entries.some(isOpen)
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
    const after = await withLock(entryLock(entry.id), () => sendEntry(entry.id, owner, offset, deliver), null)
    if (after === null) {
      // It is being edited, or sent by another tab, and what must come after it waits with it.
      isAnyLeft = true
      continue
    }
    if (after.entry.state === 'sent') delivered.push(after.entry)
    else if (after.entry.state !== 'refused') isAnyLeft = true
    if (after.next !== 'go-on') return after.next
  }
}

async function sendEntry(
  id: Uuid,
  owner: Uuid,
  offset: number,
  deliver: (entry: OutboxEntry, owner: Uuid, offset: number) => Promise<Attempt>,
): Promise<{ entry: OutboxEntry; next: NextStep } | null> {
  const choose = (entries: OutboxEntry[]) => {
    // Also of lessons that were kept since the round began.
    const doubtful = withDoubtfulDates(entries, offset)
    const entry = entries.find((each) => each.id === id)
    // null if the entry was removed or edited since it was chosen, or its date is in doubt.
    const chosen = entry && isReady(entry, entries) && !doubtful.some((each) => each.id === id) ? entry : null
    return { put: [...doubtful, ...(chosen ? [sendingStarted(chosen)] : [])], answer: chosen }
  }
  const before = await outboxStore.change(owner, choose, { isSending: true })
  if (before === null) return null
  const attempt = await deliver(before, owner, offset)
  const settle = (entries: OutboxEntry[]) => {
    const after = afterAttempt(before, attempt, new Date())
    // The entry is gone if the coach signed out meanwhile; then it must not be stored again.
    return { put: entries.some((entry) => entry.id === id) ? [after.entry] : [], answer: after }
  }
  return outboxStore.change(owner, settle, { isSending: true })
}
