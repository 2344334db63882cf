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
 * intent, never a plan: packages are chosen when the entry is sent. The functions here decide only; the data files
 * store and send.
 */

/**
 * The version of stored entries, which outlive the version of the app that made them. To change what a released version
 * stores, raise it, and let `stored-entries.ts` read the older shape too.
 */
export const ENTRY_VERSION = 1

/** What to do, complete as the coach entered it: sending looks up nothing more. */
export type OutboxIntent =
  | { kind: 'session'; session: RegistrationIntent }
  | { kind: 'student'; student: StudentValues }
  | { kind: 'skip'; skip: SkipIntent }
  /** The lesson may itself wait in the outbox. */
  | { kind: 'link'; link: LinkIntent }
  /** A student's reply, noted by the coach; sent before the answer to its occurrence. */
  | { kind: 'reply'; reply: ReplyIntent }
  /** About one student, in a lesson that may itself wait in the outbox. */
  | { kind: 'feedback'; feedback: FeedbackEditIntent }

/**
 * pending: nothing was sent; the coach may edit and remove the entry. sending: a request is on its way, or its answer
 * was lost; locked until the outcome is known. refused: the server said no, and the coach decides. sent: delivered.
 */
export type EntryState = 'pending' | 'sending' | 'refused' | 'sent'

export interface OutboxEntry {
  version: typeof ENTRY_VERSION
  /** The id of the operation and of the row that it makes, so an entry that is sent twice acts once. */
  id: Uuid
  /** The entry is sent only while this coach is signed in. */
  owner: Uuid
  /** Entries are sent by rising order. */
  order: number
  queuedAt: Instant
  intent: OutboxIntent
  /** The students' names when the entry was made, by id, to show it without network. */
  names: Readonly<Record<Uuid, string>>
  state: EntryState
  /** Why the server refused the entry, or why the last attempt failed; '' for nothing to tell. */
  problem: string
  /** The row made under this id has been deleted since. Only a new id can bring it back. */
  gone: boolean
  /** Refused because these lessons, nearest first, may be the same one. null: no such question. */
  beside: readonly Uuid[] | null
  /**
   * How many milliseconds the device's clock was behind the server's (negative: ahead), if that was too much and the
   * coach has not yet confirmed the lesson's date. 'settled': the coach has. null: the clock is not known to be wrong.
   */
  clock: number | 'settled' | null
  sentAt: Instant | null
  /** What sending the entry did, beyond plain success. */
  outcome: Outcome | null
}

export interface Outcome {
  /** Students whose lesson took no package. */
  withoutPackage: readonly string[]
  /** The row existed already, with other values. Nothing was overwritten. */
  differs: boolean
  /** Students registered as present although they had told not to come, of which the answer did not know. */
  unknownReplies?: readonly UnknownReply[]
  /** Another device had answered this occurrence of the agenda: nothing was changed. */
  answered?: true
  /**
   * The slot was changed or deleted since, and no slot that replaced it has a lesson then: the lesson was registered
   * outside the agenda.
   */
  slotGone?: true
  /** The slot was changed since: the answer went to the slot that replaced it. */
  slotMoved?: true
  /** Occurrences that are gone with their slot, so they were not skipped; the others were. */
  notSkipped?: readonly AgendaTime[]
  /** The effects on credits, validity and money in words, as the database answered them; absent: none, or not known. */
  told?: string
  /** Names of students who were deleted or anonymised since, and so left out; the others were registered. */
  leftOut?: readonly string[]
}

/**
 * What its form or tap provides. `isFirst`: the form has not sent it, so other content under its id is another tab's.
 */
export type Sendable = Pick<OutboxEntry, 'id' | 'owner' | 'intent' | 'names'> & { isFirst?: boolean }

/** The outcome has something that the coach should see, besides its effects. A list of nobody is absent. */
const isNews = ({ withoutPackage: _without, told: _told, ...news }: Outcome): boolean =>
  Object.values(news).some(Boolean)

/** Otherwise another tab, of which this one is a copy, or another device had saved something else. */
export const isStored = ({ differs, answered }: Outcome): boolean => !differs && !answered

/** The result of one attempt. */
export type Attempt =
  /** `intent`: what was done, if it differs from the stored intent. */
  | { done: true; outcome: Outcome; intent?: OutboxIntent }
  /** `beside`: lessons that may be the same one; the coach must decide. */
  | { done: false; failure: Failure; beside?: readonly Uuid[] }

/** What the sender does next: the next entry, nothing for now, or nothing until somebody signs in. */
export type NextStep = 'go-on' | 'wait' | 'login'

