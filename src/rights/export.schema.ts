import * as z from 'zod/mini'
import { writtenOf } from '@/agenda/zone'
import type { Instant } from '@/core/model'
import { failure, type Failure, type Result } from '@/core/result'
import { AGREEMENT, SLOT, slotDay, TOLD } from './agenda-tables.schema'
import { count, flag, id, maybe, moment, money, named, rating, rows, tags, text } from './columns.schema'
import { attendance, LESSON, profile, sessionId, tables, type ExportedRow } from './tables.schema'
import { RIGHTS_MESSAGES } from './texts'

/** The two files of docs/product.md, 'Rights of the coach', made of database rows without `user_id`. */

export const EXPORT_FORMAT = 'voleio-export'
const STUDENT_EXPORT_FORMAT = 'voleio-student'
/** Increase it when the meaning of a file changes: the app refuses files of other versions. */
const EXPORT_VERSION = 1

const document = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  exported_at: moment(),
  /** Says in Portuguese what an import changes. */
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

/** All data of one coach at one moment. Can be imported. */
export type ExportDocument = z.infer<typeof document>
/** The answer of `export_my_data`. */
export type ExportedData = Omit<ExportDocument, 'notice'>

/** Tables in another shape in one student's file, so that they tell nothing of others. */
export const own = {
  /** The slots at which the student is expected. */
  slots: rows('horarios', { ...SLOT, club: maybe(text('Clube')) }, { cells: { weekday: slotDay } }),
  /** With what the student confirmed. */
  agreement_confirmations: rows('confirmacoes', { ...AGREEMENT, confirmed_at: moment('Confirmados em') }),
  opening_invites: rows('convites', {
    for_start: moment('Aula'),
    closes_at: moment('Até'),
    invited_at: moment('Convidado em'),
    taken_at: maybe(moment('Aceitou em')),
  }),
  lessons: rows(
    'aulas',
    {
      ...LESSON,
      participants: count('Alunos na aula'),
      attendance: attendance(),
      package_id: maybe(named('Pacote', 'packages')),
      manually_assigned: flag('Pacote escolhido à mão'),
      assigned_at: moment(),
      ...TOLD,
      spared_package_id: maybe(id()),
      session_id: id(),
      feedback: z.nullable(
        z.object({
          rating: rating(),
          notes: maybe(text()),
          /** Present only if the coach asked for them. */
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
        [
          'Feedback em',
          ({ feedback }, { zone }) => feedback && writtenOf({ instant: feedback.created_at, zone }),
        ],
        sessionId,
      ],
    },
  ),
}

type Own<Table extends keyof typeof tables, Left extends string = 'student_id'> = Omit<
  ExportedRow<Table>,
  Left
>

/** All data of one student at one moment. */
export interface StudentExportDocument {
  format: typeof STUDENT_EXPORT_FORMAT
  version: typeof EXPORT_VERSION
  exported_at: Instant
  teacher: { name: string; phone: string | null; time_zone: string | null }
  /** The agreement's hours of notice, by version. */
  agreements: Pick<ExportedRow<'agreements'>, 'version' | 'notice_hours'>[]
  /** Without id and link: the file is given away, and either may open the student's page. */
  student: Own<'students', 'id' | 'link'>
  packages: Own<'packages'>[]
  extensions: Own<'extensions'>[]
  payments: Own<'payments'>[]
  slots: z.infer<typeof own.slots>
  agreement_confirmations: z.infer<typeof own.agreement_confirmations>
  lesson_replies: Own<'lesson_replies', 'student_id' | 'slot_id'>[]
  occurrence_guests: Own<'occurrence_guests', 'student_id' | 'slot_id'>[]
  opening_invites: z.infer<typeof own.opening_invites>
  /** Of other students the lessons tell only how many took part. */
  lessons: z.infer<typeof own.lessons>
  notices: Own<'notices'>[]
  alerts: Own<'alerts', 'student_id' | 'dedupe_key'>[]
  credit_ledger: Own<'credit_ledger'>[]
}

/** The longest import file in characters: about 36,000 lessons, i.e. eight a day for twelve years. */
export const IMPORT_MAX_CHARACTERS = 64_000_000

const { import: texts } = RIGHTS_MESSAGES

/** Parses a full export: checks format, version, rows and references. The database verifies the balances. */
export function parseExport(content: string): Result<ExportDocument> {
  if (content.length > IMPORT_MAX_CHARACTERS) return refused(texts.tooLarge)
  const file = readJson(content)
  if (file?.format === STUDENT_EXPORT_FORMAT) return refused(texts.studentOnly)
  if (file?.format !== EXPORT_FORMAT) return refused(texts.notJson)
  if (file.version !== EXPORT_VERSION) {
    const newer = typeof file.version === 'number' && file.version > EXPORT_VERSION
    return refused(newer ? texts.newerVersion : texts.oldVersion)
  }
  const read = z.safeParse(document, file)
  if (!read.success) return refused(texts.badTable(String(read.error.issues[0]?.path[0])))
  const problem = brokenReference(read.data)
  return problem === null ? { success: true, data: read.data } : refused(problem)
}

/** Without the byte order mark that some editors prepend. Null: no JSON object. */
function readJson(content: string): { format?: unknown; version?: unknown } | null {
  try {
    const value: unknown = JSON.parse(content.replace(/^\uFEFF/, ''))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const refused = (message: string): Failure => failure('invalid', message)

/** The first repeated key or dangling reference, as a message; null if all rows are consistent. */
function brokenReference(data: ExportDocument): string | null {
  const contents = Object.entries(tables).map(([name, table]) => ({ name, table, list: listOf(data, name) }))
  const repeated = contents.find(({ table, list }) => new Set(list.map(keyOf(table.key))).size < list.length)
  if (repeated) return texts.twice(repeated.name)

  // A package must belong to the same student.
  const targets = new Map(
    contents.map(({ name, table, list }) => [
      name,
      new Set(list.map(keyOf(name === 'packages' ? ['student_id', 'id'] : table.key))),
    ]),
  )
  const dangling = contents.find(({ table, list }) =>
    Object.entries(table.refers).some(([target, columns]) =>
      list.some(
        (row) =>
          Reflect.get(row, columns.at(-1) ?? '') !== null && !targets.get(target)?.has(keyOf(columns)(row)),
      ),
    ),
  )
  if (dangling) return texts.dangling(dangling.name)
  // Packages that renew each other in a circle: who looks for the last renewal would look for ever.
  const renewed = new Map(data.packages.map((pkg) => [pkg.id, pkg.renews]))
  const goesRound = data.packages.some(({ renews }) => {
    let before: string | null | undefined = renews
    for (let step = 0; before && step < renewed.size; step++) before = renewed.get(before)
    return before
  })
  if (goesRound) return texts.badTable('packages')
  return data.balances.length === data.students.length ? null : texts.dangling('balances')
}

const listOf = (data: ExportDocument, table: string): object[] => Reflect.get(data, table)

const keyOf =
  (columns: readonly string[]) =>
  (row: object): string =>
    columns.map((column) => String(Reflect.get(row, column))).join('/')
