import { FIRST_DAY } from '@/core/constants'
import type { LocalDate, Package, Payment, Student } from '@/core/model'
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

/** A package of which something is owed. */
export interface OpenPackage extends Package {
  student: Pick<Student, 'id' | 'name' | 'phone' | 'anonymized_at'>
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

/** The first day of each month that is asked for beside `month`, and of the one after them: up to the running month if that is near. */
export function monthDays(month: Month, running: Month): LocalDate[] {
  const last = month > addMonths(running, -SHOWN) && month <= running ? running : month
  return Array.from({ length: SHOWN + 1 }, (_, index) => firstDayOf(addMonths(last, index + 1 - SHOWN)))
}

/** Refunds count against what was received. */
export const signedAmount = ({ kind, amount }: Pick<Payment, 'kind' | 'amount'>): number =>
  kind === 'refund' ? -amount : amount