/** A new entry at the end of the queue. `unknown`: its request was sent already, and the answer is missing. */
export const newEntry = (
  { unknown, isFirst: _isFirst, ...given }: Sendable & { unknown: boolean },
  entries: readonly OutboxEntry[],
  now: Date,
): OutboxEntry => ({
  ...given,
  version: ENTRY_VERSION,
  order: 1 + Math.max(0, ...entries.map(({ order }) => order)),
  queuedAt: now.toISOString(),
  state: unknown ? 'sending' : 'pending',
  problem: '',
  gone: false,
  beside: null,
  clock: null,
  sentAt: null,
  outcome: null,
})

/** The coach may still change the entry: it was not sent, or the server refused it. */
export const isEditable = ({ state }: Pick<OutboxEntry, 'state'>): boolean =>
  state === 'pending' || state === 'refused'

/** Not delivered yet. */
export const isOpen = ({ state }: Pick<OutboxEntry, 'state'>): boolean => state !== 'sent'

/** The lesson's date is in doubt, and only the coach can confirm it. */
export const isClockInDoubt = ({ clock, state }: Pick<OutboxEntry, 'clock' | 'state'>): boolean =>
  typeof clock === 'number' && state === 'pending'

/** The coach must decide something before the entry can be sent. */
export const needsAttention = (entry: OutboxEntry): boolean =>
  entry.state === 'refused' || isClockInDoubt(entry)

/** What must be delivered before: a lesson's new students and replies; a feedback's or a link's lesson. */
export const blockers = (
  { intent }: Pick<OutboxEntry, 'intent'>,
  entries: readonly OutboxEntry[],
): OutboxEntry[] => entries.filter((other) => isOpen(other) && waitsFor(intent, other))

