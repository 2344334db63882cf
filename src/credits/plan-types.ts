import type { ExceptionPlan, OccurrenceKey } from '@/agenda/rules'
import type { Outcome, Reply } from '@/agreement/replies'
import type { AlertFacts } from '@/alerts/rules'
import type {
  Alert,
  Attendance,
  CancelledReason,
  Instant,
  LocalDate,
  Package,
  Profile,
  StudentStatus,
  Uuid,
} from '@/core/model'
import type { Failure } from '@/core/result'
import type { StudentEffect } from './effects'
import type { ExtensionOffer } from './extensions'

/**
 * The wire format between the credit rules and the database (docs/architecture.md, 'A change of a lesson, step by
 * step'). `CreditFacts` is the answer of `get_credit_facts`; `CreditPlan` and `AlertPlan` are what `apply_session_plan`
 * and `apply_alert_plan` take. Both keep the database's names, so nothing translates them.
 */

export interface PackageFacts {
  id: Uuid
  name: string
  total_classes: number
  used_classes: number
  used_outside: number
  remaining_classes: number
  purchase_date: LocalDate
  /** null: its validity begins with its first lesson, which it has not had yet. */
  expiry_date: LocalDate | null
  validity_days: number | null
  extended_days: number
  /**
   * Of a package whose validity begins with its first lesson: the first day on which a lesson uses it, from its start
   * on, leaving out the lessons that were asked for. So the rules know its expiry after any plan about those.
   */
  first_day_elsewhere: LocalDate | null
}

export interface StudentFacts {
  id: Uuid
  name: string
  status: StudentStatus
  anonymized: boolean
  credits_version: number
  /** True when the student has, or once had, a package. */
  ever_had_package: boolean
  /** Packages with credits left, and those that the lessons in question use. */
  packages: PackageFacts[]
  /** Packages of which something is owed, whatever their credits. */
  open: OpenPackageFacts[]
}

export interface OpenPackageFacts {
  id: Uuid
  name: string
  payment_date: LocalDate
  /** In BRL, above 0. */
  open_amount: number
}

/** An alert whose cause has not ended: open, or closed by the coach (`resolved`). */
export interface OngoingAlert extends AlertDraft {
  resolved: boolean
}

/** One student's place in a lesson, as it is stored. */
export interface PlaceRow {
  package_id: Uuid | null
  manually_assigned: boolean
  attendance: Attendance
  /** Of an excused absence: the package that the lesson would have taken. */
  spared_package_id?: Uuid | null
}

export interface ParticipantFacts extends PlaceRow {
  student_id: Uuid
  feedback: StoredFeedback | null
  told_outcome?: Outcome | null
  /** Of the version that judges the lesson. */
  makeup_days?: number | null
}

export interface SessionFacts {
  id: Uuid
  date: Instant
  /** The local day of the lesson on the device that entered it. */
  day: LocalDate
  teacher: string
  notes: string | null
  cancelled_reason: CancelledReason | null
  /** The occurrence of the agenda that it is; null: of none. */
  slot_id: Uuid | null
  slot_date: LocalDate | null
  created_at: Instant
  version: number
  participants: ParticipantFacts[]
}

/**
 * More days for a package and their cause: a recess (`batch_id` is its id), a lesson and its student (`session_id`), an
 * occurrence that was skipped (`slot_id`, `slot_date`), or none of these: by hand (docs/product.md, 'More time').
 */
export interface ExtensionRow {
  id: Uuid
  student_id: Uuid
  package_id: Uuid
  /** 1 to 365. */
  days: number
  reason: string
  batch_id: Uuid | null
  session_id: Uuid | null
  slot_id: Uuid | null
  slot_date: LocalDate | null
  /** The day that a lesson or a skip gives back; a package gets a day's days once. */
  day: LocalDate | null
}

/** An extension that a plan gives. One that is given by hand has an id of the device, by which it can be taken back. */
export interface NewExtension extends Omit<ExtensionRow, 'id'> {
  id?: Uuid
}

export interface ExtensionFacts extends Omit<ExtensionRow, 'days'> {
  /** null: a floor instead. */
  days: number | null
  /** The package is valid at least until then, because an absence was told in time (docs/product.md, 'Replies'). */
  until_day?: LocalDate | null
  /** The cause stands, so the days count. */
  stands: boolean
  /** Its days stay for good: the lesson or the slot was deleted, or the student anonymised. */
  kept: boolean
  /** The last change of its lesson gave it, so an undo of that change takes it back. */
  by_last_change?: true
}

/** The coach's rules of lessons (docs/product.md, 'Which package a lesson takes', 'More time'). */
export type CoachRules = Pick<Profile, 'package_order' | 'cancel_extension_days'>

/** What is known of an occurrence that is answered: what the agreement says of it, and who told what. */
export interface OccurrenceFacts extends OccurrenceKey {
  /** When it begins now: another device may have moved it. */
  starts_at: Instant
  /** `makeup_days` 0 or null: what was told in time gives no days. */
  replies: (Pick<Reply<Instant>, 'reply' | 'outcome'> &
    Pick<ParticipantFacts, 'student_id' | 'makeup_days'>)[]
  /** Who comes on this day only. */
  guests?: { student_id: Uuid; name: string }[]
}

export interface CreditFacts {
  /** The lesson that was asked for; null when none was, or when it does not exist. */
  session: SessionFacts | null
  /** All lessons that were asked for, that one included. */
  sessions: SessionFacts[]
  students: StudentFacts[]
  /** Those of the students above and of the lessons that were asked for, gone ones too. */
  extensions: ExtensionFacts[]
  /** Those that were asked for, and those of the lessons. */
  occurrences: OccurrenceFacts[]
  /** Of unassigned_session only those of the lessons that were asked for. */
  alerts: OngoingAlert[]
  rules: CoachRules
  has_club: boolean
  default_club_id: Uuid | null
}

