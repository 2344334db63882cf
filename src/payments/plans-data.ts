import type { Package, Uuid } from '@/core/model'
import type { Created } from '@/core/result'
import { isAsEntered } from '@/credits/applied'
import { runPlan } from '@/credits/data'
import type { StudentEffect } from '@/credits/effects'
import type { PaymentIntent } from '@/credits/intents'
import { planPayment, undoOfPayment } from '@/credits/plan-payment'
import { untold, type Untold } from '@/credits/untold'
import { success } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import { MONEY_SERVICE } from './service-texts'

/**
 * What a change of money did; 'already-saved' if an earlier attempt did something else, or what is not known any more.
 */
export interface PaymentDone {
  /** As stored; null if it was deleted since an earlier attempt had changed it. */
  package: Package | null
  /** What happened; of a repeat, by the first attempt. */
  effects: StudentEffect[]
}

const write = (
  intent: PaymentIntent,
  { failed, done, overtaken }: { failed: string; done: string; overtaken: string },
  only: Uuid | undefined,
): Promise<Created<Untold<PaymentDone>>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const result = await runPlan(client, owner, {
      // What follows from what was read differs after a reload, which reads what a first attempt did.
      entered: { ...intent, ...(intent.typed && { price: null, adjust: null }) },
      named: [{ id: intent.packageId, name: intent.seen.name }],
      asked: { studentIds: [intent.studentId] },
      decide: (facts, now) => planPayment(intent, facts, now),
      apply: (plan) => client.rpc('apply_payment_plan', { plan }),
      failed,
      busy: PACKAGE_FORMS.service.busy,
      special: () => ({ overtaken, 'package-below-used': PACKAGE_MESSAGES.plans.moreThanLeft }),
    })
    if ('code' in result) return result
    const { applied, effects } = result
    const outcome = isAsEntered(applied) ? 'saved' : 'already-saved'
    return { ...success(untold({ package: applied.package, effects }), done), outcome }
  })

/** Changes of money. Apart from `payments`, which the receipt loads too. */
export const paymentPlans = {
  /**
   * Applies a change of a package's money, all of it or nothing, once for an operation id: two requests. Failure
   * 'overtaken' if the money is not as the coach saw it.
   */
  apply: (intent: PaymentIntent, only?: Uuid) => write(intent, MONEY_SERVICE.change, only),

  /** Takes back what `added` added, and puts back what it took away. */
  undo: (added: PaymentIntent, opId: Uuid, only?: Uuid) =>
    write(undoOfPayment(added, opId), MONEY_SERVICE.undo, only),
}
