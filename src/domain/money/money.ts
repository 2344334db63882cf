import type { LocalDate, Package, Payment } from '@/domain/shared/model'

/** What is received, owed and given back of a package (docs/product.md, 'Payments'). */

export type PackageMoney = Pick<Package, 'price' | 'paid_total' | 'open_amount'>

export type MoneyState = 'paid' | 'part' | 'open' | 'over'

export const MONEY_STATE_LABELS = {
  paid: 'Pago',
  part: 'Pago em parte',
  open: 'A receber',
  over: 'Recebido a mais',
} as const satisfies Record<MoneyState, string>

/** null: it costs nothing, and nothing was received for it. */
export function moneyState({ price, paid_total, open_amount }: PackageMoney): MoneyState | null {
  if (open_amount < 0) return 'over'
  if (price === 0) return null
  if (open_amount === 0) return 'paid'
  return paid_total > 0 ? 'part' : 'open'
}

/** Something is owed after its payment date. */
export function isOverdue(
  { open_amount, payment_date }: Pick<Package, 'open_amount' | 'payment_date'>,
  today: LocalDate,
): boolean {
  return open_amount > 0 && payment_date < today
}

/** Amounts are added in whole cents, because 0.1 + 0.2 is not 0.3. */
export const toCents = (amount: number): number => Math.round(amount * 100)
export const fromCents = (cents: number): number => cents / 100

type Line = Pick<Payment, 'kind' | 'amount'>

/** Payments less refunds. */
export function sumOf(lines: readonly Line[]): number {
  return fromCents(
    lines.reduce((sum, { kind, amount }) => sum + (kind === 'payment' ? 1 : -1) * toCents(amount), 0),
  )
}
