import { PACKAGE_LIMITS } from '@/core/constants'
import { parsePrice } from '@/core/prices'
import { keysOf } from '@/core/records'
import { STUDENT_COLUMNS } from '../student.schema'
import {
  classeCell,
  classesCell,
  dateCell,
  fold,
  isMoney,
  genderCell,
  MONTHS,
  owesNothing,
  paidCell,
  saysOwed,
  phoneCell,
  typeCell,
} from './cells'

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

/** What each column of the table holds; null: the column is not imported. */
export interface Columns {
  /** The first row names the columns. */
  header: boolean
  fields: (ImportField | null)[]
}

/**
 * What headings begin with. The first match wins: 'valor pago' is `paid`, not `price`. What one lesson costs is not the
 * price of a package.
 */
const HEADINGS: readonly (readonly [ImportField, RegExp])[] = [
  ['email', /^e-?mail|^correio/],
  ['phone', /^(telefone|tel\b|fone|celular|cel\b|whats|contato|phone|zap)/],
  [
    'payment',
    /^(data|dt\.?|dia) (d[eo] )?(pagamento|pgto|pag)|^vencimento do pagamento|^(pago|recebido) em\b/,
  ],
  ['start', /^(inicio|(data|dt\.?) (d[eoa] )?(inicio|compra|pacote|matricula)|comec|compra|data$)/],
  ['expiry', /^(validade|vence|vencimento|expira|valid[oa] ate|(data|dt\.?) (d[eo] )?(validade|vencimento))/],
  [
    'remaining',
    /^((aulas|creditos) )?(que )?(ainda )?(rest|sald|sobra|falta(?!s)|disponive|(a|por) fazer|nao (usad|utiliz))/,
  ],
  ['used', /^(total (de )?)?((aulas|creditos) )?(ja )?(usad|utiliz|feit|dad[ao]s$|realiz|consum|frequentad)/],
  ['used', /^(aulas|creditos) (ja )?(gast|conclu)/],
  [
    'paid',
    /^(pag[oa]\b|(valor|total|mensalidade) (pag|recebid)[oa]s?\b|receb(ido|i)\b|(ja )?pagou|situacao|quitad|adimpl)/,
  ],
  [
    'paid',
    /^status.*\b(pa?g|mensalid|financ)|^((pagamento|pa?gto|mensalidade|esta)s? )?em dia|^pacote pago\?/,
  ],
  ['price', /^(preco|valor|price|r\$|mensalidade)(?!.*(\b(aula|hora|h)\b|unit))/],
  ['total', /^(pacote|total|aulas|creditos|qtd|quantid|n\.?[ºo°]? (de )?aulas|numero de aulas)/],
  ['gender', /^(genero|sexo|gender|masc\/fem|m\/f)/],
  ['type', /^(tipo|modalidade|plano)/],
  ['classe', /^(class|nivel|categ)/],
  ['status', /^(status|ativo)/],
  ['notes', /^(nota|obs|coment|anotac)/],
  ['name', /^(nome|alun[oa]|name|cliente)/],
]

/** The lessons of a week or to come, absences, credits that are gone and money are no credits. */
const NO_CREDITS =
  /seman|\bsem\b|faltas|justific|cancel|perdid|repo[rs]|marcad|agendad|vencid|expirad|r\$|pagar|nao pag/

/** The words of a number of classes that were sold: 'Aulas ministradas' or 'Pacote vence em' is none. */
const SOLD =
  /^(pacote|aula|credito|qtd|quantid|numero|tota|inici|inclu|contrat|compr|pag|mensal)|^(no?|o|d[eoa]s?|por|mes|)$/

/** What is owed is no price: it would count as paid. */
const OWED = /receber|dev[ei]d|abert|atras|penden/
/** The same of a price; of lessons these are credits. */
const STILL_OWED = /rest|falt|divid|nao (pag|receb)/

export const MONTH = new RegExp(`\\b(${MONTHS.join('|')})(eiro|ereiro|co|il|o|ho|sto|embro|ubro)?\\b`)
/** The month, or the number, in a heading: 'Novembro', '11/2026', 'Parcela 2'. A year alone is none. */
function monthOf(heading: string): number | null {
  const word = MONTH.exec(heading)?.[0].slice(0, 3)
  if (word !== undefined) return MONTHS.indexOf(word) + 1
  const number = /\b\d{1,2}\b/.exec(heading)?.[0]
  return number === undefined ? null : Number(number)
}

