import { addDays, daysBetween, formatDate } from '@/core/dates'
import type { LocalDate, Student, Uuid } from '@/core/model'
import { normalizePhone } from '@/core/phones'
import { priceInput } from '@/core/prices'
import { importedPackageSchema } from '@/packages/package.schema'
import { creditCount } from '@/packages/rules'
import { studentEditSchema, type StudentEditForm, type StudentEditValues } from '../student.schema'
import {
  amountCell,
  classeCell,
  classesCell,
  dateCell,
  fold,
  genderCell,
  paidCell,
  phoneCell,
  statusCell,
  typeCell,
  validityInClasses,
} from './cells'
import { IMPORT_FIELDS, type Columns, type ImportField } from './columns'
import { IMPORT_STUDENTS } from './texts'

/** The cells of one row as the file has them, or as the coach has mended them. */
type Cells = Record<ImportField, string>

export interface ImportRow {
  /** Of the student and of the package. Random, because a student's id is also the secret of the public link. */
  id: Uuid
  packageId: Uuid
  /** In the file, from 1. */
  line: number
  cells: Cells
  /** Null: not chosen by the coach, so that the row's own state decides. */
  chosen: boolean | null
}

/** For cells that are empty. */
export interface ImportDefaults {
  gender: string
  type: string
  classe: string
  validityDays: string
}

export interface ImportedPackage {
  totalClasses: number
  used: number
  price: number
  startDate: LocalDate
  paymentDate: LocalDate
  expiryDate: LocalDate
  /** Null: the whole price, on the payment date. */
  paid: number | null
  /** What is paid was received on the payment date, or today if that comes later. */
  paidOn: LocalDate
}

export interface ImportedValues {
  student: StudentEditValues
  package: ImportedPackage | null
}

type Problems = Partial<Record<ImportField, string>>
export type CheckedRow = { problems: null; values: ImportedValues } | { problems: Problems; values: null }

const texts = IMPORT_STUDENTS.problems
const PACKAGE_FIELDS = ['total', 'used', 'remaining', 'price', 'start', 'payment', 'expiry', 'paid'] as const

const NO_CELLS: Readonly<Cells> = {
  name: '',
  phone: '',
  email: '',
  gender: '',
  type: '',
  classe: '',
  status: '',
  notes: '',
  total: '',
  used: '',
  remaining: '',
  price: '',
  start: '',
  payment: '',
  expiry: '',
  paid: '',
}

/** The rows of a table with these columns, in its order. */
export function importRows(
  table: readonly (readonly string[])[],
  { header, fields }: Columns,
  newId: () => Uuid,
): ImportRow[] {
  return table.slice(header ? 1 : 0).map((row, at) => {
    const cells = { ...NO_CELLS }
    fields.forEach((field, column) => {
      if (field !== null) cells[field] = (row[column] ?? '').trim()
    })
    return { id: newId(), packageId: newId(), line: at + (header ? 2 : 1), cells, chosen: null }
  })
}

/** A row by the rules of the forms; of a wrong one, what is wrong with which cell. */
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
  const pack = PACKAGE_FIELDS.some((field) => cells[field] !== '')
    ? checkPackage(cells, defaults, today, report)
    : null
  return student === null || Object.keys(problems).length > 0
    ? { problems, values: null }
    : { problems: null, values: { student, package: pack } }
}

/** `of` once for each row: of a thousand rows one is typed into. */
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

function checkStudent(cells: Cells, defaults: ImportDefaults, report: Report): StudentEditValues | null {
  const { name, email, notes } = cells
  const known = {
    gender: genderCell(cells.gender || defaults.gender),
    type: typeCell(cells.type || defaults.type),
    classe: classeCell(cells.classe || defaults.classe),
    status: statusCell(cells.status),
  }
  if (cells.gender !== '' && known.gender === null) report('gender', texts.genderUnknown)
  if (cells.type !== '' && known.type === null) report('type', texts.typeUnknown)
  if (cells.classe !== '' && known.classe === null) report('classe', texts.classeUnknown)
  if (known.status === null) report('status', texts.statusUnknown)
  const parsed = studentEditSchema.safeParse({
    name,
    email,
    notes,
    phone: phoneCell(cells.phone),
    gender: known.gender ?? '',
    type: known.type ?? '',
    classe: known.classe ?? '',
    status: known.status ?? '',
  } satisfies StudentEditForm)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = IMPORT_FIELDS.find((one) => one === path[0])
    if (field) report(field, message)
  }
  return parsed.data ?? null
}

/** Which cell a problem of the package's schema is about. */
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
    if (day === null) report(field, texts.date)
    return day ?? otherwise
  }
  const start = dayOf('start', today)
  const payment = dayOf('payment', start)
  const price = cells.price === '' ? 0 : amountCell(cells.price)
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
  const used = usedOf(cells, classes.total, classes.used, report)
  const { totalClasses, validityDays } = parsed.data
  return {
    totalClasses,
    used,
    price: parsed.data.price,
    startDate: start,
    paymentDate: payment,
    expiryDate: addDays(start, validityDays),
    paid,
    paidOn: payment > today ? today : payment,
  }
}

/** In days, as the form has it. */
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
  if (day === null) report('expiry', texts.date)
  return day === null ? defaults.validityDays : String(daysBetween(start, day))
}

