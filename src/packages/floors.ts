import type { LocalDate, Package } from '@/core/model'
import type { ExtensionFacts } from '@/credits/plan-types'

/**
 * The lesson whose absence, told in time, decides how long a package is valid (docs/product.md, 'Replies'); null: none
 * does.
 *
 * @param given what counts of the student's packages.
 */
export function makeupDay(
  { id, expiry_date: last, extended_days }: Pick<Package, 'id' | 'expiry_date' | 'extended_days'>,
  given: readonly Pick<ExtensionFacts, 'package_id' | 'until_day' | 'day'>[],
): LocalDate | null {
  if (last === null || extended_days === 0) return null
  const days = given.flatMap(({ package_id, until_day: until, day }) =>
    // One that reaches less far moves nothing.
    package_id === id && until && until >= last ? (day ?? []) : [],
  )
  return days.toSorted().at(-1) ?? null
}
