import type { LocalDate, Package } from '@/core/model'
import type { PackageDialogValues } from '@/packages/package.schema'
import { ownValidityDays } from '@/packages/rules'
import { firstDayOf, type Month } from './months'

/** 'Renovar todo mês' (docs/product.md, 'Monthly renewals'). */

/** A marked package that was not renewed for the month yet. */
export interface WaitingPackage extends Package {
  student_name: string
  /** It ends before the 8th of the month or has no credits left; only such packages are ticked. */
  due: boolean
}

/** When the renewals of a month are due: on the coach's day (1 to 28), or today if that is over. */
export function renewalDue(month: Month, dueDay: number, today: LocalDate): LocalDate {
  const due = `${month}-${String(dueDay).padStart(2, '0')}`
  return due < today ? today : due
}

/** When the renewals of a month begin: on its first day, never in the past. */
export function renewalStart(month: Month, today: LocalDate): LocalDate {
  const first = firstDayOf(month)
  return first < today ? today : first
}

/** The days on which renewed packages begin and are due. */
export interface RenewalDays {
  start: LocalDate
  due: LocalDate
}

/** What is sold: the same that was sold, once more. */
export function renewalOf(pkg: Package, { start, due }: RenewalDays): PackageDialogValues {
  return {
    totalClasses: pkg.sold_classes,
    price: pkg.sold_price,
    validityDays: ownValidityDays(pkg),
    firstLessonValidity: pkg.validity_days !== null,
    startDate: start,
    renewsMonthly: true,
    paymentDate: due,
  }
}
