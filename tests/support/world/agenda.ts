import type { Occurrence, Slot } from '@/agenda/rules'
import type { NewSlot } from '@/agenda/slots'
import { dayIn, timeOf } from '@/agenda/zone'
import { parseLocalDate, toLocalDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import type { Coach } from '../backend'
import { daysFromToday, newId } from './values'

/** Agenda as the database answers it: by default Marina at noon of 2026-11-20, a Friday. */

/** The time zone of the machine that runs the tests. */
export const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** In one of the last two it is another day than here, at any hour. */
const AWAY = ['Asia/Tokyo', 'America/Manaus', 'Pacific/Kiritimati', 'Etc/GMT+12']

/**
 * A time zone other than this machine's in which it is not near midnight now; on demand also the same day as here, or
 * another one.
 */
export function zoneAway({ sameDay }: { sameDay?: boolean } = {}): string {
  const now = new Date()
  const found = AWAY.find((zone) => {
    const hour = Number(timeOf({ zone, instant: now.toISOString() }).slice(0, 2))
    const fits = sameDay === undefined || (dayIn(zone, now) === toLocalDate(now)) === sameDay
    return zone !== HERE && fits && hour >= 1 && hour < 23
  })
  if (found === undefined) throw new Error('No time zone fits')
  return found
}

export const occurrence = (overrides: Partial<Occurrence> = {}): Occurrence => {
  const { day = '2026-11-20' } = overrides
  return {
    slot_id: 'slot',
    slot_date: day,
    start_time: '12:00:00',
    starts_at: { instant: new Date(`${day}T12:00:00`).toISOString(), zone: HERE },
    day,
    minutes: 60,
    club_id: null,
    reason: null,
    moved_to: null,
    session_id: null,
    cancelled_reason: null,
    students: [{ id: 's1', name: 'Marina Costa' }],
    ...overrides,
  }
}

export const slot = (overrides: Partial<Slot> = {}): Slot => ({
  id: 'slot',
  weekday: 5,
  start_time: '12:00:00',
  minutes: 60,
  club_id: null,
  starts_on: '2026-11-06',
  ends_on: null,
  updated_at: '2026-11-06T12:00:00+00:00',
  students: ['s1'],
  ...overrides,
})

/** A slot to add: every week at noon on the weekday of `day`, begun 22 days before today. */
export const weeklyOn = (day: LocalDate, students: Uuid[], overrides: Partial<NewSlot> = {}): NewSlot => ({
  id: newId(),
  weekday: parseLocalDate(day).getDay(),
  start_time: '12:00:00',
  minutes: 60,
  club_id: null,
  starts_on: daysFromToday(-22),
  ends_on: null,
  students,
  ...overrides,
})

/** A slot with a single occurrence. */
export const once = (day: LocalDate, start_time: string, students: Uuid[]): NewSlot =>
  weeklyOn(day, students, { weekday: null, start_time, starts_on: day, ends_on: day })

/** Sets the time zone of a coach's agenda, then applies the slot plans in order. */
export async function planSlots(
  { client, id }: Coach,
  zone: string,
  ...plans: { add?: NewSlot[]; skips?: object }[]
) {
  await client.from('profiles').update({ time_zone: zone }).eq('id', id).throwOnError()
  for (const plan of plans) {
    await client
      .rpc('apply_slot_plan', { plan: { op_id: newId(), end: [], add: [], ...plan } })
      .throwOnError()
  }
}
