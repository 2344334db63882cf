import { describe, expect, it } from 'vitest'
import type { PaymentIntent } from '@/credits/intents'
import { planSale } from '@/credits/plan-package'
import { payOff, planPayment, undoOfPayment } from '@/credits/plan-payment'
import type { OpenPackageFacts } from '@/credits/plan-types'
import { NOW, TODAY, creditFacts, ongoingAlert, packageFacts, studentFacts } from '../../support/world/facts'

const DUE = '2026-11-12'
const open: OpenPackageFacts = { id: 'p1', name: 'Pacote de 10 aulas', payment_date: DUE, open_amount: 280 }
const overdue = ongoingAlert({
  type: 'payment_overdue',
  dedupe_key: `payment_overdue:p1:${DUE}`,
  session_id: null,
  package_id: 'p1',
  facts: { package_name: open.name, due: DUE, open: 280 },
})
const other = { ...open, id: 'p2' }
const late = { ...overdue, dedupe_key: `payment_overdue:p2:${DUE}`, package_id: 'p2' }
/** Marina paid 200 of 480, and the rest is nine days late; so is the price of another package. */
const facts = creditFacts({ students: [studentFacts({ open: [other, open] })], alerts: [late, overdue] })

const line = (amount: number, kind: 'payment' | 'refund' = 'payment') =>
  ({ id: 'line', kind, amount, paid_on: TODAY, method: 'pix', payer_name: null, note: null }) as const

const intentOf = (overrides: Partial<PaymentIntent>): PaymentIntent => ({
  opId: 'op1',
  packageId: 'p1',
  studentId: 's1',
  seen: { name: open.name, price: 480, paid_total: 200, payment_date: DUE },
  ...overrides,
})

const planned = (overrides: Partial<PaymentIntent>) => {
  const result = planPayment(intentOf(overrides), facts, NOW)
  if (!result.success) throw new Error(result.message)
  return result.plan
}

