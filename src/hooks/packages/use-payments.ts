import { useQuery } from '@tanstack/react-query'
import type { PaymentIntent } from '@/domain/credits/intents'
import { payOff } from '@/domain/credits/plan-payment'
import { toLocalDate } from '@/domain/shared/dates'
import type { PaymentMethod, Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { tell } from '@/hooks/effects/tell'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import type { ToastAction } from '@/lib/browser/toast'
import { invalidateCredits } from '@/queries/effects'
import { ownerQuery } from '@/queries/owner-query'
import { payments } from '@/services/packages/payments'
import { MONEY_FORMS } from '@/texts/money/money-forms'
import { MONEY_SERVICE } from '@/texts/money/money-service'

/** Payments and refunds of a student's packages, newest day first. */
export const usePayments = (studentId: Uuid) =>
  useQuery(
    ownerQuery(useOwner(), ['packages', studentId, 'payments'], () => payments.listByStudent(studentId)),
  )

/**
 * Applies changes of a package's money. A plan brings its alerts with it, so nothing is reconciled after it:
 *
 *     const { apply, undo } = usePaymentPlan()
 *     const result = await apply(payOff(pkg, { opId, today, method: 'pix' })) // `opId` is kept for a repeat
 *     if (result.success) toast({ title: MONEY_SERVICE.change.done, action: undo(intent) })
 */
export function usePaymentPlan() {
  const undoActionOf = useUndoAction()
  const { mutateAsync, isPending } = useOwnerMutation(payments.apply, (client, result) => {
    // What another device changed is shown before the coach tries again.
    if (result.success || result.code === 'overtaken') void invalidateCredits(client)
  })
  return {
    apply: mutateAsync,
    isPending,
    /** The button 'Desfazer' after a payment was added. */
    undo: (payment: PaymentIntent): ToastAction | undefined => undoActionOf({ kind: 'payment', payment }),
  }
}

/**
 * 'Marcar como pago': what is open was received today. A repeat after a lost answer is the same payment.
 *
 * @param onPaid before the packages are read again.
 */
export function usePayOff(onPaid?: () => void) {
  const { apply, undo } = usePaymentPlan()
  const opIdOf = useAttemptId()
  return useSingleFlight(async (pkg: Parameters<typeof payOff>[0], method: PaymentMethod) => {
    const { id, price, paid_total, payment_date } = pkg
    const opId = opIdOf([id, price, paid_total, payment_date, method])
    const intent = payOff(pkg, { opId, today: toLocalDate(new Date()), method })
    const result = await apply(intent)
    if (!result.success) return toastFailure(MONEY_FORMS.failed, result)
    tell(result.data, { title: MONEY_SERVICE.change.done, action: undo(intent) })
    onPaid?.()
  })
}
