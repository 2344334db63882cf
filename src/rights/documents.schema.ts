import * as z from 'zod/mini'
import { formatDateTime } from '@/core/dates'
import type { Instant } from '@/core/model'
import { count, flag, id, maybe, moment, money, named, rating, rows, tags, text } from './columns.schema'
import {
  attendance,
  LESSON,
  profile,
  sessionId,
  SLOT,
  slotDay,
  tables,
  type ExportedRow,
} from './tables.schema'

/** The two files of docs/product.md, 'Rights of the coach': database rows without their owner. */

export const EXPORT_FORMAT = 'voleio-export'
export const STUDENT_EXPORT_FORMAT = 'voleio-student'
/** Increase when a file means something else than before: files of other versions are refused. */
export const EXPORT_VERSION = 1

export const document = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  exported_at: moment(),
  /** Portuguese: what an import changes. */
  notice: z.string(),
  profile: profile.row,
  ...tables,
  totals: z.object({
    active_students: count(),
    lessons: count(),
    /** Lessons that were not cancelled. */
    held: count(),
    unassigned_lessons: count(),
    rating_sum: count(),
    rating_count: count(),
    revenue: money(),
  }),
})

/** Everything of one coach at one moment; can be imported again. */
export type ExportDocument = z.infer<typeof document>
/** What `export_my_data` answers. */
export type ExportedData = Omit<ExportDocument, 'notice'>

/** What stands in one student's file in another shape, so that it says nothing of others. */
export const own = {
  /** Times at which the student is expected. */
  slots: rows('horarios', { ...SLOT, club: maybe(text('Clube')) }, { cells: { weekday: slotDay } }),
  lessons: rows(
    'aulas',
    {
      ...LESSON,
      participants: count('Alunos na aula'),
      attendance: attendance(),
      package_id: maybe(named('Pacote', 'packages')),
      manually_assigned: flag('Pacote escolhido à mão'),
      assigned_at: moment(),
      session_id: id(),
      feedback: z.nullable(
        z.object({
          rating: rating(),
          notes: maybe(text()),
          /** Only if the coach asked for them. */
          private_notes: z.optional(maybe(text())),
          tags: tags(),
          club: maybe(text()),
          created_at: moment(),
        }),
      ),
    },
    {
      after: [
        ['Avaliação', ({ feedback }) => feedback?.rating ?? null],
        ['Comentário', ({ feedback }) => feedback?.notes ?? null],
        ['Notas privadas', ({ feedback }) => feedback?.private_notes ?? null],
        ['Focos', ({ feedback }) => feedback?.tags.join(', ') ?? null],
        ['Clube', ({ feedback }) => feedback?.club ?? null],
        ['Feedback em', ({ feedback }) => feedback && formatDateTime(feedback.created_at)],
        sessionId,
      ],
    },
  ),
}

type Own<Table extends keyof typeof tables, Left extends string = 'student_id'> = Omit<
  ExportedRow<Table>,
  Left
>

/** Everything of one student at one moment. */
export interface StudentExportDocument {
  format: typeof STUDENT_EXPORT_FORMAT
  version: typeof EXPORT_VERSION
  exported_at: Instant
  teacher: { name: string; phone: string | null }
  /** Without id and link: the file is given away, and either may open the page. */
  student: Own<'students', 'id' | 'link'>
  packages: Own<'packages'>[]
  extensions: Own<'extensions'>[]
  payments: Own<'payments'>[]
  slots: z.infer<typeof own.slots>
  /** They say of other students only how many there were. */
  lessons: z.infer<typeof own.lessons>
  notices: Own<'notices'>[]
  alerts: Own<'alerts', 'student_id' | 'dedupe_key'>[]
  credit_ledger: Own<'credit_ledger'>[]
}
