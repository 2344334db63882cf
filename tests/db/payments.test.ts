import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Parameter, refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { insert, makeCoach, makePackage, makeStudent, rowOf } from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'
import { ask } from './rights-world'

/** Payments of a package (docs/product.md, 'Selling and settling'). */

const own = (amount: number, paid_on: string) => ({
  kind: 'payment',
  amount,
  paid_on,
  method: 'other',
  own: true,
})

const db = await sharedDatabase()

const sale = async (overrides: Record<string, Parameter> = {}) => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const pack = await makePackage(db, coach, student, overrides)
  return { coach, student, pack }
}
type Sale = Awaited<ReturnType<typeof sale>>

const paymentsOf = ({ pack }: Sale) =>
  db.owner(
    `select kind, amount::float8 as amount, paid_on::text as paid_on, method, own from public.payments
        where package_id = $1 order by own desc, amount`,
    [pack],
  )
const moneyOf = async ({ pack }: Sale) => {
  const row = await rowOf(db, 'packages', pack)
  return [row?.price, row?.paid_total, row?.open_amount].map(Number)
}
const receive = ({ coach, student, pack }: Sale, row: Record<string, Parameter> = {}) =>
  insert(db.as(coach), 'payments', {
    id: randomUUID(),
    user_id: coach,
    student_id: student,
    package_id: pack,
    amount: 100,
    paid_on: '2026-02-01',
    method: 'pix',
    ...row,
  })
const edit = ({ coach, pack }: Sale, change: string) =>
  db.as(coach)(`update public.packages set ${change} where id = '${pack}'`)
const removePayments = ({ coach, pack }: Sale, which = 'true') =>
  db.as(coach)(`delete from public.payments where package_id = '${pack}' and ${which}`)

it('a repeated insert of a package pays nothing again', async () => {
  const sold = await sale()
  const again = makePackage(db, sold.coach, sold.student, { id: sold.pack })
  expect((await refusal(again)).code).toBe('23505')
  expect(await moneyOf(sold)).toEqual([400, 400, 0])
})

it.each([
  ['a payment date', `payment_date = '2026-02-02'`, '2026-02-02'],
  ['a name, which is no money', `name = 'Pacote de saque'`, '2026-01-10'],
])('while it is the only one, the payment of the sale follows %s', async (_, change, paidOn) => {
  const sold = await sale()
  const [before] = await db.owner<{ id: string }>('select id from public.payments where package_id = $1', [
    sold.pack,
  ])
  await edit(sold, change)
  expect(await paymentsOf(sold)).toEqual([own(400, paidOn)])
  // The payment keeps its identity, and its receipt its number.
  expect(await rowOf(db, 'payments', before?.id ?? '')).toMatchObject({ own: true })
})

// 'Recebido' of next month had the money, and this month's had lost it.
it('the payment of the sale stays in its month when the payment date becomes a later one than today', async () => {
  const later = `payment_date = current_date + 40`
  const sold = await sale()
  await edit(sold, later)
  expect(await paymentsOf(sold)).toEqual([own(400, '2026-01-10')])
  expect(await moneyOf(sold)).toEqual([400, 400, 0])
  await edit(sold, 'price = 500')
  expect(await moneyOf(sold)).toEqual([500, 400, 100])
  const free = await sale({ price: 0 })
  await edit(free, `price = 300, ${later}`)
  expect(await moneyOf(free)).toEqual([300, 0, 300])
  await expectNoBrokenRules(db)
})

it('money is no edit of the package: neither its time nor the version of the credits moves', async () => {
  const sold = await sale()
  const watched = async () => [
    (await rowOf(db, 'packages', sold.pack))?.updated_at,
    (await rowOf(db, 'students', sold.student))?.credits_version,
  ]
  const before = await watched()
  await receive(sold)
  await removePayments(sold)
  expect(await watched()).toEqual(before)
})

it('what somebody anonymised owes can be received and lowered, but nobody is named as the payer', async () => {
  const sold = await sale()
  await ask(db, sold.coach, 'anonymize_student', sold.student)
  await removePayments(sold)
  await edit(sold, `price = 300, payment_date = '2026-02-01'`)
  await receive(sold)
  expect(await moneyOf(sold)).toEqual([300, 100, 200])
  for (const words of [{ payer_name: 'Zuleica' }, { note: 'a mãe pagou' }])
    expect(await refusal(receive(sold, words))).toEqual({ code: 'PT410', message: 'student_anonymized' })
  expect((await refusal(edit(sold, `name = 'Pacote da Zu', price = 1`))).code).toBe('PT410')
})

it.each<[string, Record<string, Parameter>, string]>([
  ['nothing', { amount: 0 }, '23514'],
  ['less than nothing', { amount: -1 }, '23514'],
  ['what is no number', { amount: 'NaN' }, '23514'],
  ['more than a price can be', { amount: 100_000_000 }, '22003'],
  ['in shells', { method: 'shells' }, '23514'],
  ['as a gift', { kind: 'gift' }, '23514'],
  ['from a blank name', { payer_name: ' ' }, '23514'],
  ['from a long name', { payer_name: 'x'.repeat(101) }, '23514'],
  ['from a name that reverses words', { payer_name: 'Ana\u202E' }, '23514'],
  ['with a long note', { note: 'x'.repeat(201) }, '23514'],
  ['for a package of somebody else', { package_id: randomUUID() }, '23503'],
])('a payment of %s is refused', async (_, row, code) => {
  expect((await refusal(receive(await sale(), row))).code).toBe(code)
})

it('a payment takes its limits', async () => {
  const limits = {
    amount: 99_999_999.99,
    payer_name: 'x'.repeat(100),
    note: 'x'.repeat(200),
    kind: 'payment',
  }
  const id = await receive(await sale(), { ...limits, own: true })
  expect(await rowOf(db, 'payments', id)).toMatchObject(limits)
})
