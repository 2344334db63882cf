import type { LocalDate } from '@/core/model'
import type { Result } from '@/core/result'
import { allRows, mapped, read, readPatiently } from '@/data/calls'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import type { Agenda, Slot } from './rules'
import { AGENDA_SERVICE as texts } from './texts'

/** The occurrences on these days, at most 401. Apart from `agenda`, because the dashboard needs nothing else of it. */
export const readAgenda = (from: LocalDate, to: LocalDate): Promise<Result<Agenda>> =>
  mapped(
    readPatiently(texts.load, (client) => client.rpc('get_agenda', { from_day: from, to_day: to })),
    ({ time_zone, occurrences, lessons }) => {
      // Until the coach has slots or a stored zone.
      const zone = time_zone ?? deviceTimeZone()
      return {
        zone,
        days: { from, to },
        occurrences: occurrences.map(({ starts_at, moved_to, ...occurrence }) => ({
          ...occurrence,
          starts_at: { instant: starts_at, zone },
          moved_to: moved_to === null ? null : { instant: moved_to, zone },
        })),
        lessons: lessons.map((lesson) => ({ ...lesson, starts_at: { instant: lesson.starts_at, zone } })),
      }
    },
  )

/** All slots, ended ones included, by weekday and time. */
export const readSlots = (): Promise<Result<Slot[]>> =>
  mapped(
    read(texts.load, (client, owner) =>
      allRows((first, last) =>
        client
          .from('lesson_slots')
          .select(
            `id, weekday, start_time, minutes, club_id, starts_on, ends_on, updated_at,
             lesson_slot_students(student_id)`,
          )
          .eq('user_id', owner)
          .order('weekday')
          .order('start_time')
          .order('id')
          .range(first, last),
      ),
    ),
    (slots) =>
      slots.map(({ lesson_slot_students: students, ...slot }) => ({
        ...slot,
        students: students.map(({ student_id }) => student_id),
      })),
  )
