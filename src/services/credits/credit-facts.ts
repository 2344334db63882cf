import type { CreditFacts } from '@/domain/credits/plan-types'
import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { send } from '@/services/network/retry'
import { success, toFailure } from '@/services/supabase/errors'
import type { Client } from '@/services/supabase/supabase'

/**
 * Everything that the credit rules need, in one request: read separately, versions and packages may not match, and a
 * plan takes the wrong package.
 *
 * @param studentIds null, without a session: all the coach's students that are active or have an alert.
 * @param failed the message of a failure.
 */
export async function readCreditFacts(
  client: Client,
  studentIds: Uuid[] | null,
  sessionId: Uuid | null,
  failed: string,
  sessionIds?: Uuid[],
): Promise<Result<CreditFacts>> {
  const { response } = await send(() =>
    client.rpc('get_credit_facts', {
      student_ids: studentIds,
      session_id: sessionId,
      ...(sessionIds ? { session_ids: sessionIds } : {}),
    }),
  )
  return response.error ? toFailure(response, failed) : success(response.data)
}
