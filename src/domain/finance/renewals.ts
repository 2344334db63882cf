import type { PackageDialogValues } from '@/domain/packages/package.schema'
import { ownValidityDays } from '@/domain/packages/packages'
import type { Package } from '@/domain/shared/model'
import { firstDayOf, type Month } from './finance'

/** 'Renovar todo mês' (docs/product.md, 'Monthly renewals'). */

/** A marked package that waits to be renewed. */
export interface WaitingPackage extends Package {
  student_name: string
}

/** What is sold: the same once more, from the first of the month on, due on the coach's day (1 to 28). */
export function renewalOf(pkg: Package, month: Month, dueDay: number): PackageDialogValues {
  return {
    totalClasses: pkg.total_classes,
    price: pkg.price,
    validityDays: ownValidityDays(pkg),
    firstLessonValidity: pkg.validity_days !== null,
    startDate: firstDayOf(month),
    paymentDate: `${month}-${String(dueDay).padStart(2, '0')}`,
  }
}
