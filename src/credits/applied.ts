import type { SkipReason } from '@/agenda/rules'
import type {
  Alert,
  Attendance,
  CancelledReason,
  Instant,
  LocalDate,
  Package,
  Payment,
  Uuid,
} from '@/core/model'

/**
 * What a write did: every row of credits, validity, lessons, feedback, skips, payments and alerts that differs, with its
 * figures before and after. The database takes them from the stored rows in the transaction of the write
 * (docs/data-model.md, 'Effects'). They hold ids and figures, and no texts.
 */
export interface Effects {
  packages: Change<PackageFigures>[]
  /** `version` moves with everything about a lesson, so each lesson of which something changed is here. */
  lessons: Change<LessonFigures>[]
  participants: Change<ParticipantFigures>[]
  /** Of a feedback whose words alone changed both sides are equal. */
  feedbacks: Change<FeedbackFigures>[]
  /** Occurrences of the agenda that are skipped or moved. */
  skips: Change<SkipFigures>[]
  payments: Change<PaymentFigures>[]
  /** Those whose cause lasts: raised (`before` null), or ended (`after` null). */
  alerts: Change<AlertFigures>[]
}

/** null: it was not there before, or is not there any more. */
export interface Change<Figures> {
  before: Figures | null
  after: Figures | null
}

export type PackageFigures = Pick<
  Package,
  | 'id'
  | 'student_id'
  | 'remaining_classes'
  | 'expiry_date'
  | 'extended_days'
  | 'price'
  | 'paid_total'
  | 'open_amount'
  | 'payment_date'
>

interface LessonFigures {
  id: Uuid
  date: Instant
  day: LocalDate
  cancelled_reason: CancelledReason | null
  slot_id: Uuid | null
  slot_date: LocalDate | null
  version: number
}

interface ParticipantFigures {
  session_id: Uuid
  student_id: Uuid
  attendance: Attendance
  package_id: Uuid | null
  manually_assigned: boolean
}

interface FeedbackFigures {
  session_id: Uuid
  student_id: Uuid
  rating: number
}

interface SkipFigures {
  slot_id: Uuid
  slot_date: LocalDate
  reason: SkipReason | null
  moved_to: Instant | null
  recess_id: Uuid | null
}

type PaymentFigures = Pick<Payment, 'id' | 'package_id' | 'student_id' | 'kind' | 'amount' | 'paid_on'>

type AlertFigures = Pick<Alert, 'type' | 'student_id' | 'session_id' | 'package_id'> & { key: string }

/** The part of an answer that every write of credits, validity, feedback, skips and money has. */
export interface Applied {
  /** An earlier request had done it. */
  replayed: boolean
  /** Of a repeat: whether the coach had entered the same. null: not a repeat, or not known any more. */
  same: boolean | null
  /** Of a repeat: what the first request did. null: more than 30 days ago, so not known any more. */
  effects: Effects | null
}

/** Whether what is stored is what was entered now. Of an earlier attempt it may be something else. */
export const isAsEntered = ({ replayed, same }: Pick<Applied, 'replayed' | 'same'>): boolean =>
  !replayed || same === true
