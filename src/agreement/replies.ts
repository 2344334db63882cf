import { dayOf, timeOf, type AgendaTime } from '@/agenda/zone'
import { inUTC, shortDay } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import { SAID_BY } from './reply-texts'

export type Outcome = 'kept' | 'late'

/** Of a student's replies to an occurrence, the one that counts (docs/product.md, 'Replies'). */
export interface Reply<Time = AgendaTime> {
  reply: 'coming' | 'not_coming' | null
  replied_at: Time | null
  told_by: 'student' | 'coach' | null
  /** What 'not_coming' means; null: no version judges the lesson. */
  outcome: Outcome | null
}

const weekday = dateFormatter({ weekday: 'short', timeZone: 'UTC' })

/** 'qua 25/11, 19:00' */
export function shortWhen(time: AgendaTime): string {
  const day = dayOf(time)
  return `${weekday(inUTC(day)).replace('.', '')} ${shortDay(day)}, ${timeOf(time)}`
}

/** 'pelo link, 22/11 18:02' or 'anotado pelo professor, 22/11 18:02'; null without a reply. */
export function saidBy({ told_by, replied_at }: Pick<Reply, 'told_by' | 'replied_at'>): string | null {
  if (told_by === null || replied_at === null) return null
  return `${SAID_BY[told_by]}, ${shortDay(dayOf(replied_at))} ${timeOf(replied_at)}`
}
