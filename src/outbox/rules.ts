import type { AgendaTime } from '@/agenda/zone'
import type { UnknownReply } from '@/agreement/coach-replies'
import type { Instant, Uuid } from '@/core/model'
import type { Failure, FailureCode } from '@/core/result'
import type {
  FeedbackEditIntent,
  LinkIntent,
  RegistrationIntent,
  ReplyIntent,
  SkipIntent,
} from '@/credits/intents'
import type { StudentValues } from '@/students/student.schema'

/**
 * What a coach did that the server has not confirmed yet, and how it is delivered exactly once. An entry holds the
 * intent, never a plan: packages are chosen when it is sent. The functions here decide and touch nothing; the data
 * files store and send.
 */

/**
 * The shape of stored entries, which outlive the version of the app that made them. Whoever changes what a released
 * version stores raises it, and lets `stored-entries.ts` read the older shape too.
 */
export const ENTRY_VERSION = 1

/** What is to be done, complete as it was typed: nothing of it is looked up when it is sent. */
export type OutboxIntent =
  | { kind: 'session'; session: RegistrationIntent }
  | { kind: 'student'; student: StudentValues }
  | { kind: 'skip'; skip: SkipIntent }
  /** Of a lesson that may wait itself. */
  | { kind: 'link'; link: LinkIntent }
  /** What a student said of an occurrence; sent before that occurrence's answer. */
  | { kind: 'reply'; reply: ReplyIntent }
  /** Of one student, in a lesson that may wait itself. */
  | { kind: 'feedback'; feedback: FeedbackEditIntent }

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
  /** The names of its students when it was typed, by id; for showing it without network. */
  names: Readonly<Record<Uuid, string>>
  state: EntryState
  /** Attempts that reached no outcome. */
  tries: number
  /** Why it was refused, or why the last attempt failed; '' for nothing to tell. */
  problem: string
  /** What was made under this id was deleted since: only a new id can bring it back. */
  gone: boolean
  /** Refused, because these lessons may be the same one; the nearest first. null: no such question. */
  beside: readonly Uuid[] | null
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
  /** Who had told not to come, which the answer did not know: the coach should look. */
  unknownReplies?: readonly UnknownReply[]
  /** Another device had answered this occurrence of the agenda: nothing was changed. */
  answered?: true
  /** Its slot was changed or deleted since, and none that replaced it has a lesson then: it is a lesson without one. */
  slotGone?: true
  /** Its slot was changed since: the answer is that of the one that replaced it. */
  slotMoved?: true
  /** Occurrences that are gone with their slot, so that nothing was written of them; the others were skipped. */
  notSkipped?: readonly AgendaTime[]
  /** What it did to credits, validity and money, as the database answered it; absent: nothing, or not known. */
  told?: string
  /** Names of those who were deleted or anonymised since; the others were registered. */
  leftOut?: readonly string[]
}

/** What the outbox keeps of an intent. */
export type Sendable = Pick<OutboxEntry, 'id' | 'owner' | 'intent' | 'names'>

/** The coach should see what became of it. */
const isNews = ({ leftOut = [], unknownReplies = [], ...outcome }: Outcome): boolean => {
  const { differs, answered, slotGone, slotMoved, notSkipped } = outcome
  return (
    Boolean(differs || answered || slotGone || slotMoved || notSkipped) ||
    [...leftOut, ...unknownReplies].length > 0
  )
}

/** What came of one attempt. */
export type Attempt =
  /** `intent`: as it was done, where that is not as it was stored. */
  | { done: true; outcome: Outcome; intent?: OutboxIntent }
  /** `beside`: lessons of which the coach must say whether one is the same. */
  | { done: false; failure: Failure; beside?: readonly Uuid[] }

/** What the sender does next: the next entry, nothing for now, or nothing until somebody signs in. */
export type NextStep = 'go-on' | 'wait' | 'login'

