import { describe, expect, it } from 'vitest'
import { isOverdue, moneyEdit, moneyState, receivedByMonth, sumOf } from '@/payments/money'

const money = (price: number, paid_total: number) => ({ price, paid_total, open_amount: price - paid_total })

describe('the state of a package', () => {
  it.each([
    ['paid', 480, 480],
    ['part', 480, 200],
    ['open', 480, 0],
    ['over', 400, 480],
    ['over', 0, 80],
    [null, 0, 0],
  ] as const)('is %s at a price of %d with %d received', (state, price, paid) => {
    expect(moneyState(money(price, paid))).toBe(state)
  })

  it('is overdue from the day after the payment date, as long as something is owed', () => {
    const due = { open_amount: 0.01, payment_date: '2026-11-20' }
    expect([isOverdue(due, '2026-11-20'), isOverdue(due, '2026-11-21')]).toEqual([false, true])
    expect(isOverdue({ ...due, open_amount: 0 }, '2026-11-21')).toBe(false)
  })
})

it('amounts are added to the cent', () => {
  expect(
    sumOf([
      { kind: 'payment', amount: 0.1 },
      { kind: 'payment', amount: 0.2 },
      { kind: 'refund', amount: 0.3 },
    ]),
  ).toBe(0)
})

it('what was received is told by month, the newest first, refunds less', () => {
  expect(
    receivedByMonth([
      { kind: 'payment', amount: 200, paid_on: '2026-10-31' },
      { kind: 'payment', amount: 280.1, paid_on: '2026-11-01' },
      { kind: 'refund', amount: 100, paid_on: '2026-11-30' },
    ]),
  ).toEqual([
    { month: '2026-11', amount: 180.1 },
    { month: '2026-10', amount: 200 },
  ])
})

describe('an edit of price or payment date', () => {
  const pkg = { price: 480, paid_total: 480, payment_date: '2026-11-10' }
  const sale = { amount: 480, paid_on: '2026-11-10', own: true }
  const other = { amount: 80, paid_on: '2026-11-20', own: false }
  const free = { ...pkg, price: 0, paid_total: 0 }

  it.each([
    ['changes nothing', pkg, [sale], {}, null],
    ['takes the payment of the sale along', pkg, [sale], { price: 500 }, 'follows'],
    ['takes its day along', pkg, [sale], { paymentDate: '2026-12-01' }, 'follows'],
    [
      'leaves it in its month if the day is still to come',
      pkg,
      [sale],
      { paymentDate: '2026-12-02' },
      { open: 0 },
    ],
    [
      'owes what is more until a day to come',
      pkg,
      [sale],
      { price: 500, paymentDate: '2026-12-02' },
      { open: 20 },
    ],
    [
      'takes along the payment of a sale that is of a later day already',
      { ...pkg, payment_date: '2026-12-02' },
      [{ ...sale, paid_on: '2026-12-02' }],
      { price: 500 },
      'follows',
    ],
    [
      'owes a price of a free one until a day to come',
      free,
      [],
      { price: 100, paymentDate: '2026-12-02' },
      { open: 100 },
    ],
    ['deletes it at price 0', pkg, [sale], { price: 0 }, 'gone'],
    ['makes a free package a paid one', free, [], { price: 100 }, 'paid'],
    ['leaves a free one free', free, [], { paymentDate: '2026-12-01' }, null],
    ['leaves it free until a day to come', free, [], { paymentDate: '2026-12-02' }, null],
    ['owes the difference beside other payments', pkg, [sale, other], { price: 500.5 }, { open: 20.5 }],
    ['has received too much then', pkg, [{ ...sale, own: false }], { price: 400 }, { open: -80 }],
    ['leaves a payment of another sum alone', pkg, [{ ...sale, amount: 400 }], { price: 500 }, { open: 20 }],
    [
      'leaves a payment of another day alone',
      pkg,
      [{ ...sale, paid_on: '2026-11-12' }],
      { price: 500 },
      { open: 20 },
    ],
    ['counts what a free one received', { ...free, paid_total: 80 }, [other], { price: 100 }, { open: 20 }],
    ['moves only the due date', pkg, [other], { paymentDate: '2026-12-01' }, null],
    ['owes a new price that is unpaid', { ...pkg, paid_total: 0 }, [], { price: 300 }, { open: 300 }],
  ] as const)('%s', (_, before, lines, typed, told) => {
    const edit = { price: before.price, paymentDate: before.payment_date, ...typed }
    expect(moneyEdit(before, lines, edit, '2026-12-01')).toEqual(told)
  })
})
