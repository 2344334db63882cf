import { PACKAGE_LIMITS } from '@/core/constants'
import { parsePrice, priceInput } from '@/core/prices'
import { classesCell, dateCell, fold, isMoney, MONTHS, owesNothing, paidCell, saysOwed } from './cells'

/**
 * Which columns say who paid, and what their cells say (docs/product.md, 'Importing students'). The words of a heading
 * decide, then the cells below it; what both leave open is asked. Passed over, who owes would count as paid.
 */
export interface PaymentColumn {
  at: number
  /** Under 'owed', 'sim' has not paid, and a sum is what is open. 'day': when it was paid. */
  says: 'paid' | 'owed' | 'day'
  /** The index in `SIGNS`: the lowest is chosen. */
  rank: number
  /** 1 to 12; null: of no month. */
  month: number | null
  /** Equal for 'Parcela 1' and 'Parcela 2'. */
  words: string
}

/** What shows that a column says who paid, from its heading alone to its cells alone. */
const SIGNS = ['heading', 'open sum', 'owed', 'month', 'payment', 'cells'] as const

const MONTH = new RegExp(`\\b(${MONTHS.join('|')})(eiro|ereiro|co|il|o|ho|sto|embro|ubro)?\\b`)
/** '05/nov', '01/11', '01/11/26': the day of a lesson. */
const DAY = new RegExp(`\\b\\d{1,2}( de |\\W)(${MONTH.source}|\\d{1,2}\\W|(0?[1-9]|1[0-2])$)`)

/** The month of 'Pago novembro', 'Nov/26' or '11/2026'. `heading` is folded, as in all of this file. */
export function monthOf(heading: string): number | null {
  if (DAY.test(heading)) return null
  const name = MONTH.exec(heading)?.[0].slice(0, 3)
  if (name !== undefined) return MONTHS.indexOf(name) + 1
  const number = /\b(0?[1-9]|1[0-2])\/(20)?[2-9]\d\b/.exec(heading)?.[1]
  return number === undefined ? null : Number(number)
}

/** How many months `earlier` is before `later`: December is one before January. */
const monthsBetween = (earlier: number | null, later: number | null): number =>
  earlier === null || later === null ? 0 : (later - earlier + 12) % 12

/** Whether `later` is in the half year after `earlier`. */
function isSoonAfter(earlier: number | null, later: number | null): boolean {
  const months = monthsBetween(earlier, later)
  return months > 0 && months < 6
}

/** Of columns of several months the last month's, in whatever order they stand; of none, the first column. */
export function lastMonth<Column extends { month: number | null }>(
  columns: readonly Column[],
): Column | undefined {
  const months = columns.filter(({ month }) => month !== null)
  const last = months.findLast(({ month }) => !months.some((other) => isSoonAfter(month, other.month)))
  // Of a whole year each month has one after it; there the first two tell in which direction the columns run.
  const [first = columns[0], second] = months
  return last ?? (first && second && isSoonAfter(first.month, second.month) ? months.at(-1) : first)
}

/** The columns that say who paid in the months before, the latest first. */
export const monthsBefore = (month: number | null, columns: readonly PaymentColumn[]): PaymentColumn[] =>
  columns
    .filter((column) => column.says === 'paid' && isSoonAfter(column.month, month))
    .toSorted((a, b) => monthsBetween(a.month, month) - monthsBetween(b.month, month))

/** What a heading says besides its month: 'status pagamento', and of 'Novembro (R$)' nothing. */
const wordsOf = (heading: string): string =>
  (heading.match(/[a-z]+/g) ?? [])
    .filter((word) => !MONTH.test(word) && !/^(r|d[aeo]s?)$/.test(word))
    .join(' ')