/** A new entry at the end of the queue. `unknown`: a request for it has left already, and its answer is missing. */
export function newEntry(
  { unknown, ...given }: Sendable & { unknown: boolean },
  entries: readonly OutboxEntry[],
  now: Date,
): OutboxEntry {
  return {
    ...given,
    version: ENTRY_VERSION,
    order: 1 + Math.max(0, ...entries.map(({ order }) => order)),
    queuedAt: now.toISOString(),
    state: unknown ? 'sending' : 'pending',
    tries: unknown ? 1 : 0,
    problem: '',
    gone: false,
    beside: null,
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

/** What must be delivered before this can be sent: a lesson's new students, the lesson of a feedback. */
export function blockers(
  { intent }: Pick<OutboxEntry, 'intent'>,
  entries: readonly OutboxEntry[],
): OutboxEntry[] {
  return entries.filter((other) => isOpen(other) && waitsFor(intent, other))
}

function waitsFor(intent: OutboxIntent, { id, intent: other, state }: OutboxEntry): boolean {
  switch (intent.kind) {
    case 'session':
      return (
        hasStudent(intent.session, id) ||
        // A note that the server refused keeps no lesson waiting.
        (other.kind === 'reply' &&
          state !== 'refused' &&
          isSameOccurrence(intent.session.slot, other.reply.slot))
      )
    case 'feedback':
      return other.kind === 'session' && other.session.sessionId === intent.feedback.sessionId
    case 'link':
      return other.kind === 'session' && other.session.sessionId === intent.link.sessionId
    default:
      return false
  }
}

/** True if it is this student, or a lesson with this student, or something of one. */
export function isAbout({ id, intent }: Pick<OutboxEntry, 'id' | 'intent'>, studentId: Uuid): boolean {
  switch (intent.kind) {
    case 'student':
      return id === studentId
    case 'session':
      return hasStudent(intent.session, studentId)
    case 'skip':
      return intent.skip.occurrences.some(({ studentIds }) => studentIds.includes(studentId))
    case 'feedback':
      return intent.feedback.studentId === studentId
    case 'reply':
      return intent.reply.studentId === studentId
    case 'link':
      return false
  }
}

const isSameOccurrence = (
  slot: ReplyIntent['slot'] | undefined,
  { slotId, slotDate }: ReplyIntent['slot'],
): boolean => slot?.slotId === slotId && slot.slotDate === slotDate

function hasStudent({ participants }: RegistrationIntent, id: Uuid): boolean {
  return participants.some(({ studentId }) => studentId === id)
}

export function blockedBy(entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] {
  return entries.filter(
    (other) => isOpen(other) && blockers(other, entries).some(({ id }) => id === entry.id),
  )
}

/** Nothing but the network can keep it from being sent. */
export function isReady(entry: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  return (
    (entry.state === 'pending' || entry.state === 'sending') &&
    !isClockInDoubt(entry) &&
    blockers(entry, entries).length === 0
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
    const { outcome, intent = before.intent } = attempt
    return {
      entry: { ...before, intent, state: 'sent', problem: '', sentAt: now.toISOString(), outcome },
      next: 'go-on',
    }
  }
  const { failure } = attempt
  const isLocked = before.state === 'sending' || failure.unknown === true
  const waiting = { ...before, state: isLocked ? 'sending' : 'pending', tries: before.tries + 1 } as const
  const { code, message: problem } = failure
  // The next entry would fail too.
  if (code === 'network' || code === 'rate-limited')
    return { entry: { ...waiting, problem: '' }, next: 'wait' }
  if (code === 'unauthenticated') return { entry: { ...waiting, problem: '' }, next: 'login' }
  const mayPass = PASSING.includes(code) || (code === 'server' && !failure.permanent)
  if (mayPass) return { entry: { ...waiting, problem }, next: 'go-on' }
  const gone = code === 'already-deleted'
  const refused = { ...waiting, state: 'refused', problem, gone, beside: attempt.beside ?? null } as const
  return { entry: refused, next: 'go-on' }
}

/** The same entry may be accepted later. */
const PASSING: readonly FailureCode[] = ['busy', 'overtaken', 'already-exists', 'outdated']

/** An entry as the coach changed it: it starts afresh. Null when it may not be changed (any more). */
export function changed(
  entry: OutboxEntry,
  { intent, names }: Pick<OutboxEntry, 'intent' | 'names'>,
): OutboxEntry | null {
  if (!isEditable(entry)) return null
  // The coach has just checked the date, so it is as meant.
  const clock = entry.clock === null ? null : 'settled'
  return { ...entry, intent, names, state: 'pending', tries: 0, problem: '', beside: null, clock }
}

/** A refused entry that is to be sent again as it is. */
export function retried(entry: OutboxEntry): OutboxEntry {
  return entry.state === 'refused' && !entry.gone
    ? { ...entry, state: 'pending', problem: '', beside: null }
    : entry
}

/**
 * A lesson that may be the same as another one, as the coach decided (docs/product.md, 'The same lesson twice'): the
 * other one becomes that of its occurrence, and what waits for the lesson follows; or it is registered beside the other
 * one.
 *
 * @returns every entry that changed; none where there is no such question, or no occurrence.
 */
export function besideSettled(
  entry: OutboxEntry,
  decision: 'same' | 'other',
  entries: readonly OutboxEntry[],
): OutboxEntry[] {
  const { beside, intent } = entry
  if (intent.kind !== 'session' || entry.state !== 'refused' || beside === null) return []
  const { session } = intent
  const retriedEntry = { ...entry, state: 'pending', tries: 0, problem: '', beside: null } as const
  if (decision === 'other') {
    const known = [...(session.beside ?? []), ...beside]
    return [{ ...retriedEntry, intent: { kind: 'session', session: { ...session, beside: known } } }]
  }
  const [sessionId] = beside
  if (session.slot === undefined || sessionId === undefined) return []
  // The date of an answer is that of the agenda.
  const link: LinkIntent = { opId: entry.id, sessionId, slot: session.slot, begins: session.date }
  return [{ ...retriedEntry, intent: { kind: 'link', link } }, ...followersMoved(entry, sessionId, entries)]
}

/** What waits for a lesson, once the lesson has another id. */
const followersMoved = (
  entry: OutboxEntry,
  sessionId: Uuid,
  entries: readonly OutboxEntry[],
): OutboxEntry[] =>
  followersOf(entry, entries).flatMap((other): OutboxEntry[] => {
    const { intent } = other
    if (intent.kind === 'feedback') {
      return [{ ...other, intent: { ...intent, feedback: { ...intent.feedback, sessionId } } }]
    }
    return intent.kind === 'link'
      ? [{ ...other, intent: { ...intent, link: { ...intent.link, sessionId } } }]
      : []
  })

const followersOf = (entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] =>
  blockedBy(entry, entries).filter(isEditable)

/**
 * Gives an entry whose id belongs to something deleted an id of its own; what names it follows.
 *
 * @returns every entry that changed, the renamed one included.
 */
export function renamed(entry: OutboxEntry, id: Uuid, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const { intent } = entry
  const moved = (own: OutboxIntent): OutboxEntry => ({ ...entry, id, gone: false, intent: own })
  switch (intent.kind) {
    case 'session': {
      const session = { ...intent.session, opId: id, sessionId: id }
      return [moved({ kind: 'session', session }), ...followersMoved(entry, id, entries)]
    }
    case 'reply':
      return [moved(intent)]
    case 'link':
      return [moved({ kind: 'link', link: { ...intent.link, opId: id } })]
    case 'skip':
      return [moved({ kind: 'skip', skip: { ...intent.skip, opId: id } })]
    case 'feedback':
      return [moved({ kind: 'feedback', feedback: { ...intent.feedback, opId: id } })]
    case 'student': {
      const lessons = followersOf(entry, entries).flatMap((other): OutboxEntry[] => {
        if (other.intent.kind !== 'session') return []
        const { session } = other.intent
        const participants = session.participants.map((participant) =>
          participant.studentId === entry.id ? { ...participant, studentId: id } : participant,
        )
        const names = { ...other.names, [id]: intent.student.name }
        return [{ ...other, names, intent: { kind: 'session', session: { ...session, participants } } }]
      })
      return [moved(intent), ...lessons]
    }
  }
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
    ({ sentAt, outcome }) =>
      !(outcome && isNews(outcome)) && sentAt !== null && now.getTime() - Date.parse(sentAt) > REMEMBER_MS,
  )
}

/** What the whole outbox comes to, in one glance. */
interface OutboxCounts {
  /** Not delivered yet, whatever the reason. */
  open: number
  /** Of these: on their way, or with an answer that is missing. They can neither be edited nor removed. */
  sending: number
  /** Of these: waiting for the coach's decision. */
  attention: number
}

export function countOutbox(entries: readonly OutboxEntry[], setAside: readonly unknown[]): OutboxCounts {
  return {
    open: entries.filter(isOpen).length + setAside.length,
    sending: entries.filter(({ state }) => state === 'sending').length,
    attention: entries.filter(needsAttention).length + setAside.length,
  }
}

export type OutboxStatus = 'synced' | 'offline' | 'pending' | 'sending' | 'attention'

/** What the chip says. `active`: a request is under way right now. */
export function outboxStatus(counts: OutboxCounts, active: boolean, online: boolean): OutboxStatus {
  if (counts.attention > 0) return 'attention'
  if (counts.open === 0) return online ? 'synced' : 'offline'
  return active ? 'sending' : 'pending'
}
