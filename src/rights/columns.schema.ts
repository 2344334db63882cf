import * as z from 'zod/mini'
import { writtenOf } from '@/agenda/zone'
import { FIRST_DAY, LAST_DAY } from '@/core/constants'
import { formatDate, isLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { displayPhone } from '@/core/phones'

export type CsvCell = string | number | null

/** A spreadsheet; the first row holds its headings. */
export interface CsvTable {
  /** A file name without extension. */
  name: string
  rows: CsvCell[][]
}

/** What spreadsheets show instead of ids, by id. */
export interface Names extends Record<
  'students' | 'packages' | 'clubs' | 'slots' | 'lessons',
  ReadonlyMap<string, string>
> {
  /** A number too, because two students may share a name, and a student's id may open the public page. */
  numbers: ReadonlyMap<string, number>
  /** By version of the agreement. */
  noticeHours: ReadonlyMap<number | null, number>
  expected: ReadonlyMap<string, readonly string[]>
  /** The time zone of all times in the file. */
  zone: string
}

type Column = { heading: string; cell: (value: unknown, names: Names) => CsvCell }

/** Headings and cells of the columns; a column without an entry is in no spreadsheet. */
const columns = new WeakMap<z.ZodMiniType, Column>()

/** A column of values of `type`, with what a spreadsheet shows for each. Without `heading` it is in no spreadsheet. */
export function column<Type extends z.ZodMiniType>(
  heading: string | undefined,
  type: Type,
  cell: (value: z.output<Type>, names: Names) => CsvCell,
): Type {
  if (heading !== undefined) {
    columns.set(type, { heading, cell: (value, names) => cell(type.parse(value), names) })
  }
  return type
}

/** The column with null allowed, shown as an empty cell. */
export function maybe<Type extends z.ZodMiniType>(type: Type): z.ZodMiniNullable<Type> {
  const found = columns.get(type)
  return column(found?.heading, z.nullable(type), (value, names) =>
    value === null || !found ? null : found.cell(value, names),
  )
}

const asItIs = <Value>(value: Value): Value => value

export const id = (heading?: string) => column(heading, z.guid(), asItIs)
export const text = (heading?: string) => column(heading, z.string(), asItIs)
export const number = (heading?: string) => column(heading, z.number(), asItIs)
export const integer = (heading?: string) => column(heading, z.int(), asItIs)
export const count = (heading?: string) => column(heading, z.int().check(z.nonnegative()), asItIs)
export const money = (heading?: string) => column(heading, z.number().check(z.nonnegative()), asItIs)
export const phone = (heading?: string) => column(heading, z.string(), displayPhone)
export const flag = (heading?: string) => column(heading, z.boolean(), (is) => (is ? 'Sim' : 'Não'))
export const rating = (heading?: string) => column(heading, z.int().check(z.gte(1), z.lte(5)), asItIs)
export const tags = (heading?: string) => column(heading, z.array(z.string()), (list) => list.join(', '))

export const moment = (heading?: string) =>
  column(heading, z.string().check(z.refine((at) => !Number.isNaN(Date.parse(at)))), (instant, { zone }) =>
    writtenOf({ instant, zone }),
  )

const isDay = (value: string): boolean => isLocalDate(value) && value >= FIRST_DAY && value <= LAST_DAY
export const day = (heading?: string) => column(heading, z.string().check(z.refine(isDay)), formatDate)

/** One of several values, shown by its label. */
export const choice = <const Value extends string>(
  heading: string,
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
) => column(heading, z.enum(values), (value) => labels[value])

/** The id of a row in another table; spreadsheets show that row's name. */
export const named = (heading: string, table: 'students' | 'packages' | 'clubs' | 'slots') =>
  column(heading, z.guid(), (value, names) => names[table].get(value) ?? null)

/** The id of a lesson; spreadsheets show the lesson's time. */
export const lesson = (heading: string) =>
  column(heading, z.guid(), (value, { lessons, zone }) => {
    const instant = lessons.get(value)
    return instant === undefined ? null : writtenOf({ instant, zone })
  })

type Shape = Readonly<Record<string, z.ZodMiniType>>
type RowOf<Columns extends Shape> = z.output<z.ZodMiniObject<Columns>>
type CellOf<Row> = (row: Row, names: Names) => CsvCell

interface More<Columns extends Shape> {
  /** The columns that identify a row; 'id' by default. */
  key?: readonly (keyof Columns & string)[]
  /** Foreign keys by the table they refer to. If the last column is null, the row refers to nothing. */
  refers?: Readonly<Record<string, readonly (keyof Columns & string)[]>>
  /** Cells that need more than the column's own value. */
  cells?: Partial<Record<keyof Columns & string, CellOf<RowOf<Columns>>>>
  /** Extra columns that the spreadsheet has after all others. */
  after?: readonly (readonly [heading: string, cell: CellOf<RowOf<Columns>>])[]
}

/** A table of the export: the schema of its rows, which also makes their spreadsheet, called `file`. */
export function rows<const Columns extends Shape>(file: string, shape: Columns, more: More<Columns> = {}) {
  type Row = RowOf<Columns>
  const { key = ['id'], refers = {}, cells, after = [] } = more
  const shown = Object.entries(shape).flatMap(([name, type]): [string, CellOf<Row>][] => {
    const found = columns.get(type)
    const own: CellOf<Row> = (row, names) => found?.cell(Reflect.get(row, name), names) ?? null
    return found ? [[found.heading, cells?.[name] ?? own]] : []
  })
  /** The rows as a spreadsheet, without the columns headed `without`. */
  const sheet = (list: readonly Row[], names: Names, without: readonly string[] = []): CsvTable => {
    const kept = [...shown, ...after].filter(([heading]) => !without.includes(heading))
    return {
      name: file,
      rows: [
        kept.map(([heading]) => heading),
        ...list.map((row) => kept.map(([, cell]) => readable(() => cell(row, names)))),
      ],
    }
  }
  const row = z.object(shape)
  return Object.assign(z.array(row), { row, key, refers, sheet })
}

/** A value that cannot be shown says so in its own cell, so that it does not stop the whole export. */
function readable(cell: () => CsvCell): CsvCell {
  try {
    return cell()
  } catch {
    return '(ilegível: está no arquivo JSON)'
  }
}

export const studentNumber = [
  'Nº do aluno',
  ({ student_id }: { student_id: Uuid | null }, { numbers }: Names) => numbers.get(student_id ?? '') ?? null,
] as const