const anyOf = (...words: string[]) => new RegExp(`\\b(${words.join('|')})\\b`)
/** 'Valor acertado' is the price that was agreed, 'Acertado' was paid. */
const PAID = anyOf(
  'pag[ao]|pagou|recebid[ao]|recebi|quitad[ao]|quitacao|acertou|(?:^|ja )acertad[ao]|adimplen\\w+|em dia|situacao',
  'status (pa?g\\w*|financeiro|mensalidade)',
)
const PAYMENT = anyOf(
  'pagamentos?|pa?gto|pag|pgs?|recebimentos?|comprovantes?|mensalidades?|mens|parcelas?|status|financeir[ao]',
)
const OWED = anyOf(
  'dev[ei]\\w*|inadimplen\\w+|pend\\w+|atras\\w+|abert[ao]s?|dividas?|debitos?|fiado|cobrar',
  'nao (pag|receb)\\w+|(a|falta|restante|resta) (pagar|receber)',
)
/** What is left: lessons, or money. */
const LEFT = /^((quanto|o|que|valor) )*(faltam?|restam?|restante|saldo)$/
/** May stand beside these words. Another one ('Documentos pendentes') makes the heading speak of something else. */
const BESIDE = anyOf(
  'valor|vlr?|quantia|total|saldo|mes|meses|dias?|pacote|formas?|ultimo|est[ae]|esse|quanto|ainda|ja|que|em|no|a|o|ate',
  'nao|via|ok|feito|realizado|efetuado|confirmado|integral|sinal|pix|pagar?|receber?|falta|restante|resta|financeiras',
  'atual|hoje|agora|momento',
)
/** What students pay besides their lessons. */
const OTHER = /matr|mater|inscri|taxa|unif|camis/
/** The price may be meant, or a balance that is the student's. */
const UNCLEAR = /^(saldo|(total|valor) a pagar)$/
/** Whatever stands below says that the student owes; 'Pendências' may be notes. */
const CLEAR = /\b(dev|atras|abert|inadimp)/

const isKnown = (words: string): boolean =>
  words.split(' ').every((word) => [PAID, PAYMENT, OWED, BESIDE].some((known) => known.test(word)))
const speaksOf = (words: string, known: RegExp): boolean => known.test(words) && isKnown(words)
/** Whether the heading is that of what is left, which may be money. */
export const isLeft = (heading: string): boolean => LEFT.test(wordsOf(heading))
const isOwed = (words: string): boolean => LEFT.test(words) || speaksOf(words, OWED)

/** Whether the heading alone speaks of what was paid: 'Pago', 'Pagamento', 'Status financeiro'. */
export function isPaymentHeading(heading: string): boolean {
  const words = wordsOf(heading)
  return speaksOf(words, PAID) || speaksOf(words, PAYMENT)
}

/** Whether most cells are so, of those that are filled. */
export function most(cells: readonly string[], fits: (cell: string) => boolean): boolean {
  const filled = cells.filter(Boolean)
  return filled.filter(fits).length * 2 > filled.length
}

export const isDay = (cell: string): boolean => Boolean(dateCell(cell))
/** '10', 'dia 5': on which day of a month a student pays, or a number of lessons. */
export const isDayOfMonth = (cell: string): boolean => /^(dia )?(0?[1-9]|[12]\d|3[01])$/.test(fold(cell))
/** 'R$ -150,00' too: a balance below zero is asked, not passed over. */
const isMarkOrSum = (cell: string): boolean =>
  paidCell(cell) !== null || owesNothing(cell) || parsePrice(cell) !== null
const namesPayment = (cell: string): boolean => /\b(pag|pg|quit)/.test(fold(cell))
/** 'Pendente', 'Pago'. Passed over, it would leave who owes as paid; 'x' and 'sim' may say something else. */
export const isMark = (cell: string): boolean =>
  namesPayment(cell) || (paidCell(cell) !== null && /[a-z ]{4}/.test(fold(cell)))
/** 'Atrasado 2 meses', 'Pagou metade', 'Pix 05/11', 'Outubro': no form of payment. */
const saysWhether = (cell: string): boolean =>
  saysOwed(cell) ||
  MONTH.test(fold(cell)) ||
  /\b(atras|pag|pg|pend|dev|falt|nao)|abert|metade|parci|\d\/\d/.test(fold(cell))

