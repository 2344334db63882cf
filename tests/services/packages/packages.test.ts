import { describe, expect, test } from 'vitest'
import { addDays } from '@/core/dates'
import type { Package } from '@/core/model'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { packagePlans } from '@/packages/package-plans-data'
import { payments } from '@/payments/data'
import { sessions } from '@/sessions/data'
import { students } from '@/students/data'
import { sharedBackend } from '../../support/backend'
import { giveFloor } from '../../support/world/past'
import {
  addStudent,
  creditsOf,
  dataOf,
  packageOf,
  sellPackage,
  soldPackage,
} from '../../support/world/services'
import { lessonIntent, packageValues, saleIntent, today } from '../../support/world/values'
import { deadNetwork, loseAnswers, makeDevice, to, signedIn } from '../device'

const backend = await sharedBackend()
const ana = await signedIn(backend)

const isRead = (request: Request) => request.url.includes('/rest/v1/packages')

/** A package of four lessons, of which two are used. */
async function halfUsed(): Promise<Package> {
  const sold = await soldPackage()
  for (const _ of [1, 2]) dataOf(await sessions.register(lessonIntent([sold.student_id])))
  return (await packageOf(sold.student_id)) ?? sold
}
/** A package for which nothing is paid, of Bruno. */
async function unpaid(): Promise<Package> {
  const { id } = await addStudent({ name: 'Bruno' })
  return dataOf(await packagePlans.sell(saleIntent(id, { payment: null }))).package
}

describe('editing', () => {
  test('whose answers are lost, an edit may have happened, and so may a deletion', async () => {
    const pkg = await soldPackage()
    ana.network(loseAnswers(to('/rpc/apply_session_plan')))
    const lost = { success: false, code: 'network', unknown: true }
    expect(await packageEdits.update(pkg.id, packageValues({ price: 500 }), pkg)).toMatchObject(lost)
    expect(await packageEdits.remove(pkg.id)).toMatchObject(lost)
    ana.network(null)
    expect(await packageOf(pkg.student_id)).toBeUndefined()
  })

  test('a total below what is used is refused and nothing changes', async () => {
    const pkg = await halfUsed()
    const edited = await packageEdits.update(pkg.id, packageValues({ totalClasses: 1 }), pkg)
    const message = 'Este pacote já tem 2 aulas usadas: o total não pode ser menor que 2'
    expect(edited).toMatchObject({ code: 'package-below-used', message })
    expect(await packageOf(pkg.student_id)).toEqual(pkg)
  })

  test('a lesson that took a credit meanwhile is no conflict', async () => {
    const seen = await soldPackage()
    dataOf(await sessions.register(lessonIntent([seen.student_id])))
    const edited = dataOf(await packageEdits.update(seen.id, packageValues({ totalClasses: 5 }), seen))
    expect(edited.package).toMatchObject({ remaining_classes: 4 })
  })

  test('answers what it did: the credits, the last valid day, and what is open', async () => {
    const seen = await unpaid()
    const values = packageValues({ totalClasses: 6, price: seen.price + 50, validityDays: 45 })
    const { effects } = dataOf(await packageEdits.update(seen.id, values, seen))
    const pack = { packageId: seen.id, packageName: 'Pacote de 6 aulas' }
    expect(effects).toMatchObject([
      {
        studentName: 'Bruno',
        adjusted: [{ ...pack, from: 4, to: 6 }],
        validity: [{ ...pack, extendedBy: 0, from: seen.expiry_date, expiry: addDays(today, 38) }],
        money: [{ ...pack, from: seen.open_amount, to: seen.open_amount + 50 }],
      },
    ])
    // The answer to a repeat tells what the first attempt did.
    expect(dataOf(await packageEdits.update(seen.id, values, seen)).effects).toEqual(effects)
  })

  test('that is sent again is the same edit, also where a floor takes up what it moves', async () => {
    const { id, student_id } = await soldPackage()
    await giveFloor(backend, id, addDays(today, 40))
    const seen = await packageOf(student_id)
    const values = packageValues({ validityDays: 45 })
    const { effects } = dataOf(await packageEdits.update(id, values, seen))
    const floored = { expiry_date: addDays(today, 40), extended_days: 2 }
    expect(dataOf(await packageEdits.update(id, values, seen))).toMatchObject({ package: floored, effects })
  })

  test('saved, but without an answer to what it is now: nobody says that it does not exist', async () => {
    const seen = await soldPackage()
    ana.network((request, send) => (isRead(request) ? deadNetwork(request, send) : send(request)))
    const values = packageValues({ price: 500 })
    expect(await packageEdits.update(seen.id, values, seen)).toMatchObject({ code: 'network', unknown: true })
    ana.network(null)
    expect(dataOf(await packageEdits.update(seen.id, values, seen)).package.price).toBe(500)
  })
})

