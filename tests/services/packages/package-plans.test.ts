import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addDays } from '@/core/dates'
import type { Package, Uuid } from '@/core/model'
import { describeEffect } from '@/credits/effects'
import type { AdjustIntent, ExtendIntent, SaleIntent } from '@/credits/intents'
import { undoOfSale } from '@/credits/plan-package'
import { payOff } from '@/credits/plan-payment'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { newSaleDialog, renewal, saleDialogSchema, settlingEffect } from '@/packages/sale.schema'
import { payments, paymentPlans } from '@/payments/data'
import { sessions } from '@/sessions/data'
import { sharedBackend } from '../../support/backend'
import { addStudent, creditsOf, dataOf, packageOf, soldPackage } from '../../support/world/services'
import {
  daysFromToday,
  lessonIntent,
  newId,
  packageValues,
  today,
  saleIntent,
} from '../../support/world/values'
import { failWith, loseAnswers, to, signedIn } from '../device'

const backend = await sharedBackend()
const ana = await signedIn(backend)

const selling = to('/rpc/sell_package')

/** `count` lessons for which nobody has paid, oldest first, with `students` participants each. */
async function owing(count: number, students = 1) {
  const { id } = await addStudent()
  const others = await Promise.all(Array.from({ length: students - 1 }, () => addStudent()))
  const lessons = Array.from({ length: count }, (_, at) => {
    const lessonDay = addDays(today, at - count - 10)
    const date = new Date(`${lessonDay}T12:00:00Z`).toISOString()
    return lessonIntent([id, ...others.map((other) => other.id)], { lessonDay, date })
  })
  for (const lesson of lessons) dataOf(await sessions.register(lesson))
  return { id, owed: dataOf(await packagePlans.owedLessons(id)), lessons }
}

/** A sale that settles these lessons, which is done. */
async function sold(...lessons: Parameters<typeof owing>) {
  const { id, owed } = await owing(...lessons)
  const sale = buildSale(id, { settle: settling(owed) })
  return { id, owed, sale, pkg: dataOf(await packagePlans.sell(sale)).package }
}

const buildSale = (studentId: Uuid, overrides: Partial<SaleIntent> = {}): SaleIntent =>
  saleIntent(studentId, { values: packageValues({ startDate: today, paymentDate: today }), ...overrides })

const settling = (owed: readonly { id: Uuid; version: number }[]) =>
  owed.map(({ id, version }) => ({ sessionId: id, expectedVersion: version }))

const moneyOf = (packageId: Uuid) =>
  backend.sql<{ amount: number; method: string }>(
    'select amount::float, method from public.payments where package_id = $1 order by created_at',
    [packageId],
  )
async function openAlerts(studentId: Uuid) {
  const types = 'select type from public.alerts where student_id = $1 and not ended order by type'
  return (await backend.sql<{ type: string }>(types, [studentId])).map(({ type }) => type)
}
const undoing = (sale: SaleIntent) => packagePlans.undoSale({ ...undoOfSale(sale), opId: newId() })

