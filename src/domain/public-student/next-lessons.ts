import { daysBetween, formatTime, localDayOf } from '@/domain/shared/dates'
import { dateFormatter } from '@/domain/shared/formatters'
import type { Instant, LocalDate } from '@/domain/shared/model'

/** A lesson that is planned for a student; who else comes is not public. */
export interface PlannedLesson {
  starts_at: Instant
  minutes: number
  /** The club's name. */
  club: string | null
}

const longDay = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

/** 'Hoje', 'Amanhã' or 'terça-feira, 24 de novembro', with the time, on this device. */
export function plannedFor({ starts_at: start }: PlannedLesson, today: LocalDate): string {
  const day = ['Hoje', 'Amanhã'][daysBetween(today, localDayOf(start))] ?? longDay(new Date(start))
  return `${day}, ${formatTime(start)}`
}
