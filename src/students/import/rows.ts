import { countOf } from '@/core/common-texts'
import { addDays, daysBetween, formatDate } from '@/core/dates'
import type { LocalDate, Package, Student, Uuid } from '@/core/model'
import { normalizePhone } from '@/core/phones'
import { priceInput } from '@/core/prices'
import { keysOf, mapRecord } from '@/core/records'
import { importedPackageSchema } from '@/packages/package.schema'
import { creditCount, isExpired, packageName } from '@/packages/rules'
import { EMPTY_STUDENT, newStudentRow, type StudentRow } from '../student-row'
import { studentEditSchema } from '../student.schema'
import {
  CHOICE_CELLS,
  classesCell,
  dateCell,
  fold,
  paidCell,
  phoneCell,
  priceCell,
  validityInClasses,
  type Classes,
} from './cells'
import {
  cellsAt,
  FIELD_LABELS,
  IMPORT_FIELDS,
  PACKAGE_FIELDS,
  paymentColumns,
  type Columns,
  type ImportField,
  type Table,
} from './columns'
import type { ImportDefaults, ImportRow } from './import.schema'
import { IMPORT_STUDENTS } from './texts'
import {
  blankOf,
  chosenColumn,
  contradicts,
  isPaymentHeading,
  monthOf,
  monthsBefore,
  paidBelow,
  paidWhereOwed,
  type PaymentColumn,
} from './who-paid'

/** The most rows that one call takes. */
export const IMPORT_ROWS = 1000
/** The most bytes of a file. A thousand rows take far less. */
export const IMPORT_BYTES = 5_000_000

type Cells = ImportRow['cells']

/** A package as the database stores it. */
export interface ImportedPackage extends Pick<
  Package,
  'name' | 'total_classes' | 'used_outside' | 'price' | 'purchase_date' | 'payment_date'
> {
  expiry_date: LocalDate
  validity_days: null
  /** Null: the whole price was paid on the payment date. */
  paid: number | null
  /** The day on which `paid` was received: the payment date, but never after today. */
  paid_on: LocalDate
}

export type ImportedValues = { student: StudentRow; package: ImportedPackage | null }

export type PlannedRow = { id: Uuid; packageId: Uuid; values: ImportedValues }

/** What `import_students` saves, all or nothing, once per `op_id`. */
export interface ImportPlan {
  op_id: Uuid
  rows: { student: StudentRow & { id: Uuid }; package: (ImportedPackage & { id: Uuid }) | null }[]
}

export const importPlan = (opId: Uuid, rows: readonly PlannedRow[]): ImportPlan => ({
  op_id: opId,
  rows: rows.map(({ id, packageId, values: { student, package: pack } }) => ({
    student: { ...student, id },
    package: pack && { ...pack, id: packageId },
  })),
})

type Problems = Partial<Record<ImportField, string>>
export type CheckedRow = { problems: null; values: ImportedValues } | { problems: Problems; values: null }

const texts = IMPORT_STUDENTS.problems

/** The rows of a table with these columns, in its order; `lines` are their numbers in the spreadsheet. */
export function importRows(
  table: Table,
  columns: Columns,
  newId: () => Uuid,
  lines: readonly number[],
): ImportRow[] {
  const { header, fields } = columns
  const read = table.slice(header ? 1 : 0).map((row) =>
    mapRecord(FIELD_LABELS, (_, field) => {
      const cell = row[fields.indexOf(field)]?.trim() ?? ''
      // A field of one line would join the words of two.
      return field === 'notes' ? cell : cell.replace(/\s+/g, ' ')
    }),
  )
  const paid = whoPaid(header ? table : [[], ...table], columns, read)
  return read.map((cells, at) => ({
    id: newId(),
    packageId: newId(),
    line: lines[at + (header ? 1 : 0)] ?? at,
    cells: { ...cells, paid: paid[at] ?? '' },
    chosen: null,
  }))
}

const cellsByLine = (rows: readonly ImportRow[]): ReadonlyMap<number, Cells> =>
  new Map(rows.map(({ line, cells }) => [line, cells]))

/**
 * The rows once their columns are corrected: read anew, but for the cells that the coach has mended. The first row is a
 * student now, or no longer, if that was corrected.
 */
export function rereadRows(
  rows: readonly ImportRow[],
  before: readonly ImportRow[],
  after: readonly ImportRow[],
): ImportRow[] {
  const old = cellsByLine(before)
  const now = cellsByLine(after)
  const kept = rows.flatMap((row) => {
    const read = now.get(row.line)
    const mended = (cell: string, field: ImportField) => cell !== old.get(row.line)?.[field]
    const cells = read && mapRecord(row.cells, (cell, field) => (mended(cell, field) ? cell : read[field]))
    return cells ? [{ ...row, cells }] : []
  })
  return [...after.filter(({ line }) => !old.has(line)), ...kept]
}

