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
import { addStudent, creditsOf, dataOf, sellPackage } from '../../support/world/services'
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
    const day = addDays(today, at - count - 10)
    return lessonIntent([id, ...others.map((other) => other.id)], {
      lessonDay: day,
      date: new Date(`${day}T12:00:00Z`).toISOString(),
    })
  })
  for (const lesson of lessons) dataOf(await sessions.register(lesson))
  return { id, owed: dataOf(await packagePlans.owedLessons(id)), lessons }
}

const buildSale = (studentId: Uuid, overrides: Partial<SaleIntent> = {}): SaleIntent =>
  saleIntent(studentId, { values: packageValues({ startDate: today, paymentDate: today }), ...overrides })

/** Date and day of a lesson held `days` days ago. */
const daysAgo = (days: number) => ({
  date: new Date(Date.now() - days * 86_400_000).toISOString(),
  lessonDay: addDays(today, -days),
})

const settling = (owed: readonly { id: Uuid; version: number }[]) =>
  owed.map(({ id, version }) => ({ sessionId: id, expectedVersion: version }))

const only = async (studentId: Uuid): Promise<Package | undefined> =>
  dataOf(await packages.listByStudent(studentId))[0]

const moneyOf = (packageId: Uuid) =>
  backend.sql<{ amount: number; method: string }>(
    'select amount::float, method from public.payments where package_id = $1 order by created_at',
    [packageId],
  )
const openAlerts = async (studentId: Uuid) =>
  (
    await backend.sql<{ type: string }>(
      'select type from public.alerts where student_id = $1 and not ended order by type',
      [studentId],
    )
  ).map(({ type }) => type)

describe('selling', () => {
  test('three owed lessons are settled in two requests, oldest first, with their alerts', async () => {
    const { id, owed, lessons } = await owing(3)
    expect(owed.map((lesson) => lesson.id)).toEqual(lessons.map(({ sessionId }) => sessionId))
    expect(await openAlerts(id)).toEqual(['unassigned_session', 'unassigned_session', 'unassigned_session'])
    ana.forget()
    const sale = buildSale(id, { settle: settling(owed) })
    const sold = await packagePlans.sell(sale)
    expect(ana.requests).toHaveLength(2)
    expect(sold).toMatchObject({
      success: true,
      outcome: 'saved',
      data: {
        package: { id: sale.packageId, used_classes: 3, remaining_classes: 1 },
        effects: [{ studentId: id, taken: [{ credits: 3 }] }],
      },
    })
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
      const typed = {
        ...newSaleDialog(today),
        startDate,
        totalClasses: '2',
        price: '300',
        firstLessonValidity,
      }
      const before = settlingEffect(schema, typed, owed)
      const { payment, settle: _, ...values } = z.parse(schema, typed)
      const sale = buildSale(id, {
        values,
        payment: payment && { id: newId(), ...payment },
        settle: settling(owed.slice(0, 2)),
      })
      const { effects, package: sold } = dataOf(await packagePlans.sell(sale))
      // The first lesson may start the validity, but not before the package's start.
      expect(sold.expiry_date).toBe(addDays(startDate, 30))
      expect(before && describeEffect(before)).toEqual(effects.flatMap(describeEffect))
      expect(before && describeEffect(before)).toHaveLength(2)
    },
  )

  test('a lesson that is entered late moves the validity back, and its answer tells from when to when', async () => {
    const { id } = await addStudent()
    const values = packageValues({
      startDate: addDays(today, -10),
      paymentDate: today,
      firstLessonValidity: true,
    })
    dataOf(await packagePlans.sell(buildSale(id, { values })))
    const first = dataOf(await sessions.register(lessonIntent([id], daysAgo(2))))
    expect(first.effects).toMatchObject([{ validity: [{ from: null, expiry: addDays(today, 28) }] }])
    const late = dataOf(await sessions.register(lessonIntent([id], daysAgo(5))))
    const [from, until] = [addDays(today, 28), addDays(today, 25)]
    expect(late.effects).toMatchObject([{ validity: [{ from, expiry: until, extendedBy: 0 }] }])
    expect(late.effects.flatMap(describeEffect)).toEqual([
      '1 crédito sai do Pacote de 4 aulas',
      expect.stringMatching(/^Validade: \d\d\/\d\d.* → \d\d\/\d\d/),
    ])
  })

  test('another package keeps the alert of its expiry, although its first lesson is none of this plan', async () => {
    const { id, owed } = await owing(1)
    const startDate = owed[0]?.day ?? today
    const values = packageValues({
      startDate,
      paymentDate: today,
      firstLessonValidity: true,
      validityDays: 12,
    })
    dataOf(await packagePlans.sell(buildSale(id, { values, settle: settling(owed) })))
    expect(await openAlerts(id)).toEqual(['expiring_package'])
    dataOf(await packagePlans.sell(buildSale(id)))
    expect(await openAlerts(id)).toEqual(['expiring_package'])
  })

  test('a lost answer, a second press and a late repeat sell once', async () => {
    const { id, owed } = await owing(1)
    const sale = buildSale(id, { settle: settling(owed) })
    ana.network(loseAnswers(selling, Infinity))
    expect(await packagePlans.sell(sale)).toMatchObject({ success: false, code: 'network', unknown: true })
    ana.network(null)
    expect(await packagePlans.sell(sale)).toMatchObject({
      success: true,
      outcome: 'saved',
      data: {
        package: { id: sale.packageId },
        undo: { settled: [owed[0]?.id] },
        effects: [{ taken: [{ credits: 1 }], sold: [{ credits: 4, price: 420.5, paid: 420.5 }] }],
      },
    })
    expect(await creditsOf(id)).toBe(3)
    expect(await moneyOf(sale.packageId)).toHaveLength(1)
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
    const { id, owed } = await owing(1)
    const sale = buildSale(id, { settle: settling(owed) })
    dataOf(await packagePlans.sell(sale))
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
    const { id } = await addStudent()
    const sale = buildSale(id)
    dataOf(await packagePlans.sell(sale))
    const again = await packagePlans.sell({ ...sale, values: { ...sale.values, totalClasses: 5 } })
    expect(dataOf(again).effects).toMatchObject([
      { sold: [{ packageName: 'Pacote de 4 aulas', credits: 4 }] },
    ])
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
    const { id } = await addStudent()
    const sale = buildSale(id)
    dataOf(await packagePlans.sell(sale))
    dataOf(await packagePlans.undoSale({ ...undoOfSale(sale), opId: newId() }))
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
    expect(await only(id)).toBeUndefined()
  })
})