export interface StoredFeedback {
  /** 1 to 5. */
  rating: number
  notes: string | null
  /** Absent in a plan: as they are. */
  private_notes?: string | null
  tags: string[]
  club_id: Uuid | null
  /** In a plan only where an undone change brings feedback back. */
  created_at?: Instant
}

export interface AlertDraft extends Omit<
  Alert,
  'id' | 'user_id' | 'facts' | 'resolved' | 'ended' | 'created_at'
> {
  facts: AlertFacts
}

/** Alerts to raise (or refresh, when the cause already holds one) and causes that ended. */
export interface AlertPlan {
  raise: AlertDraft[]
  /** Dedupe keys. */
  end: string[]
}

/** What a plan does to one lesson. */
export interface LessonPlan {
  op: 'create' | 'update' | 'delete'
  session: {
    id: Uuid
    date?: Instant
    day?: LocalDate
    teacher?: string | undefined
    notes?: string | null
    cancelled_reason?: CancelledReason | null | undefined
    /**
     * Of a new lesson a slot that is gone by then gives way to the one that replaced it, or to null. Of a stored one it
     * is an occurrence that nobody answered, or null, which leaves its occurrence unanswered.
     */
    slot_id?: Uuid | null
    slot_date?: LocalDate | null
    /**
     * Where the coach saw the occurrence moved to. Once it is elsewhere, a new lesson has no slot, and a stored one is
     * refused.
     */
    slot_moved_to?: Instant | null
    /** The lesson is refused if its slot is gone by then, or its occurrence elsewhere. */
    slot_changed?: 'refuse'
    /**
     * Of a lesson that a coach registers: the lessons that may be the same and are not (docs/product.md, 'The same
     * lesson twice'). The database refuses one that may be the same as any other.
     */
    beside?: Uuid[]
    /** Only of a deleted lesson that returns. */
    created_at?: Instant
  }
  /** The lesson's version that the plan was made from; absent when creating. */
  expected_version?: number
  /** Those who are taken out. */
  remove_students: Uuid[]
  participants: ParticipantPlan[]
}

/** What a plan does to one student who is in the lesson after it. Without a place it stays as it is. */
export interface ParticipantPlan extends Partial<PlaceRow> {
  student_id: Uuid
  /** Absent: as it is; null: it goes. */
  feedback?: StoredFeedback | null
}

export type PackagePlan =
  | {
      op: 'adjust'
      id: Uuid
      total_classes: number
      used_outside: number
      name: string
      reason: string
      /** As the plan found them; the database refuses it when they changed. */
      expected: { total_classes: number; used_outside: number }
    }
  /** The database refuses it when the package is not as the sale left it. */
  | { op: 'remove'; id: Uuid; expected: SoldAs }
  /** The database refuses both when the package is not as the coach saw it. */
  | { op: 'edit'; id: Uuid; expected: Partial<Package>; values: EditedPackage }
  | { op: 'delete'; id: Uuid; expected: Partial<Package> }

/** What 'Editar Pacote' writes. Where the validity begins with the first lesson, the database computes the expiry. */
export type EditedPackage = Pick<
  Package,
  'name' | 'total_classes' | 'price' | 'purchase_date' | 'payment_date' | 'renews_monthly' | 'validity_days'
> &
  Partial<Pick<Package, 'expiry_date'>>

/** A package as its sale left it: what another device may change. */
export interface SoldAs extends Pick<
  Package,
  | 'total_classes'
  | 'used_outside'
  | 'extended_days'
  | 'price'
  | 'paid_total'
  | 'purchase_date'
  | 'payment_date'
  | 'validity_days'
  | 'renews_monthly'
> {
  /** Absent where lessons decide it: the validity begins with the first one. */
  expiry_date?: LocalDate
  payments: readonly Uuid[]
}

/**
 * Days of a lesson or a skip come and go with their cause; a plan only gives some, or takes back those given by hand or
 * by a recess.
 */
interface ExtensionPlan {
  add: NewExtension[]
  take_back: Uuid[]
}

/**
 * A recess that a plan gives, or undoes with the days and skips that name it. The database refuses days of another one.
 */
export type RecessPlan =
  | { op: 'give'; id: Uuid; first_day: LocalDate; last_day: LocalDate }
  | { op: 'undo'; id: Uuid }

/** All of it is applied, or nothing, once. */
export interface CreditPlan {
  /** One per intent of the coach; kept across retries and re-plans. */
  op_id: Uuid
  /** The credit versions that the plan was made from, one for every student whose credits it decides about. */
  based_on: { student_id: Uuid; version: number }[]
  lessons: LessonPlan[]
  packages: PackagePlan[]
  extensions: ExtensionPlan
  /** Occurrences of the agenda that are skipped, or not any more; absent for none. */
  skips?: ExceptionPlan
  recess?: RecessPlan
  /** An undo: days whose cause begins again count as before. In any other plan `extensions.add` says what it gives. */
  restores?: true
  alerts: AlertPlan
}

/** What the credit rules answer to an intent: a plan with what it does, or why there is none. */
export type PlanResult = Planned | Failure

export interface Planned {
  success: true
  plan: CreditPlan
  effects: StudentEffect[]
  /** More time that the form offers; absent when there is nothing to extend. */
  offer?: ExtensionOffer
}