/**
 * For each row, what the column of `paid` and those beside it say: 'sim', 'não', a sum, or what the coach is asked.
 * Where others have a mark, a sum, or a day under 'Pago em' or 'Novembro', a package without one is not paid.
 */
function whoPaid(table: Table, { fields }: Columns, rows: readonly Cells[]): string[] {
  const heads = (table[0] ?? []).map(fold)
  const prices = rows.map(({ price }) => price)
  const saidAt = ({ at, says }: Pick<PaymentColumn, 'at' | 'says'>) => {
    const cells = cellsAt(table.slice(1), at)
    const heading = heads[at] ?? ''
    return says === 'owed'
      ? paidWhereOwed(heading, cells, prices)
      : cells.map((cell) => paidBelow(heading, cell))
  }
  const others = paymentColumns(table).filter(({ at, says }) => fields[at] === null && says !== 'day')
  const paidAt = fields.indexOf('paid')
  const chosen = chosenColumn(paidAt, heads[paidAt] ?? '')
  const { month, says } = chosen
  const packages = rows.filter(hasPackage).length
  const isFew = (cells: readonly string[] = []) => cells.filter(Boolean).length * 2 < packages
  // A month that has barely begun names few students; the others are in the months before, back to the first one that
  // names most.
  const months = [saidAt(chosen)]
  const earlier = says === 'paid' ? monthsBefore(month, others) : []
  for (const column of earlier) if (isFew(months.at(-1))) months.push(saidAt(column))
  const said = rows.map((_, row) => months.find((cells) => cells[row])?.[row] ?? '')

  const dayHeading = heads[fields.indexOf('payment')] ?? ''
  const days = rows.map(({ payment }) => payment)
  const isOfMonth = monthOf(dayHeading) !== null
  const isPaidOn = /^(pag[oa]|recebido)\b/.test(dayHeading)
  const isDated = (isOfMonth || isPaidOn || isPaymentHeading(dayHeading)) && days.some(Boolean)
  // A month that has barely begun may just not have come to them yet, and below 'Pagamento' a day may just not be
  // noted.
  const noDay = (isOfMonth ? isFew(days) : !isPaidOn) ? '?' : 'não'
  const blank = blankOf(said, says)
  const noMark = blank && month !== null && isFew(months.at(-1)) ? '?' : blank
  const beside = others.map((other) => {
    const marks = saidAt(other)
    const otherwise = blankOf(marks, other.says)
    return { other, marks: marks.map((mark) => mark || otherwise) }
  })
  return rows.map((cells, row) => {
    const own = said[row] ?? ''
    if (!hasPackage(cells)) return own
    const paid = own || noMark || (isDated && cells.payment === '' ? noDay : '')
    const denies = ({ other, marks }: (typeof beside)[number]) =>
      contradicts(other, marks[row] ?? '', chosen, { paid, price: cells.price })
    const at = paidAt < 0 ? undefined : beside.find(denies)?.other.at
    return at === undefined ? paid : `${paid} (${heads[at]}: ${table[row + 1]?.[at]?.trim() ?? ''})`.trim()
  })
}

/** A student of this app's own file who has no credits has the total 0 and nothing else. */
const hasPackage = (cells: Cells): boolean =>
  PACKAGE_FIELDS.some((field) => cells[field] !== '' && (field !== 'total' || cells.total !== '0'))

/** A row by the rules of the forms; for a wrong row, a message per wrong cell. */
export function checkRow(
  { cells }: Pick<ImportRow, 'cells'>,
  defaults: ImportDefaults,
  today: LocalDate,
): CheckedRow {
  const problems: Problems = {}
  const report = (field: ImportField, message: string) => {
    problems[field] ??= message
  }
  const student = checkStudent(cells, defaults, report)
  const pack = hasPackage(cells) ? checkPackage(cells, defaults, today, report) : null
  return student === null || Object.keys(problems).length > 0
    ? { problems, values: null }
    : { problems: null, values: { student, package: pack } }
}

/** Calls `of` once per row, because a keystroke changes one of a thousand rows. */
function oncePerRow<Value>(of: (row: ImportRow) => Value): (row: ImportRow) => Value {
  const known = new WeakMap<ImportRow, Value>()
  return (row) => {
    const value = known.get(row) ?? of(row)
    known.set(row, value)
    return value
  }
}

export const rowChecker = (defaults: ImportDefaults, today: LocalDate) =>
  oncePerRow((row) => checkRow(row, defaults, today))

type Report = (field: ImportField, message: string) => void

