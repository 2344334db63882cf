import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { ownerQuery } from '@/data/queries/owner-query'
import { receipt } from './receipt-data'

/** A payment with what its receipt says; null if there is none. */
export const useReceipt = (paymentId: Uuid) =>
  useQuery(
    ownerQuery(
      useOwner(),
      ['packages', 'receipt', paymentId],
      () => receipt.get(paymentId),
      COMMON_MESSAGES.loadFailed,
    ),
  )
