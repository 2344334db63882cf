import { addDays, parseLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'

export interface DayRange {
  from: LocalDate
  /** The last day. */
  to: LocalDate
}

/** The Monday of this day's week. */
export const mondayOf = (day: LocalDate): LocalDate => addDays(day, -((parseLocalDate(day).getDay() + 6) % 7))

/** What the device keeps of the agenda: the week before, this one, and two more. */
export function keptDays(today: LocalDate): DayRange {
  const from = addDays(mondayOf(today), -7)
  return { from, to: addDays(from, 27) }
}

export const isWithin = (inner: DayRange, outer: DayRange): boolean =>
  inner.from >= outer.from && inner.to <= outer.to

export const isOn = (day: LocalDate, { from, to }: DayRange): boolean => day >= from && day <= to
