import { addDays, shortDay, inUTC } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { LocalDate } from '@/core/model'

const weekdayName = dateFormatter({ weekday: 'long', timeZone: 'UTC' })
const dayName = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const shortMonth = dateFormatter({ month: 'short', timeZone: 'UTC' })

/** 'segunda-feira, 23 de novembro' */
export const formatDay = (day: LocalDate): string => dayName(inUTC(day))

/** 'seg' */
export const formatShortWeekday = (day: LocalDate): string => weekdayName(inUTC(day)).slice(0, 3)

/** 'seg, 23/11' */
export const formatShortDay = (day: LocalDate): string => `${formatShortWeekday(day)}, ${shortDay(day)}`

const dayOf = (day: LocalDate) => String(Number(day.slice(8)))
const monthOf = (day: LocalDate) => shortMonth(inUTC(day)).replace('.', '')

/** '23 – 29 nov', '30 nov – 6 dez'; with the year if it is not the current one. */
export function formatWeek(monday: LocalDate, today: LocalDate): string {
  const sunday = addDays(monday, 6)
  const isSameMonth = monday.slice(0, 7) === sunday.slice(0, 7)
  const year = sunday.slice(0, 4) === today.slice(0, 4) ? '' : ` ${sunday.slice(0, 4)}`
  return `${dayOf(monday)}${isSameMonth ? '' : ` ${monthOf(monday)}`} – ${dayOf(sunday)} ${monthOf(sunday)}${year}`
}
