import type { Agenda } from '@/domain/agenda/agenda'
import type { LocalDate } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import { success, toFailure } from '@/services/supabase/errors'
import { AGENDA_SERVICE as texts } from '@/texts/agenda/agenda-service'

/** The occurrences on these local days, both included; at most 401. Alone, because the dashboard needs no more. */
export const readAgenda = (from: LocalDate, to: LocalDate): Promise<Result<Agenda>> =>
  asOwner(texts.load, async (client) => {
    const { response } = await send(() => client.rpc('get_agenda', { from_day: from, to_day: to }))
    return response.error ? toFailure(response, texts.load) : success(response.data)
  })
