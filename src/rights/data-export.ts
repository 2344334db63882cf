import type { Instant, SessionFeedback } from '@/core/model'
import type { ExportDocument, ExportedRow } from './data-export.schema'

/**
 * The file a coach exports (docs/product.md, 'Rights of the coach'): database rows without their owner. Money in BRL,
 * days as 'YYYY-MM-DD', instants as ISO 8601.
 */

export const EXPORT_FORMAT = 'voleio-export'
export const STUDENT_EXPORT_FORMAT = 'voleio-student'
/** Increase when a file means something else than before: files of other versions are refused. */
export const EXPORT_VERSION = 1

/** What `export_my_data` returns: everything of one coach at one moment. */
export type ExportedData = Omit<ExportDocument, 'notice'>

/** One session of one student. Says of the others only how many there were. */
interface ExportedLesson
  extends
    Pick<ExportedRow<'sessions'>, 'date' | 'teacher' | 'notes' | 'cancelled_reason' | 'created_at'>,
    Omit<ExportedRow<'assignments'>, 'student_id'> {
  participants: number
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
  student: Omit<ExportedRow<'students'>, 'id' | 'link'>
  packages: Omit<ExportedRow<'packages'>, 'student_id'>[]
  extensions: Omit<ExportedRow<'extensions'>, 'student_id'>[]
  payments: Omit<ExportedRow<'payments'>, 'student_id'>[]
  /** Times at which the student is expected, with the club's name. */
  slots: (Pick<ExportedRow<'slots'>, 'weekday' | 'start_time' | 'minutes' | 'starts_on' | 'ends_on'> & {
    club: string | null
  })[]
  lessons: ExportedLesson[]
  notices: Omit<ExportedRow<'notices'>, 'student_id'>[]
  alerts: Omit<ExportedRow<'alerts'>, 'student_id' | 'dedupe_key'>[]
  credit_ledger: Omit<ExportedRow<'credit_ledger'>, 'student_id'>[]
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
