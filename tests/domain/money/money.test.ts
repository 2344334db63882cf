import { describe, expect, it } from 'vitest'
import { isOverdue, moneyState, sumOf } from '@/domain/money/money'

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
