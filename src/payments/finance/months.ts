import { formatMonth } from '@/core/dates'
import type { LocalDate } from '@/core/model'

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