/**
 * The column as one that says who paid; null: it does not. `isPrice`: its heading names the price too. `totals`: the
 * classes of each row, which tell lessons from money.
 */
export function paymentColumn(
  at: number,
  heading: string,
  cells: readonly string[],
  isPrice: boolean,
  totals: readonly string[],
): PaymentColumn | null {
  const words = wordsOf(heading)
  const month = monthOf(heading)
  const found = (says: PaymentColumn['says'], sign: (typeof SIGNS)[number]): PaymentColumn => ({
    at,
    says,
    rank: SIGNS.indexOf(month === null ? sign : 'month'),
    month,
    words,
  })
  if (OTHER.test(words) || (month !== null && !cells.some(Boolean))) return null
  if (isOwed(words) && !(isPrice && UNCLEAR.test(words))) {
    if (LEFT.test(words) && !words.startsWith('valor') && !isMoneyLeft(heading, cells, totals)) return null
    const isSaid = cells.some(
      (cell) => isMoney(cell) || (cell && CLEAR.test(words)) || (!isDay(cell) && saysWhether(cell)),
    )
    const isSum = cells.some((cell) => (parsePrice(cell) ?? 0) > 0)
    return isSaid || most(cells, isMarkOrSum) ? found('owed', isSum ? 'open sum' : 'owed') : null
  }
  const isPayment = isPaymentHeading(heading)
  const isMonthAlone = month !== null && /^(mes|mensalidade|parcela)?$/.test(words) && !isPrice
  const isOfPayment = isPayment && /\b(pa?g|receb|financ|comprov)/.test(words)
  // 'Pago até' is no day of a payment.
  const isOfDays = most(cells, isDay) && !/\bate\b/.test(words)
  if (/^(pago|recebido) em$/.test(words) || (isOfDays && (isOfPayment || isMonthAlone)))
    return found('day', 'heading')
  const isCount = most(cells, (cell) => isDayOfMonth(cell) || isProof(heading, cell))
  // 'Pacote pago' may be a number of classes, and 'Paga até o dia' is a day of each month. Without a day below 'Pago
  // dia' a student may not have paid, which another column tells better.
  const isOther =
    isCount && /^(pacote|dia que|(pag(a|o|ou)|acertou) ((ate|todo|no|o) )*(dia|em|ate)$)/.test(words)
  const isPast = /^(pago|acert)/.test(words) && (/\bate\b/.test(words) || !cells.every(Boolean))
  if (isPayment && PAID.test(words) && (!isOther || isPast))
    return found('paid', isOther ? 'cells' : 'heading')
  if (isMonthAlone && !most(cells, (cell) => Number(cell) <= 31 || isDay(cell))) return found('paid', 'month')
  // Below 'Pagamento' how it was paid is passed over. 'Mensalidade' of 'sim' or of sums is no payment.
  if (isOfPayment && !isCount && (cells.some(saysWhether) || most(cells, isMarkOrSum)))
    return found('paid', 'payment')
  const isSaid = (cell: string) => (isPayment ? saysWhether(cell) : namesPayment(cell))
  return most(cells, isMark) && cells.some(isSaid) ? found('paid', isPayment ? 'payment' : 'cells') : null
}

/** Whether 'Falta', 'Restante' or 'Saldo' is a sum: read as lessons, 0 would be a package that is used up. */
function isMoneyLeft(heading: string, cells: readonly string[], totals: readonly string[]): boolean {
  const mostOf = (row: number) => classesCell(totals[row] ?? '')?.total ?? PACKAGE_LIMITS.classesMax
  const tooMany = cells.filter((cell, row) => Number(cell) > mostOf(row))
  const isAbove = tooMany.length * 2 > cells.filter((cell) => Number(cell) > 0).length
  return heading.includes('r$') || cells.some(isMoney) || isAbove
}

