import { FIRST_DAY, PACKAGE_LIMITS } from '@/core/constants'
import { formatMonth } from '@/core/dates'
import type { LocalDate, Package, Payment, Student } from '@/core/model'
import type { PackageDialogValues } from '@/packages/package.schema'
import { ownValidityDays } from '@/packages/rules'
import { fromCents, toCents } from '../money'

/** 'YYYY-MM'. */
export type Month = string

export const monthOf = (day: LocalDate): Month => day.slice(0, 7)
export const firstDayOf = (month: Month): LocalDate => `${month}-01`

/** The month `count` later (earlier if negative). */
export function addMonths(month: Month, count: number): Month {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** From this day of a month on, 'Renovações' is about the next month. */
const ASKED_FROM = 25

/** The month for which packages are renewed today. */
export const renewalMonth = (today: LocalDate): Month =>
  Number(today.slice(8)) >= ASKED_FROM ? addMonths(monthOf(today), 1) : monthOf(today)

/** Of the counts for the month of `readOn` and the next, the one of the month that 'Renovações' is about today. */
export function waitingRenewals(counts: readonly number[], readOn: LocalDate, today: LocalDate): number {
  const first = monthOf(readOn)
  return counts[[first, addMonths(first, 1)].indexOf(renewalMonth(today))] ?? 0
}

/** 'Renovações de dezembro' */
export const renewalTitle = (today: LocalDate): string => `Renovações de ${monthName(renewalMonth(today))}`

/** 'dezembro' */
export const monthName = (month: Month): string => formatMonth(month).split(' ')[0] ?? ''

/** Money month by month (docs/product.md, 'Finance'). Amounts are BRL. */

export interface FinanceFigures {
  /** `month` is the month's first day; `received` is payments less refunds. */
  months: { month: LocalDate; sold: number; received: number }[]
  /** `open` is what is owed for all packages, `overdue` the part that was due before today. */
  open: number
  overdue: number
  /** The prices of packages that start after the last month of `months`. */
  sold_later: number
}

export type Entry = Payment & { package: Pick<Package, 'name'> & { student: Pick<Student, 'name'> } }

/** How many months the chart shows, and how far ahead of the running month a coach can look. */
const SHOWN = 12
const AHEAD = 12

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** The month in the address; the running month if the address names none or an impossible one. */
export const askedMonth = (text: string | null, running: Month): Month =>
  text !== null && MONTH.test(text) && canShow(text, running) ? text : running

export const canShow = (month: Month, running: Month): boolean =>
  month >= monthOf(FIRST_DAY) && month <= addMonths(running, AHEAD)

/** The first days of the chart's twelve months and the next: up to the running month if `month` is among them. */
export function monthDays(month: Month, running: Month): LocalDate[] {
  const last = month > addMonths(running, -SHOWN) && month <= running ? running : month
  return Array.from({ length: SHOWN + 1 }, (_, index) => firstDayOf(addMonths(last, index + 1 - SHOWN)))
}

/** A package marked 'Renovar todo mês' that is not renewed for the month yet (docs/product.md, 'Monthly renewals'). */
export interface WaitingPackage extends Package {
  student_name: string
  /** Ticked at first. */
  due: boolean
  /** The start of the package that the student has bought for the month without renewing one. */
  bought: LocalDate | null
}

/** The payment date of a month's renewals: the coach's day (1 to 28), or today if that day is over. */
export function renewalDue(month: Month, dueDay: number, today: LocalDate): LocalDate {
  const due = `${month}-${String(dueDay).padStart(2, '0')}`
  return due < today ? today : due
}

/** The start date of a month's renewals: its first day, or today if that day is over. */
export function renewalStart(month: Month, today: LocalDate): LocalDate {
  const first = firstDayOf(month)
  return first < today ? today : first
}

export type RenewalDays = { start: LocalDate; due: LocalDate }

/** The classes and the price of a renewal: those that were sold, unless the coach changed them. */
export type Renewed = { classes: number; price: number }

export const asSoldBefore = ({ sold_classes: classes, sold_price: price }: Package): Renewed => ({
  classes,
  price,
})

/** The price of so many classes at the sold price per class; null: more than a package may cost. */
export function priceInProportion(pkg: Package, classes: number): number | null {
  const price = fromCents(Math.round((toCents(pkg.sold_price) * classes) / pkg.sold_classes))
  return price > PACKAGE_LIMITS.priceMax ? null : price
}

/** The form values of a renewal: `pkg` sold again, with these classes and this price. */
export function renewalOf(
  pkg: Package,
  { start, due }: RenewalDays,
  { classes, price }: Renewed = asSoldBefore(pkg),
): PackageDialogValues {
  const days = ownValidityDays(pkg)
  return {
    totalClasses: classes,
    price,
    // A single class may be valid on its start date only. Several classes get the default validity.
    validityDays: days === 0 && classes > 1 ? PACKAGE_LIMITS.validityDefault : days,
    firstLessonValidity: pkg.validity_days !== null,
    startDate: start,
    renewsMonthly: true,
    paymentDate: due,
  }
}
