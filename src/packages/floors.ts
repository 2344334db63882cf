import type { LocalDate, Package } from '@/core/model'
import type { ExtensionFacts } from '@/credits/plan-types'

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
