import { useRef } from 'react'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { toLocalDate } from '@/core/dates'
import type { PaymentMethod } from '@/core/model'
import type { PaymentIntent } from '@/credits/intents'
import { payOff } from '@/credits/plan-payment'
import { tell } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { invalidateCredits } from '@/data/queries/effects'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { isStale } from '@/sessions/use-sessions'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-action'
import { isUnanswered } from '@/ui/forms/use-as-sent'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { paymentPlans } from './data'
import { MONEY_SERVICE } from './service-texts'

/**
 * Applies changes of a package's money. A plan contains its alerts, so this mutation reconciles none:
 *
 *     const { apply, undo } = usePaymentPlan()
 *     const result = await apply(payOff(pkg, { opId, today, method: 'pix' })) // `opId` is kept for a repeat
 *     if (result.success) tell(result.data, { title: MONEY_SERVICE.change.done, action: undo(intent) })
 */
export function usePaymentPlan() {
  const undoActionOf = useUndoAction()
  const plan = useOwnerMutation(paymentPlans.apply, (client, result) => {
    // The coach must see what another device has changed before trying again.
    if (result.success || isStale(result)) void invalidateCredits(client)
  })
  return {
    apply: plan.mutateAsync,
    isSent: isUnanswered(plan),
    /** The 'Desfazer' button after a payment was added or corrected. */
    undo: (payment: PaymentIntent) => undoActionOf({ kind: 'payment', payment }),
  }
}

/** 'Marcar como pago': all that is open was received today. `onPaid`: before the packages are read again. */
export function usePayOff(onPaid: () => void) {
  const { apply, undo } = usePaymentPlan()
  const opIdOf = useAttemptId()
  const paid = useRef(0)
  return useSingleFlight(async (pkg: Parameters<typeof payOff>[0], method: PaymentMethod) => {
    const { id, price, paid_total, payment_date } = pkg
    // After an undo the money is as before, but to pay it off again is another payment.
    const opId = opIdOf([id, price, paid_total, payment_date, method, paid.current])
    const intent = payOff(pkg, { opId, today: toLocalDate(new Date()), method })
    const result = await apply(intent)
    if (!result.success) return toastFailure(MONEY_SERVICE.change.failed, result)
    paid.current += 1
    tell(result.data, {
      title: MONEY_SERVICE.change.done,
      // A press before midnight whose answer was lost has received it on that day.
      warnings: result.outcome === 'already-saved' ? [COMMON_MESSAGES.alreadySaved] : [],
      action: undo(intent),
    })
    onPaid()
  })
}
