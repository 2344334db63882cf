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
} from './model'

/**
 * What a coach takes along (issue 6, 'Rights'): rows as the database has them, without their owner. Money is BRL, days
 * are 'YYYY-MM-DD', instants ISO 8601.
 */

export const EXPORT_FORMAT = 'voleio-export'
export const STUDENT_EXPORT_FORMAT = 'voleio-student'
/** Rises when a document of before could no longer be read as it is. */
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
  /** null: 'sem pacote'. */
  package_id: Uuid | null
  manually_assigned: boolean
  assigned_at: Instant
}

type LedgerKind = 'purchase' | 'adjust' | 'void' | 'consume' | 'refund'

/** A credit that came or went. Outlives the package and the lesson that it speaks of. */
export interface ExportedLedgerLine {
  id: number
  student_id: Uuid
  package_id: Uuid
  session_id: Uuid | null
  kind: LedgerKind
  delta: number
  created_at: Instant
}

/** What the rows of one student add up to. */
interface ExportBalance {
  student_id: Uuid
  /** Remaining classes over all packages, expired ones included. */
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

/** What `export_my_data` answers. */
export interface ExportedData {
  format: typeof EXPORT_FORMAT
  version: typeof EXPORT_VERSION
  exported_at: Instant
  /** `email` is the one of the login; importing leaves the login as it is. */
  profile: Omit<Profile, 'id'> & { email: string | null }
  clubs: Owned<Club>[]
  students: Owned<Student>[]
  packages: Owned<Package>[]
  sessions: ExportedSession[]
  assignments: ExportedAssignment[]
  feedbacks: SessionFeedback[]
  /** Those that ended too. */
  alerts: ExportedAlert[]
  credit_ledger: ExportedLedgerLine[]
  /** Check sums, one for each student: an import must come to the same. */
  balances: ExportBalance[]
  totals: ExportTotals
}

/** Everything of one coach, of one moment; the file that can be imported again. */
export interface ExportDocument extends ExportedData {
  /** Portuguese: what an import changes. */
  notice: string
}

/** One lesson of one student: nothing of the others but how many they were. */
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
        /** The name of the club. */
        club: string | null
      })
    | null
}

/** Everything of one student, of one moment. */
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

/** What an import brought, counted in the account that it came to. */
export interface ImportOutcome {
  /** An earlier request had done it. */
  replayed: boolean
  students: number
  packages: number
  sessions: number
  credits: number
}