describe('selling', () => {
  test('three owed lessons are settled in two requests, oldest first, with their alerts', async () => {
    const { id, owed, lessons } = await owing(3)
    // Nobody pays for this one.
    const excused = [{ studentId: id, attendance: 'excused' as const }]
    dataOf(await sessions.register(lessonIntent([], { participants: excused })))
    expect(owed.map((lesson) => lesson.id)).toEqual(lessons.map(({ sessionId }) => sessionId))
    expect(await openAlerts(id)).toEqual(['unassigned_session', 'unassigned_session', 'unassigned_session'])
    ana.forget()
    const sale = buildSale(id, { settle: settling(owed) })
    const answer = await packagePlans.sell(sale)
    expect(ana.requests).toHaveLength(2)
    const pkg = { id: sale.packageId, used_classes: 3, remaining_classes: 1 }
    const data = { package: pkg, effects: [{ studentId: id, taken: [{ credits: 3 }] }] }
    expect(answer).toMatchObject({ outcome: 'saved', data })
    expect(dataOf(await packagePlans.owedLessons(id))).toEqual([])
    expect(await openAlerts(id)).toEqual(['low_credits'])
    expect(await moneyOf(sale.packageId)).toEqual([{ amount: 420.5, method: 'pix' }])
  })

  test.each([[false], [true]])(
    'what the form says of the lessons that it settles is what the sale did (validity from the first lesson: %s)',
    async (firstLessonValidity) => {
      const { id, owed } = await owing(3)
      const startDate = owed[1]?.day ?? today
      const schema = saleDialogSchema(today)
      const values = { startDate, totalClasses: '2', price: '300', firstLessonValidity }
      const typed = { ...newSaleDialog(today), ...values }
      const before = settlingEffect(schema, typed, owed)
      const { payment: paid, settle: _, ...parsed } = z.parse(schema, typed)
      const [payment, settle] = [paid && { id: newId(), ...paid }, settling(owed.slice(0, 2))]
      const sale = buildSale(id, { values: parsed, payment, settle })
      const { effects, package: pkg } = dataOf(await packagePlans.sell(sale))
      // The first lesson may start the validity, but not before the package's start.
      expect(pkg.expiry_date).toBe(addDays(startDate, 30))
      expect(before && describeEffect(before)).toEqual(effects.flatMap(describeEffect))
      expect(before && describeEffect(before)).toHaveLength(2)
    },
  )

  test('another package keeps the alert of its expiry, although its first lesson is none of this plan', async () => {
    const { id, owed } = await owing(1)
    const startDate = owed[0]?.day ?? today
    const dates = { startDate, paymentDate: today, validityDays: 12 }
    const values = packageValues({ ...dates, firstLessonValidity: true })
    dataOf(await packagePlans.sell(buildSale(id, { values, settle: settling(owed) })))
    expect(await openAlerts(id)).toEqual(['expiring_package'])
    dataOf(await packagePlans.sell(buildSale(id)))
    expect(await openAlerts(id)).toEqual(['expiring_package'])
  })

  interface Other {
    opId?: Uuid
    values?: { price: number }
    payment?: { amount: number } | null
    settle?: []
    ticked?: []
  }

  const OTHERS: [string, Other][] = [
    ['another price', { values: { price: 500 } }],
    ['another payment', { payment: { amount: 100 } }],
    ['no payment', { payment: null }],
    ['other lessons to settle', { settle: [], ticked: [] }],
    ['another price, under another operation', { opId: newId(), values: { price: 500 }, settle: [] }],
    ['another payment, under another operation', { opId: newId(), payment: { amount: 100 }, settle: [] }],
    ['other lessons to settle, under another operation', { opId: newId(), settle: [] }],
  ]

  test('that was saved is never saved as another one, and what was saved is told', async () => {
    const { id, sale } = await sold(1)
    const money = await moneyOf(sale.packageId)
    for (const [what, { values = {}, payment = {}, ...rest }] of OTHERS) {
      const again = await packagePlans.sell({
        ...sale,
        ...rest,
        values: { ...sale.values, ...values },
        payment: payment && sale.payment && { ...sale.payment, ...payment },
      })
      const data = { package: { id: sale.packageId, price: 420.5 } }
      expect(again, what).toMatchObject({ outcome: 'already-saved', data })
      const first = [{ taken: [{ credits: 1 }], sold: [{ price: 420.5, paid: 420.5 }] }]
      if (!('opId' in rest)) expect(dataOf(again).effects, what).toMatchObject(first)
      expect(await moneyOf(sale.packageId), what).toEqual(money)
      expect(await creditsOf(id), what).toBe(3)
    }
  })

  test('with other classes than were typed since is told by the name that it has', async () => {
    const { sale } = await sold(0)
    const again = await packagePlans.sell({ ...sale, values: { ...sale.values, totalClasses: 5 } })
    const named = [{ packageName: 'Pacote de 4 aulas', credits: 4 }]
    expect(dataOf(again).effects).toMatchObject([{ sold: named }])
  })

  test('a lost answer before a refused login is never told as a refusal, whatever the next attempt meets', async () => {
    const { id } = await addStudent()
    const sale = buildSale(id)
    const lost = loseAnswers(selling, 1)
    const refused = failWith(selling, { status: 401, code: 'PGRST303' }, 1)
    let sent = 0
    ana.network((request, send) => {
      if (selling(request)) sent += 1
      if (sent === 2 && to('/rpc/get_credit_facts')(request))
        return Promise.resolve(new Response('{}', { status: 429 }))
      return sent === 2 ? refused(request, send) : lost(request, send)
    })
    expect(await packagePlans.sell(sale)).toMatchObject({ code: 'rate-limited', unknown: true })
    expect(await creditsOf(id)).toBe(4)
    ana.network(null)
    expect(await packagePlans.sell(sale)).toMatchObject({ success: true })
    expect(await creditsOf(id)).toBe(4)
  })

  test('what was undone since is not sold again by a late repeat', async () => {
    const { id, sale } = await sold(0)
    dataOf(await undoing(sale))
    for (const opId of [sale.opId, newId()]) {
      expect(await packagePlans.sell({ ...sale, opId })).toMatchObject({ code: 'already-deleted' })
    }
    expect(await creditsOf(id)).toBe(0)
  })

  test('a lesson that changed since the coach saw it stops the sale whole', async () => {
    const { id, owed } = await owing(2)
    const sale = buildSale(id, { settle: settling(owed) })
    dataOf(await sessions.remove({ opId: newId(), sessionId: owed[0]?.id ?? '' }))
    const message = 'Uma das aulas mudou em outro aparelho. Confira e tente novamente.'
    expect(await packagePlans.sell(sale)).toMatchObject({ success: false, message })
    const stale = settling(owed.slice(1)).map((lesson) => ({ ...lesson, expectedVersion: 99 }))
    expect(await packagePlans.sell({ ...sale, settle: stale })).toMatchObject({ code: 'overtaken', message })
    expect(await packageOf(id)).toBeUndefined()
  })
})

