import { epochOf } from '@/agenda/zone'
import { ASKED, type PlannedLesson } from './planned'

/**
 * What 'Não vou' means by this device's clock, unless that was fast when the page was read (`readAt`). The server
 * decides, and asks again if 'Não vou' means less by then.
 */
export const meansNow = (
  { would_be, deadline }: Pick<PlannedLesson, 'would_be' | 'deadline'>,
  now: Date,
  readAt: number,
) =>
  deadline !== null && now.getTime() > epochOf(deadline) && readAt <= epochOf(deadline) ? 'late' : would_be

export const canReplyNow = ({ can_reply, starts_at }: PlannedLesson, now: Date, readAt: number): boolean =>
  can_reply && (now.getTime() < epochOf(starts_at) || readAt >= epochOf(starts_at))

/** The lesson that an address names, `?aula={slot}.{date}`; if its slot was replaced, the only lesson of that day. */
export function askedLesson(lessons: readonly PlannedLesson[], address: string): PlannedLesson | undefined {
  const [slot, date] = (new URLSearchParams(address).get(ASKED) ?? '').split('.')
  const ofDay = lessons.filter(({ slot_date }) => slot_date === date)
  return ofDay.find(({ slot_id }) => slot_id === slot) ?? (ofDay.length === 1 ? ofDay[0] : undefined)
}
