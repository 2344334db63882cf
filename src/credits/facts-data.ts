import type { OccurrenceKey } from '@/agenda/rules'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { success, toFailure } from '@/data/errors'
import { send } from '@/data/retry'
import type { Client } from '@/data/supabase'
import type { CreditFacts } from './plan-types'

/** What facts are about; of neither lessons nor occurrences all the coach's students that are active or have an alert. */
export interface AskedFacts {
  studentIds?: readonly Uuid[]
  /** `CreditFacts.session`. */
  sessionId?: Uuid | null
  sessionIds?: readonly Uuid[]
  /** Occurrences of the agenda that are answered, skipped or put back: a skip may have given days. */
  occurrences?: readonly OccurrenceKey[]
}

/**
 * Everything that the credit rules need, in one request: read separately, versions and packages may not match, and a
 * plan takes the wrong package.
 *
 * @param failed the message of a failure.
 */
export async function readCreditFacts(
  client: Client,
  { studentIds, sessionId = null, sessionIds, occurrences = [] }: AskedFacts,
  failed: string,
): Promise<Result<CreditFacts>> {
  const { response } = await send(() =>
    client.rpc('get_credit_facts', {
      student_ids: studentIds ?? null,
      session_id: sessionId,
      ...(sessionIds && sessionIds.length > 0 && { session_ids: sessionIds }),
      ...(occurrences.length > 0 && {
        occurrences: occurrences.map(({ slot_id, slot_date }) => ({ slot_id, slot_date })),
      }),
    }),
  )
  return response.error ? toFailure(response, failed) : success(response.data)
}
