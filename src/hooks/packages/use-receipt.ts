import { skipToken, useQuery } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { receipt } from '@/services/packages/receipt'
import { MESSAGES } from '@/texts/shared/messages'

/** A payment with what its receipt says; null if there is none. */
export function useReceipt(paymentId: Uuid) {
  const owner = useOwner()
  return useQuery({
    queryKey: queryKeys.receipt(owner ?? '', paymentId),
    queryFn: owner === null ? skipToken : () => unwrap(receipt.get(paymentId)),
    meta: { loadFailed: MESSAGES.common.loadFailed },
  })
}