function checkStudent(cells: Cells, defaults: ImportDefaults, report: Report): StudentRow | null {
  const { name, email, notes } = cells
  const form = { ...EMPTY_STUDENT, name, email, notes, phone: phoneCell(cells.phone), status: '' }
  const otherwise = { ...defaults, status: '' }
  for (const field of keysOf(CHOICE_CELLS)) {
    const value = CHOICE_CELLS[field](cells[field] || otherwise[field])
    if (cells[field] !== '' && value === null) report(field, texts.unknown[field])
    form[field] = value ?? ''
  }
  const parsed = studentEditSchema.safeParse(form)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = IMPORT_FIELDS.find((one) => one === path[0])
    if (field) report(field, message)
  }
  return parsed.success ? { ...newStudentRow(parsed.data), status: parsed.data.status } : null
}

/** The cell that each field of the package's schema comes from. */
const CELL_OF: Readonly<Record<string, ImportField>> = {
  startDate: 'start',
  paymentDate: 'payment',
  totalClasses: 'total',
  price: 'price',
  validityDays: 'expiry',
}

function checkPackage(
  cells: Cells,
  defaults: ImportDefaults,
  today: LocalDate,
  report: Report,
): ImportedPackage | null {
  const classes = classesCell(cells.total)
  if (classes === null) report('total', cells.total === '' ? texts.totalMissing : texts.total)
  const dayOf = (field: 'start' | 'payment', otherwise: LocalDate): LocalDate => {
    const day = cells[field] === '' ? otherwise : dateCell(cells[field])
    if (!day) report(field, dateProblem(day))
    return day ?? otherwise
  }
  const start = dayOf('start', today)
  const payment = dayOf('payment', start)
  const price = cells.price === '' ? 0 : priceCell(cells.price)
  if (price === null) report('price', texts.amount)
  const parsed = importedPackageSchema.safeParse({
    startDate: start,
    paymentDate: payment,
    totalClasses: String(classes?.total ?? ''),
    price: priceInput(price ?? 0),
    validityDays: validityOf(cells, defaults, start, report),
    firstLessonValidity: false,
    renewsMonthly: false,
  })
  for (const { path, message } of parsed.error?.issues ?? [])
    report(CELL_OF[String(path[0])] ?? 'total', message)
  const paid = paidOf(cells.paid, price ?? Infinity, payment > today, report)
  if (classes === null || !parsed.success) return null
  const total = parsed.data.totalClasses
  return {
    name: packageName(total),
    total_classes: total,
    used_outside: usedOf(cells, classes, report),
    price: parsed.data.price,
    purchase_date: start,
    payment_date: payment,
    expiry_date: addDays(start, parsed.data.validityDays),
    validity_days: null,
    paid,
    paid_on: payment > today ? today : payment,
  }
}

const dateProblem = (day: LocalDate | null | undefined): string =>
  day === null ? texts.date : texts.noSuchDay

/** The validity in days, as text for the form. */
function validityOf(
  { expiry: cell, total }: Cells,
  defaults: ImportDefaults,
  start: LocalDate,
  report: Report,
): string {
  if (cell === '') return validityInClasses(total) ?? defaults.validityDays
  const days = /^(\d+)( dias?)?$/.exec(fold(cell))?.[1]
  if (days !== undefined) return days
  const day = dateCell(cell)
  if (day) return String(daysBetween(start, day))
  report('expiry', dateProblem(day))
  return defaults.validityDays
}

/** By the columns of used and of remaining classes and the cell of the total, which must not contradict each other. */
function usedOf(cells: Cells, { total, used: inTotal }: Classes, report: Report): number {
  const countIn = (field: 'used' | 'remaining') =>
    Number(/^(\d+)( aulas?| creditos?)?$/.exec(fold(cells[field]))?.[1])
  const said: (readonly [ImportField, number])[] = [
    ...(cells.used === '' ? [] : [['used', countIn('used')] as const]),
    ...(cells.remaining === '' ? [] : [['remaining', total - countIn('remaining')] as const]),
    ...(inTotal === null ? [] : [['total', inTotal] as const]),
  ]
  const isPossible = (count: number) => count >= 0 && count <= total
  const used = said.find(([, count]) => isPossible(count))?.[1] ?? 0
  for (const [field, count] of said) {
    if (!isPossible(count)) report(field, texts.used)
    else if (count !== used) report(field, texts.usedDiffers)
  }
  return used
}

/** null: the whole price. `isLater`: the payment is to come, so only the file can say that something was received. */
function paidOf(cell: string, price: number, isLater: boolean, report: Report): number | null {
  const paid = paidCell(cell)
  if (paid === null || (paid.kind === 'free' && price > 0)) report('paid', texts.paid)
  else if (paid.kind === 'part' && paid.amount > price) report('paid', texts.tooMuchPaid)
  else if (isLater && cell === '') return 0
  else if (paid.kind === 'part' && paid.amount < price) return paid.amount
  else if (isLater) return price
  return null
}

/** 'known': the student exists; 'repeated': in an earlier row; 'sibling': same phone or email, other first name. */
export type Likeness = 'new' | 'known' | 'repeated' | 'sibling'

