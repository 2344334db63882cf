import type { PaymentWithPackage } from '@/domain/money/receipt'
import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { readOne } from '@/services/supabase/calls'
import { RECEIPT } from '@/texts/money/receipt'

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
