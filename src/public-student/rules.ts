import { dayIn, dayOf, timeOf, type AgendaTime } from '@/agenda/zone'
import { daysBetween, formatTime, parseLocalDate } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import type { PublicSession } from './data'
import { PUBLIC_STUDENT } from './texts'

/** Why the student did not play: 'Faltou', 'Cancelada · chuva'. null: the student was there. */
export function missedText({ attendance, cancelled_reason: reason }: PublicSession): string | null {
  if (reason !== null) return ATTENDANCE.cancelled(PUBLIC_STUDENT.cancelledReasons[reason])
  return attendance === 'present' ? null : ATTENDANCE.labels[attendance]
}

/** A lesson that is planned for a student; who else comes is not public. */
export interface PlannedLesson {
  starts_at: AgendaTime
  minutes: number
  /** The club's name. */
  club: string | null
}

const longDay = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

/** 'Hoje', 'Amanhã' or 'terça-feira, 24 de novembro', with the time; the agenda's, wherever the visitor is. */
export function plannedFor({ starts_at: start }: PlannedLesson, now: Date): string {
  const day = dayOf(start)
  const near = ['Hoje', 'Amanhã'][daysBetween(dayIn(start.zone, now), day)]
  return `${near ?? longDay(parseLocalDate(day))}, ${timeOf(start)}`
}

/** This device shows another time for it. */
export const readsOtherClock = ({ starts_at: start }: PlannedLesson): boolean =>
  formatTime(start.instant) !== timeOf(start)
