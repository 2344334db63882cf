import * as z from 'zod/mini'
import { failure, type Failure, type Result } from '@/core/result'
import {
  document,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  STUDENT_EXPORT_FORMAT,
  type ExportDocument,
} from './documents.schema'
import { tables } from './tables.schema'
import { RIGHTS_MESSAGES } from './texts'

/** Longest accepted import file, in characters: about 36,000 sessions, i.e. eight a day for twelve years. */
export const IMPORT_MAX_CHARACTERS = 64_000_000

const { import: texts } = RIGHTS_MESSAGES

/**
 * Parses a full export: checks format, version, each row and all references. Failure 'invalid' carries a Portuguese
 * message. The database verifies the balances.
 */
export function parseExport(text: string): Result<ExportDocument> {
  if (text.length > IMPORT_MAX_CHARACTERS) return refused(texts.tooLarge)
  const file = readJson(text)
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

/** Some editors prepend a byte order mark; strip it. */
function readJson(text: string): { format?: unknown; version?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const refused = (message: string): Failure => failure('invalid', message)

/** The first repeated key or dangling reference, as a message; null if there is none. */
function brokenReference(data: ExportDocument): string | null {
  const contents = Object.entries(tables).map(([name, table]) => ({ name, table, list: listOf(data, name) }))
  const repeated = contents.find(({ table, list }) => new Set(list.map(keyOf(table.key))).size < list.length)
  if (repeated) return texts.twice(repeated.name)

  // A package has to be of the same student.
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
  return data.balances.length === data.students.length ? null : texts.dangling('balances')
}

const listOf = (data: ExportDocument, table: string): object[] => Reflect.get(data, table)

const keyOf =
  (columns: readonly string[]) =>
  (row: object): string =>
    columns.map((column) => String(Reflect.get(row, column))).join('/')