const VALUES = packageValues({ startDate: today, paymentDate: today })
const aboutOf = ({ id: packageId, student_id: studentId }: Package) => ({
  opId: newId(),
  packageId,
  studentId,
})
const moneyChange = (sold: Package) => ({ ...aboutOf(sold), seen: sold })

describe('undoing a sale', () => {
  test('the lessons are owed again and the package is gone, in two requests; a repeat is done', async () => {
    const { id, owed } = await owing(2)
    const sale = buildSale(id, { settle: settling(owed) })
    dataOf(await packagePlans.sell(sale))
    const undo = { ...undoOfSale(sale), opId: newId() }
    ana.forget()
    const undone = await packagePlans.undoSale(undo)
    expect(ana.requests).toHaveLength(2)
    for (const answer of [undone, await packagePlans.undoSale(undo)]) {
      expect(answer).toMatchObject({ success: true, message: 'Venda desfeita' })
      expect(dataOf(answer).effects).toMatchObject([{ removed: ['Pacote de 4 aulas'] }])
    }
    expect(await only(id)).toBeUndefined()
    expect(dataOf(await packagePlans.owedLessons(id)).map((lesson) => lesson.id)).toEqual(undo.settled)
    expect(await openAlerts(id)).toEqual(['low_credits', 'unassigned_session', 'unassigned_session'])
  })

  test('once another lesson used it nothing changes', async () => {
    const { id, owed } = await owing(1)
    const sale = buildSale(id, { settle: settling(owed) })
    dataOf(await packagePlans.sell(sale))
    dataOf(await sessions.register(lessonIntent([id])))
    const undo = { ...undoOfSale(sale), opId: newId() }
    const refused = { success: false, code: 'package-used', message: 'Uma aula já usou este pacote' }
    expect(await packagePlans.undoSale(undo)).toMatchObject(refused)
    // A used-up package is not among the facts, so the database refuses.
    for (const _ of [1, 2]) dataOf(await sessions.register(lessonIntent([id])))
    expect(await packagePlans.undoSale({ ...undo, settled: [] })).toMatchObject(refused)
    expect(await only(id)).toMatchObject({ used_classes: 4 })
  })

  /** Changes that another device makes to a package that was sold unpaid. */
  const SINCE: [string, (sold: Package) => Promise<{ success: boolean }>][] = [
    ['paid', (sold) => paymentPlans.apply(payOff(sold, { opId: newId(), today, method: 'pix' }))],
    ['adjusted', (sold) => packagePlans.adjust({ ...aboutOf(sold), seen: sold, delta: 2, reason: 'Bônus' })],
    [
      'extended',
      (sold) =>
        packagePlans.extend({
          ...aboutOf(sold),
          extensionId: newId(),
          seen: sold,
          days: 7,
          reason: 'Viagem',
        }),
    ],
    ['marked', ({ id }) => packages.markMonthly(id, true)],
    ['discounted', (sold) => paymentPlans.apply({ ...moneyChange(sold), price: 100 })],
    ['put off', (sold) => paymentPlans.apply({ ...moneyChange(sold), paymentDate: daysFromToday(9) })],
    ['given another validity', (sold) => packageEdits.update(sold.id, { ...VALUES, validityDays: 60 }, sold)],
    [
      'renewed',
      (sold) =>
        packagePlans.sell(buildSale(sold.student_id, { values: VALUES, renews: sold.id, payment: null })),
    ],
  ]
  test.each(SINCE)('that was %s since changes nothing, and says so', async (_, change) => {
    const { id, owed } = await owing(1)
    const sale = buildSale(id, { values: VALUES, payment: null, settle: settling(owed) })
    const { package: sold } = dataOf(await packagePlans.sell(sale))
    expect(await change(sold)).toMatchObject({ success: true })
    const before = [
      await creditsOf(id),
      dataOf(await packages.listByStudent(id)),
      dataOf(await payments.listByStudent(id)),
    ]
    expect(await packagePlans.undoSale({ ...undoOfSale(sale), opId: newId() })).toMatchObject({
      success: false,
      code: 'overtaken',
      message: 'Este pacote mudou depois da venda. Nada foi desfeito.',
    })
    expect([
      await creditsOf(id),
      dataOf(await packages.listByStudent(id)),
      dataOf(await payments.listByStudent(id)),
    ]).toEqual(before)
    expect(dataOf(await packagePlans.owedLessons(id))).toEqual([])
  })

  test('whose payment was corrected since, to the same sum, changes nothing', async () => {
    const { id } = await addStudent()
    const sale = buildSale(id)
    const { package: sold } = dataOf(await packagePlans.sell(sale))
    const remove = dataOf(await payments.listByStudent(id))
    const add = remove.map((line) => ({ ...line, id: newId(), method: 'cash' as const }))
    dataOf(await paymentPlans.apply({ ...moneyChange(sold), add, remove }))
    expect(await packagePlans.undoSale({ ...undoOfSale(sale), opId: newId() })).toMatchObject({
      code: 'overtaken',
    })
    expect(dataOf(await payments.listByStudent(id))).toMatchObject([{ method: 'cash' }])
  })
})

