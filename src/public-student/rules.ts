import { dayIn, dayOf, timeOf, type AgendaTime } from '@/agenda/zone'
import { daysBetween, formatDate, formatTime, parseLocalDate } from '@/core/dates'
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

const weekday = dateFormatter({ weekday: 'long' })

/** Until then a weekday alone says which day. */
const WEEK = 7

/**
 * 'Hoje, 7h', 'Domingo, 7h30', 'Domingo, 13/12, 7h'; the agenda's days and times, wherever the visitor is. With the club:
 * 'Domingo, 7h, Clube das Figueiras'.
 */
export function plannedFor({ starts_at: start, club }: PlannedLesson, now: Date): string {
  const day = dayOf(start)
  const days = daysUntil(start, now)
  const name = capital(weekday(parseLocalDate(day)))
  const near = ['Hoje', 'Amanhã'][days] ?? (days < WEEK ? name : `${name}, ${formatDate(day).slice(0, 5)}`)
  return [near, hourOf(timeOf(start)), club].filter(Boolean).join(', ')
}

/** '7h', '7h30' */
function hourOf(time: string): string {
  const [hours, minutes] = time.split(':')
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Days from today to a lesson, by the agenda's calendar. */
export const daysUntil = (start: AgendaTime, now: Date): number =>
  daysBetween(dayIn(start.zone, now), dayOf(start))

/** This device shows another time for it. */
export const readsOtherClock = ({ starts_at: start }: PlannedLesson): boolean =>
  formatTime(start.instant) !== timeOf(start)
