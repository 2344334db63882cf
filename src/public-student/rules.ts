import { dayIn, dayOf, timeOf, type AgendaTime } from '@/agenda/zone'
import type { PlannedLesson } from '@/agreement/planned'
import { daysBetween, formatTime, inUTC, shortDay } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { PublicSession } from './data'

/** The lesson took place and the student was present. */
export const wasThere = ({ attendance, cancelled_reason: reason }: PublicSession): boolean =>
  reason === null && attendance === 'present'

const weekday = dateFormatter({ weekday: 'long', timeZone: 'UTC' })

/** Within this many days a weekday alone names the day. */
const WEEK = 7

/**
 * 'Hoje, 7h', 'Domingo, 7h30', 'Domingo, 13/12, 7h', with the club 'Domingo, 7h, Clube das Figueiras'. Days and times
 * are the agenda's, wherever the visitor is.
 */
export function plannedFor(
  { starts_at: start, club }: Pick<PlannedLesson, 'starts_at' | 'club'>,
  now: Date,
): string {
  const day = dayOf(start)
  const days = daysUntil(start, now)
  const name = capital(weekday(inUTC(day)))
  const near = ['Ontem', 'Hoje', 'Amanhã'][days + 1] ?? (days < WEEK ? name : `${name}, ${shortDay(day)}`)
  return [near, hourOf(timeOf(start)), club].filter(Boolean).join(', ')
}

/** '7h' or '7h30'. */
function hourOf(time: string): string {
  const [hours, minutes] = time.split(':')
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Days from today to a lesson, by the agenda's calendar. */
export const daysUntil = (start: AgendaTime, now: Date): number =>
  daysBetween(dayIn(start.zone, now), dayOf(start))

/** This device's clock shows another time for the lesson. */
export const readsOtherClock = ({ starts_at: start }: Pick<PlannedLesson, 'starts_at'>): boolean =>
  formatTime(start.instant) !== timeOf(start)