/** The column that the coach has chosen for what was paid, whatever its cells say. */
export function chosenColumn(at: number, heading: string): Omit<PaymentColumn, 'rank'> {
  const words = wordsOf(heading)
  return { at, says: isOwed(words) ? 'owed' : 'paid', month: monthOf(heading), words }
}

/** '123' below 'Comprovante' is the number of a receipt, below 'Valor do comprovante' a sum. */
const isProof = (heading: string, cell: string): boolean =>
  /\bcomprov/.test(heading) && !/\bv(alor|lr?)\b|quantia|total|r\$/.test(heading) && /^\d+$/.test(cell)

/** What a cell of a column about who paid says; it is asked with its heading if that makes it no mark and no sum. */
export function paidBelow(heading: string, cell: string): string {
  // A mark below 'Sinal pago' does not say how much was paid.
  const isPart = cell !== '' && /\bsinal\b/.test(heading) && paidCell(cell)?.kind === 'whole'
  const isDate = /\b(ate|dia)\b/.test(heading) && isDayOfMonth(cell)
  return isPart || isDate || isProof(heading, cell) ? `${heading} ${cell}` : cell
}

/** What the cells of a column that says who owes, or how much, say of what was paid. */
export function paidWhereOwed(
  heading: string,
  cells: readonly string[],
  prices: readonly string[],
): string[] {
  const words = wordsOf(heading)
  const priceAt = (row: number) => parsePrice(prices[row] ?? '') ?? 0
  // Beside a price 'Total a pagar' is what is open if it is 0 of somebody.
  const isOpen = words !== 'saldo' && cells.some((cell, row) => owesNothing(cell) && priceAt(row) > 0)
  const isSum = /valor|total|saldo|receber|pagar|divida|debito|rest|falta|r\$/.test(heading)
  return cells.map((cell, row) => {
    if (owesNothing(cell)) return 'sim'
    if (cell !== '' && UNCLEAR.test(words) && !isOpen) return `${heading} ${cell}`
    if (/^(s|sim|x|✓|✔)$/.test(fold(cell))) return 'não'
    const owed = parsePrice(cell)
    if (owed === null) return cell
    const paid = priceAt(row) - owed
    // A plain number may count lessons, and more than the price is a mistake.
    const isSumOpen = paid >= 0 && owed > 0 && (isSum || isMoney(cell))
    return isSumOpen ? priceInput(paid) || 'não' : `deve ${cell}`
  })
}

/** What an empty cell says: nothing was paid, where others have a mark or a sum, and none owes. '?': it is asked. */
export function blankOf(said: readonly string[], says: PaymentColumn['says']): string {
  const marks = said.filter(Boolean)
  if (says === 'owed' || marks.length === 0 || marks.some(saysOwed)) return ''
  return marks.some((cell) => paidCell(cell) === null) ? '?' : 'não'
}

/** Whether what another column says of a package is not what was read of it: then the coach is asked. */
export function contradicts(
  { says, rank, month, words }: PaymentColumn,
  said: string,
  chosen: Pick<PaymentColumn, 'words'>,
  { paid, price }: { paid: string; price: string },
): boolean {
  // Another month, or 'Torneio', is paid apart.
  if (UNCLEAR.test(words) || (says === 'paid' && (month !== null || rank === SIGNS.indexOf('cells'))))
    return false
  const isWhole = (cell: string) => {
    const read = paidCell(cell)
    return read?.kind === 'whole' || (read?.kind === 'part' && read.amount >= (parsePrice(price) ?? 0))
  }
  // 'Parcela 2' of 'Parcela 1', and one 'Pago' of another, where no mark says as much.
  if (says === 'paid' && words === chosen.words) return isWhole(paid) !== (said !== '' && isWhole(said))
  if (said === '') return false
  return paidCell(said) === null ? says === 'owed' && isWhole(paid) : isWhole(paid) !== isWhole(said)
}
