import { dayIn, dayOf, timeOf } from '@/agenda/zone'
import type { PlannedLesson } from '@/agreement/planned'
import { daysBetween, formatTime, parseLocalDate } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { PublicSession } from './data'

/** A lesson that the student was at. */
export const wasThere = ({ attendance, cancelled_reason: reason }: PublicSession): boolean =>
  reason === null && attendance === 'present'

const longDay = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long' })

/** 'Hoje', 'Amanhã' or 'terça-feira, 24 de novembro', with the time; the agenda's, wherever the visitor is. */
export function plannedFor({ starts_at: start }: Pick<PlannedLesson, 'starts_at'>, now: Date): string {
  const day = dayOf(start)
  const near = ['Hoje', 'Amanhã'][daysBetween(dayIn(start.zone, now), day)]
  return `${near ?? longDay(parseLocalDate(day))}, ${timeOf(start)}`
}

/** This device shows another time for it. */
export const readsOtherClock = ({ starts_at: start }: Pick<PlannedLesson, 'starts_at'>): boolean =>
  formatTime(start.instant) !== timeOf(start)
