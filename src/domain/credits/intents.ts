import type { Instant, LocalDate, Uuid } from '@/domain/shared/model'
import type { Charge } from './charge'

/**
 * What a coach wants of a session, complete as it was entered. A pending intent is planned anew each time it is sent,
 * so it holds no versions and no packages but those that the coach chose.
 *
 * The lesson's local day decides which packages are valid for it, so an intent carries that day beside the instant: the
 * day on the coach's device when it was entered, whatever device or time zone sends it later.
 */

/** What a coach says about one student in one session. */
export interface FeedbackEntry {
  /** 1 to 5. */
  rating: number
  notes: string | null
  tags: readonly string[]
  /** Absent: what it was, or the default club for new feedback. */
  clubId?: Uuid | null
}

/** One student of a session, as the coach wants it. What is absent was not touched. */
export interface Participant {
  studentId: Uuid
  /** Chosen by hand. Absent: who was in the session keeps the charge, an added student is charged by the rule. */
  charge?: Charge
  /** Absent: stored feedback stays; who comes in by registering has none, by an edit the default one. */
  feedback?: FeedbackEntry
}

interface Intent {
  /** One per intent of the coach, kept across retries and re-plans. */
  opId: Uuid
  /** Made by the client. */
  sessionId: Uuid
}

/** An intent of a person who saw the session in this version; absent, the newest version is taken. */
export interface EditIntent extends Intent {
  expectedVersion?: number
}

export interface RegistrationIntent extends Intent {
  date: Instant
  /** The day of `date` on the device where it was entered. */
  lessonDay: LocalDate
  teacher: string
  notes: string | null
  participants: readonly Omit<Participant, 'charge'>[]
}

export interface SessionEditIntent extends EditIntent {
  expectedVersion: number
  /** The lesson's day after the edit. */
  lessonDay: LocalDate
  /** Absent: unchanged. */
  date?: Instant
  teacher?: string
  notes?: string | null
  /** Everyone in the session after the edit; who is missing is removed. */
  participants: readonly Participant[]
}

export interface AssignmentIntent extends EditIntent {
  lessonDay: LocalDate
  studentId: Uuid
  packageId: Uuid
}

export interface FeedbackEditIntent extends EditIntent {
  studentId: Uuid
  feedback: FeedbackEntry
}

export type DeletionIntent = EditIntent