async function adjusting(delta: number): Promise<AdjustIntent & Pick<ExtendIntent, 'seen'>> {
  const { id } = await addStudent()
  const seen = await sellPackage(id)
  return { opId: newId(), packageId: seen.id, studentId: id, seen, delta, reason: 'Cortesia' }
}
const sizeOf = async (id: Uuid) => {
  const pkg = await only(id)
  return pkg && [pkg.total_classes, pkg.used_outside, pkg.remaining_classes, pkg.name]
}

describe('adjusting credits', () => {
  test('by none is refused, and says so', async () => {
    const intent = await adjusting(0)
    const before = await sizeOf(intent.studentId)
    expect(await packagePlans.adjust(intent)).toMatchObject({
      code: 'nothing-changed',
      message: 'Nada mudou',
    })
    expect(await sizeOf(intent.studentId)).toEqual(before)
  })

  test.each([
    [-4, [4, 4, 0, 'Pacote de 4 aulas']],
    [2, [6, 0, 6, 'Pacote de 6 aulas']],
  ])('by %i, in two requests, once, and undone', async (delta, size) => {
    const intent = await adjusting(delta)
    const before = await sizeOf(intent.studentId)
    ana.forget()
    expect(await packagePlans.adjust(intent)).toMatchObject({
      success: true,
      message: 'Créditos ajustados',
      // As the card and the statement call it.
      data: { effects: [{ adjusted: [{ packageName: size[3] }] }] },
    })
    expect(ana.requests).toHaveLength(2)
    expect(await sizeOf(intent.studentId)).toEqual(size)
    expect(await packagePlans.adjust(intent)).toMatchObject({
      success: true,
      outcome: 'saved',
      data: { effects: [{ adjusted: [{}] }] },
    })
    expect(await packagePlans.adjust({ ...intent, delta: 1 })).toMatchObject({
      success: true,
      outcome: 'already-saved',
      data: { effects: [{ adjusted: [{}] }] },
    })
    expect(await sizeOf(intent.studentId)).toEqual(size)

    const undone = await packagePlans.undoAdjust({ ...intent, opId: newId() })
    expect(undone).toMatchObject({ success: true, message: 'Ajuste desfeito' })
    expect(await sizeOf(intent.studentId)).toEqual(before)
  })

  test('a package that another device adjusted meanwhile is left alone, also by an undo', async () => {
    const intent = await adjusting(-1)
    dataOf(await packagePlans.adjust({ ...intent, opId: newId(), delta: -2 }))
    for (const answer of [
      await packagePlans.adjust(intent),
      await packagePlans.undoAdjust({ ...intent, opId: newId() }),
    ]) {
      expect(answer).toMatchObject({ code: 'overtaken' })
    }
    expect(await creditsOf(intent.studentId)).toBe(2)
  })

  test('no more is taken than remains, and a lesson in between is no conflict', async () => {
    const intent = await adjusting(-4)
    dataOf(await sessions.register(lessonIntent([intent.studentId])))
    expect(await packagePlans.adjust(intent)).toMatchObject({
      code: 'package-below-used',
      message: 'Não é possível tirar mais créditos do que restam',
    })
    expect(await packagePlans.adjust({ ...intent, delta: -3 })).toMatchObject({ success: true })
    expect(await creditsOf(intent.studentId)).toBe(0)
  })
})

