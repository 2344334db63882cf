import { beforeEach, describe, expect, test, vi } from 'vitest'
import { daysBetween } from '@/core/dates'
import type { Package, Uuid } from '@/core/model'
import { undoOfSale } from '@/credits/plan-package'
import { dashboard } from '@/dashboard/data'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { finance, FINANCE_PAGE, type EntryCursor, paymentPlans } from '@/payments/data'
import { addMonths, firstDayOf, monthOf, renewalOf, type Entry } from '@/payments/finance/rules'
import { students } from '@/students/data'
import { sharedBackend } from '../../support/backend'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { daysFromToday, newId, packageValues, saleIntent, today } from '../../support/world/values'
import { makeDevice, skipRetryDelays } from '../device'

skipRetryDelays()
const backend = await sharedBackend()
beforeEach(async () => {
  await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const month = monthOf(today)
const next = addMonths(month, 1)

const figures = async () => {
  const { months, ...now } = dataOf(await finance.figures(month, month, today))
  return { ...months.at(-1), ...now }
}

describe('figures', () => {
  test('of a month agree to the cent with the dashboard and with the entries; what starts later is told apart', async () => {
    const { id } = await addStudent()
    const start = { startDate: firstDayOf(month), paymentDate: today }
    await sellPackage(id, { ...start, price: 0.1 })
    await sellPackage(id, { ...start, price: 0.2 })
    const part = { id: newId(), amount: 200.07, method: 'pix' as const, paidOn: today }
    const values = packageValues({ ...start, paymentDate: daysFromToday(-1), price: 480 })
    dataOf(await packagePlans.sell(saleIntent(id, { values, payment: part })))
    const later = packageValues({ startDate: firstDayOf(next), paymentDate: firstDayOf(next), price: 33.33 })
    dataOf(await packagePlans.sell(saleIntent(id, { values: later, payment: null })))

    expect(await figures()).toEqual({
      month: firstDayOf(month),
      sold: 480.3,
      received: 200.37,
      open: 313.26,
      overdue: 279.93,
      sold_later: 33.33,
    })
    expect(dataOf(await dashboard.stats(new Date()))).toMatchObject({
      monthlyRevenue: 480.3,
      openAmount: 313.26,
    })
    const { revenue, received } = dataOf(await dashboard.charts(new Date()))
    expect([revenue.at(-1)?.value, received.at(-1)?.value]).toEqual([480.3, 200.37])
    const amounts = dataOf(await finance.allEntries(month)).map(({ amount }) => amount)
    expect(amounts.toSorted((a, b) => a - b)).toEqual([0.1, 0.2, 200.07])
    expect(dataOf(await finance.openPackages())).toMatchObject([
      { open_amount: 279.93, student: { name: 'Marina Costa' } },
      { open_amount: 33.33 },
    ])
  })
})

test('lists are read page by page, nothing twice and nothing left out, many on one day', async () => {
  const { id } = await addStudent()
  const count = FINANCE_PAGE + 3
  await backend.sql(
    `insert into public.packages (user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date)
     select user_id, id, 'Pacote', 1, i, $2::text::date, $2::text::date + i % 2, $2::text::date + 30
       from public.students, generate_series(1, ${count}) i where id = $1`,
    [id, firstDayOf(month)],
  )
  // Of one day the last that was entered comes first; two are entered at once.
  await backend.sql(
    `update public.payments set created_at = now() - greatest(amount, 5) * interval '1.000001 second' where student_id = $1`,
    [id],
  )
  const read = []
  for (let last: EntryCursor = null; ;) {
    const page: Entry[] = dataOf(await finance.entries(month, last))
    read.push(...page)
    const end = page.at(-1)
    if (page.length < FINANCE_PAGE || !end) break
    last = { day: end.paid_on, at: end.created_at, id: end.id }
  }
  expect(new Set(read.map(({ id: entry }) => entry)).size).toBe(count)
  expect(read).toHaveLength(count)
  const places = read.map(({ paid_on, created_at }) => `${paid_on} ${created_at}`)
  expect(places).toEqual(places.toSorted((a, b) => b.localeCompare(a)))
  expect(dataOf(await finance.allEntries(month)).map(({ id: entry }) => entry)).toEqual(
    read.map(({ id: entry }) => entry),
  )
  await backend.sql('delete from public.payments where student_id = $1', [id])
  const first = dataOf(await finance.openPackages())
  const end = first.at(-1)
  expect(end).toBeDefined()
  const rest = end ? dataOf(await finance.openPackages({ day: end.payment_date, id: end.id })) : []
  const open = [...first, ...rest]
  expect([first.length, rest.length, new Set(open.map(({ id: pkg }) => pkg)).size]).toEqual([
    FINANCE_PAGE,
    3,
    count,
  ])
  expect(open.map(({ payment_date }) => payment_date)).toEqual(
    open.map(({ payment_date }) => payment_date).toSorted(),
  )
})

/** A monthly package sold in the middle of this month, so it is due for renewal next month. */
const monthly = (studentId: Uuid, startDate = `${month}-10`) =>
  sellPackage(studentId, { startDate, paymentDate: startDate, renewsMonthly: true })
const counted = async () => dataOf(await dashboard.stats(new Date())).renewals
const waiting = async () => dataOf(await finance.renewals(next)).map(({ id }) => id)
const renewal = (pkg: Package) =>
  saleIntent(pkg.student_id, {
    values: renewalOf(pkg, { start: firstDayOf(next), due: `${next}-05` }),
    payment: null,
    renews: pkg.id,
  })

describe('monthly renewals', () => {
  test('wait once each: marked, begun before the 25th, of active students; the dashboard counts them', async () => {
    const { id } = await addStudent()
    const marked = await monthly(id)
    await monthly((await addStudent()).id, `${month}-25`)
    await sellPackage(id, { startDate: `${month}-10` })
    const late = await monthly(id, firstDayOf(addMonths(month, -13)))
    const gone = await addStudent()
    await monthly(gone.id)
    dataOf(await students.update(gone.id, { status: 'inactive' }))

    expect(await waiting()).toEqual([marked.id])
    expect(dataOf(await finance.renewals(next))).toMatchObject([{ student_name: 'Marina Costa' }])
    // Once lessons have used up the package its renewal is due, and the dashboard counts it.
    expect(await counted()).toEqual([0, 0])
    const { id: packageId, total_classes } = marked
    const out = { studentId: id, packageId, seen: marked, delta: -total_classes, reason: 'Usadas' }
    dataOf(await packagePlans.adjust({ opId: newId(), ...out }))
    expect(late.renews_monthly).toBe(true)
    expect(await counted()).toEqual([0, 1])
    // Whoever has bought several classes for that month is not counted; a single lesson changes nothing.
    const bought = firstDayOf(next)
    await sellPackage(id, { startDate: bought, totalClasses: 1 })
    expect(await counted()).toEqual([0, 1])
    await sellPackage(id, { startDate: bought })
    expect(await counted()).toEqual([0, 0])
    expect(dataOf(await finance.renewals(next))).toMatchObject([{ id: marked.id, due: false, bought }])
    dataOf(await packages.markMonthly(marked.id, false))
    expect(await waiting()).toEqual([])
  })

  test.each([
    ['before the 8th', '07', true],
    ['on the 8th', '08', false],
  ])('are due when the package ends %s', async (_, day, due) => {
    const { id } = await addStudent()
    const ends = daysBetween(`${month}-10`, `${next}-${day}`)
    await sellPackage(id, { startDate: `${month}-10`, validityDays: ends, renewsMonthly: true })
    expect(dataOf(await finance.renewals(next))).toMatchObject([{ due }])
    expect(dataOf(await dashboard.stats(new Date())).renewals).toEqual([0, due ? 1 : 0])
  })

  test('of one student are ticked together if they are of one month; one that was left for a later month is not', async () => {
    const left = await monthly((await addStudent()).id, `${addMonths(month, -1)}-10`)
    const instead = await monthly(left.student_id, `${month}-02`)
    const beside = await monthly(left.student_id, `${month}-02`)
    dataOf(
      await packagePlans.sell(
        saleIntent(left.student_id, {
          values: packageValues({ startDate: firstDayOf(next), renewsMonthly: true, validityDays: 3 }),
          payment: null,
          renews: beside.id,
        }),
      ),
    )
    const listed = dataOf(await finance.renewals(next))
    expect(new Map(listed.map(({ id, due, bought }) => [id, { due, bought }]))).toEqual(
      new Map([
        [left.id, { due: false, bought: `${month}-02` }],
        [instead.id, { due: true, bought: null }],
      ]),
    )
    expect(await counted()).toEqual([0, 1])
  })

  test('of one that lasts longer stay ticked beside one that began with it and was renewed each month', async () => {
    const long = await monthly((await addStudent()).id, `${addMonths(month, -2)}-10`)
    let beside = await monthly(long.student_id, `${addMonths(month, -2)}-10`)
    for (const startDate of [`${addMonths(month, -1)}-02`, `${month}-02`]) {
      const values = packageValues({ startDate, renewsMonthly: true })
      const about = { values, payment: null, renews: beside.id }
      beside = dataOf(await packagePlans.sell(saleIntent(long.student_id, about))).package
    }
    const listed = dataOf(await finance.renewals(next))
    expect(listed.map(({ id, due }) => [id, due])).toEqual([
      [long.id, true],
      [beside.id, true],
    ])
  })

  test('are neither ticked nor counted once all the money was given back', async () => {
    const { id } = await addStudent()
    const seen = await monthly(id)
    const refund = { kind: 'refund', amount: seen.price, paid_on: today, method: 'pix' } as const
    dataOf(
      await paymentPlans.apply({
        opId: newId(),
        packageId: seen.id,
        studentId: id,
        seen,
        add: [{ id: newId(), payer_name: null, note: null, ...refund }],
        price: 0,
        adjust: { seen, delta: -seen.total_classes, reason: 'Dinheiro devolvido' },
      }),
    )
    expect(dataOf(await finance.renewals(next))).toMatchObject([{ id: seen.id, due: false }])
    expect(await counted()).toEqual([0, 0])
  })

  test('repeat what was sold: a bonus, a discount and a refund leave it, the form that edits the sale sets it', async () => {
    const { id } = await addStudent()
    const start = `${month}-10`
    const values = packageValues({
      totalClasses: 8,
      price: 640,
      startDate: start,
      paymentDate: start,
      renewsMonthly: true,
    })
    const paid = { id: newId(), amount: 640, method: 'pix', paidOn: start } as const
    const { package: sold } = dataOf(await packagePlans.sell(saleIntent(id, { values, payment: paid })))
    const about = { packageId: sold.id, studentId: id }
    const now = async () => {
      const [there] = dataOf(await finance.renewals(next))
      if (there === undefined) throw new Error('Nothing waits')
      return there
    }
    dataOf(await packagePlans.adjust({ opId: newId(), ...about, seen: sold, delta: 2, reason: 'Bônus' }))
    const back = {
      kind: 'refund',
      amount: 320,
      paid_on: today,
      method: 'pix',
      payer_name: null,
      note: null,
    } as const
    const bonus = await now()
    dataOf(
      await paymentPlans.apply({
        opId: newId(),
        ...about,
        seen: bonus,
        add: [{ id: newId(), ...back }],
        price: 320,
        adjust: { seen: bonus, delta: -4, reason: 'Dinheiro devolvido' },
      }),
    )
    const days = { start: firstDayOf(next), due: `${next}-05` }
    expect(await now()).toMatchObject({ total_classes: 10, used_outside: 4, price: 320 })
    expect(renewalOf(await now(), days)).toMatchObject({ totalClasses: 8, price: 640 })
    expect(dataOf(await packagePlans.lastSale(id))?.package).toMatchObject({ total_classes: 8, price: 640 })

    // The form that edits the package changes the price alone.
    const edited = { ...values, totalClasses: 10, price: 700 }
    dataOf(await packageEdits.update(sold.id, edited, await now()))
    expect(renewalOf(await now(), days)).toMatchObject({ totalClasses: 8, price: 700 })
    dataOf(await packageEdits.update(sold.id, { ...edited, totalClasses: 12 }, await now()))
    expect(renewalOf(await now(), days)).toMatchObject({ totalClasses: 12, price: 700 })
  })

  test("by 'Renovar' go on at their end, also where the last sale begins later than what followed it", async () => {
    const { id } = await addStudent()
    const later = await monthly(id, firstDayOf(next))
    const renew = async (): Promise<Uuid> => {
      const last = dataOf(await packagePlans.lastSale(id))
      expect(last?.package.id).toBe(later.id)
      const values = packageValues({ startDate: `${month}-01`, renewsMonthly: true })
      const sale = saleIntent(id, { values, payment: null, renews: last?.renews ?? newId() })
      return dataOf(await packagePlans.sell(sale)).package.id
    }
    await renew()
    const newest = await renew()
    expect(await waiting()).toEqual([newest])
  })

  test('do not wait while a later renewal follows, though the one between is deleted: nobody is sold two', async () => {
    const { id } = await addStudent()
    const renew = async (renews: Uuid, startDate: string) => {
      const values = packageValues({ startDate, renewsMonthly: true })
      return dataOf(await packagePlans.sell(saleIntent(id, { values, payment: null, renews }))).package
    }
    const first = await monthly(id, `${month}-01`)
    const second = await renew(first.id, `${month}-02`)
    const third = await renew(second.id, `${month}-03`)
    dataOf(await packageEdits.remove(second.id))
    expect(await waiting()).toEqual([third.id])
  })

  test('wait again once the package that followed is gone', async () => {
    const { id } = await addStudent()
    const marked = await monthly(id)
    const sale = renewal(marked)
    dataOf(await packagePlans.sell(sale))
    dataOf(await packagePlans.undoSale({ ...undoOfSale(sale), opId: newId() }))
    expect(await waiting()).toEqual([marked.id])
  })
})
