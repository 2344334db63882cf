import type { RegistrationIntent } from '@/domain/credits/intents'
import type { Instant, Uuid } from '@/domain/shared/model'
import type { Failure } from '@/domain/shared/result'
import type { StudentValues } from '@/domain/students/student.schema'

/**
 * What a coach did without signal, and how it is delivered exactly once. An entry holds the intent, never a plan:
 * packages are chosen when it is sent. The functions here decide and touch nothing; `services/outbox` stores and sends.
 */

/**
 * The shape of stored entries. Whoever changes what an entry holds raises it, and adds a migration to
 * `stored-entries.ts`: entries outlive the version of the app that made them.
 */
export const ENTRY_VERSION = 3

/** What is to be done, complete as it was typed: nothing of it is looked up when it is sent. */
export type OutboxIntent =
  | { kind: 'session'; session: RegistrationIntent }
  | { kind: 'student'; student: StudentValues }

/**
 * pending: nothing was sent, it may be edited and removed. sending: a request is on its way, or its answer was lost;
 * locked until the outcome is known. refused: the server said no, the coach decides. sent: done.
 */
export type EntryState = 'pending' | 'sending' | 'refused' | 'sent'

export interface OutboxEntry {
  version: typeof ENTRY_VERSION
  /** Names the operation and what it makes: sent twice, it happens once. */
  id: Uuid
  /** Sent only as this coach. */
  owner: Uuid
  /** Entries are sent by rising order. */
  order: number
  queuedAt: Instant
  intent: OutboxIntent
  /** The names of a lesson's students when it was typed, by id; for showing it without network. */
  names: Readonly<Record<Uuid, string>>
  state: EntryState
  /** Attempts that reached no outcome. */
  tries: number
  /** Why it was refused, or why the last attempt failed; '' for nothing to tell. */
  problem: string
  /** What was made under this id was deleted since: only a new id can bring it back. */
  gone: boolean
  /**
   * How many milliseconds the device's clock was behind the server's (negative: ahead), when that was too much and the
   * coach has not said yet what the lesson's date should be. 'settled': the coach has. null: no doubt known.
   */
  clock: number | 'settled' | null
  sentAt: Instant | null
  /** What sending it did, beyond the plain success. */
  outcome: Outcome | null
}

export interface Outcome {
  /** Students whose lesson took no package. */
  withoutPackage: readonly string[]
  /** It was there already, with other values than these: nothing was overwritten. */
  differs: boolean
}

/** What came of one attempt. */
export type Attempt = { done: true; outcome: Outcome } | { done: false; failure: Failure }

/** What the sender does next: the next entry, nothing for now, or nothing until somebody signs in. */
export type NextStep = 'go-on' | 'wait' | 'login'

/** A new entry at the end of the queue. `unknown`: a request for it has left already, and its answer is missing. */
export function newEntry(
  what: Pick<OutboxEntry, 'id' | 'owner' | 'intent' | 'names'> & { unknown: boolean },
  entries: readonly OutboxEntry[],
  now: Date,
): OutboxEntry {
  const { unknown, ...given } = what
  return {
    ...given,
    version: ENTRY_VERSION,
    order: 1 + Math.max(0, ...entries.map(({ order }) => order)),
    queuedAt: now.toISOString(),
    state: unknown ? 'sending' : 'pending',
    tries: unknown ? 1 : 0,
    problem: '',
    gone: false,
    clock: null,
    sentAt: null,
    outcome: null,
  }
}

