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
  Session,
  SessionFeedback,
  Student,
  Uuid,
  Validity,
} from '@/core/model'
import type { Failure } from '@/core/result'
import type { StudentEffect } from './effects'
import type { ExtensionOffer } from './extensions'

/**
 * The wire format between the credit rules and the database (docs/architecture.md, 'A change of a lesson, step by
 * step'). `CreditFacts` is the answer of `get_credit_facts`; `CreditPlan` and `AlertPlan` are what `apply_session_plan`
 * and `apply_alert_plan` take. Both keep the database's names, so nothing translates them.
 */

export interface PackageFacts
  extends
    Validity,
    Pick<Package, 'id' | 'name' | 'total_classes' | 'used_classes' | 'used_outside' | 'remaining_classes'> {
  /**
   * If the validity begins with the first lesson: the first day, from the start date on, on which a lesson uses the
   * package, leaving out the lessons that were asked for. So the rules know the expiry after any plan about those
   * lessons.
   */
  first_day_elsewhere: LocalDate | null
}

export interface StudentFacts extends Pick<Student, 'id' | 'name' | 'status' | 'credits_version'> {
  anonymized: boolean
  /** True when the student has, or once had, a package. */
  ever_had_package: boolean
  /** Packages with credits left, and those that the lessons named in the request use or have extended. */
  packages: PackageFacts[]
  /** Packages that are not fully paid, with or without credits left. */
  open: OpenPackageFacts[]
}

export type OpenPackageFacts = Pick<Package, 'id' | 'name' | 'payment_date' | 'open_amount'>

/** An alert whose cause has not ended: open, or closed by the coach (`resolved`). */
export type OngoingAlert = AlertDraft & { resolved: boolean }

/** One student's place in a lesson, as stored. */
export interface PlaceRow {
  package_id: Uuid | null
  manually_assigned: boolean
  attendance: Attendance
  /** For an excused absence: the package that would have paid for the lesson. */
  spared_package_id?: Uuid | null
}

export interface ParticipantFacts extends PlaceRow {
  student_id: Uuid
  feedback: StoredFeedback | null
  told_outcome?: Outcome | null
  /** Of the agreement's version that judges the lesson: the days of a floor. */
  makeup_days?: number | null
}

/** A stored lesson, without the counts that triggers keep. */
export interface SessionFacts extends Omit<
  Session,
  'user_id' | 'student_count' | 'unassigned_count' | 'cancelled_count' | 'updated_at'
> {
  participants: ParticipantFacts[]
}

/**
 * More days for a package, and their cause: a recess (`batch_id` is its id), a lesson and its student (`session_id`), a
 * skipped occurrence (`slot_id`, `slot_date`), or, with none of these, the coach by hand (docs/product.md, 'More
 * time').
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
  /** The day that a lesson or a skip gives back; for each day a package gets days only once. */
  day: LocalDate | null
}

/** An extension that a plan gives. By hand, the device makes its id, by which it can be taken back. */
export type NewExtension = Omit<ExtensionRow, 'id'> & { id?: Uuid }

export interface ExtensionFacts extends Omit<ExtensionRow, 'days'> {
  /** null: this row is a floor. */
  days: number | null
  /** A floor: valid at least until this day, because an absence was told in time (docs/product.md, 'Replies'). */
  until_day?: LocalDate | null
  /** The cause stands, so the extension counts. */
  stands: boolean
  /** The extension stays for good: its lesson or slot was deleted, or its student anonymised. */
  kept: boolean
  /** The last change of its lesson gave this extension, so undoing that change takes it back. */
  by_last_change?: true
}

/** The coach's rules that credit plans need (docs/product.md, 'Which package a lesson takes', 'More time'). */
export type CoachRules = Pick<Profile, 'package_order' | 'cancel_extension_days'>

/** An occurrence that a plan answers: its time, the replies with their outcomes, and its guests. */
export interface OccurrenceFacts extends OccurrenceKey {
  /** When the occurrence begins now: another device may have moved it. */
  starts_at: Instant
  /** `makeup_days` 0 or null: an absence told in time gives no floor. */
  replies: (Pick<Reply<Instant>, 'reply' | 'outcome'> &
    Pick<ParticipantFacts, 'student_id' | 'makeup_days'>)[]
  /** All students who are expected. */
  expected?: Uuid[]
  /** Students who are expected on this day only. */
  guests?: { student_id: Uuid; name: string }[]
}

export interface CreditFacts {
  /** The lesson of the request's `session_id`; null if it named none, or the lesson does not exist. */
  session: SessionFacts | null
  /** All lessons that the request named, `session` included. */
  sessions: SessionFacts[]
  students: StudentFacts[]
  /** The extensions of `students` and of the lessons that the request named, deleted lessons included. */
  extensions: ExtensionFacts[]
  /** The occurrences that the request named, and those that its lessons answer. */
  occurrences: OccurrenceFacts[]
  /** Alerts whose cause has not ended; `unassigned_session` only for the lessons that the request named. */
  alerts: OngoingAlert[]
  rules: CoachRules
  has_club: boolean
  default_club_id: Uuid | null
}

