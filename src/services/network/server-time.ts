import type { Instant } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { success, toFailure } from '@/services/supabase/errors'
import { MESSAGES } from '@/texts/shared/messages'

/** The server's time, which also proves that the API accepts this login. One request, without retries. */
export function serverTime(): Promise<Result<Instant>> {
  return asOwner(MESSAGES.common.tryAgain, async (client) => {
    const response = await client.rpc('get_server_time')
    return response.error ? toFailure(response, MESSAGES.common.tryAgain) : success(response.data)
  })
}
