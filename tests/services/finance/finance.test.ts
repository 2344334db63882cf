import { describe, expect, test } from 'vitest'
import { daysBetween } from '@/core/dates'
import type { Package, Uuid } from '@/core/model'
import { undoOfSale } from '@/credits/plan-package'
import { dashboard } from '@/dashboard/data'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import type { PackageDialogValues } from '@/packages/package.schema'
import { finance, FINANCE_PAGE, type EntryCursor, paymentPlans } from '@/payments/data'
import { addMonths, firstDayOf, monthOf, renewalOf, type Entry } from '@/payments/finance/rules'
import { students } from '@/students/data'
import { backend } from '../../support/coach'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { daysFromToday, newId, packageValues, saleIntent, today } from '../../support/world/values'
import { ownDevice } from '../own-device'

ownDevice()

const month = monthOf(today)
const next = addMonths(month, 1)

const figures = async () => {
  const { months, ...sums } = dataOf(await finance.figures(month, month, today))
  return { ...months.at(-1), ...sums }
}

describe('figures', () => {
  test('of a month agree to the cent with the dashboard and the entries; what starts later is told apart', async () => {
    const { id } = await addStudent()
    const start = { startDate: firstDayOf(month), paymentDate: today }
    await sellPackage(id, { ...start, price: 0.1 })
    await sellPackage(id, { ...start, price: 0.2 })
    const part = { id: newId(), amount: 200.07, method: 'pix' as const, paidOn: today }
    const values = packageValues({ ...start, paymentDate: daysFromToday(-1), price: 480 })
    dataOf(await packagePlans.sell(saleIntent(id, { values, payment: part })))
    const later = packageValues({ startDate: firstDayOf(next), paymentDate: firstDayOf(next), price: 33.33 })
    dataOf(await packagePlans.sell(saleIntent(id, { values: later, payment: null })))

    const sums = { sold: 480.3, received: 200.37, open: 313.26, overdue: 279.93, sold_later: 33.33 }
    expect(await figures()).toEqual({ month: firstDayOf(month), ...sums })
    const shown = { monthlyRevenue: 480.3, openAmount: 313.26 }
    expect(dataOf(await dashboard.stats(new Date()))).toMatchObject(shown)
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
    `insert into public.packages
       (user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date)
     select user_id, id, 'Pacote', 1, i, $2::text::date, $2::text::date + i % 2, $2::text::date + 30
       from public.students, generate_series(1, ${count}) i where id = $1`,
    [id, firstDayOf(month)],
  )
  // Of one day the last that was entered comes first; two are entered at once.
  await backend.sql(
    `update public.payments set created_at = now() - greatest(amount, 5) * interval '1.000001 second'
      where student_id = $1`,
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
  const entries = read.map(({ id: entry }) => entry)
  expect([entries.length, new Set(entries).size]).toEqual([count, count])
  const places = read.map(({ paid_on, created_at }) => `${paid_on} ${created_at}`)
  expect(places).toEqual(places.toSorted((a, b) => b.localeCompare(a)))
  expect(dataOf(await finance.allEntries(month)).map(({ id: entry }) => entry)).toEqual(entries)
  await backend.sql('delete from public.payments where student_id = $1', [id])
  const first = dataOf(await finance.openPackages())
  const end = first.at(-1)
  expect(end).toBeDefined()
  const rest = end ? dataOf(await finance.openPackages({ day: end.payment_date, id: end.id })) : []
  const open = [...first, ...rest]
  expect([first.length, rest.length]).toEqual([FINANCE_PAGE, 3])
  expect(new Set(open.map(({ id: pkg }) => pkg)).size).toBe(count)
  const days = open.map(({ payment_date }) => payment_date)
  expect(days).toEqual(days.toSorted())
})

/** A monthly package sold in the middle of this month, so it is due for renewal next month. */
const monthly = (studentId: Uuid, startDate = `${month}-10`) =>
  sellPackage(studentId, { startDate, paymentDate: startDate, renewsMonthly: true })
const counted = async () => dataOf(await dashboard.stats(new Date())).renewals
const waiting = async () => dataOf(await finance.renewals(next)).map(({ id }) => id)
const DAYS = { start: firstDayOf(next), due: `${next}-05` }
/** The sale of a monthly package, unpaid, that follows the package `renews`. */
const following = (pkg: Package, values: Partial<PackageDialogValues>, renews = pkg.id) =>
  saleIntent(pkg.student_id, {
    values: packageValues({ renewsMonthly: true, ...values }),
    payment: null,
    renews,
  })
const followed = async (...about: Parameters<typeof following>) =>
  dataOf(await packagePlans.sell(following(...about))).package
/** The package that waits. */
async function now() {
  const [there] = dataOf(await finance.renewals(next))
  if (there === undefined) throw new Error('Nothing waits')
  return there
}
/** Gives money back, lowers the price to `price`, and takes credits out. */
async function giveBack(seen: Package, amount: number, { price, delta }: { price: number; delta: number }) {
  const refund = {
    kind: 'refund',
    amount,
    paid_on: today,
    method: 'pix',
    payer_name: null,
    note: null,
  } as const
  const adjust = { seen, delta, reason: 'Dinheiro devolvido' }
  const about = { opId: newId(), packageId: seen.id, studentId: seen.student_id, seen }
  dataOf(await paymentPlans.apply({ ...about, add: [{ id: newId(), ...refund }], price, adjust }))
}

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

  test('of one student are ticked together if of one month; one that was left for a later month is not', async () => {
    const left = await monthly((await addStudent()).id, `${addMonths(month, -1)}-10`)
    const instead = await monthly(left.student_id, `${month}-02`)
    const beside = await monthly(left.student_id, `${month}-02`)
    await followed(beside, { startDate: firstDayOf(next), validityDays: 3 })
    const listed = dataOf(await finance.renewals(next))
    expect(listed).toHaveLength(2)
    expect(listed.find(({ id }) => id === left.id)).toMatchObject({ due: false, bought: `${month}-02` })
    expect(listed.find(({ id }) => id === instead.id)).toMatchObject({ due: true, bought: null })
    expect(await counted()).toEqual([0, 1])
  })

  test('of one that lasts longer stay ticked beside one that began with it and was renewed each month', async () => {
    const long = await monthly((await addStudent()).id, `${addMonths(month, -2)}-10`)
    let beside = await monthly(long.student_id, `${addMonths(month, -2)}-10`)
    for (const startDate of [`${addMonths(month, -1)}-02`, `${month}-02`])
      beside = await followed(beside, { startDate })
    const listed = dataOf(await finance.renewals(next))
    expect(listed.map(({ id, due }) => [id, due])).toEqual([
      [long.id, true],
      [beside.id, true],
    ])
  })

  test('are neither ticked nor counted once all the money was given back', async () => {
    const seen = await monthly((await addStudent()).id)
    await giveBack(seen, seen.price, { price: 0, delta: -seen.total_classes })
    expect(dataOf(await finance.renewals(next))).toMatchObject([{ id: seen.id, due: false }])
    expect(await counted()).toEqual([0, 0])
  })

  test('repeat what was sold: bonus, discount and refund leave it, the form that edits the sale sets it', async () => {
    const { id } = await addStudent()
    const start = `${month}-10`
    const dates = { startDate: start, paymentDate: start }
    const values = packageValues({ totalClasses: 8, price: 640, ...dates, renewsMonthly: true })
    const paid = { id: newId(), amount: 640, method: 'pix', paidOn: start } as const
    const { package: sold } = dataOf(await packagePlans.sell(saleIntent(id, { values, payment: paid })))
    const about = { opId: newId(), packageId: sold.id, studentId: id, seen: sold }
    dataOf(await packagePlans.adjust({ ...about, delta: 2, reason: 'Bônus' }))
    await giveBack(await now(), 320, { price: 320, delta: -4 })
    expect(await now()).toMatchObject({ total_classes: 10, used_outside: 4, price: 320 })
    expect(renewalOf(await now(), DAYS)).toMatchObject({ totalClasses: 8, price: 640 })
    expect(dataOf(await packagePlans.lastSale(id))?.package).toMatchObject({ total_classes: 8, price: 640 })

    // The form that edits the package changes the price alone.
    const edited = { ...values, totalClasses: 10, price: 700 }
    dataOf(await packageEdits.update(sold.id, edited, await now()))
    expect(renewalOf(await now(), DAYS)).toMatchObject({ totalClasses: 8, price: 700 })
    dataOf(await packageEdits.update(sold.id, { ...edited, totalClasses: 12 }, await now()))
    expect(renewalOf(await now(), DAYS)).toMatchObject({ totalClasses: 12, price: 700 })
  })

  test("by 'Renovar' go on at their end, also where the last sale begins later than what followed it", async () => {
    const { id } = await addStudent()
    const later = await monthly(id, firstDayOf(next))
    const renew = async (): Promise<Uuid> => {
      const last = dataOf(await packagePlans.lastSale(id))
      expect(last?.package.id).toBe(later.id)
      return (await followed(later, { startDate: `${month}-01` }, last?.renews ?? newId())).id
    }
    await renew()
    const newest = await renew()
    expect(await waiting()).toEqual([newest])
  })

  test('do not wait while a later renewal follows, though the one between is deleted: nobody is sold two', async () => {
    const first = await monthly((await addStudent()).id, `${month}-01`)
    const second = await followed(first, { startDate: `${month}-02` })
    const third = await followed(second, { startDate: `${month}-03` })
    dataOf(await packageEdits.remove(second.id))
    expect(await waiting()).toEqual([third.id])
  })

  test('wait again once the package that followed is gone', async () => {
    const marked = await monthly((await addStudent()).id)
    const sale = following(marked, renewalOf(marked, DAYS))
    dataOf(await packagePlans.sell(sale))
    dataOf(await packagePlans.undoSale({ ...undoOfSale(sale), opId: newId() }))
    expect(await waiting()).toEqual([marked.id])
  })
})
