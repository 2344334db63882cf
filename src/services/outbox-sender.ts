import type { Uuid } from '@/domain/model'
import {
  afterAttempt,
  backoff,
  begun,
  clockOffset,
  doubted,
  forgettable,
  isClockWrong,
  isOpen,
  isReady,
  isSameLesson,
  nextToSend,
  type Attempt,
  type NextStep,
  type OutboxEntry,
  type Outcome,
} from '@/domain/outbox'
import type { RegistrationIntent } from '@/domain/sessions'
import type { StudentValues } from '@/domain/student.schema'
import { exclusively } from '@/lib/exclusively'
import { MESSAGES } from '@/texts/messages'
import { unauthenticated } from './errors'
import { entryLock } from './outbox'
import { outboxStore } from './outbox-store'
import { currentUser } from './owner'
import { serverTime } from './server-time'
import { sessions } from './sessions'
import { students } from './students'

/** Sends what waits, in order, one tab at a time. Everything it does may be interrupted anywhere and done again. */

const SENDING = 'voleio-outbox-sending'

/** Replaced by tests. */
export const rhythm = {
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

/** Tells which entries came home, after each round of this tab, until the returned function is called. */
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
      next = await exclusively(SENDING, round, 'wait')
    } catch (error) {
      // Storage that can no longer be read, say. What is stored stays stored.
      console.error(error)
      next = 'wait'
    }
  } while (again)
  if (next !== 'wait') return
  failures += 1
  cancelTimer = rhythm.schedule(() => void sendOutbox({ eager: false }), backoff(failures, rhythm.random()))
}

async function round(): Promise<NextStep> {
  const { loaded, entries } = outboxStore.current()
  if (loaded && !entries.some(isOpen)) return 'go-on'
  // Whoever is signed in in this browser, which is not always whom this tab shows.
  const who = await currentUser()
  if (!('user' in who)) return who.reason === 'unauthenticated' ? 'login' : 'wait'
  const owner = who.user.id
  if (!(await outboxStore.list(owner)).some(isOpen)) return 'go-on'

  outboxStore.setActive(true)
  const home: OutboxEntry[] = []
  try {
    const askedAt = Date.now()
    const clock = await serverTime()
    // Nothing is marked as begun before the server was there: an entry stays editable while there is no signal.
    if (!clock.success) return clock.reason === 'unauthenticated' ? 'login' : 'wait'
    const offset = clockOffset(clock.data, askedAt, Date.now())
    await outboxStore.change(owner, (stored) => {
      const old = forgettable(stored, new Date()).map(({ id }) => id)
      return { put: doubted(stored, offset), remove: old, answer: null }
    })
    return await sendAll(owner, offset, home)
  } finally {
    outboxStore.setActive(false)
    if (home.length > 0) for (const listener of sentListeners) listener(home)
  }
}

async function sendAll(owner: Uuid, offset: number, home: OutboxEntry[]): Promise<NextStep> {
  const tried = new Set<Uuid>()
  let isAnyLeft = false
  for (;;) {
    const entry = nextToSend(await outboxStore.list(owner), tried)
    if (entry === null) return isAnyLeft ? 'wait' : 'go-on'
    tried.add(entry.id)
    // Held by an editor: whoever edits it sends it afterwards.
    const after = await exclusively(entryLock(entry.id), () => sendOne(owner, entry.id, offset), null)
    if (after === null) continue
    if (after.entry.state === 'sent') home.push(after.entry)
    else if (after.entry.state !== 'refused') isAnyLeft = true
    if (after.next !== 'go-on') return after.next
  }
}

async function sendOne(
  owner: Uuid,
  id: Uuid,
  offset: number,
): Promise<{ entry: OutboxEntry; next: NextStep } | null> {
  const before = await outboxStore.change(owner, (entries) => {
    const entry = entries.find((each) => each.id === id)
    // Removed or edited since it was chosen.
    const chosen = entry && isReady(entry, entries) ? entry : null
    return { put: chosen ? [begun(chosen)] : [], answer: chosen }
  })
  if (before === null) return null
  const attempt = await deliver(before, owner, offset)
  return outboxStore.change(owner, (entries) => {
    const after = afterAttempt(before, attempt, new Date())
    // Signed out meanwhile, with everything removed: what happened happened, and is not brought back here.
    return { put: entries.some((entry) => entry.id === id) ? [after.entry] : [], answer: after }
  })
}

async function deliver(entry: OutboxEntry, owner: Uuid, offset: number): Promise<Attempt> {
  const { intention } = entry
  const attempt =
    intention.kind === 'lesson'
      ? await deliverLesson(intention.lesson, owner, offset)
      : await deliverStudent(entry.id, intention.student, owner)
  if (afterAttempt(entry, attempt, new Date()).entry.state !== 'refused') return attempt
  // A refusal counts only from the coach's own account: somebody may have signed in while it was on its way.
  const who = await currentUser()
  if (!('user' in who) || who.user.id !== owner) return { done: false, failure: unauthenticated() }
  if (entry.state === 'sending' && intention.kind === 'lesson') {
    // An earlier request, whose answer was lost, may have registered it before whatever is in the way now.
    return (await findLesson(intention.lesson)) ?? attempt
  }
  return attempt
}

async function deliverLesson(lesson: RegistrationIntent, owner: Uuid, offset: number): Promise<Attempt> {
  const result = await sessions.register(lesson, {
    only: owner,
    ...(isClockWrong(offset) ? { now: () => new Date(Date.now() + offset) } : {}),
  })
  if (!result.success) return { done: false, failure: result }
  const { effects } = result.data
  // Without effects an earlier request did it: perhaps this device's, perhaps that of a copy of it.
  const found = effects.length === 0 ? await findLesson(lesson) : null
  if (found?.done) return found
  const withoutPackage = effects
    .filter((effect) => effect.withoutPackage)
    .map(({ studentName }) => studentName)
  return { done: true, outcome: { withoutPackage, differs: false } }
}

/** The lesson as it is there, as an attempt's answer; null when it is not there. */
async function findLesson(lesson: RegistrationIntent): Promise<Attempt | null> {
  const there = await sessions.get(lesson.sessionId)
  if (!there.success) return { done: false, failure: there }
  if (there.data === null) return null
  const outcome: Outcome = {
    withoutPackage: there.data.assignments.flatMap(({ package_id, student_name }) =>
      package_id === null && student_name !== null ? [student_name] : [],
    ),
    differs: !isSameLesson(lesson, there.data),
  }
  return { done: true, outcome }
}

async function deliverStudent(id: Uuid, student: StudentValues, owner: Uuid): Promise<Attempt> {
  const result = await students.create(id, student, owner)
  if (!result.success) return { done: false, failure: result }
  const differs = result.message === MESSAGES.common.alreadySaved
  return { done: true, outcome: { withoutPackage: [], differs } }
}
