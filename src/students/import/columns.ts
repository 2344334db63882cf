import { keysOf } from '@/core/records'
import { STUDENT_COLUMNS } from '../student.schema'
import { classeCell, classesCell, fold, genderCell, isMoney, paidCell, phoneCell, typeCell } from './cells'
import {
  isDay,
  isDayOfMonth,
  isLeft,
  isMark,
  isPaymentHeading,
  lastMonth,
  monthOf,
  most,
  paymentColumn,
  type PaymentColumn,
} from './who-paid'

const { name, phone, email, gender, type, classe, status, notes } = STUDENT_COLUMNS

/** The labels of the fields that a spreadsheet column can hold. */
export const FIELD_LABELS = {
  name: name.label,
  phone: phone.label,
  email: email.label,
  gender: gender.label,
  type: type.label,
  classe: classe.label,
  status: status.label,
  notes: notes.label,
  total: 'Aulas do pacote',
  used: 'Aulas usadas',
  remaining: 'Aulas restantes',
  price: 'Preço do pacote',
  start: 'Início do pacote',
  payment: 'Data de pagamento',
  expiry: 'Validade (data ou dias)',
  paid: 'Valor pago',
}
export type ImportField = keyof typeof FIELD_LABELS
export const IMPORT_FIELDS = keysOf(FIELD_LABELS)
/** What makes a package of a row. */
export const PACKAGE_FIELDS = IMPORT_FIELDS.slice(IMPORT_FIELDS.indexOf('total'))

/** What each column of the table holds; null: the column is not imported. */
export interface Columns {
  /** The first row names the columns. */
  header: boolean
  fields: (ImportField | null)[]
}

/** What headings begin with. The first match wins. What one lesson costs is not the price of a package. */
const HEADINGS: readonly (readonly [ImportField, RegExp])[] = [
  ['email', /^e-?mail|^correio/],
  ['phone', /^(telefone|tel\b|fone|celular|cel\b|whats|contato|phone|zap)/],
  ['payment', /^(data|dt\.?|dia) (d[eo] )?(pagamento|pgto|pag)|^vencimento do pagamento/],
  ['start', /^(inicio|(data|dt\.?) (d[eoa] )?(inicio|compra|pacote|matricula)|comec|compra|data$)/],
  ['expiry', /^(validade|vence|vencimento|expira|valid[oa] ate|(data|dt\.?) (d[eo] )?(validade|vencimento))/],
  ['price', /^(preco|valor|price|r\$|mensalidade)(?!.*(\b(aula|hora|h)\b|unit))/],
  ['total', /^(pacote|total|aulas|creditos|qtd|quantid|n\.?[ºo°]? (de )?aulas|numero de aulas)/],
  ['gender', /^(genero|sexo|gender|masc\/fem|m\/f)/],
  ['type', /^(tipo|modalidade|plano)/],
  ['classe', /^(class|nivel|categ)/],
  ['status', /^(status|ativo)/],
  ['notes', /^(nota|obs|coment|anotac)/],
  ['name', /^(nome|alun[oa]|name|cliente)/],
]

/**
 * Lessons are counted under headings of these words alone: 'Aulas ministradas', 'Aulas por semana', 'Total de faltas'
 * and 'Saldo devedor' are no credits.
 */
const LESSONS = /^(pacote|aula|credito|qtde?|quantidade|numero|n|total|d[eoa]|por|mes|que|ja|ainda|a|)s?$/
const COUNTS: readonly (readonly [ImportField, RegExp])[] = [
  ['remaining', /^(rest|sald|sobra|faltam?$|disponive|fazer$|naous|naout)/],
  ['used', /^(usad|utiliz|feit|dad[ao]s$|realiz|consum|frequentad|gastas|conclu)/],
  ['total', /^(inici|inclu|contrat|compr|pag[ao]s?$|mensa(l|is)$)/],
]

/** 'Aulas restantes': the one thing that the heading counts. null: a word is not understood. */
function countOf(heading: string): ImportField | null {
  const words = heading.replace(/\bnao (?=us|ut)/, 'nao').split(/[^a-z]+/)
  const kinds = words.filter((word) => !LESSONS.test(word))
  const found = new Set(kinds.map((word) => COUNTS.find(([, pattern]) => pattern.test(word))?.[0]))
  const [kind = 'total'] = found
  return found.size > 1 || found.has(undefined) ? null : kind
}

/** What is owed is no price: it would count as paid. */
const OWED = /receber|dev[ei]d|abert|atras|penden|rest|falt|divid|nao (pag|receb)/

/** What a heading says without its cells. */
function headingOf(heading: string): ImportField | null {
  const field = HEADINGS.find(([, pattern]) => pattern.test(heading))?.[0] ?? null
  if (field === 'price') return OWED.test(heading) ? null : field
  if (field !== 'total' && field !== null) return field
  const count = countOf(heading)
  return count === 'total' ? field : count
}

const namedField = (heading: string) => (isPaymentHeading(heading) ? 'paid' : headingOf(heading))

