import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { ownerQuery } from '@/queries/owner-query'
import { receipt } from '@/services/packages/receipt'
import { MESSAGES } from '@/texts/shared/messages'

/** A payment with what its receipt says; null if there is none. */
export const useReceipt = (paymentId: Uuid) =>
  useQuery(
    ownerQuery(
      useOwner(),
      ['packages', 'receipt', paymentId],
      () => receipt.get(paymentId),
      MESSAGES.common.loadFailed,
    ),
  )
