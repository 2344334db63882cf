import type { Occurrence } from '@/agenda/rules'
import { timeOf } from '@/agenda/zone'

/** What a message says of a planned lesson, as `lessonRequests` takes it: in the coach's time zone, after it moved too. */
export const plannedLesson = ({
  slot_id,
  slot_date,
  day,
  starts_at,
}: Pick<Occurrence, 'slot_id' | 'slot_date' | 'day' | 'starts_at'>) => ({
  cause: `${slot_id}:${slot_date}`,
  day,
  time: timeOf(starts_at),
})
