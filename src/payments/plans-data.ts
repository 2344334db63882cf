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

/** What a change of money did; 'already-saved' if an earlier attempt did something else, or that is no longer known. */
export interface PaymentDone {
  /** The stored package; null if it was deleted after an earlier attempt had changed it. */
  package: Package | null
  /** What the change did; for a repeat, what the first attempt did. */
  effects: StudentEffect[]
}

const write = (
  intent: PaymentIntent,
  { failed, done, overtaken }: { failed: string; done: string; overtaken: string },
  only: Uuid | undefined,
): Promise<Created<Untold<PaymentDone>>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const result = await runPlan(client, owner, {
      // Price and credits computed from `typed` are not compared: after a reload they are computed from what a first
      // attempt has changed.
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

/** Changes of money. Kept apart from `payments`, which the receipt loads too. */
export const paymentPlans = {
  /**
   * Applies a change of a package's money, all or nothing and once for each operation id, in two requests. Fails with
   * 'overtaken' if the money is not as the coach saw it.
   */
  apply: (intent: PaymentIntent, only?: Uuid) => write(intent, MONEY_SERVICE.change, only),

  /** Removes the payments that `added` added, and restores those that it removed. */
  undo: (added: PaymentIntent, opId: Uuid, only?: Uuid) => {
    const { undo: texts } = MONEY_SERVICE
    const done = added.remove?.length ? texts.corrected : texts.done
    return write(undoOfPayment(added, opId), { ...texts, done }, only)
  },
}
