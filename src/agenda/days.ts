import { addDays, daysBetween, formatDate, parseLocalDate } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { LocalDate } from '@/core/model'

/** The days of the agenda: which are read, and how they are written. */

export interface DayRange {
  from: LocalDate
  /** The last day. */
  to: LocalDate
}

export const isWithin = (inner: DayRange, outer: DayRange): boolean =>
  inner.from >= outer.from && inner.to <= outer.to

export const isOn = (day: LocalDate, { from, to }: DayRange): boolean => day >= from && day <= to

/** The Monday of this day's week. */
export const mondayOf = (day: LocalDate): LocalDate => addDays(day, -((parseLocalDate(day).getDay() + 6) % 7))

/** The seven days from this Monday on. */
export const daysFrom = (monday: LocalDate): LocalDate[] =>
  Array.from({ length: 7 }, (_, index) => addDays(monday, index))

const BLOCK_DAYS = 28

/** What the device keeps of the agenda: the week before, this one, and two more. */
export function keptDays(today: LocalDate): DayRange {
  const from = addDays(mondayOf(today), -7)
  return { from, to: addDays(from, BLOCK_DAYS - 1) }
}

/** The four weeks that are read together with this day: those that the device keeps, or others beside them. */
export function blockOf(day: LocalDate, today: LocalDate): DayRange {
  const first = keptDays(today).from
  const from = addDays(first, Math.floor(daysBetween(first, day) / BLOCK_DAYS) * BLOCK_DAYS)
  return { from, to: addDays(from, BLOCK_DAYS - 1) }
}

const weekdayName = dateFormatter({ weekday: 'long', timeZone: 'UTC' })
const dayName = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const shortMonth = dateFormatter({ month: 'short', timeZone: 'UTC' })

const midnight = (day: LocalDate) => new Date(`${day}T00:00:00Z`)

/** 'segunda-feira, 23 de novembro' */
export const formatDay = (day: LocalDate): string => dayName(midnight(day))

/** 'seg' */
export const formatShortWeekday = (day: LocalDate): string => weekdayName(midnight(day)).slice(0, 3)

/** 'seg, 23/11' */
export const formatShortDay = (day: LocalDate): string =>
  `${formatShortWeekday(day)}, ${formatDate(day).slice(0, 5)}`

const dayOf = (day: LocalDate) => String(Number(day.slice(8)))
const monthOf = (day: LocalDate) => shortMonth(midnight(day)).replace('.', '')

/** '23 – 29 nov', '30 nov – 6 dez'; with the year if it is not this one. */
export function formatWeek(monday: LocalDate, today: LocalDate): string {
  const sunday = addDays(monday, 6)
  const isSameMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  const year = sunday.slice(0, 4) === today.slice(0, 4) ? '' : ` ${sunday.slice(0, 4)}`
  return `${dayOf(monday)}${isSameMonth ? '' : ` ${monthOf(monday)}`} – ${dayOf(sunday)} ${monthOf(sunday)}${year}`
}