const extending = async (): Promise<ExtendIntent> => {
  const { delta: _, ...intent } = await adjusting(0)
  return { ...intent, extensionId: newId(), days: 7, reason: 'Viagem' }
}
const validityOf = async (id: Uuid) => {
  const pkg = await only(id)
  return pkg && [pkg.expiry_date, pkg.extended_days]
}

describe('extending by hand', () => {
  const [sold, longer] = [addDays(today, 23), addDays(today, 30)]

  test('moves the expiry once, in two requests, and back', async () => {
    const intent = await extending()
    ana.forget()
    expect(await packagePlans.extend(intent)).toMatchObject({ success: true, message: 'Validade estendida' })
    expect(ana.requests).toHaveLength(2)
    expect(await validityOf(intent.studentId)).toEqual([longer, 7])
    const undo = { ...intent, opId: newId() }
    for (const _ of [1, 2]) {
      expect(await packagePlans.takeBack(undo)).toMatchObject({ success: true, message: 'Extensão desfeita' })
      expect(await validityOf(intent.studentId)).toEqual([sold, 0])
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
    expect(dataOf(await packagePlans.lastSale(id))).toMatchObject({
      package: { id: sale.packageId },
      payment: { method: 'card', amount: 100, paidOn: today },
    })
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
      const add = remove.map(({ kind, paid_on, method, payer_name, note }) => ({
        id: newId(),
        kind,
        paid_on,
        method,
        payer_name,
        note,
        ...change,
        amount,
      }))
      return dataOf(await paymentPlans.apply({ ...moneyChange(seen), add, remove })).package ?? pkg
    }
    const amount = 'amount' in change ? change.amount : 400
    // Twice, because a correction can be corrected too.
    await corrected(await corrected(pkg, amount), amount)
    // One that is not the whole price any more does not follow a later price.
    expect(dataOf(await payments.listByStudent(id))).toMatchObject([{ own: received }])
    const last = dataOf(await packagePlans.lastSale(id))
    expect(last && renewal(last, today)).toMatchObject({
      received,
      paymentDate: addDays(today, 5),
      method: 'method' in change ? change.method : 'pix',
    })
  })

  test('unpaid at the sale, it says so though it was paid since', async () => {
    const { id } = await addStudent()
    const sale = buildSale(id, { payment: null })
    dataOf(await packagePlans.sell(sale))
    await backend.sql(
      `insert into public.payments (user_id, student_id, package_id, amount, paid_on, method)
       select user_id, student_id, id, 50, $2, 'pix' from public.packages where id = $1`,
      [sale.packageId, today],
    )
    expect(dataOf(await packagePlans.lastSale(id))).toMatchObject({ payment: null })
  })
})

test('owed lessons are only those that are charged and have no package', async () => {
  const { id } = await owing(1, 2)
  const paying = await addStudent()
  await sellPackage(paying.id)
  dataOf(await sessions.register(lessonIntent([paying.id, id])))
  expect(dataOf(await packagePlans.owedLessons(paying.id))).toEqual([])
  expect(dataOf(await packagePlans.owedLessons(id))).toHaveLength(2)
})
