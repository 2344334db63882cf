import { derivedId } from '@/core/ids'
import type { LocalDate, Package, Payment, Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import { fromCents, sumOf, toCents } from '@/payments/money'
import { MONEY_SERVICE } from '@/payments/service-texts'
import { STUDENT_MESSAGES } from '@/students/texts'
import { buildPlan, findStudent } from './build-plan'
import type { NewPayment, PaymentIntent, SeenMoney } from './intents'
import { adjusted, sizePlan, withSeen } from './plan-package'
import type { CreditFacts, CreditPlan, Planned } from './plan-types'

const { plans } = PACKAGE_MESSAGES

export interface PaymentPlan extends CreditPlan {
  money: {
    package_id: Uuid
    /** As the coach saw it; the database refuses the plan when it changed. */
    expected: Pick<Package, 'price' | 'paid_total' | 'payment_date'>
    add: NewPayment[]
    remove: Uuid[]
    price?: number | undefined
    payment_date?: LocalDate | undefined
  }
}

/** A package's money once the intent is applied. */
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

/** Below 0 if more was received than it costs. */
export const openAmount = ({ price, paid_total }: Pick<SeenMoney, 'price' | 'paid_total'>): number =>
  fromCents(toCents(price) - toCents(paid_total))

/** Not one that an undo puts back. */
const isReceived = ({ kind, own }: NewPayment): boolean => kind === 'payment' && own === undefined

/**
 * Money of a package after its sale: received, given back, corrected, forgiven, or due on another day. It is decided
 * from what the coach saw; the facts say whose alerts and credits change.
 */
export function planPayment(
  intent: PaymentIntent,
  facts: CreditFacts,
  now: Date,
): (Planned & { plan: PaymentPlan }) | Failure {
  const { packageId, studentId, seen, add = [], remove = [], price, paymentDate, adjust } = intent
  const student = findStudent(facts, studentId)
  if (student === undefined) return failure('student-not-found', STUDENT_MESSAGES.service.notFound)
  const after = moneyAfter(intent)
  const open = openAmount(after)
  if (after.paid_total < 0) return failure('refund-too-large', plans.refundTooLarge)
  // What was received too much before may be corrected step by step, and put back by an undo.
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

/** Everything that is open, received today: 'Marcar como pago'. */
export function payOff(
  pkg: Pick<Package, 'id' | 'student_id' | 'open_amount'> & SeenMoney,
  { opId, today, method }: { opId: Uuid; today: LocalDate; method: Payment['method'] },
): PaymentIntent {
  const amount = pkg.open_amount
  // Operations and rows share one space of ids.
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
 * What takes a payment back that was just added, or puts back the one that it corrected; the rest of the package's
 * money must be as it was left.
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