describe('a plan about money', () => {
  it('names what the coach saw, and the credits that its alerts were decided from', () => {
    const { based_on, money, lessons, packages } = planned({ add: [line(280)] })
    expect({ lessons, packages }).toEqual({ lessons: [], packages: [] })
    expect(based_on).toEqual([{ student_id: 's1', version: 7 }])
    expect(money).toEqual({
      package_id: 'p1',
      expected: { price: 480, paid_total: 200, payment_date: DUE },
      add: [line(280)],
      remove: [],
    })
  })

  it.each<[string, Partial<PaymentIntent>, { raise: object[]; end: string[] }]>([
    ['paid ends the alert', { add: [line(280)] }, { raise: [], end: [overdue.dedupe_key] }],
    ['forgiven ends it', { price: 200 }, { raise: [], end: [overdue.dedupe_key] }],
    ['postponed ends it', { paymentDate: '2026-12-01' }, { raise: [], end: [overdue.dedupe_key] }],
    [
      'paid in part it says what is left',
      { add: [line(79.9)] },
      { raise: [{ dedupe_key: overdue.dedupe_key, facts: { open: 200.1 } }], end: [] },
    ],
    [
      'moved to another day in the past it begins anew',
      { paymentDate: '2026-11-20' },
      {
        raise: [{ dedupe_key: 'payment_overdue:p1:2026-11-20', priority: 'medium' }],
        end: [overdue.dedupe_key],
      },
    ],
  ])('%s', (_, overrides, alerts) => {
    expect(planned(overrides).alerts).toMatchObject(alerts)
  })

  it('writes another day only where one is said', () => {
    expect(planned({ paymentDate: '2026-12-01' }).money).toMatchObject({ payment_date: '2026-12-01' })
    expect(planned({ price: 460 }).money).toMatchObject({ price: 460, payment_date: undefined, add: [] })
  })

  it('a payment that was corrected comes back as it was, under another id', () => {
    const was = { ...line(100), id: '0123456789abcdef0123456789abcdef', own: true }
    const { add, remove } = undoOfPayment(intentOf({ add: [line(280)], remove: [was] }), 'op2')
    expect(remove).toEqual([line(280)])
    expect(add).toEqual([{ ...was, id: expect.any(String) }])
    expect(add?.[0]?.id).not.toBe(was.id)
    const { own: _, ...entered } = was
    expect(undoOfPayment(intentOf({ remove: [entered] }), 'op2')).toMatchObject({
      add: [{ own: false }],
      remove: [],
    })
  })

  it('a payment that is taken back owes again', () => {
    const added = payOff(
      { id: 'p1', student_id: 's1', open_amount: 280, ...intentOf({}).seen },
      { opId: '0123456789abcdef0123456789abcdef', today: TODAY, method: 'pix' },
    )
    const paid = creditFacts({ students: [studentFacts()] })
    expect(planPayment(undoOfPayment(added, 'op2'), paid, NOW)).toMatchObject({
      plan: {
        money: { expected: { paid_total: 480 }, add: [], remove: added.add?.map(({ id }) => id) },
        alerts: { raise: [{ type: 'payment_overdue', priority: 'high', facts: { open: 280 } }] },
      },
    })
  })

  it('a refund takes credits out and lowers the price in the same plan', () => {
    const plan = planned({
      add: [line(100, 'refund')],
      price: 100,
      adjust: { seen: packageFacts(), delta: -6, reason: 'devolução' },
    })
    expect(plan.money).toMatchObject({ add: [{ kind: 'refund' }], price: 100 })
    expect(plan.packages).toMatchObject([{ op: 'adjust', used_outside: 6, total_classes: 10 }])
    expect(plan.alerts).toMatchObject({ raise: [{ type: 'low_credits' }], end: [overdue.dedupe_key] })
  })

  it.each<[string, Partial<PaymentIntent>]>([
    ['overpaid', { add: [line(280.01)] }],
    ['overpaid', { add: [line(481)], remove: [line(200)] }],
    ['refund-too-large', { add: [line(200.01, 'refund')] }],
    ['refund-too-large', { remove: [line(200.01)] }],
    ['invalid', { price: 199.99 }],
    ['invalid', { price: 50, add: [line(100, 'refund')] }],
    ['student-not-found', { studentId: 's2' }],
    ['student-not-found', { studentId: 's2', adjust: { seen: packageFacts(), delta: -1, reason: '' } }],
  ])('is refused: %s', (code, overrides) => {
    expect(planPayment(intentOf(overrides), facts, NOW)).toMatchObject({ success: false, code })
  })

  it.each<[string, Partial<PaymentIntent>]>([
    ['corrected step by step', { add: [line(500)], remove: [line(600)] }],
    ['put back by an undo', { seen: intentOf({}).seen, add: [{ ...line(400), own: false }] }],
    ['what the package is to cost', { price: 500 }],
    ['left as it is', { price: 480 }],
    ['given back, all of it', { add: [line(600, 'refund')], price: 0 }],
  ])('what was received too much before can be %s', (_, overrides) => {
    const seen = { ...intentOf({}).seen, paid_total: 600 }
    expect(planPayment(intentOf({ seen, ...overrides }), facts, NOW).success).toBe(true)
  })
})

it('a sale that leaves something open after its payment date says so at once', () => {
  const values = {
    startDate: TODAY,
    paymentDate: '2026-11-20',
    totalClasses: 4,
    price: 400.3,
    validityDays: 30,
    firstLessonValidity: false,
    renewsMonthly: false,
  }
  const sale = planSale(
    {
      opId: 'op1',
      packageId: 'new',
      studentId: 's1',
      values,
      payment: { id: 'pay', amount: 100.1, method: 'pix', paidOn: TODAY },
      settle: [],
    },
    creditFacts(),
    NOW,
  )
  expect(sale).toMatchObject({
    plan: { alerts: { raise: [{ dedupe_key: 'payment_overdue:new:2026-11-20', facts: { open: 300.2 } }] } },
  })
})