/** What most cells of a column look like; only what cannot be mistaken for another field. */
const CONTENTS: readonly (readonly [ImportField, (cell: string) => boolean])[] = [
  ['email', (cell) => /^\S+@\S+\.\S+$/.test(cell)],
  ['phone', (cell) => /^\(\d{2}\) [\d-]+$/.test(phoneCell(cell))],
  ['start', isDay],
  ['gender', (cell) => genderCell(cell) !== null],
  ['type', (cell) => typeCell(cell) !== null],
  ['classe', (cell) => /\D/.test(cell) && classeCell(cell) !== null],
  ['price', isMoney],
  ['total', (cell) => (classesCell(cell)?.total ?? 0) > 0],
  ['paid', (cell) => isMark(cell) && paidCell(cell) !== null],
  ['name', (cell) => /^\p{L}[\p{L}\s.'’-]+$/u.test(cell)],
]

const contentOf = (cells: readonly string[]): ImportField | null =>
  CONTENTS.find(([, fits]) => most(cells, fits))?.[0] ?? null

export type Table = readonly (readonly string[])[]

/** The trimmed cells of one column. */
export const cellsAt = (rows: Table, at: number): string[] => rows.map((row) => row[at]?.trim() ?? '')

/** The columns that say who paid, the clearest first. */
export function paymentColumns([first = [], ...rows]: Table): PaymentColumn[] {
  const heads = first.map(fold)
  const named = heads.map(headingOf)
  const totals = cellsAt(rows, named.indexOf('total'))
  const found = heads.flatMap((heading, at) => {
    const isOpen =
      named[at] === 'remaining'
        ? isLeft(heading)
        : [null, 'price', 'total', 'status'].includes(named[at] ?? null)
    if (!isOpen) return []
    return paymentColumn(at, heading, cellsAt(rows, at), named.indexOf('price') === at, totals) ?? []
  })
  return found.toSorted((a, b) => a.rank - b.rank)
}

/** 'Pago', 'Ativo': what stands beside a student, and above such a column too. */
const isStudentMark = (cell: string): boolean => paidCell(cell) !== null || /^(in)?ativ[oa]$/.test(fold(cell))

const looksFilled = (row: readonly string[]): boolean =>
  row.some((cell) => CONTENTS.slice(0, 3).some(([, fits]) => fits(cell.trim())))

const filled = (row: readonly string[] = []) => row.filter((cell) => cell.trim()).length

/**
 * How many rows stand above the row of headings: a title, or headings over several columns. Without this the headings
 * were a student, and a column of 'sim' and 'não' said nothing of who paid.
 */
export function titleRows(table: Table): number {
  const at = table.findIndex((row) => {
    const found = new Set(row.map((cell) => namedField(fold(cell))))
    return looksFilled(row) || (found.has('name') && (found.has('phone') || found.size > 3))
  })
  if (at < 0 || looksFilled(table[at] ?? [])) return 0
  // A title leaves cells empty. A student whose cells look like headings is none.
  return table.slice(0, at).every((row) => filled(row) < filled(table[at])) ? at : 0
}

const isHeading = (cell: string): boolean =>
  isPaymentHeading(fold(cell)) || HEADINGS.some(([, pattern]) => pattern.test(fold(cell)))

/** Whether the first row names the columns. */
function hasHeadings([first = [], ...rest]: Table): boolean {
  // A number of classes ('Pacote 10 aulas') is no heading.
  const named = first.filter((cell) => isHeading(cell) && classesCell(cell) === null)
  const isRepeated = (row: readonly string[]) =>
    row.some((cell, at) => cell !== '' && fold(cell) === fold(first[at] ?? ''))
  // Headings that say only this have other words below them.
  const isStudent =
    named.length > 1 && named.every(isStudentMark) && (rest.length === 0 || rest.some(isRepeated))
  // A student's cells may look like headings too ('Ativo', 'Nota'), so only two of them make a row of headings.
  return !looksFilled(first) && !isStudent && named.length >= Math.min(2, first.length)
}

/** The guess that the coach corrects: by headings if the first row has them, else by what the cells look like. */
export function guessColumns(table: Table): Columns {
  const header = hasHeadings(table)
  const columns = Array.from({ length: Math.max(0, ...table.map((row) => row.length)) }, (_, at) => at)
  if (!header) return { header, fields: firstOfEach(columns.map((at) => contentOf(cellsAt(table, at)))) }
  const [first = [], ...rest] = table
  const heads = first.map(fold)
  const payments = paymentColumns(table)
  const fields = columns.map((at): ImportField | null => {
    if (payments.some((column) => column.at === at)) return null
    const heading = heads[at] ?? ''
    // 'Vencimento' 10, 'Data de pagamento' 10: a day of each month is no validity and no date.
    return /venc|pa?g(amen)?to/.test(heading) && cellsAt(rest, at).some(isDayOfMonth)
      ? null
      : headingOf(heading)
  })
  const dates = columns.filter((at) => fields[at] === 'payment' && cellsAt(rest, at).some(Boolean))
  const when =
    clearest(payments.filter(({ says }) => says === 'day')) ??
    lastMonth(dates.map((at) => ({ at, month: monthOf(heads[at] ?? '') })))
  const who = clearest(payments.filter(({ says }) => says !== 'day'))
  // Without packages nobody owes.
  const isOwable = PACKAGE_FIELDS.some((field) => fields.includes(field)) || who?.month === null
  const columnsOfHeadings = { header, fields: firstOfEach(fields) }
  const dated = when ? chooseColumn(columnsOfHeadings, when.at, 'payment') : columnsOfHeadings
  return who && isOwable ? chooseColumn(dated, who.at, 'paid') : dated
}

const clearest = ([first, ...others]: readonly PaymentColumn[]) =>
  first && lastMonth([first, ...others.filter(({ rank }) => rank === first.rank)])

/** A field belongs to the first column that holds it. */
const firstOfEach = (fields: readonly (ImportField | null)[]): (ImportField | null)[] =>
  fields.map((field, at) => (fields.indexOf(field) === at ? field : null))

/** A field belongs to one column: choosing it takes it from another. */
export const chooseColumn = (columns: Columns, at: number, field: ImportField | null): Columns => ({
  ...columns,
  fields: columns.fields.map((old) => (old === field ? null : old)).with(at, field),
})
