import type {
  Alert,
  Club,
  Instant,
  LocalDate,
  Package,
  Profile,
  Session,
  SessionFeedback,
  Student,
  Uuid,
} from '@/domain/shared/model'

/**
 * The file a coach exports (docs/product.md, 'Rights of the coach'): database rows without their owner. Money in BRL,
 * days as 'YYYY-MM-DD', instants as ISO 8601.
 */

export const EXPORT_FORMAT = 'voleio-export'
export const STUDENT_EXPORT_FORMAT = 'voleio-student'
/** Increase when older files can no longer be imported as they are. */
export const EXPORT_VERSION = 1

type Owned<Row> = Omit<Row, 'user_id'>

interface ExportedSession extends Omit<Owned<Session>, 'day'> {
  /** null in an export from before `day` existed: an import then takes the day in São Paulo. */
  day: LocalDate | null
  rating_sum: number
  rating_count: number
}

interface ExportedAlert extends Owned<Alert> {
  /** What the message was made from; {} in an export from before. */
  facts: Record<string, unknown>
}

interface ExportedAssignment {
  session_id: Uuid
  student_id: Uuid
  /** null: unassigned ('sem pacote'). */
  package_id: Uuid | null
  manually_assigned: boolean
  assigned_at: Instant
}

type LedgerKind = 'purchase' | 'adjust' | 'void' | 'consume' | 'refund'

/** One credit taken or returned. Kept after its package or session is deleted. */
export interface ExportedLedgerLine {
  id: number
  student_id: Uuid
  package_id: Uuid
  session_id: Uuid | null
  kind: LedgerKind
  delta: number
  created_at: Instant
}

/** Totals of one student. */
interface ExportBalance {
  student_id: Uuid
  /** Remaining classes of all packages, including expired ones. */
  credits: number
  packages: number
  revenue: number
  lessons: number
  rating_sum: number
  rating_count: number
}

interface ExportTotals {
  active_students: number
  lessons: number
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
  packages: Owned<Package>[]
  sessions: ExportedSession[]
  assignments: ExportedAssignment[]
  feedbacks: SessionFeedback[]
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
  participants: number
  created_at: Instant
  package_id: Uuid | null
  manually_assigned: boolean
  assigned_at: Instant
  feedback:
    | (Pick<SessionFeedback, 'rating' | 'notes' | 'tags' | 'created_at'> & {
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
  student: Owned<Student>
  packages: Omit<Owned<Package>, 'student_id'>[]
  lessons: ExportedLesson[]
  alerts: Omit<Owned<Alert>, 'student_id'>[]
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
}
