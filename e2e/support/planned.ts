import { dayIn, DEFAULT_ZONE, timeOf } from '../../src/agenda/zone.ts'
import type { LocalDate, Uuid } from '../../src/core/model.ts'
import type { Backend, Coach } from '../../tests/support/backend.ts'
import { once, planSlots } from '../../tests/support/world/agenda.ts'

export const HOUR = 3_600_000
/** The day in the agenda at this instant. */
export const agendaDay = (time: number): LocalDate => dayIn(DEFAULT_ZONE, new Date(time))

/** Plans a lesson of these students at this instant, as if it had been planned long ago; its day. */
export async function planLesson(
  { sql }: Backend,
  coach: Coach,
  time: number,
  students: Uuid[],
): Promise<LocalDate> {
  const start = timeOf({ zone: DEFAULT_ZONE, instant: new Date(time).toISOString() })
  const slot = once(agendaDay(time), start, students)
  await planSlots(coach, DEFAULT_ZONE, { add: [slot] })
  await sql(`update public.lesson_slots set time_since = now() - interval '60 days' where id = $1`, [slot.id])
  return slot.starts_on
}
