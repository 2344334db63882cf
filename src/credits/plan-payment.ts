import { derivedId } from '@/core/ids'
import type { LocalDate, Package, Payment, Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import { fromCents, sumOf, toCents } from '@/payments/money'
import { MONEY_SERVICE } from '@/payments/service-texts'
import { buildPlan, findStudent, noStudent } from './build-plan'
import type { NewPayment, PaymentIntent, SeenMoney } from './intents'
import { adjusted, sizePlan, withSeen } from './plan-package'
import type { CreditFacts, CreditPlan, Planned } from './plan-types'

const { plans } = PACKAGE_MESSAGES

export interface PaymentPlan extends CreditPlan {
  money: {
    package_id: Uuid
    /** The package's money as the coach saw it. The database refuses the plan if any of it has changed since. */
    expected: Pick<Package, 'price' | 'paid_total' | 'payment_date'>
    add: NewPayment[]
    remove: Uuid[]
    price?: number | undefined
    payment_date?: LocalDate | undefined
  }
}

/** A package's money after the intent is applied. */
export function moneyAfter({ seen, add = [], remove = [], price, paymentDate }: MoneyChange): SeenMoney {
  const cents = toCents(seen.paid_total) + toCents(sumOf(add)) - toCents(sumOf(remove))
  return {
    name: seen.name,
    price: price ?? seen.price,
    paid_total: fromCents(cents),
    payment_date: paymentDate ?? seen.payment_date,
  }
}

type MoneyChange = Omit<PaymentIntent, 'opId' | 'packageId' | 'studentId' | 'adjust'>

/** What is still owed, in BRL; below 0 if more was received than the package costs. */
export const openAmount = ({ price, paid_total }: Pick<SeenMoney, 'price' | 'paid_total'>): number =>
  fromCents(toCents(price) - toCents(paid_total))

/** A payment that the coach enters: one with `own` is put back by an undo. */
const isReceived = ({ kind, own }: NewPayment): boolean => kind === 'payment' && own === undefined

/**
 * A change of a package's money after its sale: received, given back, corrected, forgiven, or due on another day
 * (docs/product.md, 'Payments'). Decided from what the coach saw (`seen`); the facts supply the alerts and credits that
 * change. Fails with 'refund-too-large', 'overpaid' or 'invalid' (a discount below what was received).
 */
export function planPayment(
  intent: PaymentIntent,
  facts: CreditFacts,
  now: Date,
): (Planned & { plan: PaymentPlan }) | Failure {
  const { packageId, studentId, seen, add = [], remove = [], price, paymentDate, adjust } = intent
  const student = findStudent(facts, studentId)
  if (student === undefined) return noStudent()
  const after = moneyAfter(intent)
  const open = openAmount(after)
  if (after.paid_total < 0) return failure('refund-too-large', plans.refundTooLarge)
  // A package that was overpaid before may be corrected step by step, and an undo may restore the overpayment.
  if (open < Math.min(openAmount(seen), 0) && add.some(isReceived)) {
    return failure('overpaid', plans.overpaid)
  }
  if (after.price < seen.price && open < 0) {
    return failure('invalid', MONEY_SERVICE.discountTooLarge)
  }
  const known = adjust ? withSeen({ packageId, seen: adjust.seen }, student, facts) : facts
  const { name, payment_date } = after
  const planned = buildPlan(known, intent.opId, now, {
    packages: adjust
      ? [sizePlan(packageId, { ...adjust, from: adjust.seen, to: adjusted(adjust.seen, adjust.delta) })]
      : [],
    owed: {
      studentId,
      packageId,
      open: open > 0 ? { id: packageId, name, payment_date, open_amount: open } : null,
    },
  })
  const money: PaymentPlan['money'] = {
    package_id: packageId,
    expected: { price: seen.price, paid_total: seen.paid_total, payment_date: seen.payment_date },
    add: [...add],
    remove: remove.map(({ id }) => id),
    price,
    payment_date: paymentDate,
  }
  return { ...planned, plan: { ...planned.plan, money } }
}

/** 'Marcar como pago': one payment of all that is open, received today. */
export function payOff(
  pkg: Pick<Package, 'id' | 'student_id' | 'open_amount'> & SeenMoney,
  { opId, today, method }: { opId: Uuid; today: LocalDate; method: Payment['method'] },
): PaymentIntent {
  const amount = pkg.open_amount
  // Operations and rows share one id space, so the payment needs an id of its own.
  const id = derivedId(opId, pkg.id)
  return {
    opId,
    packageId: pkg.id,
    studentId: pkg.student_id,
    seen: pkg,
    add: [{ id, kind: 'payment', amount, paid_on: today, method, payer_name: null, note: null }],
  }
}

/**
 * The intent that undoes a payment just made: it removes the added payment and restores the one that it corrected. The
 * database refuses it if the package's money has changed since.
 */
export const undoOfPayment = (intent: PaymentIntent, opId: Uuid): PaymentIntent => ({
  opId,
  packageId: intent.packageId,
  studentId: intent.studentId,
  seen: moneyAfter(intent),
  remove: intent.add ?? [],
  add: (intent.remove ?? []).map(({ id, kind, amount, paid_on, method, payer_name, note, own = false }) => ({
    id: derivedId(opId, id),
    kind,
    amount,
    paid_on,
    method,
    payer_name,
    note,
    own,
  })),
})
