import { expect, test } from 'vitest'
import { addDays } from '@/core/dates'
import type { Package } from '@/core/model'
import type { NewPayment, PaymentIntent } from '@/credits/intents'
import { payOff } from '@/credits/plan-payment'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { payments, paymentPlans } from '@/payments/data'
import { students } from '@/students/data'
import { sharedBackend } from '../../support/backend'
import { addStudent, dataOf } from '../../support/world/services'
import { newId, packageValues, saleIntent, today } from '../../support/world/values'
import { to, signedIn } from '../device'

const backend = await sharedBackend()
const ana = await signedIn(backend)

const due = addDays(today, -9)

/** A package of 480 that was due nine days ago, and for which nothing was received. */
async function owedPackage(): Promise<Package> {
  const { id } = await addStudent()
  const values = packageValues({ startDate: due, paymentDate: due, price: 480 })
  return dataOf(await packagePlans.sell(saleIntent(id, { values, payment: null }))).package
}

const line = (amount: number, overrides: Partial<NewPayment> = {}): NewPayment => ({
  id: newId(),
  kind: 'payment',
  amount,
  paid_on: today,
  method: 'pix',
  payer_name: null,
  note: null,
  ...overrides,
})

const about = (pkg: Package, change: Partial<PaymentIntent>): PaymentIntent => ({
  opId: newId(),
  packageId: pkg.id,
  studentId: pkg.student_id,
  seen: pkg,
  ...change,
})

async function applied(pkg: Package, change: Partial<PaymentIntent>): Promise<Package> {
  const { package: after } = dataOf(await paymentPlans.apply(about(pkg, change)))
  if (after === null) throw new Error('The package is gone')
  return after
}

const paidBy = async ({ student_id }: Package) =>
  dataOf(await payments.listByStudent(student_id)).map(({ kind, amount }) => [kind, amount])

test('a correction of what was received too much can be undone', async () => {
  const sold = await owedPackage()
  const [first, second] = [line(200), line(280)]
  const paid = await applied(sold, { add: [first, second] })
  const values = packageValues({ startDate: due, paymentDate: due, price: 400 })
  const cheaper = dataOf(await packageEdits.update(sold.id, values, paid)).package
  const correction = about(cheaper, { add: [line(150)], remove: [first] })
  expect(dataOf(await paymentPlans.apply(correction)).package).toMatchObject({ open_amount: -30 })
  expect(dataOf(await paymentPlans.undo(correction, newId())).package).toMatchObject({ open_amount: -80 })
  expect(await paidBy(sold)).toContainEqual(['payment', 200])
})

test('money that another device changed is not changed again', async () => {
  const sold = await owedPackage()
  const [mine, theirs] = [line(200), line(200)]
  const part = await applied(sold, { add: [mine] })
  expect(await paymentPlans.apply(about(sold, { add: [theirs] }))).toMatchObject({ code: 'overtaken' })
  // An undo whose payment is not among the stored payments.
  const gone = payOff(sold, { opId: newId(), today, method: 'pix' })
  const message = 'O pagamento deste pacote mudou depois. Nada foi desfeito.'
  expect(await paymentPlans.undo(gone, newId())).toMatchObject({ code: 'overtaken', message })
  // Corrected twice: the sums are as before the first correction, but the payment to correct is gone.
  const correct = () => about(part, { add: [line(200, { note: 'sinal' })], remove: [mine] })
  dataOf(await paymentPlans.apply(correct()))
  expect(await paymentPlans.apply(correct())).toMatchObject({ code: 'overtaken' })
  expect(await paidBy(sold)).toEqual([['payment', 200]])
})

test("a sale's own payment that is left alone again does not grow to a price that was never received", async () => {
  const { id } = await addStudent()
  const values = packageValues({ startDate: today, paymentDate: today, price: 480 })
  const payment = { id: newId(), amount: 480, method: 'pix', paidOn: today } as const
  const { package: sold } = dataOf(await packagePlans.sell(saleIntent(id, { values, payment })))
  const refund = line(80, { kind: 'refund' })
  const back = await applied(sold, { add: [refund] })
  const raised = dataOf(await packageEdits.update(sold.id, { ...values, price: 500 }, back)).package
  const owing = await applied(raised, { remove: [refund] })
  expect(owing).toMatchObject({ paid_total: 480, open_amount: 20 })
  expect(await applied(owing, { paymentDate: addDays(today, 5) })).toMatchObject({ open_amount: 20 })
})

const pay = (pkg: Package) => paymentPlans.apply(payOff(pkg, { opId: newId(), today, method: 'pix' }))

test('of a student whom another device deleted is not entered, and the coach is told', async () => {
  const refused = { success: false, code: 'student-not-found', message: 'Aluno não encontrado' }
  const sold = await owedPackage()
  const remove = () => students.remove(sold.student_id, { eraseGroupNotes: false })
  // Between the facts and the plan.
  ana.network(async (request, send) => {
    if (to('/apply_payment_plan')(request)) dataOf(await remove())
    return send(request)
  })
  expect(await pay(sold)).toMatchObject(refused)
  ana.network(null)
  expect(await pay(sold)).toMatchObject(refused)
})

test('the database refuses what no coach saw coming', async () => {
  const sold = await owedPackage()
  const part = await applied(sold, { add: [line(200)] })
  const raw = (change: Partial<PaymentIntent>) =>
    paymentPlans.apply(about({ ...part, paid_total: 200 }, change))
  expect(await raw({ add: [line(280.01)] })).toMatchObject({ code: 'overpaid' })
  expect(await raw({ add: [line(200.01, { kind: 'refund' })] })).toMatchObject({ code: 'refund-too-large' })
  await backend.sql('delete from public.packages where id = $1', [sold.id])
  expect(await raw({ add: [line(1)] })).toMatchObject({ code: 'package-not-found' })
})

test('a receipt has its payment and the package; there is none for an unknown or malformed id', async () => {
  const payment = line(200)
  const pkg = await owedPackage()
  await applied(pkg, { add: [payment] })
  const receipt = dataOf(await payments.receipt(payment.id))
  expect(receipt).toMatchObject({ amount: 200, package: { name: pkg.name } })
  expect(dataOf(await payments.receipt(newId()))).toBeNull()
  expect(dataOf(await payments.receipt('nothing'))).toBeNull()
})