const VALUES = packageValues({ startDate: today, paymentDate: today })
const about = (seen: Package) => ({ opId: newId(), packageId: seen.id, studentId: seen.student_id, seen })
const extension = { extensionId: newId(), days: 7, reason: 'Viagem' }

describe('undoing a sale', () => {
  test('the lessons are owed again and the package is gone, in two requests; a repeat is done', async () => {
    const { id, sale } = await sold(2)
    const undo = { ...undoOfSale(sale), opId: newId() }
    ana.forget()
    const undone = await packagePlans.undoSale(undo)
    expect(ana.requests).toHaveLength(2)
    for (const answer of [undone, await packagePlans.undoSale(undo)]) {
      expect(answer).toMatchObject({ success: true, message: 'Venda desfeita' })
      expect(dataOf(answer).effects).toMatchObject([{ removed: ['Pacote de 4 aulas'] }])
    }
    expect(await packageOf(id)).toBeUndefined()
    expect(dataOf(await packagePlans.owedLessons(id)).map((lesson) => lesson.id)).toEqual(undo.settled)
    expect(await openAlerts(id)).toEqual(['low_credits', 'unassigned_session', 'unassigned_session'])
  })

  test('once another lesson used it nothing changes', async () => {
    const { id, sale } = await sold(1)
    dataOf(await sessions.register(lessonIntent([id])))
    const undo = { ...undoOfSale(sale), opId: newId() }
    const refused = { success: false, code: 'package-used', message: 'Uma aula já usou este pacote' }
    expect(await packagePlans.undoSale(undo)).toMatchObject(refused)
    // A used-up package is not among the facts, so the database refuses.
    for (const _ of [1, 2]) dataOf(await sessions.register(lessonIntent([id])))
    expect(await packagePlans.undoSale({ ...undo, settled: [] })).toMatchObject(refused)
    expect(await packageOf(id)).toMatchObject({ used_classes: 4 })
  })

  /** Changes that another device makes to a package that was sold unpaid. */
  const SINCE: [string, (seen: Package) => Promise<{ success: boolean }>][] = [
    ['paid', (seen) => paymentPlans.apply(payOff(seen, { opId: newId(), today, method: 'pix' }))],
    ['adjusted', (seen) => packagePlans.adjust({ ...about(seen), delta: 2, reason: 'Bônus' })],
    ['extended', (seen) => packagePlans.extend({ ...about(seen), ...extension })],
    ['marked', ({ id }) => packages.markMonthly(id, true)],
    ['discounted', (seen) => paymentPlans.apply({ ...about(seen), price: 100 })],
    ['put off', (seen) => paymentPlans.apply({ ...about(seen), paymentDate: daysFromToday(9) })],
    ['given another validity', (seen) => packageEdits.update(seen.id, { ...VALUES, validityDays: 60 }, seen)],
    ['renewed', (seen) => packagePlans.sell(buildSale(seen.student_id, { renews: seen.id, payment: null }))],
  ]
  test.each(SINCE)('that was %s since changes nothing, and says so', async (_, change) => {
    const { id, owed } = await owing(1)
    const sale = buildSale(id, { values: VALUES, payment: null, settle: settling(owed) })
    const { package: seen } = dataOf(await packagePlans.sell(sale))
    expect(await change(seen)).toMatchObject({ success: true })
    const all = async () => [
      await creditsOf(id),
      dataOf(await packages.listByStudent(id)),
      dataOf(await payments.listByStudent(id)),
    ]
    const before = await all()
    const message = 'Este pacote mudou depois da venda. Nada foi desfeito.'
    expect(await undoing(sale)).toMatchObject({ code: 'overtaken', message })
    expect(await all()).toEqual(before)
    expect(dataOf(await packagePlans.owedLessons(id))).toEqual([])
  })

  test('whose payment was corrected since, to the same sum, changes nothing', async () => {
    const { id, sale, pkg } = await sold(0)
    const remove = dataOf(await payments.listByStudent(id))
    const add = remove.map((line) => ({ ...line, id: newId(), method: 'cash' as const }))
    dataOf(await paymentPlans.apply({ ...about(pkg), add, remove }))
    expect(await undoing(sale)).toMatchObject({ code: 'overtaken' })
    expect(dataOf(await payments.listByStudent(id))).toMatchObject([{ method: 'cash' }])
  })
})

