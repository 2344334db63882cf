import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Parameter, type Query, refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import {
  basedOn,
  callJson,
  insert,
  makeCoach,
  makePackage,
  makeSale,
  makeStudent,
  PACKAGE,
  readFacts,
  rowOf,
} from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'
import { overtake, queueBehind, type Step } from './overtake'
import { ask, closeAccount } from './rights-world'

/** Money after the sale, the finance figures, renewals and notices (docs/product.md, 'Payments', 'Messages'). */

const database = await sharedDatabase()

interface Sale {
  coach: string
  student: string
  pack: string
}

const removePayments = ({ coach, pack }: Sale, which = 'true') =>
  database.as(coach)(`delete from public.payments where package_id = '${pack}' and ${which}`)

/** A package of R$ 400 for which nothing was received. */
async function openSale(overrides: Record<string, Parameter> = {}): Promise<Sale> {
  const sale = await makeSale(database, overrides)
  await removePayments(sale)
  return sale
}

const moneyOf = async ({ pack }: Sale) => {
  const row = await rowOf(database, 'packages', pack)
  return [row?.price, row?.paid_total, row?.open_amount].map(Number)
}

const payment = (amount: number, row: Record<string, Parameter> = {}) => ({
  id: randomUUID(),
  kind: 'payment',
  amount,
  paid_on: '2026-02-01',
  method: 'pix',
  ...row,
})

/** A plan made from the current state. */
async function planned({ coach, student, pack }: Sale, money: object, rest: object = {}): Promise<object> {
  const row = await rowOf(database, 'packages', pack)
  return {
    op_id: randomUUID(),
    based_on: await basedOn(database, coach, [student]),
    lessons: [],
    money: {
      package_id: pack,
      expected: { price: row?.price, paid_total: row?.paid_total, payment_date: row?.payment_date },
      ...money,
    },
    ...rest,
  }
}
interface Answer {
  replayed: boolean
  package: { paid_total: number; open_amount: number } | null
}
const pay = (query: Query, plan: object) => callJson<Answer>(query, 'apply_payment_plan', plan)
const apply = ({ coach }: Sale, plan: object) => database.asUser(coach, (query) => pay(query, plan))
const change = async (sale: Sale, money: object) => apply(sale, await planned(sale, money))

describe('a plan of money', () => {
  it('of two devices that correct the same payment, also to the same sum, the second is told', async () => {
    const sale = await openSale()
    const paid = payment(100)
    await change(sale, { add: [paid] })
    const correction = () => planned(sale, { remove: [paid.id], add: [payment(100, { method: 'cash' })] })
    const [one, two] = [await correction(), await correction()]
    await apply(sale, one)
    expect(await refusal(apply(sale, two))).toEqual({ code: 'PT409', message: 'stale_money' })
    expect(await moneyOf(sale)).toEqual([400, 100, 300])
    // The same with two plans at the same moment.
    const [mine, theirs] = [
      await planned(sale, { add: [payment(300)] }),
      await planned(sale, { add: [payment(300)] }),
    ]
    const outcome = await overtake(
      database,
      sale.coach,
      (query) => pay(query, mine),
      (query) => pay(query, theirs),
    )
    expect(outcome).toBe('PT409')
    expect(await moneyOf(sale)).toEqual([400, 400, 0])
    await expectNoBrokenRules(database)
  })

  it('is nothing but money of a package of the caller', async () => {
    const sale = await openSale()
    const good = await planned(sale, { add: [payment(10)] })
    const money = await planned(sale, {})
    const lesson = { op: 'create', session: { id: randomUUID(), teacher: 'Ana' }, participants: [] }
    for (const [name, bad] of Object.entries({
      'no money': { ...good, money: null },
      'no expectation': { ...good, money: { package_id: sale.pack } },
      'no credits': { ...good, based_on: [] },
      'a lesson': { ...good, lessons: [lesson] },
      'a sale': { ...good, package: { ...PACKAGE, id: randomUUID(), student_id: sale.student } },
      slots: { ...good, skips: { add: [] } },
      'too much': {
        ...money,
        money: { package_id: sale.pack, expected: {}, add: Array.from({ length: 21 }, () => payment(1)) },
      },
    }))
      expect(await refusal(apply(sale, bad)), name).toEqual({ code: 'PT400', message: 'bad_plan' })
    const theirs = await openSale()
    const mixed = { ...(await planned(sale, {})), money: { package_id: theirs.pack, expected: {} } }
    expect(await refusal(apply(sale, mixed))).toEqual({ code: 'PT404', message: 'package_not_found' })
    const paid = payment(10)
    await change(theirs, { add: [paid] })
    expect((await refusal(change(sale, { remove: [paid.id] }))).message).toBe('stale_money')
    expect(await moneyOf(theirs)).toEqual([400, 10, 390])
    for (const amount of ['NaN', 'Infinity', -1, 0.001, 100_000_000])
      expect((await refusal(change(sale, { add: [payment(1, { amount })] }))).code).toMatch(/^(22|23)/)
    expect(await moneyOf(sale)).toEqual([400, 0, 400])
  })

  it('locks its package with the others of the plan, by id: no deadlock with another plan', async () => {
    const sale = await openSale()
    const other = await makePackage(database, sale.coach, sale.student)
    const [low, high] = [sale.pack, other].toSorted()
    const raise = [low, high].map((id) => ({
      type: 'expired_package',
      priority: 'low',
      message: 'x',
      student_id: sale.student,
      package_id: id,
      dedupe_key: `expired_package:${id}:2026-03-10`,
    }))
    const alerts = { raise, end: [] }
    const plan = await planned({ ...sale, pack: high ?? '' }, { payment_date: '2026-02-02' }, { alerts })
    const without = { ...plan, op_id: randomUUID(), money: undefined }
    const lock: Step = (query) => query('select from public.packages where id = $1 for update', [low ?? ''])
    await queueBehind(database, lock, [
      () => callJson(database.as(sale.coach), 'apply_session_plan', without),
      () => apply(sale, plan),
    ])
  })
})

