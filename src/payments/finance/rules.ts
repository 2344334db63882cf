import { FIRST_DAY } from '@/core/constants'
import type { LocalDate, Package, Payment, Student } from '@/core/model'
import type { PackageDialogValues } from '@/packages/package.schema'
import { ownValidityDays } from '@/packages/rules'
import { addMonths, firstDayOf, monthOf, type Month } from './months'

/** Money month by month (docs/product.md, 'Finance'). Amounts are BRL. */

/** What `get_finance` returns. */
export interface FinanceFigures {
  /** `month` is its first day; `received` is payments less refunds. */
  months: { month: LocalDate; sold: number; received: number }[]
  /** What is owed of all packages, and the part of it that was due before today. */
  open: number
  overdue: number
  /** The prices of packages that start after the last of the months. */
  sold_later: number
}

/** A payment or a refund, with what it was for. */
export interface Entry extends Payment {
  package: Pick<Package, 'name'> & { student: Pick<Student, 'name'> }
}

/** How many months the chart shows, and how far ahead of the running month a coach can look. */
const SHOWN = 12
const AHEAD = 12

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** The month that an address asks for; the running one if it asks for none, or for one that cannot be. */
export function askedMonth(text: string | null, running: Month): Month {
  return text !== null && MONTH.test(text) && canShow(text, running) ? text : running
}

export function canShow(month: Month, running: Month): boolean {
  return month >= monthOf(FIRST_DAY) && month <= addMonths(running, AHEAD)
}

/**
 * The first day of each month that is asked for beside `month`, and of the one after them: up to the running month if that is
 * near.
 */
export function monthDays(month: Month, running: Month): LocalDate[] {
  const last = month > addMonths(running, -SHOWN) && month <= running ? running : month
  return Array.from({ length: SHOWN + 1 }, (_, index) => firstDayOf(addMonths(last, index + 1 - SHOWN)))
}

/** A package marked 'Renovar todo mês' that was not renewed for the month yet (docs/product.md, 'Monthly renewals'). */
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