/** How many months `earlier` is before `heading`: December is one before January. */
const monthsBetween = (earlier = '', heading = ''): number =>
  ((monthOf(heading) ?? 0) - (monthOf(earlier) ?? 0) + 12) % 12

/** Whether `later` is of a month in the half year after that of `earlier`. */
function isSoonAfter(earlier = '', later = ''): boolean {
  const months = monthsBetween(earlier, later)
  return months > 0 && months < 6
}

/** Of columns that say the same of several months, the last month's, in whatever order they stand. */
function lastMonth(heads: readonly string[], columns: readonly number[]): number | undefined {
  const months = columns.filter((at) => monthOf(heads[at] ?? '') !== null)
  const isLast = (at: number) => !months.some((other) => isSoonAfter(heads[at], heads[other]))
  // Of a whole year each month has one after it; there the first two tell in which direction the columns run.
  const [first = columns[0], second = -1] = months
  return months.findLast(isLast) ?? (isSoonAfter(heads[first ?? -1], heads[second]) ? months.at(-1) : first)
}

const ITS_MONTH = new RegExp(
  `[\\s(/-]*\\b((d[eo]|em) )?(${MONTH.source}([ /]\\d{2,4})?|\\d{1,2}/(20|[2-9])\\d{1,2})\\b[\\s(:.)-]*`,
)
/** 'Pago' of 'Novembro - pago' and of 'Pago (nov/26)'. */
const withoutMonth = (heading: string): string => heading.replace(ITS_MONTH, ' ').trim()

/** 'Novembro', 'Mensalidade 11/2026': a month and nothing else. '05/nov' is the day of a lesson. */
function isMonthAlone(heading: string): boolean {
  const plain = withoutMonth(heading)
  return plain !== heading && /^(mes|mensalidade|parcela)?$/.test(plain)
}

const matchOf = (heading: string) => HEADINGS.find(([, pattern]) => pattern.test(heading))?.[0] ?? null

function headingOf(cell: string): ImportField | null {
  const heading = fold(cell)
  const named = matchOf(heading)
  const field = named !== 'payment' && matchOf(withoutMonth(heading)) === 'paid' ? 'paid' : named
  const isCount = field === 'total' || field === 'used' || field === 'remaining'
  const isPrice = field === 'price'
  const isOther =
    (isCount && NO_CREDITS.test(heading)) ||
    (field === 'total' && !heading.split(/\W+/).every((word) => SOLD.test(word))) ||
    ((isCount || isPrice) && OWED.test(heading)) ||
    (isPrice && STILL_OWED.test(heading))
  return isOther ? null : field
}