function usedOf(cells: Cells, total: number, said: number | null, report: Report): number {
  const field = cells.used === '' && cells.remaining !== '' ? 'remaining' : 'used'
  const cell = cells[field]
  const typed =
    cell === ''
      ? (said ?? 0)
      : /^\d+( aulas?| creditos?)?$/.test(fold(cell))
        ? Number.parseInt(cell, 10)
        : Number.NaN
  const used = field === 'remaining' ? total - typed : typed
  if (Number.isInteger(used) && used >= 0 && used <= total) return used
  report(cell === '' ? 'total' : field, texts.used)
  return 0
}

/** `isLater`: the payment date is after today, so that only a word of the file says that something was received. */
function paidOf(cell: string, price: number, isLater: boolean, report: Report): number | null {
  const paid = paidCell(cell)
  if (paid === null) report('paid', texts.paid)
  else if (paid.kind === 'part' && paid.amount > price) report('paid', texts.tooMuchPaid)
  else if (isLater && cell === '') return 0
  else if (paid.kind === 'part' && paid.amount < price) return paid.amount
  else if (isLater) return price
  return null
}

/** 'known': the student is there; 'repeated': in an earlier row; 'sibling': the phone is there, under another name. */
export type Likeness = 'new' | 'known' | 'repeated' | 'sibling'

interface Person {
  /** The first name. */
  given: string
  /** Phone and email: who has one in common is the same person, or a relative. */
  keys: readonly string[]
}

function personOf({ name, phone, email }: Pick<Student, 'name' | 'email' | 'phone'>): Person {
  return {
    given: fold(name).split(' ')[0] ?? '',
    keys: [
      ...(phone === '' ? [] : [`phone:${phone}`]),
      ...(email ? [`email:${email.trim().toLowerCase()}`] : []),
    ],
  }
}

const personOfRow = oncePerRow(({ cells: { name, email, phone } }) =>
  personOf({ name, email, phone: normalizePhone(phoneCell(phone)) }),
)

/** By row: whom it looks like. Same phone or email and same first name is the same person. */
export function likenesses(
  rows: readonly ImportRow[],
  known: readonly Pick<Student, 'name' | 'email' | 'phone'>[],
): Likeness[] {
  const people = new Map<string, { given: string; isKnown: boolean }[]>()
  const add = ({ given, keys }: Person, isKnown: boolean) => {
    for (const key of keys) {
      const alike = people.get(key)
      if (alike) alike.push({ given, isKnown })
      else people.set(key, [{ given, isKnown }])
    }
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

/** Whether the coach's choice, or else the row's likeness, imports it. */
export const isChosen = ({ chosen }: Pick<ImportRow, 'chosen'>, likeness: Likeness): boolean =>
  chosen ?? (likeness === 'new' || likeness === 'sibling')

interface MonthMoney {
  /** 'YYYY-MM'. */
  month: string
  sold: number
  received: number
}

export interface ImportSummary {
  students: number
  packages: number
  credits: number
  /** Of `credits`: of packages that have expired. */
  expired: number
  /** What it does to each month, the newest first. */
  months: MonthMoney[]
}

/** What will be saved. */
export function summaryOf(rows: readonly ImportedValues[], today: LocalDate): ImportSummary {
  const months = new Map<string, MonthMoney>()
  const add = (day: LocalDate, sold: number, received: number) => {
    if (sold === 0 && received === 0) return
    const month = day.slice(0, 7)
    const { sold: before = 0, received: earlier = 0 } = months.get(month) ?? {}
    months.set(month, { month, sold: before + sold, received: earlier + received })
  }
  const packages = rows.flatMap(({ package: pack }) => (pack === null ? [] : [pack]))
  for (const { startDate, price, paid, paidOn } of packages) {
    add(startDate, price, 0)
    add(paidOn, 0, paid ?? price)
  }
  return {
    students: rows.length,
    packages: packages.length,
    credits: creditsOf(packages),
    expired: creditsOf(packages.filter(({ expiryDate }) => expiryDate < today)),
    months: [...months.values()].toSorted((a, b) => b.month.localeCompare(a.month)),
  }
}

const creditsOf = (packages: readonly ImportedPackage[]): number =>
  packages.reduce((sum, { totalClasses, used }) => sum + totalClasses - used, 0)

/** '30 alunos · 5 pacotes · 15 créditos (3 vencidos)' */
export function summaryLine({ students, packages, credits, expired }: ImportSummary): string {
  return [
    `${students} ${students === 1 ? 'aluno' : 'alunos'}`,
    `${packages} ${packages === 1 ? 'pacote' : 'pacotes'}`,
    creditCount(credits) +
      (expired > 0 ? ` (${expired}\u00A0${expired === 1 ? 'vencido' : 'vencidos'})` : ''),
  ].join(' · ')
}

/** Wrong rows as a file that can be mended and imported. */
export function wrongRows(rows: readonly { row: ImportRow; problems: Problems }[]): string[][] {
  const { fields, wrongFile } = IMPORT_STUDENTS
  const used = IMPORT_FIELDS.filter((field) => rows.some(({ row }) => row.cells[field] !== ''))
  return [
    [...used.map((field) => fields[field]), wrongFile.line, wrongFile.problem],
    ...rows.map(({ row, problems }) => [
      ...used.map((field) => row.cells[field]),
      String(row.line),
      Object.values(problems).join('; '),
    ]),
  ]
}

/** A package in one line: '3 de 10 aulas, até 30/03/2026', or 'vencidas em'. */
export function packageLine({ totalClasses, used, expiryDate }: ImportedPackage, today: LocalDate): string {
  const until = expiryDate < today ? 'vencidas em' : 'até'
  return `${totalClasses - used} de ${totalClasses} ${totalClasses === 1 ? 'aula' : 'aulas'}, ${until} ${formatDate(expiryDate)}`
}
