import { addDays, daysBetween, formatDate } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { LocalDate } from '@/core/model'
import { keptDays, type DayRange } from './window'

/** The seven days from this Monday on. */
export function daysFrom(monday: LocalDate): LocalDate[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

const BLOCK_DAYS = 28

/** The four weeks that are read together with this day: those that the device keeps, or others beside them. */
export function blockOf(day: LocalDate, today: LocalDate): DayRange {
  const first = keptDays(today).from
  const from = addDays(first, Math.floor(daysBetween(first, day) / BLOCK_DAYS) * BLOCK_DAYS)
  return { from, to: addDays(from, BLOCK_DAYS - 1) }
}

const weekdayName = dateFormatter({ weekday: 'long', timeZone: 'UTC' })
const dayName = dateFormatter({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const shortMonth = dateFormatter({ month: 'short', timeZone: 'UTC' })

const midnight = (day: LocalDate) => new Date(`${day}T00:00:00Z`)

/** 'segunda-feira, 23 de novembro' */
export function formatDay(day: LocalDate): string {
  return dayName(midnight(day))
}

/** 'seg' */
export function formatShortWeekday(day: LocalDate): string {
  return weekdayName(midnight(day)).slice(0, 3)
}

/** 'seg, 23/11' */
export function formatShortDay(day: LocalDate): string {
  return `${formatShortWeekday(day)}, ${formatDate(day).slice(0, 5)}`
}

const dayOf = (day: LocalDate) => String(Number(day.slice(8)))
const monthOf = (day: LocalDate) => shortMonth(midnight(day)).replace('.', '')

/** '23 – 29 nov', '30 nov – 6 dez'; with the year if it is not this one. */
export function formatWeek(monday: LocalDate, today: LocalDate): string {
  const sunday = addDays(monday, 6)
  const isSameMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  const year = sunday.slice(0, 4) === today.slice(0, 4) ? '' : ` ${sunday.slice(0, 4)}`
  return `${dayOf(monday)}${isSameMonth ? '' : ` ${monthOf(monday)}`} – ${dayOf(sunday)} ${monthOf(sunday)}${year}`
}
