import type { LocalDate } from '@/core/model'
import type { Result } from '@/core/result'
import { mapped, readPatiently } from '@/data/calls'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import type { Agenda } from './rules'
import { AGENDA_SERVICE as texts } from './texts'
import { DEFAULT_ZONE } from './zone'

/** The occurrences on these local days, both included; at most 401. Apart from `agenda`, because the dashboard needs no more. */
export const readAgenda = (from: LocalDate, to: LocalDate): Promise<Result<Agenda>> =>
  mapped(
    readPatiently(texts.load, (client) => client.rpc('get_agenda', { from_day: from, to_day: to })),
    ({ time_zone, occurrences, lessons }) => {
      // Before the first slot nothing is told but what the device says. Slots without a zone: the database takes this one.
      const zone = time_zone ?? (occurrences.length > 0 ? DEFAULT_ZONE : deviceTimeZone())
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
