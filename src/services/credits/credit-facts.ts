import type { CreditFacts } from '@/domain/credits/plan-types'
import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { success, toFailure } from '@/services/supabase/errors'
import { send } from '@/services/network/retry'
import type { Client } from '@/services/supabase/supabase'

/**
 * Everything the credit rules look at, in one request: versions and packages read in two requests chose the wrong
 * package.
 *
 * @param studentIds null, together with a null lesson: all of the coach's students that are active or hold an alert.
 * @param failed the message for the call that needs the facts.
 */
export async function readCreditFacts(
  client: Client,
  studentIds: Uuid[] | null,
  sessionId: Uuid | null,
  failed: string,
): Promise<Result<CreditFacts>> {
  const { response } = await send(() =>
    client.rpc('get_credit_facts', { student_ids: studentIds, session_id: sessionId }),
  )
  return response.error ? toFailure(response, failed) : success(response.data)
}
