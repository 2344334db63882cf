import type { Instant } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { read } from '@/services/supabase/calls'
import { MESSAGES } from '@/texts/shared/messages'

/** The server's time, which also proves that the API accepts this login. One request, without retries. */
export const serverTime = (): Promise<Result<Instant>> =>
  read(MESSAGES.common.tryAgain, (client) => client.rpc('get_server_time'))