export interface StoredFeedback extends Pick<SessionFeedback, 'rating' | 'notes' | 'tags' | 'club_id'> {
  /** Absent in a plan: the private notes stay as they are. */
  private_notes?: string | null
  /** In a plan only where an undo restores feedback. */
  created_at?: Instant
}

export interface AlertDraft extends Omit<
  Alert,
  'id' | 'user_id' | 'facts' | 'resolved' | 'ended' | 'created_at'
> {
  facts: AlertFacts
}

/** Alerts to raise (or to refresh, if the cause already has one), and causes that ended. */
export interface AlertPlan {
  raise: AlertDraft[]
  /** Dedupe keys. */
  end: string[]
}

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
     * If the slot of a new lesson is gone by then, the database takes the slot that replaced it, or null. For a stored
     * lesson: an unanswered occurrence, or null, which leaves the lesson's occurrence unanswered.
     */
    slot_id?: Uuid | null
    slot_date?: LocalDate | null
    /**
     * The time to which the coach saw the occurrence moved. If it is elsewhere by then, a new lesson gets no slot, and
     * a stored one is refused.
     */
    slot_moved_to?: Instant | null
    /** The database refuses the lesson if by then its slot is gone, or its occurrence elsewhere. */
    slot_changed?: 'refuse'
    /**
     * For a lesson that a coach registers: similar lessons that the coach called others (docs/product.md, 'The same
     * lesson twice'). The database refuses a lesson that may be the same as any other.
     */
    beside?: Uuid[]
    /** Only for a deleted lesson that an undo restores. */
    created_at?: Instant
  }
  /** The lesson's version that the plan was made from; absent when creating. */
  expected_version?: number
  remove_students: Uuid[]
  participants: ParticipantPlan[]
}

/** What a plan does to one student who is in the lesson after it. Without its columns the place stays as it is. */
export interface ParticipantPlan extends Partial<PlaceRow> {
  student_id: Uuid
  /** Absent: the feedback stays as it is; null: it is deleted. */
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
      /** The figures that the plan found. The database refuses it if they have changed. */
      expected: { total_classes: number; used_outside: number }
    }
  /** The database refuses the removal if the package is not as the sale left it. */
  | { op: 'remove'; id: Uuid; expected: SoldAs }
  /** The database refuses `edit` and `delete` if the package is not as the coach saw it. */
  | { op: 'edit'; id: Uuid; expected: Partial<Package>; values: EditedPackage }
  /** `payments`: their ids, sorted and joined by commas. */
  | { op: 'delete'; id: Uuid; expected: Partial<Package> & { payments?: string } }

/**
 * What 'Editar Pacote' writes. `expiry_date` is absent if the validity begins with the first lesson: then the database
 * computes it.
 */
export type EditedPackage = Pick<
  Package,
  'name' | 'total_classes' | 'price' | 'purchase_date' | 'payment_date' | 'renews_monthly' | 'validity_days'
> &
  Partial<Pick<Package, 'expiry_date'>>

/** A package as its sale left it: every field that another device may have changed since. */
export interface SoldAs
  extends
    Omit<EditedPackage, 'name' | 'expiry_date'>,
    Pick<Package, 'used_outside' | 'extended_days' | 'paid_total'> {
  /** Absent if the validity begins with the first lesson. */
  expiry_date?: LocalDate
  payments: readonly Uuid[]
}

/**
 * A plan gives extensions, and takes back those by hand or of a recess. Those of lessons and skips come and go with
 * their cause.
 */
type ExtensionPlan = { add: NewExtension[]; take_back: Uuid[] }

/**
 * A recess that a plan gives, or undoes together with the extensions and skips that name it. The database refuses
 * extensions that name another recess.
 */
export type RecessPlan =
  | { op: 'give'; id: Uuid; first_day: LocalDate; last_day: LocalDate }
  | { op: 'undo'; id: Uuid }

/** The database applies all of a plan or nothing of it, and never twice. */
export interface CreditPlan {
  /** The operation id: one per intent of the coach, kept across retries and re-plans. */
  op_id: Uuid
  /** The credit versions from which the plan was decided, one for each student whose credits the plan changes. */
  based_on: { student_id: Uuid; version: number }[]
  lessons: LessonPlan[]
  packages: PackagePlan[]
  extensions: ExtensionPlan
  /** Occurrences whose skip begins or ends; absent for none. */
  skips?: ExceptionPlan
  recess?: RecessPlan
  /**
   * The plan is an undo: extensions whose cause begins again count as before. In any other plan they count only if
   * `extensions.add` gives them anew.
   */
  restores?: true
  alerts: AlertPlan
}

/** What the credit rules make of an intent: a plan with its effects, or a failure. */
export type PlanResult = Planned | Failure

export interface Planned {
  success: true
  plan: CreditPlan
  effects: StudentEffect[]
  /** The extension that the form offers; absent when the plan leaves no package to extend. */
  offer?: ExtensionOffer
}
