import { addDays, daysBetween, parseLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'

/** Which days of the agenda are read in one request. */

export type DayRange = { from: LocalDate; to: LocalDate }

export const isWithin = (inner: DayRange, outer: DayRange): boolean =>
  inner.from >= outer.from && inner.to <= outer.to

export const isOn = (day: LocalDate, { from, to }: DayRange): boolean => day >= from && day <= to

export const mondayOf = (day: LocalDate): LocalDate => addDays(day, -((parseLocalDate(day).getDay() + 6) % 7))

export const daysFrom = (monday: LocalDate): LocalDate[] =>
  Array.from({ length: 7 }, (_, index) => addDays(monday, index))

const BLOCK_DAYS = 42

/** The days that the device keeps: last week, this one and four more, as far as students can reply by their link. */
export function keptDays(today: LocalDate): DayRange {
  const from = addDays(mondayOf(today), -7)
  return { from, to: addDays(from, BLOCK_DAYS - 1) }
}

/** The first date on which the device keeps this day. */
export const keptSince = (day: LocalDate): LocalDate => addDays(mondayOf(day), 14 - BLOCK_DAYS)

/** The six weeks that are read together with this day: those that the device keeps, or another block beside them. */
export function blockOf(day: LocalDate, today: LocalDate): DayRange {
  const first = keptDays(today).from
  const from = addDays(first, Math.floor(daysBetween(first, day) / BLOCK_DAYS) * BLOCK_DAYS)
  return { from, to: addDays(from, BLOCK_DAYS - 1) }
}