/** What most cells of a column look like; only what cannot be mistaken for another field. */
const CONTENTS: readonly (readonly [ImportField, (cell: string) => boolean])[] = [
  ['email', (cell) => /^\S+@\S+\.\S+$/.test(cell)],
  ['phone', (cell) => /^\(\d{2}\) [\d-]+$/.test(phoneCell(cell))],
  ['start', (cell) => isDay(cell)],
  ['gender', (cell) => genderCell(cell) !== null],
  ['type', (cell) => typeCell(cell) !== null],
  ['classe', (cell) => /\D/.test(cell) && classeCell(cell) !== null],
  ['price', isMoney],
  ['total', (cell) => (classesCell(cell)?.total ?? 0) > 0],
  // 'Pendente', 'Pago'. Passed over, it would leave who owes as paid; 'x' and 'sim' may say something else.
  ['paid', (cell) => /[a-z ]{4}|^pg/.test(fold(cell)) && paidCell(cell) !== null],
  ['name', (cell) => /^\p{L}[\p{L}\s.'’-]+$/u.test(cell)],
]

const PAYMENT = /^(formas? de )?pa?g(amen)?(to)?s?(\W+(ok|feito|realizado|efetuado|pix))?\W*$/

const isDay = (cell: string): boolean => Boolean(dateCell(cell))
const isUnderstood = (cell: string): boolean => paidCell(cell) !== null
/** 'R$ -150,00' too: a balance below zero is asked, not passed over. */
const isOwedOrPaid = (cell: string): boolean =>
  isUnderstood(cell) || owesNothing(cell) || parsePrice(cell) !== null
const isSign = (cell: string): boolean => /^(sim|s|n|nao|ok|x|✓|✔)\.?$/.test(fold(cell))
/** How many lessons there were in a month, or when it was paid. */
const isCountOrDay = (cell: string): boolean => Number(cell) <= 31 || isDay(cell)

/** Whether most cells are so, of those that are filled. */
function most(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  const filled = cells.filter(Boolean)
  return filled.filter(fits).length * 2 > filled.length
}

const contentOf = (cells: readonly string[]): ImportField | null =>
  CONTENTS.find(([, fits]) => most(cells, fits))?.[0] ?? null

const OWES = /^(deve(dore?|ndo)?|devid[oa]|inadimplente|pendente|aberto|atrasad[oa])$/
const DEBT = /^(inadimplencia|pendencias?( financeira)?|atraso|divida|debito|cobrar|fiado)$/
const LEFT_TO_PAY = /^(falta |resta(nte)? )?(a )?(pagar|receber)|^nao (pag|receb)/
/** What may stand before such a word, and behind it: 'Valor em aberto'. */
const OF =
  /^((valor|total|saldo|mensalidade|pa?ga?(men)?to|parcela|pacote|mese|dia|esta|quanto|ainda)s? )?(que |d[ea] |em )*/
const PLURAL_OR_SUM = /s?\W*(r\$\W*)?$/
/** What is left: lessons, or money. `heading` is folded. */
const LEFT = /^((quanto|o que) )?(falta|resta(nte)?|saldo)m?\W*(r\$\W*)?$/
/** The price may be meant, or a balance that is the student's. */
export const UNCLEAR = /^(saldo|(total|valor) a pagar)\W*(r\$\W*)?$/
/** Whether whatever stands below such a heading says that the student owes; 'Pendências' may be notes. */
export const isClear = (heading: string): boolean => /\b(dev|atras|abert|inadimp)/.test(heading)
/** A column that says who owes, or how much: there 'sim' has not paid. What is left, chosen as paid, is money. */
export function isOfOwed(heading: string): boolean {
  const said = withoutMonth(heading).replace(OF, '').replace(PLURAL_OR_SUM, '')
  const isLeft = LEFT.test(heading) || /^valor (restante|que falta)/.test(heading)
  return isLeft || [OWES, DEBT, LEFT_TO_PAY].some((words) => words.test(said))
}

/** The same under another heading: 'Pagamento de novembro' of 'sim', or 'Novembro' or 'Mensalidade' of 'Pago'. */
function saysWhoPaid(heading: string, cells: readonly string[]): boolean {
  if (/matr|mater|inscri|taxa|unif|camis/.test(heading)) return false
  if (matchOf(withoutMonth(heading)) === 'paid' && most(cells, isOwedOrPaid)) return true
  if (/^pa?g(amen)?(to)?s?\b/.test(heading) && most(cells, isSign)) return true
  if (isMonthAlone(heading) && cells.some(Boolean) && !most(cells, isCountOrDay)) return true
  // 'Último mês pago' of 'Outubro' is asked.
  if (/\bpag/.test(heading) && cells.some((cell) => MONTH.test(fold(cell)) && !isDay(cell))) return true
  const isOfOne = MONTH.test(heading) || heading.startsWith('mensalidade')
  const isSaid = (cell: string) => /pag|pg|quit/.test(fold(cell)) || (isOfOne && saysOwed(cell))
  return contentOf(cells) === 'paid' && cells.some(isSaid)
}
/** The trimmed cells of one column. */
export const cellsAt = (rows: readonly (readonly string[])[], at: number): string[] =>
  rows.map((row) => row[at]?.trim() ?? '')

/** The columns that say who paid in the months before that of `paidAt`, the latest first; null: it is of no month. */
export function earlierMonths(table: readonly (readonly string[])[], paidAt: number): number[] | null {
  const [first = [], ...rows] = table
  const heads = first.map(fold)
  if (!MONTH.test(heads[paidAt] ?? '')) return null
  const isEarlier = (head: string, at: number) =>
    MONTH.test(head) && isSoonAfter(head, heads[paidAt]) && saysWhoPaid(head, cellsAt(rows, at))
  const ago = (at: number) => monthsBetween(heads[at], heads[paidAt])
  return heads.flatMap((head, at) => (isEarlier(head, at) ? [at] : [])).toSorted((a, b) => ago(a) - ago(b))
}

const isDueOn = (cell: string) => /^(dia )?(0?[1-9]|[12]\d|3[01])$/.test(fold(cell))
/** 'Vencimento' 10, 'Data de pagamento' 10: on which day of a month a student pays. It is no validity and no date. */
function isDueDay(heading: string, cells: readonly string[]): boolean {
  // Among sums and marks a small number is a part that was paid.
  if (PAYMENT.test(heading)) return most(cells, isDueOn)
  return /venc|pa?g(amen)?to/.test(heading) && cells.some(isDueOn)
}

/** 'Pago', 'Ativo': what stands beside a student, and above such a column too. */
const isMark = (cell: string): boolean => isUnderstood(cell) || /^(in)?ativ[oa]$/.test(fold(cell))

const looksFilled = (row: readonly string[]): boolean =>
  row.some((cell) => CONTENTS.slice(0, 3).some(([, fits]) => fits(cell.trim())))

const filled = (row: readonly string[] = []) => row.filter((cell) => cell.trim()).length

/**
 * How many rows stand above the row of headings: a title, or headings over several columns. Without this the headings
 * were a student, and a column of 'sim' and 'não' said nothing of who paid.
 */
export function titleRows(table: readonly (readonly string[])[]): number {
  const at = table.findIndex((row) => {
    const found = new Set(row.map(headingOf))
    return looksFilled(row) || (found.has('name') && found.size > 3)
  })
  if (at < 0 || looksFilled(table[at] ?? [])) return 0
  // A title leaves cells empty. A student whose cells look like headings is none.
  return table.slice(0, at).every((row) => filled(row) < filled(table[at])) ? at : 0
}

/** The guess that the coach corrects: by headings if the first row has them, else by what the cells look like. */
export function guessColumns(table: readonly (readonly string[])[]): Columns {
  const [first = [], ...rest] = table
  // A number of classes ('Pacote 10 aulas') is no heading.
  const named = first.filter((cell) => matchOf(fold(cell)) !== null && classesCell(cell) === null)
  const isRepeated = (row: readonly string[]) =>
    row.some((cell, at) => cell !== '' && fold(cell) === fold(first[at] ?? ''))
  // Headings that say only this have other words below them.
  const isStudent = named.length > 1 && named.every(isMark) && (rest.length === 0 || rest.some(isRepeated))
  // A student's cells may look like headings too ('Ativo', 'Nota'), so only two of them make a row of headings.
  const header = !looksFilled(first) && !isStudent && named.length >= Math.min(2, first.length)
  const columns = Array.from({ length: Math.max(0, ...table.map((row) => row.length)) }, (_, at) => at)
  const taken = new Set<ImportField>()
  if (!header) return { header, fields: columns.map((at) => untaken(taken, contentOf(cellsAt(table, at)))) }
  const heads = first.map(fold)
  const headings = headingsOf(first, rest)
  const owedAt = headings.includes('paid') ? -1 : owedColumn(heads, rest)
  /** Which columns say when it was paid, and who paid without such a heading: of several months the last one. */
  const whenPaid: number[] = []
  const whoPaid: number[] = []
  const fields = columns.map((at): ImportField | null => {
    const cells = cellsAt(rest, at)
    const heading = heads[at] ?? ''
    if (!isOfOwed(heading) && isDueDay(heading, cells)) return null
    const payment = paymentOf(heading, cells, headings)
    const said = at === owedAt ? 'paid' : (headings[at] ?? payment)
    // A month to come may have its column already.
    if (said === 'payment' && cells.some(Boolean)) whenPaid.push(at)
    // 'Pagamento de outubro' leaves it to 'Pagamento de novembro'.
    const isOfMonth = payment === 'paid' && monthOf(heading) !== null
    const found = untaken(taken, isOfMonth ? null : said)
    if (isOfMonth || (found === null && saysWhoPaid(heading, cells))) whoPaid.push(at)
    return found
  })
  const when = lastMonth(heads, whenPaid)
  const who = lastMonth(heads, whoPaid)
  const dated = when === undefined ? { header, fields } : chooseColumn({ header, fields }, when, 'payment')
  // Without packages nobody owes.
  const isOwable = taken.has('price') || taken.has('total')
  return who === undefined || taken.has('paid') || !isOwable ? dated : chooseColumn(dated, who, 'paid')
}

/** What 'Pagamento', or a month alone, says where no heading of `others` says it. */
function paymentOf(
  heading: string,
  cells: readonly string[],
  others: readonly (ImportField | null)[],
): ImportField | null {
  const isPayment = PAYMENT.test(withoutMonth(heading))
  if ((isPayment || isMonthAlone(heading)) && !others.includes('payment') && most(cells, isDay))
    return 'payment'
  // 'PIX' beside 'pendente' or 'Atrasado 2 meses': how that student paid is asked.
  const isSaid = cells.some((cell) => saysOwed(cell) || SAYS_WHETHER.test(fold(cell)))
  return isPayment && !others.includes('paid') && (isSaid || most(cells, isUnderstood)) ? 'paid' : null
}
/** 'Atrasado 2 meses', 'Pagou metade', 'Pix 05/11': no form of payment. */
const SAYS_WHETHER = /\b(atras|pag|pg|pend|dev|falt|nao)|abert|metade|parci|\d\/\d/

/** A field belongs to the first column that holds it. */
function untaken(taken: Set<ImportField>, found: ImportField | null): ImportField | null {
  if (found === null || taken.has(found)) return null
  taken.add(found)
  return found
}

/** What the headings say, where what stands below them does not say more. */
function headingsOf(first: readonly string[], rows: readonly (readonly string[])[]): (ImportField | null)[] {
  const said = first.map(headingOf)
  return said.map((field, at) => {
    const heading = fold(first[at] ?? '')
    const cells = cellsAt(rows, at)
    if (field === 'remaining' && isMoneyLeft(first.map(fold), rows, at)) return null
    // 'Status' of 'Pago' and 'Pendente' is none of the student.
    const isStatus = field === 'status' && !said.includes('paid') && contentOf(cells) === 'paid'
    if (field !== 'paid' && !isStatus) return field
    // Of several months the last one counts.
    if (MONTH.test(heading)) return null
    // 'Pago até' is no day of a payment.
    return !/\bate\b/.test(heading) && !said.includes('payment') && most(cells, isDay) ? 'payment' : 'paid'
  })
}

/** Whether 'Falta', 'Restante' or 'Saldo' is a sum: read as lessons, 0 would be a package that is used up. */
function isMoneyLeft(headings: readonly string[], rows: readonly (readonly string[])[], at: number): boolean {
  const heading = headings[at] ?? ''
  if (!LEFT.test(heading)) return false
  const cells = cellsAt(rows, at)
  if (heading.includes('r$') || cells.some(isMoney)) return true
  const totals = cellsAt(rows, headings.map(headingOf).indexOf('total'))
  const mostOf = (row: number) => classesCell(totals[row] ?? '')?.total ?? PACKAGE_LIMITS.classesMax
  const tooMany = cells.filter((cell, row) => Number(cell) > mostOf(row))
  return tooMany.length * 2 > cells.filter((cell) => Number(cell) > 0).length
}

/** The column that says who owes; of 'Inadimplente' and 'Valor em aberto' the one that says how much. */
function owedColumn(headings: readonly string[], rows: readonly (readonly string[])[]): number {
  const isSaid = (heading: string, at: number) => {
    const cells = cellsAt(rows, at)
    // What 'Valor a pagar' says beside no price is the price.
    const isPrice = headings.map(headingOf).indexOf('price') === at
    const says = LEFT.test(heading) ? isMoneyLeft(headings, rows, at) : isOfOwed(heading) && !isPrice
    // 'Pacote pago' may be a number of classes, and 'Pendências' a note. 'Deve' of 'novembro' is asked.
    const isPaid = heading.startsWith('pacote pago') && !cells.some((cell) => /\d/.test(cell))
    if (says && cells.some((cell) => isMoney(cell) || (cell && isClear(heading)))) return true
    return (says || isPaid) && most(cells, isOwedOrPaid)
  }
  const found = headings.flatMap((heading, at) => (isSaid(heading, at) ? [at] : []))
  const saysHowMuch = (at: number) => cellsAt(rows, at).some((cell) => (parsePrice(cell) ?? 0) > 0)
  return found.find(saysHowMuch) ?? found[0] ?? -1
}

/** A field belongs to one column: choosing it takes it from another. */
export const chooseColumn = (columns: Columns, at: number, field: ImportField | null): Columns => ({
  ...columns,
  fields: columns.fields.map((old) => (old === field ? null : old)).with(at, field),
})