const own = (amount: number, paid_on: string) => ({
  kind: 'payment',
  amount,
  paid_on,
  method: 'other',
  own: true,
})

const paymentsOf = ({ pack }: Sale) =>
  database.owner(
    `select kind, amount::float8 as amount, paid_on::text as paid_on, method, own from public.payments
        where package_id = $1 order by own desc, amount`,
    [pack],
  )
const receive = ({ coach, student, pack }: Sale, row: Record<string, Parameter> = {}) =>
  insert(database.as(coach), 'payments', {
    id: randomUUID(),
    user_id: coach,
    student_id: student,
    package_id: pack,
    amount: 100,
    paid_on: '2026-02-01',
    method: 'pix',
    ...row,
  })
const editSale = ({ coach, pack }: Sale, set: string) =>
  database.as(coach)(`update public.packages set ${set} where id = '${pack}'`)
describe('the payment of a sale, and others', () => {
  it('a repeated insert of a package pays nothing again', async () => {
    const sold = await makeSale(database)
    const again = makePackage(database, sold.coach, sold.student, { id: sold.pack })
    expect((await refusal(again)).code).toBe('23505')
    expect(await moneyOf(sold)).toEqual([400, 400, 0])
  })

  it.each([
    ['a payment date', `payment_date = '2026-02-02'`, '2026-02-02'],
    ['a name, which is no money', `name = 'Pacote de saque'`, '2026-01-10'],
  ])('while it is the only one, the payment of the sale follows %s', async (_, set, paidOn) => {
    const sold = await makeSale(database)
    const [before] = await database.owner<{ id: string }>(
      'select id from public.payments where package_id = $1',
      [sold.pack],
    )
    await editSale(sold, set)
    expect(await paymentsOf(sold)).toEqual([own(400, paidOn)])
    // The payment keeps its identity, and its receipt its number.
    expect(await rowOf(database, 'payments', before?.id ?? '')).toMatchObject({ own: true })
  })

  // 'Recebido' of next month had the money, and this month's had lost it.
  it('the payment of the sale stays in its month when the payment date becomes a later one than today', async () => {
    const later = `payment_date = current_date + 40`
    const sold = await makeSale(database)
    await editSale(sold, later)
    expect(await paymentsOf(sold)).toEqual([own(400, '2026-01-10')])
    expect(await moneyOf(sold)).toEqual([400, 400, 0])
    await editSale(sold, 'price = 500')
    expect(await moneyOf(sold)).toEqual([500, 400, 100])
    const free = await makeSale(database, { price: 0 })
    await editSale(free, `price = 300, ${later}`)
    expect(await moneyOf(free)).toEqual([300, 0, 300])
    await expectNoBrokenRules(database)
  })

  it('money is no edit of the package: neither its time nor the version of the credits moves', async () => {
    const sold = await makeSale(database)
    const watched = async () => [
      (await rowOf(database, 'packages', sold.pack))?.updated_at,
      (await rowOf(database, 'students', sold.student))?.credits_version,
    ]
    const before = await watched()
    await receive(sold)
    await removePayments(sold)
    expect(await watched()).toEqual(before)
  })

  it('what somebody anonymised owes can be received and lowered, but nobody is named as the payer', async () => {
    const sold = await makeSale(database)
    await ask(database, sold.coach, 'anonymize_student', sold.student)
    await removePayments(sold)
    await editSale(sold, `price = 300, payment_date = '2026-02-01'`)
    await receive(sold)
    expect(await moneyOf(sold)).toEqual([300, 100, 200])
    for (const words of [{ payer_name: 'Zuleica' }, { note: 'a mãe pagou' }])
      expect(await refusal(receive(sold, words))).toEqual({ code: 'PT410', message: 'student_anonymized' })
    expect((await refusal(editSale(sold, `name = 'Pacote da Zu', price = 1`))).code).toBe('PT410')
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
    expect((await refusal(receive(await makeSale(database), row))).code).toBe(code)
  })

  it('a payment takes its limits', async () => {
    const limits = {
      amount: 99_999_999.99,
      payer_name: 'x'.repeat(100),
      note: 'x'.repeat(200),
      kind: 'payment',
    }
    const id = await receive(await makeSale(database), { ...limits, own: true })
    expect(await rowOf(database, 'payments', id)).toMatchObject(limits)
  })
})

