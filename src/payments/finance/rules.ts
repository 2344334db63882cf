import { FIRST_DAY, PACKAGE_LIMITS } from '@/core/constants'
import type { LocalDate, Package, Payment, Student } from '@/core/model'
import type { PackageDialogValues } from '@/packages/package.schema'
import { ownValidityDays } from '@/packages/rules'
import { fromCents, toCents } from '../money'
import { addMonths, firstDayOf, monthOf, type Month } from './months'

/** Money month by month (docs/product.md, 'Finance'). Amounts are BRL. */

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
 * The first day of each month that is asked for beside `month`, and of the one after them: up to the running month if
 * that is near.
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

/** How many classes a renewal has, and what it costs: as it was sold, unless the coach says otherwise. */
export interface Renewed {
  classes: number
  price: number
}

export const asSoldBefore = ({ sold_classes: classes, sold_price: price }: Package): Renewed => ({
  classes,
  price,
})

/** What so many classes cost at the price that was sold; null: more than a package can cost. */
export function priceInProportion(pkg: Package, classes: number): number | null {
  const price = fromCents(Math.round((toCents(pkg.sold_price) * classes) / pkg.sold_classes))
  return price > PACKAGE_LIMITS.priceMax ? null : price
}

/** What is sold: once more what was sold, of so many classes at that price. */
export function renewalOf(
  pkg: Package,
  { start, due }: RenewalDays,
  { classes, price }: Renewed = asSoldBefore(pkg),
): PackageDialogValues {
  const days = ownValidityDays(pkg)
  return {
    totalClasses: classes,
    price,
    // A single class may be valid on its day alone; several are not.
    validityDays: days === 0 && classes > 1 ? PACKAGE_LIMITS.validityDefault : days,
    firstLessonValidity: pkg.validity_days !== null,
    startDate: start,
    renewsMonthly: true,
    paymentDate: due,
  }
}
