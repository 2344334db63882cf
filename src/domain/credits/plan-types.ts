import type { AlertFacts } from '@/domain/alerts/alert-facts'
import type { AlertPriority, AlertType, Instant, LocalDate, StudentStatus, Uuid } from '@/domain/shared/model'

/**
 * The wire format between the credit rules and the database (docs/architecture.md, 'A change of a session, step by step').
 * `CreditFacts` is the answer of `get_credit_facts`; `SessionPlan` and `AlertPlan` are what
 * `apply_session_plan` and `apply_alert_plan` take. Both keep the database's names, so nothing translates them.
 */

export interface PackageFacts {
  id: Uuid
  name: string
  total_classes: number
  remaining_classes: number
  purchase_date: LocalDate
  expiry_date: LocalDate
}

export interface StudentFacts {
  id: Uuid
  name: string
  status: StudentStatus
  credits_version: number
  /** True when the student has, or once had, a package. */
  ever_had_package: boolean
  /** Packages with credits left, and those that the lesson in question uses. */
  packages: PackageFacts[]
}

/** An alert whose cause has not ended: open, or closed by the coach (`resolved`). */
export interface OngoingAlert extends AlertDraft {
  resolved: boolean
}

export interface SessionFacts {
  id: Uuid
  date: Instant
  /** The local day of the lesson on the device that entered it. */
  day: LocalDate
  teacher: string
  notes: string | null
  version: number
  assignments: { student_id: Uuid; package_id: Uuid | null; manually_assigned: boolean }[]
  feedbacks: FeedbackInput[]
}

export interface CreditFacts {
  /** The lesson that was asked for; null when none was, or when it does not exist. */
  session: SessionFacts | null
  students: StudentFacts[]
  /** Of unassigned_session only those of the session that was asked for. */
  alerts: OngoingAlert[]
  has_club: boolean
  default_club_id: Uuid | null
}

export interface FeedbackInput {
  student_id: Uuid
  /** 1 to 5. */
  rating: number
  notes: string | null
  tags: string[]
  club_id: Uuid | null
}

export interface AlertDraft {
  type: AlertType
  priority: AlertPriority
  student_id: Uuid | null
  session_id: Uuid | null
  package_id: Uuid | null
  student_name: string | null
  /** The facts in words, for anyone who reads the row outside this app. */
  message: string
  facts: AlertFacts
  dedupe_key: string
}

/** Alerts to raise (or refresh, when the cause already holds one) and causes that ended. */
export interface AlertPlan {
  raise: AlertDraft[]
  /** Dedupe keys. */
  end: string[]
}

export interface SessionPlan {
  op: 'create' | 'update' | 'delete'
  /** One per intent of the coach; kept across retries and re-plans. */
  op_id: Uuid
  session: { id: Uuid; date?: Instant; day?: LocalDate; teacher?: string; notes?: string | null }
  /** The lesson's version that the plan was made from; absent when creating. */
  expected_version?: number
  /** The credit versions that the plan was made from, one for every student whose package is decided. */
  based_on: { student_id: Uuid; version: number }[]
  remove_students: Uuid[]
  assignments: { student_id: Uuid; package_id: Uuid | null; manually_assigned: boolean }[]
  feedbacks: FeedbackInput[]
  alerts: AlertPlan
}