type Contact = Pick<Student, 'name' | 'email' | 'phone'>

/** First name, phone and email: people who share a phone or an email are the same person, or relatives. */
const personOf = ({ name, phone, email }: Contact) => ({
  given: fold(name).split(' ')[0] ?? '',
  keys: [
    ...(phone === '' ? [] : [`phone:${phone}`]),
    ...(email ? [`email:${email.trim().toLowerCase()}`] : []),
  ],
})

const personOfRow = oncePerRow(({ cells: { name, email, phone } }) =>
  personOf({ name, email, phone: normalizePhone(phoneCell(phone)) }),
)

/** For each row, whom it looks like: same phone or email and same first name is the same person. */
export function likenesses(rows: readonly ImportRow[], known: readonly Contact[]): Likeness[] {
  const people = new Map<string, { given: string; isKnown: boolean }[]>()
  const add = ({ given, keys }: ReturnType<typeof personOf>, isKnown: boolean) => {
    for (const key of keys) people.set(key, [...(people.get(key) ?? []), { given, isKnown }])
  }
  for (const student of known) add(personOf(student), true)
  return rows.map((row) => {
    const person = personOfRow(row)
    const alike = person.keys.flatMap((key) => people.get(key) ?? [])
    const same = alike.filter(({ given }) => given === person.given)
    add(person, false)
    if (same.length > 0) return same.some(({ isKnown }) => isKnown) ? 'known' : 'repeated'
    return alike.length > 0 ? 'sibling' : 'new'
  })
}

/** Whether the row is imported: by the coach's tick, else by the row's likeness. */
export const isChosen = ({ chosen }: Pick<ImportRow, 'chosen'>, likeness: Likeness): boolean =>
  chosen ?? (likeness === 'new' || likeness === 'sibling')

export interface ImportSummary {
  students: number
  packages: number
  credits: number
  /** The part of `credits` in expired packages. */
  expired: number
  /** What the import adds to each month ('YYYY-MM'), the newest month first. */
  months: { month: string; sold: number; received: number }[]
}

export function summaryOf(rows: readonly ImportedValues[], today: LocalDate): ImportSummary {
  const months = new Map<string, ImportSummary['months'][number]>()
  const add = (day: LocalDate, sold: number, received: number) => {
    if (sold === 0 && received === 0) return
    const month = day.slice(0, 7)
    const { sold: before = 0, received: earlier = 0 } = months.get(month) ?? {}
    months.set(month, { month, sold: before + sold, received: earlier + received })
  }
  const packages = rows.flatMap(({ package: pack }) => (pack === null ? [] : [pack]))
  for (const { purchase_date: start, price, paid, paid_on: paidOn } of packages) {
    add(start, price, 0)
    add(paidOn, 0, paid ?? price)
  }
  return {
    students: rows.length,
    packages: packages.length,
    credits: creditsOf(packages),
    expired: creditsOf(packages.filter((each) => isExpired(each, today))),
    months: [...months.values()].toSorted((a, b) => b.month.localeCompare(a.month)),
  }
}

const leftOf = ({ total_classes: total, used_outside: used }: ImportedPackage): number => total - used

const creditsOf = (packages: readonly ImportedPackage[]): number =>
  packages.reduce((sum, pack) => sum + leftOf(pack), 0)

/** '30 alunos · 5 pacotes · 15 créditos (3 vencidos)' */
export const summaryLine = ({ students, packages, credits, expired }: ImportSummary): string =>
  [
    countOf(students, 'aluno', 'alunos'),
    countOf(packages, 'pacote', 'pacotes'),
    creditCount(credits) +
      (expired > 0 ? ` (${expired}\u00A0${expired === 1 ? 'vencido' : 'vencidos'})` : ''),
  ].join(' · ')

/** Wrong rows as a file to mend and import again. */
export function wrongRows(rows: readonly { row: ImportRow; problems: Problems }[]): string[][] {
  const used = IMPORT_FIELDS.filter((field) => rows.some(({ row }) => row.cells[field] !== ''))
  return [
    [...used.map((field) => FIELD_LABELS[field]), 'Linha', 'O que falta'],
    ...rows.map(({ row, problems }) => [
      ...used.map((field) => row.cells[field]),
      String(row.line),
      Object.values(problems).join('; '),
    ]),
  ]
}

/** '3 de 10 aulas, até 30/03/2026', or 'vencidas em' once expired. */
export function packageLine(pack: ImportedPackage, today: LocalDate): string {
  const { total_classes: total, expiry_date: expiry } = pack
  const until = isExpired(pack, today) ? 'vencidas em' : 'até'
  return `${leftOf(pack)} de ${countOf(total, 'aula', 'aulas')}, ${until} ${formatDate(expiry)}`
}