async function adjusting(delta: number): Promise<AdjustIntent & Pick<ExtendIntent, 'seen'>> {
  return { ...about(await soldPackage()), delta, reason: 'Cortesia' }
}
const sizeOf = async (id: Uuid) => {
  const pkg = await packageOf(id)
  return pkg && [pkg.total_classes, pkg.used_outside, pkg.remaining_classes, pkg.name]
}

describe('adjusting credits', () => {
  test('by none is refused, and says so', async () => {
    const intent = await adjusting(0)
    const before = await sizeOf(intent.studentId)
    const refused = { code: 'nothing-changed', message: 'Nada mudou' }
    expect(await packagePlans.adjust(intent)).toMatchObject(refused)
    expect(await sizeOf(intent.studentId)).toEqual(before)
  })

  test.each([
    [-4, [4, 4, 0, 'Pacote de 4 aulas']],
    [2, [6, 0, 6, 'Pacote de 6 aulas']],
  ])('by %i, in two requests, once, and undone', async (delta, size) => {
    const intent = await adjusting(delta)
    const before = await sizeOf(intent.studentId)
    ana.forget()
    // As the card and the statement call it.
    const data = { effects: [{ adjusted: [{ packageName: size[3] }] }] }
    expect(await packagePlans.adjust(intent)).toMatchObject({ message: 'Créditos ajustados', data })
    expect(ana.requests).toHaveLength(2)
    expect(await sizeOf(intent.studentId)).toEqual(size)
    expect(await packagePlans.adjust(intent)).toMatchObject({ outcome: 'saved', data })
    const again = await packagePlans.adjust({ ...intent, delta: 1 })
    expect(again).toMatchObject({ outcome: 'already-saved', data: { effects: [{ adjusted: [{}] }] } })
    expect(await sizeOf(intent.studentId)).toEqual(size)

    const undone = await packagePlans.undoAdjust({ ...intent, opId: newId() })
    expect(undone).toMatchObject({ success: true, message: 'Ajuste desfeito' })
    expect(await sizeOf(intent.studentId)).toEqual(before)
  })

  test('a package that another device adjusted meanwhile is left alone, also by an undo', async () => {
    const intent = await adjusting(-1)
    dataOf(await packagePlans.adjust({ ...intent, opId: newId(), delta: -2 }))
    const overtaken = { code: 'overtaken' }
    expect(await packagePlans.adjust(intent)).toMatchObject(overtaken)
    expect(await packagePlans.undoAdjust({ ...intent, opId: newId() })).toMatchObject(overtaken)
    expect(await creditsOf(intent.studentId)).toBe(2)
  })
})

const extending = async (): Promise<ExtendIntent> => ({
  ...about(await soldPackage()),
  ...extension,
  extensionId: newId(),
})
const validityOf = async (id: Uuid) => {
  const pkg = await packageOf(id)
  return pkg && [pkg.expiry_date, pkg.extended_days]
}

