import type { Package, Payment, Uuid } from '@/core/model'
import type { Created, Result } from '@/core/result'
import { isAsEntered } from '@/credits/applied'
import { runPlan } from '@/credits/data'
import type { StudentEffect } from '@/credits/effects'
import type { PaymentIntent } from '@/credits/intents'
import { planPayment, undoOfPayment } from '@/credits/plan-payment'
import { untold, type Untold } from '@/credits/untold'
import { MOST_ROWS, read } from '@/data/calls'
import { success } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import { MONEY_SERVICE } from './service-texts'

/** What a change of money did; 'already-saved' if an earlier attempt did something else, or what is not known any more. */
export interface PaymentDone {
  /** As stored; null if it was deleted since an earlier attempt had changed it. */
  package: Package | null
  /** What happened; of a repeat, by the first attempt. */
  effects: StudentEffect[]
}

interface Texts {
  failed: string
  done: string
  overtaken: string
}

const write = (
  intent: PaymentIntent,
  { failed, done, overtaken }: Texts,
  only: Uuid | undefined,
): Promise<Created<Untold<PaymentDone>>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const result = await runPlan(client, owner, {
      entered: intent,
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

export const payments = {
  /** Payments and refunds of all packages of a student, newest day first. */
  listByStudent: (studentId: Uuid): Promise<Result<Payment[]>> =>
    read(MONEY_SERVICE.list, (client, owner) =>
      client
        .from('payments')
        .select()
        .eq('user_id', owner)
        .eq('student_id', studentId)
        .order('paid_on', { ascending: false })
        .order('created_at', { ascending: false })
        .order('id')
        .limit(MOST_ROWS)
        .overrideTypes<Payment[], { merge: false }>(),
    ),

  /**
   * Applies a change of a package's money, all of it or nothing, once for an operation id: two requests. Failure
   * 'overtaken' if the money is not as the coach saw it.
   */
  apply: (intent: PaymentIntent, only?: Uuid): Promise<Created<Untold<PaymentDone>>> =>
    write(intent, MONEY_SERVICE.change, only),

  /** Takes back what `added` added. */
  undo: (added: PaymentIntent, opId: Uuid, only?: Uuid): Promise<Created<Untold<PaymentDone>>> =>
    write({ ...undoOfPayment(added), opId }, MONEY_SERVICE.undo, only),
}