function waitsFor(intent: OutboxIntent, { id, intent: other, state }: OutboxEntry): boolean {
  switch (intent.kind) {
    case 'session':
      return (
        hasStudent(intent.session, id) ||
        // A reply that the server refused keeps no lesson waiting.
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

/** True if the entry is this student, or a lesson, a skip, a feedback or a reply of this student. */
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

const hasStudent = ({ participants }: RegistrationIntent, id: Uuid): boolean =>
  participants.some(({ studentId }) => studentId === id)

export const blockedBy = (entry: OutboxEntry, entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.filter((other) => isOpen(other) && blockers(other, entries).some(({ id }) => id === entry.id))

const isLeaving = (entry: OutboxEntry): boolean =>
  (entry.state === 'pending' || entry.state === 'sending') && !isClockInDoubt(entry)

/** Only the network can keep the entry from being sent. */
export const isReady = (entry: OutboxEntry, entries: readonly OutboxEntry[]): boolean =>
  isLeaving(entry) && blockers(entry, entries).length === 0

/**
 * The entry to send now: the oldest that is ready and not in `tried`; null when there is none. One that was tried in
 * vain, or waits for such a one, is not overtaken by what must come after it.
 */
export function nextToSend(entries: readonly OutboxEntry[], tried: ReadonlySet<Uuid>): OutboxEntry | null {
  const held = new Set<string>()
  for (const entry of inOrder(entries).filter(isLeaving)) {
    const before = blockers(entry, entries)
    // It leaves only once the coach has decided about another one, and others go on meanwhile.
    if (!before.every((other) => isReady(other, entries))) continue
    const ordered = inTurn(entry.intent)
    if (before.length === 0 && !tried.has(entry.id) && !ordered.some((each) => held.has(each))) return entry
    for (const each of ordered) held.add(each)
  }
  return null
}

/** Shared by entries that are sent in order: the older lesson takes the older credit, the newer reply or tap counts. */
function inTurn(intent: OutboxIntent): string[] {
  switch (intent.kind) {
    case 'session':
      return intent.session.participants.map(({ studentId }) => studentId)
    case 'reply':
      return [`reply ${intent.reply.studentId}`]
    case 'feedback':
      return [`${intent.feedback.sessionId} ${intent.feedback.studentId}`]
    default:
      return []
  }
}

export const inOrder = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.toSorted((a, b) => a.order - b.order)

/** The entry with its request under way. To be stored before the request is sent. */
export const sendingStarted = (entry: OutboxEntry): OutboxEntry => ({ ...entry, state: 'sending' })

/**
 * What an attempt's answer means.
 *
 * @param before the entry before this attempt. If an earlier answer was lost, the entry stays locked unless this
 * attempt tells the outcome.
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
  const waiting = { ...before, state: isLocked ? 'sending' : 'pending' } as const
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

/** After these failures the server may accept the same entry later. */
const PASSING: readonly FailureCode[] = ['busy', 'overtaken', 'already-exists', 'outdated']

/** Nothing was sent, and nothing is asked. */
const AFRESH = { state: 'pending', problem: '', beside: null } as const

/**
 * An entry with the coach's change, which starts afresh. null if the entry may not be changed.
 *
 * @param change.clock absent if a form changed the entry: the coach has just seen the date there, so it is right.
 */
export function changed(
  entry: OutboxEntry,
  {
    intent,
    names,
    clock = entry.clock && 'settled',
  }: Pick<OutboxEntry, 'intent' | 'names'> & Partial<Pick<OutboxEntry, 'clock'>>,
): OutboxEntry | null {
  if (!isEditable(entry)) return null
  return { ...entry, ...AFRESH, intent, names, clock }
}

/** A refused entry, to be sent again unchanged. An entry that is `gone` stays refused: its id is used up. */
export const retried = (entry: OutboxEntry): OutboxEntry =>
  entry.state === 'refused' && !entry.gone ? { ...entry, ...AFRESH } : entry

/**
 * The coach's decision about a lesson that may be the same as another one (docs/product.md, 'The same lesson twice').
 * 'same': the other lesson becomes that of this one's occurrence, and the entries that wait for this lesson wait for
 * it. 'other': this lesson is registered beside the other one.
 *
 * @returns every entry that changed; none if there is no such question, or 'same' and no occurrence.
 */
export function besideSettled(
  entry: OutboxEntry,
  decision: 'same' | 'other',
  entries: readonly OutboxEntry[],
): OutboxEntry[] {
  const { beside, intent } = entry
  if (intent.kind !== 'session' || entry.state !== 'refused' || beside === null) return []
  const { session } = intent
  const retriedEntry = { ...entry, ...AFRESH }
  if (decision === 'other') {
    const known = [...(session.beside ?? []), ...beside]
    return [{ ...retriedEntry, intent: { kind: 'session', session: { ...session, beside: known } } }]
  }
  const [sessionId] = beside
  if (session.slot === undefined || sessionId === undefined) return []
  // An answer's date is the time in the agenda.
  const link: LinkIntent = { opId: entry.id, sessionId, slot: session.slot, begins: session.date }
  return [{ ...retriedEntry, intent: { kind: 'link', link } }, ...followersMoved(entry, sessionId, entries)]
}

/** The entries that wait for a lesson, with the lesson's new id. */
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
 * Gives a new id to a lesson or a student whose row was deleted, and to the entries that name it: only these are edited
 * after a refusal.
 *
 * @returns every entry that changed, the renamed one included.
 */
export function renamed(entry: OutboxEntry, id: Uuid, entries: readonly OutboxEntry[]): OutboxEntry[] {
  const { intent } = entry
  const moved = { ...entry, id, gone: false }
  if (intent.kind === 'session') {
    const session = { ...intent.session, opId: id, sessionId: id }
    return [{ ...moved, intent: { kind: 'session', session } }, ...followersMoved(entry, id, entries)]
  }
  const lessons = followersOf(entry, entries).flatMap((other): OutboxEntry[] => {
    if (intent.kind !== 'student' || other.intent.kind !== 'session') return []
    const { session } = other.intent
    const participants = session.participants.map((participant) =>
      participant.studentId === entry.id ? { ...participant, studentId: id } : participant,
    )
    const names = { ...other.names, [id]: intent.student.name }
    return [{ ...other, names, intent: { kind: 'session', session: { ...session, participants } } }]
  })
  return [moved, ...lessons]
}

/**
 * Milliseconds until the next attempt after `failures` failed ones in a row: 1 s, doubling up to 60 s, shortened by up
 * to half by chance, so that devices do not retry at the same moment.
 */
export const backoff = (failures: number, random: number): number =>
  Math.min(60_000, 1_000 * 2 ** Math.max(0, failures - 1)) * (1 - random / 2)

/** How long a delivered entry stays listed, with its outcome. */
const REMEMBER_MS = 24 * 60 * 60_000

/** Entries delivered long ago, except those with something that the coach should see. */
export const forgettable = (entries: readonly OutboxEntry[], now: Date): OutboxEntry[] =>
  entries.filter(
    ({ sentAt, outcome }) =>
      !(outcome && isNews(outcome)) && sentAt !== null && now.getTime() - Date.parse(sentAt) > REMEMBER_MS,
  )

/** The outbox in numbers. */
interface OutboxCounts {
  /** Entries not delivered yet, for whatever reason. */
  open: number
  /** Open entries that wait for the coach's decision. */
  attention: number
}

export const countOutbox = (entries: readonly OutboxEntry[], setAside: readonly unknown[]): OutboxCounts => ({
  open: entries.filter(isOpen).length + setAside.length,
  attention: entries.filter(needsAttention).length + setAside.length,
})

export type OutboxStatus = 'synced' | 'offline' | 'pending' | 'sending' | 'attention'

/** The status for the chip. `active`: a request is under way. */
export function outboxStatus(counts: OutboxCounts, active: boolean, online: boolean): OutboxStatus {
  if (counts.attention > 0) return 'attention'
  if (counts.open === 0) return online ? 'synced' : 'offline'
  return active ? 'sending' : 'pending'
}
