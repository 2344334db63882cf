import type { PackageDialogValues } from '@/domain/packages/package.schema'
import { ownValidityDays } from '@/domain/packages/packages'
import type { LocalDate, Package } from '@/domain/shared/model'
import { firstDayOf, type Month } from './months'

/** 'Renovar todo mês' (docs/product.md, 'Monthly renewals'). */

/** A marked package that waits to be renewed. */
export interface WaitingPackage extends Package {
  student_name: string
}

/** When the renewals of a month are due: on the coach's day (1 to 28), or today if that is over. */
export function renewalDue(month: Month, dueDay: number, today: LocalDate): LocalDate {
  const due = `${month}-${String(dueDay).padStart(2, '0')}`
  return due < today ? today : due
}

/** What is sold: the same once more, from the first of the month on. */
export function renewalOf(pkg: Package, month: Month, due: LocalDate): PackageDialogValues {
  return {
    totalClasses: pkg.total_classes,
    price: pkg.price,
    validityDays: ownValidityDays(pkg),
    firstLessonValidity: pkg.validity_days !== null,
    startDate: firstDayOf(month),
    renewsMonthly: true,
    paymentDate: due,
  }
}
