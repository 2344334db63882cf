import type { Agenda } from '@/domain/agenda/agenda'
import { DEFAULT_ZONE } from '@/domain/agenda/zone'
import type { LocalDate } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import { success, toFailure } from '@/services/supabase/errors'
import { AGENDA_SERVICE as texts } from '@/texts/agenda/agenda-service'

/** The occurrences on these local days, both included; at most 401. Alone, because the dashboard needs no more. */
export const readAgenda = (from: LocalDate, to: LocalDate): Promise<Result<Agenda>> =>
  asOwner(texts.load, async (client) => {
    const { response } = await send(() => client.rpc('get_agenda', { from_day: from, to_day: to }))
    if (response.error) return toFailure(response, texts.load)
    const { time_zone, occurrences, lessons } = response.data
    // Before the first slot nothing is told but what the device says. Slots without a zone: the database takes this one.
    const zone = time_zone ?? (occurrences.length > 0 ? DEFAULT_ZONE : deviceTimeZone())
    return success({
      zone,
      days: { from, to },
      occurrences: occurrences.map(({ starts_at, moved_to, ...occurrence }) => ({
        ...occurrence,
        starts_at: { instant: starts_at, zone },
        moved_to: moved_to === null ? null : { instant: moved_to, zone },
      })),
      lessons: lessons.map((lesson) => ({ ...lesson, starts_at: { instant: lesson.starts_at, zone } })),
    })
  })
