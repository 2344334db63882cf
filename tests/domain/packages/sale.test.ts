import { expect, it } from 'vitest'
import {
  lessonsToSettle,
  newSaleDialog,
  renewal,
  saleDialogSchema,
  salePageSchema,
  newSalePage,
  settlingEffect,
  usualSales,
} from '@/packages/sale.schema'
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
  [{ amount: '10', paidOn: '2026-02-31' }, 'Data inválida'],
])('a part is refused: %o', (overrides, message) => {
  const checked = sale({ received: false, part: true, ...overrides })
  expect(checked.error?.issues.map((issue) => issue.message)).toEqual([message])
})

it('settles the oldest that fit, or what is ticked', () => {
  const owed = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(lessonsToSettle(owed, null, 2)).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(lessonsToSettle(owed, ['c', 'gone', 'a'], 2)).toEqual([{ id: 'a' }, { id: 'c' }])
})

it('a renewal repeats classes, price, validity and the habit of payment, without extensions', () => {
  const pkg = storedPackage()
  expect(renewal({ package: pkg, payment: null, renews: null }, TODAY)).toMatchObject({
    totalClasses: '8',
    price: '640,00',
    validityDays: '30',
    startDate: TODAY,
    paymentDate: '2026-11-27',
    received: false,
  })
  const paid = { amount: 640, method: 'cash', paidOn: '2026-10-06' } as const
  const last = { package: pkg, payment: paid, renews: null }
  expect(renewal(last, TODAY)).toMatchObject({ received: true, method: 'cash' })
  const inPart = { ...last, payment: { ...paid, amount: 639.99 } }
  expect(renewal(inPart, TODAY)).toMatchObject({ received: false, part: false, method: 'cash' })
})

it('the new-package page knows what was received as the dialog does', () => {
  const typed = { ...newSalePage(TODAY, 's1'), price: '400' }
  expect(salePageSchema(TODAY).safeParse(typed).data).toMatchObject({
    studentId: 's1',
    payment: { amount: 400, method: 'pix', paidOn: TODAY },
  })
})

it('the last three kinds that were sold are offered, each once and as it was sold last', () => {
  const sold = [
    storedPackage({ total_classes: 4, price: 460, validity_days: 45 }),
    storedPackage({ total_classes: 4, price: 460, validity_days: 30 }),
    storedPackage({ total_classes: 1, price: 120.5 }),
    storedPackage(),
    storedPackage({ total_classes: 10 }),
  ]
  expect(usualSales(sold)).toMatchObject([
    {
      label: '4 · R$\u00a0460',
      values: { totalClasses: '4', validityDays: '45', firstLessonValidity: true },
    },
    { label: '1 · R$\u00a0120,50' },
    { label: '8 · R$\u00a0640', values: { totalClasses: '8', price: '640,00', firstLessonValidity: false } },
  ])
})

it('a form that settles nothing, or is not right yet, announces nothing', () => {
  const schema = saleDialogSchema(TODAY)
  const owed = [{ id: 'a', day: '2026-11-20' }]
  const typed = { ...newSaleDialog(TODAY), price: '400' }
  expect(settlingEffect(schema, typed, owed)?.taken).toMatchObject([{ credits: 1 }])
  expect(settlingEffect(schema, typed, [])).toBeNull()
  expect(settlingEffect(schema, { ...typed, settle: [] }, owed)).toBeNull()
  expect(settlingEffect(schema, { ...typed, price: 'caro' }, owed)).toBeNull()
})

it('of two lessons one of which is beyond the validity says that the package is expired', () => {
  const typed = { ...newSaleDialog('2026-09-01'), price: '400', validityDays: '30' }
  const owed = [
    { id: 'a', day: '2026-09-20' },
    { id: 'b', day: '2026-10-20' },
  ]
  expect(settlingEffect(saleDialogSchema(TODAY), typed, owed)?.taken).toMatchObject([
    { credits: 2, expired: true },
  ])
})