const months = (first: number[], second: number[]) =>
  [first, second].map(([sold, received], i) => ({ month: `2026-0${i + 1}-01`, sold, received }))

describe('figures', () => {
  // money.property.test.ts compares all sums with plain ones, but seldom meets the edge of a month or a day.
  it('a package is sold in its first month and overdue the day after its day; the dashboard has its day', async () => {
    const sale = await openSale({ price: 90, expiry_date: '2026-04-01' })
    const finance = () =>
      database.asUser(sale.coach, async (query) => {
        const [row] = await query<{ x: object }>(
          `select public.get_finance('{2026-01-01,2026-02-01,2026-03-01}', '2026-02-11') as x`,
        )
        return row?.x
      })
    for (const [day, due, first, overdue, sold_later] of [
      ['2025-12-31', '2026-02-10', 0, 90, 0],
      ['2026-01-01', '2026-02-11', 90, 0, 0],
      ['2026-03-01', '2026-03-05', 0, 0, 90],
    ] as const) {
      await editSale(sale, `purchase_date = '${day}', payment_date = '${due}'`)
      expect(await finance()).toEqual({ months: months([first, 0], [0, 0]), open: 90, overdue, sold_later })
    }
    const stats = await database.as(sale.coach)<{ stats: object }>(
      `select public.get_dashboard_stats(now(), now(), '2026-02-01') as stats`,
    )
    expect(stats).toMatchObject([{ stats: { openAmount: 90, openByDay: { '2026-03-05': 90 } } }])
    await ask(database, sale.coach, 'delete_student', sale.student)
    expect(await finance()).toMatchObject({ months: months([0, 0], [0, 0]), open: 0, sold_later: 0 })
    await expectNoBrokenRules(database)
  })

  it('the facts name what is owed, also by the inactive, but not by anybody anonymised', async () => {
    const sale = await openSale()
    await database.as(sale.coach)(`update public.students set status = 'inactive' where id = $1`, [
      sale.student,
    ])
    const open = async () => (await readFacts(database, sale.coach)).students.map((student) => student.open)
    expect(await open()).toEqual([
      [{ id: sale.pack, name: PACKAGE.name, payment_date: PACKAGE.payment_date, open_amount: 400 }],
    ])
    await ask(database, sale.coach, 'anonymize_student', sale.student)
    expect(await open()).toEqual([])
    // What the student owes stays in the sums, and can still be settled.
    await change(sale, { price: 0 })
    expect(await moneyOf(sale)).toEqual([0, 0, 0])
  })

  it('the public page shows what is open only if the coach wants it, and the key only if there is one', async () => {
    const sale = await openSale()
    const page = () =>
      database.asAnon(async (query) => {
        const [row] = await query<{ page: { open?: object } }>(
          'select public.get_student_public_data($1) as page',
          [sale.student],
        )
        return row?.page.open
      })
    const set = (fields: string) => database.as(sale.coach)(`update public.profiles set ${fields}`)
    expect(await page()).toBeUndefined()
    await set(`pix_type = 'email', pix_key = 'ana@voleio.test', pix_name = 'ANA', pix_city = 'SANTOS'`)
    expect(await page()).toBeUndefined()
    await set('show_pix = true')
    const pix = { key: 'ana@voleio.test', name: 'ANA', city: 'SANTOS' }
    expect(await page()).toEqual({ amount: 400, pix })
    await set('pix_type = null, pix_key = null, pix_name = null, pix_city = null')
    expect(await page()).toEqual({ amount: 400, pix: null })
    await change(sale, { add: [payment(400)] })
    expect(await page()).toBeUndefined()
  })

  it.each([
    `pix_key = 'a'`,
    `pix_type = 'iban', pix_key = 'a', pix_name = 'A', pix_city = 'B'`,
    `pix_type = 'evp', pix_key = 'a b', pix_name = 'A', pix_city = 'B'`,
    `pix_type = 'evp', pix_key = 'a', pix_name = 'José', pix_city = 'B'`,
    `pix_type = 'evp', pix_key = 'a', pix_name = 'A ', pix_city = 'B'`,
    `pix_type = 'evp', pix_key = 'a', pix_name = 'A', pix_city = '${'B'.repeat(16)}'`,
    'renewal_due_day = 29',
  ])('a profile refuses %s', async (set) => {
    const coach = await makeCoach(database)
    const edit = database.as(coach)(`update public.profiles set ${set}`)
    expect((await refusal(edit)).code).toBe('23514')
  })
})