describe('extending by hand', () => {
  const [until, longer] = [addDays(today, 23), addDays(today, 30)]

  test('moves the expiry once, in two requests, and back', async () => {
    const intent = await extending()
    ana.forget()
    expect(await packagePlans.extend(intent)).toMatchObject({ success: true, message: 'Validade estendida' })
    expect(ana.requests).toHaveLength(2)
    expect(await validityOf(intent.studentId)).toEqual([longer, 7])
    const undo = { ...intent, opId: newId() }
    for (const _ of [1, 2]) {
      expect(await packagePlans.takeBack(undo)).toMatchObject({ success: true, message: 'Extensão desfeita' })
      expect(await validityOf(intent.studentId)).toEqual([until, 0])
    }
    // The extension is already gone, as if another device had taken it back.
    expect(await packagePlans.takeBack({ ...intent, opId: newId() })).toMatchObject({ success: true })
  })

  test('works for a package without credits, and not for one that is gone', async () => {
    const intent = await extending()
    for (const _ of [1, 2, 3, 4]) dataOf(await sessions.register(lessonIntent([intent.studentId])))
    expect(await packagePlans.extend(intent)).toMatchObject({ success: true })
    expect(await validityOf(intent.studentId)).toEqual([longer, 7])
    const gone = await extending()
    dataOf(await packageEdits.remove(gone.packageId))
    expect(await packagePlans.extend(gone)).toMatchObject({ code: 'package-not-found' })
  })
})

describe('what renewing starts from', () => {
  test('is the newest sale and what was received with it', async () => {
    const { id } = await addStudent()
    expect(dataOf(await packagePlans.lastSale(id))).toBeNull()
    const earlier = buildSale(id, { values: packageValues({ startDate: addDays(today, -40) }) })
    dataOf(await packagePlans.sell(earlier))
    const sale = buildSale(id, { payment: { id: newId(), amount: 100, method: 'card', paidOn: today } })
    dataOf(await packagePlans.sell(sale))
    const payment = { method: 'card', amount: 100, paidOn: today }
    const last = dataOf(await packagePlans.lastSale(id))
    expect(last).toMatchObject({ package: { id: sale.packageId }, payment })
  })

  test.each([
    ['in its method', { method: 'cash' }, true],
    ['in its day', { paid_on: addDays(today, -2) }, true],
    ['to a part', { amount: 100 }, false],
  ] as const)('the payment of the sale corrected %s', async (_, change, received) => {
    const { id } = await addStudent()
    const sale = buildSale(id, {
      values: packageValues({ startDate: today, paymentDate: addDays(today, 5), price: 400 }),
      payment: { id: newId(), amount: 400, method: 'pix', paidOn: today },
    })
    const { package: pkg } = dataOf(await packagePlans.sell(sale))
    const corrected = async (seen: Package, amount: number) => {
      const remove = dataOf(await payments.listByStudent(id))
      const add = remove.map(({ kind, paid_on, method, payer_name, note }) => {
        const line = { kind, paid_on, method, payer_name, note }
        return { ...line, id: newId(), ...change, amount }
      })
      return dataOf(await paymentPlans.apply({ ...about(seen), add, remove })).package ?? pkg
    }
    const amount = 'amount' in change ? change.amount : 400
    // Twice, because a correction can be corrected too.
    await corrected(await corrected(pkg, amount), amount)
    // One that is not the whole price any more does not follow a later price.
    expect(dataOf(await payments.listByStudent(id))).toMatchObject([{ own: received }])
    const last = dataOf(await packagePlans.lastSale(id))
    const method = 'method' in change ? change.method : 'pix'
    const paymentDate = addDays(today, 5)
    expect(last && renewal(last, today)).toMatchObject({ received, paymentDate, method })
  })

  test('unpaid at the sale, it says so though it was paid since', async () => {
    const { id } = await addStudent()
    const sale = buildSale(id, { payment: null })
    const { package: seen } = dataOf(await packagePlans.sell(sale))
    dataOf(await paymentPlans.apply(payOff(seen, { opId: newId(), today, method: 'pix' })))
    expect(dataOf(await packagePlans.lastSale(id))).toMatchObject({ payment: null })
  })
})
