import type { LocalDate, Package, Payment } from '@/core/model'

/** The sums received, owed and given back for packages (docs/product.md, 'Payments'). */

export type PackageMoney = Pick<Package, 'price' | 'paid_total' | 'open_amount'>

export type MoneyState = 'paid' | 'part' | 'open' | 'over'

export const MONEY_STATE_LABELS = {
  paid: 'Pago',
  part: 'Pago em parte',
  open: 'A receber',
  over: 'Recebido a mais',
} as const satisfies Record<MoneyState, string>

/** null: the package costs nothing, and nothing was received for it. */
export function moneyState({ price, paid_total, open_amount }: PackageMoney): MoneyState | null {
  if (open_amount < 0) return 'over'
  if (price === 0) return null
  if (open_amount === 0) return 'paid'
  return paid_total > 0 ? 'part' : 'open'
}

/** True if something is still owed after the payment date. */
export const isOverdue = (
  { open_amount, payment_date }: Pick<Package, 'open_amount' | 'payment_date'>,
  today: LocalDate,
): boolean => open_amount > 0 && payment_date < today

/** Amounts are added in whole cents, because 0.1 + 0.2 is not 0.3. */
export const toCents = (amount: number): number => Math.round(amount * 100)
export const fromCents = (cents: number): number => cents / 100

export const sumAmounts = (amounts: readonly number[]): number =>
  fromCents(amounts.reduce((cents, amount) => cents + toCents(amount), 0))

/** `amount` minus `taken`, in whole cents. */
export const less = (amount: number, taken: number): number => fromCents(toCents(amount) - toCents(taken))

/** The sum owed for all packages. Money received beyond one package's price does not reduce it. */
export const sumOpen = (packages: readonly Pick<Package, 'open_amount'>[]): number =>
  sumAmounts(packages.map(({ open_amount }) => Math.max(0, open_amount)))

type Line = Pick<Payment, 'kind' | 'amount'>

/** A refund counts as negative. */
export const signedAmount = ({ kind, amount }: Line): number => (kind === 'refund' ? -amount : amount)

export const sumOf = (lines: readonly Line[]): number => sumAmounts(lines.map(signedAmount))

/** How much these lines add to the money received in each month, newest month first. Refunds count as negative. */
export function receivedByMonth(
  lines: readonly (Line & Pick<Payment, 'paid_on'>)[],
): { month: string; amount: number }[] {
  const months = new Set(lines.map(({ paid_on }) => paid_on.slice(0, 7)))
  return [...months]
    .toSorted((a, b) => b.localeCompare(a))
    .map((month) => ({ month, amount: sumOf(lines.filter(({ paid_on }) => paid_on.startsWith(month))) }))
}

/**
 * What an edit of price and payment date does to a package's money. `follows`: the payment of the sale takes the new
 * price and date; `gone`: it is deleted; `paid`: a package that cost nothing counts as paid; otherwise the new open
 * amount.
 */
export type MoneyEdit = 'follows' | 'gone' | 'paid' | { open: number }

/** null: the money stays as it is. `private.follow_sale` decides the same in the database. */
export function moneyEdit(
  pkg: Pick<Package, 'price' | 'paid_total' | 'payment_date'>,
  lines: readonly Pick<Payment, 'amount' | 'paid_on' | 'own'>[],
  { price, paymentDate }: { price: number; paymentDate: LocalDate },
  today: LocalDate,
): MoneyEdit | null {
  const isSameDay = paymentDate === pkg.payment_date
  if (price === pkg.price && isSameDay) return null
  const [first, ...others] = lines
  const isLater = paymentDate > today
  if (first === undefined && pkg.price === 0 && !isLater) return price > 0 ? 'paid' : null
  const isSale =
    others.length === 0 && first?.own && first.amount === pkg.price && first.paid_on === pkg.payment_date
  // No money was received in the future.
  if (isSale && (isSameDay || !isLater)) return price === 0 ? 'gone' : 'follows'
  return price === pkg.price && !isSale ? null : { open: less(price, pkg.paid_total) }
}
