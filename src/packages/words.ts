import { formatDate } from '@/core/dates'
import type { LocalDate, Package } from '@/core/model'
import { formatBRL } from '@/core/prices'
import type { ExtensionFacts } from '@/credits/plan-types'
import { isOverdue } from '@/payments/money'
import { MONEY } from '@/payments/texts'
import { isExpired } from './rules'

/** The words of a package's card, on the profile and in an exported `caderno.html`. */

/** 'até 30/11/2026': until when the package can be used, or when its validity begins. */
export function untilText(
  { purchase_date, expiry_date }: Pick<Package, 'purchase_date' | 'expiry_date'>,
  today: LocalDate,
): string {
  if (purchase_date > today) return `começa em ${formatDate(purchase_date)}`
  if (expiry_date === null) return 'validade começa na 1ª aula'
  return `${isExpired({ expiry_date }, today) ? 'venceu em' : 'até'} ${formatDate(expiry_date)}`
}

/** 'R$ 200,00 · Pagamento até 30/11/2026': the sum that is owed, or was received beyond the price; null: neither. */
export function openText(
  pkg: Pick<Package, 'price' | 'open_amount' | 'payment_date'>,
  today: LocalDate,
): string | null {
  const { price, open_amount: open, payment_date: due } = pkg
  if (open < 0) return `${formatBRL(-open)} a mais`
  if (open === 0) return null
  const when = (isOverdue(pkg, today) ? MONEY.overdueSince : MONEY.dueOn)(formatDate(due))
  return open < price ? `${formatBRL(open)} · ${when}` : when
}

/**
 * The day of the lesson whose floor decides a package's last valid day (docs/product.md, 'Replies'); null: no floor
 * does.
 *
 * @param given the extensions of the student's packages that count.
 */
export function makeupDay(
  { id, expiry_date: last, extended_days }: Pick<Package, 'id' | 'expiry_date' | 'extended_days'>,
  given: readonly Pick<ExtensionFacts, 'package_id' | 'until_day' | 'day'>[],
): LocalDate | null {
  if (last === null || extended_days === 0) return null
  const days = given.flatMap(({ package_id, until_day: until, day }) =>
    // A floor that ends before the last valid day moves nothing.
    package_id === id && until && until >= last ? (day ?? []) : [],
  )
  return days.toSorted().at(-1) ?? null
}