describe('deleting', () => {
  test('is refused once another device has received money for it', async () => {
    const seen = await soldPackage()
    await backend.sql(
      `insert into public.payments (user_id, student_id, package_id, id, kind, amount, method, paid_on)
       select user_id, student_id, id, gen_random_uuid(), 'refund', 1, 'pix', current_date
         from public.packages where id = $1`,
      [seen.id],
    )
    expect(await packageEdits.remove(seen.id, seen)).toMatchObject({ code: 'overtaken' })
    const now = await packageOf(seen.student_id)
    expect(now).toBeDefined()
    expect(await packageEdits.remove(seen.id, now)).toMatchObject({ success: true })
  })

  test('is refused once another device has moved a payment to another day, which the coach did not read', async () => {
    const sold = await soldPackage()
    const own = async () => dataOf(await payments.listByStudent(sold.student_id)).map((line) => line.id)
    const seen = { ...sold, payments: await own() }
    await backend.sql(
      `with gone as (delete from public.payments where package_id = $1 returning *)
       insert into public.payments (user_id, student_id, package_id, id, kind, amount, method, paid_on)
       select user_id, student_id, package_id, gen_random_uuid(), kind, amount, method, paid_on - 40 from gone`,
      [sold.id],
    )
    expect(await packageEdits.remove(sold.id, seen)).toMatchObject({ code: 'overtaken' })
    dataOf(await packageEdits.remove(sold.id, { ...sold, payments: await own() }))
  })

  test('answers what went', async () => {
    const seen = await unpaid()
    const { effects } = dataOf(await packageEdits.remove(seen.id, seen))
    expect(await creditsOf(seen.student_id)).toBe(0)
    const { id: packageId, name: packageName, open_amount } = seen
    expect(effects).toMatchObject([
      {
        studentName: 'Bruno',
        adjusted: [{ packageId, packageName, from: 4, to: 0 }],
        money: [{ packageId, packageName, from: open_amount, to: 0 }],
      },
    ])
    // The answer to a repeat tells what the first attempt did.
    expect(dataOf(await packageEdits.remove(seen.id, seen)).effects).toEqual(effects)
  })
})

test('read ahead: the newest packages of each active student, so many each, in one request', async () => {
  const device = makeDevice(backend)
  const coach = await backend.coach()
  await device.use().signIn(coach)
  const [often, bia, gone] = [await addStudent(), await addStudent(), await addStudent()]
  for (const startDate of ['2026-01-01', '2026-03-01', '2026-02-01'])
    await sellPackage(often.id, { startDate })
  await sellPackage(gone.id)
  dataOf(await students.update(gone.id, { status: 'inactive' }))
  device.forget()

  const ahead = dataOf(await packages.newestOfActive(2))
  expect(device.requests).toHaveLength(1)
  expect(Object.keys(ahead).toSorted()).toEqual([often.id, bia.id].toSorted())
  expect(ahead[bia.id]).toEqual([])
  const all = dataOf(await packages.listByStudent(often.id))
  expect(all.map(({ purchase_date }) => purchase_date)).toEqual(['2026-03-01', '2026-02-01', '2026-01-01'])
  expect(ahead[often.id]).toEqual(all.slice(0, 2))
})