const renewal = async (sale: Sale, row: object = {}) => ({
  op_id: randomUUID(),
  based_on: await basedOn(database, sale.coach, [sale.student]),
  lessons: [],
  package: { ...PACKAGE, id: randomUUID(), student_id: sale.student, renews_monthly: true, ...row },
  renews: sale.pack,
})
const sell = (query: Query, plan: object) => callJson<Answer>(query, 'sell_package', plan)

describe('renewals', () => {
  it('of two devices one renews a package, and what follows can be deleted and sold again', async () => {
    const sale = await openSale()
    const [mine, theirs] = [await renewal(sale), await renewal(sale)]
    const outcome = await overtake(
      database,
      sale.coach,
      (query) => sell(query, mine),
      (query) => sell(query, theirs),
    )
    expect(outcome).toBe('PT409')
    const again = database.asUser(sale.coach, async (query) => sell(query, await renewal(sale)))
    expect((await refusal(again)).message).toBe('renewed_already')
    expect(await rowOf(database, 'packages', mine.package.id)).toMatchObject({
      renews: sale.pack,
      renews_monthly: true,
      open_amount: 400,
    })
    await database.as(sale.coach)('delete from public.packages where id = $1', [mine.package.id])
    // A renewal may be a package for one month only.
    const last = await renewal(sale, { renews_monthly: false })
    await database.asUser(sale.coach, (query) => sell(query, last))
    expect(await rowOf(database, 'packages', last.package.id)).toMatchObject({
      renews: sale.pack,
      renews_monthly: false,
    })
    await expectNoBrokenRules(database)
    // The renewed package can be deleted; its renewal stays, also after the student is anonymised.
    await ask(database, sale.coach, 'anonymize_student', sale.student)
    await database.as(sale.coach)('delete from public.packages where id = $1', [sale.pack])
    expect(await rowOf(database, 'packages', last.package.id)).toMatchObject({ renews: null })
  })

  it('a chain of renewals goes with its student, and with the account', async () => {
    for (const end of [
      (sale: Sale) => ask(database, sale.coach, 'delete_student', sale.student),
      (sale: Sale) => closeAccount(database, sale.coach),
    ]) {
      const sale = await openSale()
      const next = await renewal(sale)
      await database.asUser(sale.coach, (query) => sell(query, next))
      const last = await renewal({ ...sale, pack: next.package.id })
      await database.asUser(sale.coach, (query) => sell(query, last))
      await end(sale)
      const left = await database.owner('select from public.packages where user_id = $1', [sale.coach])
      expect(left).toEqual([])
    }
    await expectNoBrokenRules(database)
  })

  it('of a package that must be marked is refused once it is not, or is gone', async () => {
    const sale = await openSale()
    const attempt = async (plan: object) =>
      refusal(database.asUser(sale.coach, (query) => sell(query, { ...plan, only_marked: true })))
    const plan = await renewal(sale)
    for (const refused of [plan, { ...plan, renews: randomUUID() }])
      expect(await attempt(refused)).toEqual({ code: 'PT404', message: 'package_not_found' })
    await database.as(sale.coach)('update public.packages set renews_monthly = true where id = $1', [
      sale.pack,
    ])
    await database.asUser(sale.coach, (query) => sell(query, { ...plan, only_marked: true }))
    expect(await rowOf(database, 'packages', plan.package.id)).toMatchObject({ renews: sale.pack })
    // Regression: of one that was renewed before its mark was taken off it was said that nothing was sold.
    await database.as(sale.coach)('update public.packages set renews_monthly = false where id = $1', [
      sale.pack,
    ])
    expect(await attempt(await renewal(sale))).toEqual({ code: 'PT409', message: 'renewed_already' })
  })

  it('a package follows nothing of another student, or what is gone', async () => {
    const [sale, other] = [await openSale(), await openSale()]
    const friend = await makeStudent(database, sale.coach)
    const theirs = await makePackage(database, sale.coach, friend)
    for (const renews of [theirs, other.pack, randomUUID()]) {
      const plan = { ...(await renewal(sale)), renews }
      await database.asUser(sale.coach, (query) => sell(query, plan))
      expect(await rowOf(database, 'packages', plan.package.id)).toMatchObject({ renews: null })
    }
  })
})