/** Nothing of it has been sent, or what was sent was refused: the coach may still change it. */
export function isEditable({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state === 'pending' || state === 'refused'
}

/** Not delivered yet. */
export function isOpen({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state !== 'sent'
}

/** The lesson's date is in doubt, and only the coach can say. */
export function isClockInDoubt({ clock, state }: Pick<OutboxEntry, 'clock' | 'state'>): boolean {
  return typeof clock === 'number' && state === 'pending'
}

/** The coach must decide something before it can be sent. */
export function needsAttention(entry: OutboxEntry): boolean {
  return entry.state === 'refused' || isClockInDoubt(entry)
}

/** The new students that must be delivered before this session can be sent. */
export function blockingStudents(entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const { intent } = entry
  if (intent.kind !== 'session') return []
  return entries.filter(
    (other) => other.intent.kind === 'student' && isOpen(other) && hasStudent(intent.session, other.id),
  )
}

/** True if it is this student, or a session with this student. */
export function isAbout({ id, intent }: Pick<OutboxEntry, 'id' | 'intent'>, studentId: Uuid): boolean {
  return intent.kind === 'student' ? id === studentId : hasStudent(intent.session, studentId)
}

export function hasStudent({ participants }: RegistrationIntent, id: Uuid): boolean {
  return participants.some(({ studentId }) => studentId === id)
}

/** The sessions that wait for this new student. */
export function sessionsBlockedBy(student: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter(
    (entry) => isOpen(entry) && blockingStudents(entry, entries).some(({ id }) => id === student.id),
  )
}

/** Nothing but the network can keep it from being sent. */
export function isReady(entry: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  return (
    (entry.state === 'pending' || entry.state === 'sending') &&
    !isClockInDoubt(entry) &&
    blockingStudents(entry, entries).length === 0
  )
}

/** The entry to send now: the oldest that is ready and not in `tried`; null when there is none. */
export function nextToSend(entries: readonly OutboxEntry[], tried: ReadonlySet<Uuid>): OutboxEntry | null {
  return inOrder(entries).find((entry) => !tried.has(entry.id) && isReady(entry, entries)) ?? null
}

export function inOrder(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.toSorted((a, b) => a.order - b.order)
}

/** The entry with its request under way; stored before the request is sent. */
export function sendingStarted(entry: OutboxEntry): OutboxEntry {
  return { ...entry, state: 'sending' }
}

/**
 * What an attempt's answer means.
 *
 * @param before the entry as it was before this attempt began: one whose earlier answer was lost stays locked when this
 * attempt says nothing about that.
 */
export function afterAttempt(
  before: OutboxEntry,
  attempt: Attempt,
  now: Date,
): { entry: OutboxEntry; next: NextStep } {
  if (attempt.done) {
    const { outcome } = attempt
    return {
      entry: { ...before, state: 'sent', problem: '', sentAt: now.toISOString(), outcome },
      next: 'go-on',
    }
  }
  const { failure } = attempt
  const locked = before.state === 'sending' || failure.unknown === true
  const again = { ...before, state: locked ? 'sending' : 'pending', tries: before.tries + 1 } as const
  switch (failure.code) {
    case 'network':
    case 'rate-limited':
      // The next entry would fail too.
      return { entry: { ...again, problem: '' }, next: 'wait' }
    case 'unauthenticated':
      return { entry: { ...again, problem: '' }, next: 'login' }
    case 'busy':
    case 'overtaken':
    case 'already-exists':
    case 'outdated':
      return { entry: { ...again, problem: failure.message }, next: 'go-on' }
    case 'server':
      if (!failure.permanent) return { entry: { ...again, problem: failure.message }, next: 'go-on' }
      break
    default:
  }
  return {
    entry: { ...again, state: 'refused', problem: failure.message, gone: failure.code === 'already-deleted' },
    next: 'go-on',
  }
}

/** An entry as the coach changed it: it starts afresh. Null when it may not be changed (any more). */
export function changed(entry: OutboxEntry, what: Pick<OutboxEntry, 'intent' | 'names'>): OutboxEntry | null {
  if (!isEditable(entry)) return null
  // The coach has just checked the date, so it is as meant.
  const clock = entry.clock === null ? null : 'settled'
  return { ...entry, ...what, state: 'pending', tries: 0, problem: '', clock }
}

/** A refused entry that is to be sent again as it is. */
export function retried(entry: OutboxEntry): OutboxEntry {
  return entry.state === 'refused' && !entry.gone ? { ...entry, state: 'pending', problem: '' } : entry
}

/**
 * Gives an entry whose id belongs to something deleted an id of its own; sessions that name a new student follow.
 *
 * @returns every entry that changed, the renamed one included.
 */
export function renamed(entry: OutboxEntry, id: Uuid, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const { intent } = entry
  if (intent.kind === 'session') {
    const session = { ...intent.session, opId: id, sessionId: id }
    return [{ ...entry, id, gone: false, intent: { kind: 'session', session } }]
  }
  const lessons = sessionsBlockedBy(entry, entries)
    .filter(isEditable)
    .flatMap((other) => {
      if (other.intent.kind !== 'session') return []
      const { session } = other.intent
      const moved: RegistrationIntent = {
        ...session,
        participants: session.participants.map((participant) =>
          participant.studentId === entry.id ? { ...participant, studentId: id } : participant,
        ),
      }
      const names = { ...other.names, [id]: other.names[entry.id] ?? intent.student.name }
      return [{ ...other, names, intent: { kind: 'session' as const, session: moved } }]
    })
  return [{ ...entry, id, gone: false }, ...lessons]
}

/**
 * Milliseconds until the next attempt after `failures` failed ones in a row: 1 s, doubling up to 60 s, shortened by up
 * to half by chance, so that devices do not retry at the same moment.
 */
export function backoff(failures: number, random: number): number {
  return Math.min(60_000, 1_000 * 2 ** Math.max(0, failures - 1)) * (1 - random / 2)
}

/** How long what was sent stays listed, with what it did. */
const REMEMBER_MS = 24 * 60 * 60_000

/** Entries delivered long ago, unless they have something to report. */
export function forgettable(entries: readonly OutboxEntry[], now: Date): OutboxEntry[] {
  return entries.filter(
    ({ state, sentAt, outcome }) =>
      state === 'sent' &&
      !outcome?.differs &&
      sentAt !== null &&
      now.getTime() - Date.parse(sentAt) > REMEMBER_MS,
  )
}
