import type { OccurrenceKey, SkipReason, Slot } from '@/domain/agenda/agenda'
import type { ExtensionFacts } from '@/domain/credits/plan-types'
import type {
  Alert,
  Attendance,
  CancelledReason,
  Club,
  Instant,
  LocalDate,
  Package,
  Payment,
  Profile,
  Session,
  SessionFeedback,
  Student,
  Uuid,
} from '@/domain/shared/model'
import type { LedgerFacts } from '@/domain/statement/statement'

/**
 * The file a coach exports (docs/product.md, 'Rights of the coach'): database rows without their owner. Money in BRL,
 * days as 'YYYY-MM-DD', instants as ISO 8601.
 */

export const EXPORT_FORMAT = 'voleio-export'
export const STUDENT_EXPORT_FORMAT = 'voleio-student'
/** Increase when a file means something else than before: files of other versions are refused. */
export const EXPORT_VERSION = 1

type Owned<Row> = Omit<Row, 'user_id'>

interface ExportedSession extends Owned<Session> {
  rating_sum: number
  rating_count: number
}

interface ExportedAlert extends Owned<Alert> {
  /** What the message was made from. */
  facts: Record<string, unknown>
}

export type ExportedPackage = Owned<Package>

export interface ExportedExtension extends ExtensionFacts {
  created_at: Instant
}

export type ExportedPayment = Owned<Payment>

/** The coach's own text of one kind of message. */
interface ExportedTemplate {
  kind: string
  body: string
  updated_at: Instant
}

/** That a message was opened, never what it said. Of a kind that only a newer version knows, too. */
export interface ExportedNotice {
  id: Uuid
  kind: string
  /** null: to nobody that Voleio knows. */
  student_id: Uuid | null
  /** Names the alert, or the rows it was about. */
  cause: string
  opened_at: Instant
}

/** A time of the week, or of one date. */
export interface ExportedSlot extends Omit<Slot, 'students'> {
  /** Slots whose place it took. */
  replaces: Uuid[]
  created_at: Instant
}

interface ExportedSlotStudent {
  slot_id: Uuid
  student_id: Uuid
}

/** Days without lessons. */
interface ExportedRecess {
  id: Uuid
  first_day: LocalDate
  last_day: LocalDate
  created_at: Instant
}

/** An occurrence that was skipped, moved, or both. */
interface ExportedSlotException extends OccurrenceKey {
  reason: SkipReason | null
  moved_to: Instant | null
  recess_id: Uuid | null
  created_at: Instant
}

interface ExportedAssignment {
  session_id: Uuid
  student_id: Uuid
  /** null: unassigned ('sem pacote'), or not charged. */
  package_id: Uuid | null
  manually_assigned: boolean
  assigned_at: Instant
  attendance: Attendance
}

/** One credit taken or returned. Kept after its package or session is deleted. It says its lesson as that is now, or as it last was. */
export interface ExportedLedgerLine extends LedgerFacts {
  id: number
  student_id: Uuid
  package_id: Uuid
  session_id: Uuid | null
  lesson_day: LocalDate | null
  /** Of a refund: what the student was while the lesson was charged. */
  charged_as: 'present' | 'absent' | null
  package_balance_after: number
  balance_after: number
}

/** Totals of one student. */
interface ExportBalance {
  student_id: Uuid
  /** Remaining classes of all packages, including expired ones. */
  credits: number
  packages: number
  revenue: number
  /** Received less given back. */
  paid: number
  lessons: number
  rating_sum: number
  rating_count: number
}

interface ExportTotals {
  active_students: number
  lessons: number
  /** Lessons that were not cancelled. */
  held: number
  unassigned_lessons: number
  rating_sum: number
  rating_count: number
  revenue: number
}

/** What `export_my_data` returns. */
export interface ExportedData {
  format: typeof EXPORT_FORMAT
  version: typeof EXPORT_VERSION
  exported_at: Instant
  /** `email` is the login's; importing does not change it. */
  profile: Omit<Profile, 'id'> & { email: string | null }
  clubs: Owned<Club>[]
  students: Owned<Student>[]
  packages: ExportedPackage[]
  extensions: ExportedExtension[]
  payments: ExportedPayment[]
  recesses: ExportedRecess[]
  slots: ExportedSlot[]
  slot_students: ExportedSlotStudent[]
  slot_exceptions: ExportedSlotException[]
  sessions: ExportedSession[]
  assignments: ExportedAssignment[]
  feedbacks: SessionFeedback[]
  message_templates: ExportedTemplate[]
  notices: ExportedNotice[]
  /** Includes ended ones. */
  alerts: ExportedAlert[]
  credit_ledger: ExportedLedgerLine[]
  /** Checksums, one per student: an import must produce the same. */
  balances: ExportBalance[]
  totals: ExportTotals
}

/** Everything of one coach at one moment; can be imported again. */
export interface ExportDocument extends ExportedData {
  /** Portuguese: what an import changes. */
  notice: string
}

/** One session of one student. Says of the others only how many there were. */
interface ExportedLesson {
  session_id: Uuid
  date: Instant
  teacher: string
  notes: string | null
  cancelled_reason: CancelledReason | null
  /** Of this student. */
  attendance: Attendance
  participants: number
  created_at: Instant
  package_id: Uuid | null
  manually_assigned: boolean
  assigned_at: Instant
  feedback:
    | (Pick<SessionFeedback, 'rating' | 'notes' | 'tags' | 'created_at'> & {
        /** Only if the coach asked for them. */
        private_notes?: string | null
        /** The club's name. */
        club: string | null
      })
    | null
}

/** Everything of one student at one moment. */
export interface StudentExportDocument {
  format: typeof STUDENT_EXPORT_FORMAT
  version: typeof EXPORT_VERSION
  exported_at: Instant
  teacher: { name: string; phone: string | null }
  /** Without id and link: the file is given away, and either may open the page. */
  student: Omit<Owned<Student>, 'id' | 'link'>
  packages: Omit<ExportedPackage, 'student_id'>[]
  extensions: Omit<ExportedExtension, 'student_id'>[]
  payments: Omit<ExportedPayment, 'student_id'>[]
  /** Times at which the student is expected, with the club's name. */
  slots: (Pick<Slot, 'weekday' | 'start_time' | 'minutes' | 'starts_on' | 'ends_on'> & {
    club: string | null
  })[]
  lessons: ExportedLesson[]
  notices: Omit<ExportedNotice, 'student_id'>[]
  alerts: Omit<Owned<Alert>, 'student_id' | 'dedupe_key'>[]
  credit_ledger: Omit<ExportedLedgerLine, 'student_id'>[]
}

/** What an import added, counted in the receiving account. */
export interface ImportOutcome {
  /** An earlier request had already imported it. */
  replayed: boolean
  students: number
  packages: number
  sessions: number
  credits: number
  /** Students whose page opens by a new link; those of the file open nothing here. */
  links: number
  /** The coach's own texts of messages: those that were chosen, and those that the account had. */
  texts: number
}
