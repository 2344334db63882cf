import { expect, it } from 'vitest'
import { lessonsToSettle, newSaleDialog, renewal, saleDialogSchema } from '@/packages/sale.schema'
import { storedPackage } from '../../support/world/values'

const TODAY = '2026-11-22'
const sale = (overrides: Partial<ReturnType<typeof newSaleDialog>> = {}) =>
  saleDialogSchema(TODAY).safeParse({ ...newSaleDialog(TODAY), price: '400', ...overrides })

it.each([
  ['the whole price, on the payment date', {}, { amount: 400, method: 'pix', paidOn: TODAY }],
  ['nothing', { received: false }, null],
  ['nothing yet, when the payment date is after today', { paymentDate: '2026-11-23' }, null],
  ['nothing for what costs nothing', { price: '' }, null],
  [
    'a part, also before its payment date',
    { received: false, part: true, amount: '150,5', paymentDate: '2026-12-01', method: 'cash' },
    { amount: 150.5, method: 'cash', paidOn: TODAY },
  ],
] as const)('was received: %s', (_, overrides, payment) => {
  expect(sale(overrides).data?.payment).toEqual(payment)
})

it.each([
  [{ amount: '' }, 'Valor recebido é obrigatório'],
  [{ amount: '0' }, 'Valor recebido é obrigatório'],
  [{ amount: '400,01' }, 'O valor recebido não pode ser maior que o preço'],
  [{ amount: '10', paidOn: '2026-11-23' }, 'A data não pode ser no futuro'],
  [{ amount: '10', paidOn: '' }, 'Data é obrigatória'],
])('a part is refused: %o', (overrides, message) => {
  const checked = sale({ received: false, part: true, ...overrides })
  expect(checked.error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('settles the oldest that fit, or what is ticked', () => {
  const owed = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(lessonsToSettle(owed, null, 2)).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(lessonsToSettle(owed, ['c', 'gone', 'a'], 2)).toEqual([{ id: 'a' }, { id: 'c' }])
  expect(sale({ totalClasses: '1', settle: ['a', 'b'] }).error?.issues[0]?.message).toBe(
    'Este pacote acerta no máximo 1 aula',
  )
})

it('a renewal repeats classes, price, validity and the habit of payment, without extensions', () => {
  const pkg = storedPackage()
  expect(renewal({ package: pkg, payment: null }, TODAY)).toMatchObject({
    totalClasses: '8',
    price: '640,00',
    validityDays: '30',
    startDate: TODAY,
    paymentDate: '2026-11-27',
    received: false,
  })
  const paid = { amount: 640, method: 'cash', paidOn: '2026-10-06' } as const
  expect(renewal({ package: pkg, payment: paid }, TODAY)).toMatchObject({ received: true, method: 'cash' })
})
