import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { readOne } from '@/data/calls'
import type { PaymentWithPackage } from './receipt'
import { RECEIPT } from './receipt-texts'

export const receipt = {
  /** A payment or refund with its package; a success with null if there is none, also for a malformed id. */
  get: (paymentId: Uuid): Promise<Result<PaymentWithPackage | null>> =>
    readOne(RECEIPT.failed, (client, owner) =>
      client
        .from('payments')
        .select('*, package:packages!inner(name, payments(kind, amount))')
        .eq('user_id', owner)
        .eq('id', paymentId)
        .maybeSingle()
        .overrideTypes<PaymentWithPackage, { merge: false }>(),
    ),
}