describe('notices', () => {
  it('a message opened again is the same notice, opened later', async () => {
    const { coach, student } = await openSale()
    const note = (who: string | null, cause = 'low_credits:x') =>
      database.as(coach)('select public.record_notice($1, $2::text::uuid, $3)', ['low_credits', who, cause])
    for (const who of [student, student, null, null]) await note(who)
    const rows = () =>
      database.as(coach)<{ student_id: string | null }>(
        'select student_id, opened_at from public.notices order by student_id nulls last',
      )
    expect((await rows()).map(({ student_id }) => student_id)).toEqual([student, null])
    const { student: theirs } = await openSale()
    expect((await refusal(note(theirs))).code).toBe('23503')
    expect((await refusal(note(student, ''))).code).toBe('23514')
    await ask(database, coach, 'delete_student', student)
    expect((await rows()).map(({ student_id }) => student_id)).toEqual([null])
  })

  it('one that waits while a student is anonymised is not written', async () => {
    const { coach, student } = await openSale()
    const outcome = await overtake(
      database,
      coach,
      (query) => query('select public.anonymize_student($1)', [student]),
      (query) => query(`select public.record_notice('low_credits', $1, 'x')`, [student]),
    )
    expect(outcome).toBe('PT410')
    const left = await database.as(coach)('select from public.notices')
    expect(left).toEqual([])
  })

  it('a text is the coach’s own, written anew each time, and never blank', async () => {
    const coach = await makeCoach(database)
    const write = (body: string) =>
      database.as(coach)(
        `insert into public.message_templates (user_id, kind, body) values ($1, 'low_credits', $2)
           on conflict (user_id, kind)
           do update set user_id = excluded.user_id, kind = excluded.kind, body = excluded.body`,
        [coach, body],
      )
    await write('Oi')
    await write('Olá, {nome}!')
    for (const body of [' ', 'x'.repeat(1001)]) expect((await refusal(write(body))).code).toBe('23514')
    const rows = await database.as(coach)('select body from public.message_templates')
    expect(rows).toEqual([{ body: 'Olá, {nome}!' }])
    const ghost = insert(database.as(randomUUID()), 'message_templates', { kind: 'low_credits', body: 'Oi' })
    expect((await refusal(ghost)).code).toBe('PT401')
  })
})
