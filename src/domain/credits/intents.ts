import type { SessionPlan } from './plan-types'
import type { Instant, LocalDate, Uuid } from '@/domain/shared/model'

/**
 * What a coach wants of a lesson, and what the credit rules answer (spec §4, product.md).
 *
 * A lesson's local day decides which packages are valid for it, so an intent carries that day beside the instant:
 * the day on the coach's device when it was entered, whatever device or time zone sends it later.
 */

/** What a coach says about one student in one lesson. */
export interface FeedbackEntry {
  studentId: Uuid
  /** 1 to 5. */
  rating: number
  notes: string | null
  tags: readonly string[]
  /** Absent: what it was, or the default club for new feedback. */
  clubId?: Uuid | null
}

interface Intent {
  /** One per intention of the coach, kept across retries and re-plans. */
  opId: Uuid
  /** Made by the client. */
  sessionId: Uuid
}

/** An intent of a person who saw the lesson in this version; absent, the newest version is taken. */
export interface EditIntent extends Intent {
  expectedVersion?: number
}

export interface RegistrationIntent extends Intent {
  date: Instant
  /** The day of `date` on the device where it was entered. */
  lessonDay: LocalDate
  teacher: string
  notes: string | null
  studentIds: readonly Uuid[]
  feedbacks: readonly FeedbackEntry[]
}

export interface SessionEditIntent extends EditIntent {
  expectedVersion: number
  /** The lesson's day after the edit. */
  lessonDay: LocalDate
  /** Absent: unchanged. */
  date?: Instant
  teacher?: string
  notes?: string | null
  /** Everyone in the lesson after the edit; who is missing is removed. */
  students: readonly StudentChoice[]
  /** New or changed feedback; entries of students who are not in the lesson are ignored. */
  feedbacks: readonly FeedbackEntry[]
}

/**
 * Which package a student's lesson takes: an id, null for 'sem pacote', or absent when the coach chose none: then an
 * added student's lesson takes what registering would choose, and a kept student's keeps what it has.
 */
export interface StudentChoice {
  studentId: Uuid
  packageId?: Uuid | null
}

export interface AssignmentIntent extends EditIntent {
  /** The day of the lesson. */
  lessonDay: LocalDate
  studentId: Uuid
  packageId: Uuid
}

export interface FeedbackEditIntent extends EditIntent {
  feedback: FeedbackEntry
}

export type DeletionIntent = EditIntent

/** A package that gains or loses a credit by a plan. */
export interface PackageEffect {
  packageId: Uuid
  packageName: string
  /** Balance after the plan. */
  remaining: number
  /** For a taken credit: expired on the lesson's day. For a returned one: expired today, so it comes back unusable. */
  expired: boolean
}

/** What a plan does to one student's credits. */
export interface StudentEffect {
  studentId: Uuid
  studentName: string
  taken: PackageEffect | null
  returned: PackageEffect | null
  /** True when the student is in the lesson, after the plan, without a package. */
  withoutPackage: boolean
}

export type RefusalReason =
  | 'no-students'
  | 'student-twice'
  | 'in-future'
  | 'session-not-found'
  | 'student-not-found'
  | 'package-not-found'
  | 'package-empty'
  | 'assignment-not-found'

export type PlanResult =
  | { ok: true; plan: SessionPlan; effects: StudentEffect[] }
  | { ok: false; reason: RefusalReason; message: string }
