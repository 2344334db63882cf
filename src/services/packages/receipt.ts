import type { PaymentWithPackage } from '@/domain/money/receipt'
import type { Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { success, toFailure } from '@/services/supabase/errors'
import { RECEIPT } from '@/texts/money/receipt'

export const receipt = {
  /** A payment or refund with its package; a success with null if there is none, also for a malformed id. */
  get: (paymentId: Uuid): Promise<Result<PaymentWithPackage | null>> =>
    asOwner(RECEIPT.failed, async (client, owner) => {
      const response = await client
        .from('payments')
        .select('*, package:packages!inner(name, payments(kind, amount))')
        .eq('user_id', owner)
        .eq('id', paymentId)
        .maybeSingle()
        .overrideTypes<PaymentWithPackage, { merge: false }>()
      if (response.error?.code === '22P02') return success(null)
      return response.error ? toFailure(response, RECEIPT.failed) : success(response.data)
    }),
}
