import { addDays, formatDate, formatLongDate, formatTime, localDayOf } from '@/domain/shared/dates'
import type { Instant, LocalDate } from '@/domain/shared/model'
import { TODAY } from '@/texts/agenda/today'

/** 'terça-feira' */
export const weekdayOf = (day: LocalDate): string => formatLongDate(day).split(',')[0] ?? ''

/** 'terça-feira, 18/11' */
const shortDay = (day: LocalDate): string => `${weekdayOf(day)}, ${formatDate(day).slice(0, 5)}`

/** 'Mais cedo hoje', 'Ontem', 'terça-feira, 18/11' */
export function dayName(day: LocalDate, today: LocalDate): string {
  if (day === today) return TODAY.earlierToday
  return day === addDays(today, -1) ? TODAY.yesterday : shortDay(day)
}

/** 'terça-feira, 18/11, 18:00' */
export const lessonWords = (date: Instant): string => `${shortDay(localDayOf(date))}, ${formatTime(date)}`
