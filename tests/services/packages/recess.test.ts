import { beforeAll, describe, expect, test } from 'vitest'
import { heldIntent } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import { movePlan } from '@/agenda/slots'
import { addDays, daysBetween } from '@/core/dates'
import { openings } from '@/openings/data'
import { packages } from '@/packages/data'
import { packageEdits } from '@/packages/package-edits-data'
import { recess } from '@/recess/data'
import { overlapText } from '@/recess/rules'
import { RECESS } from '@/recess/texts'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { sharedBackend } from '../../support/backend'
import { weeklyOn } from '../../support/world/agenda'
import {
  addSlots,
  addStudent,
  dataOf,
  occurrenceOn,
  occurrencesOf,
  packageOf,
  sellPackage,
  soldPackage,
} from '../../support/world/services'
import { lessonIntent, newId, today } from '../../support/world/values'
import { makeDevice, to } from '../device'

const backend = await sharedBackend()

beforeAll(async () => {
  await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
})

const yesterday = addDays(today, -1)
const given = async (id: string) => dataOf(await recess.list()).find((each) => each.id === id)
const undo = (id: string, listed: number) => recess.undo({ id, listed, opId: newId() })

test('a recess is listed while it is not undone, and undone it passes over what is gone', async () => {
  expect(await recess.give({ id: newId(), from: today, until: today })).toMatchObject({ code: 'invalid' })
  const { id: student } = await addStudent()
  const [kept, gone] = [await sellPackage(student), await sellPackage(student)]
  const days = { from: today, until: addDays(today, 2) }
  const id = newId()
  dataOf(await recess.give({ id, ...days }))
  expect(await given(id)).toEqual({ id, ...days, packages: 2, lessons: 0 })
  dataOf(await packageEdits.remove(gone.id))
  expect(dataOf(await undo(id, 2))).toMatchObject({ passedOver: 1 })
  const { id: left, expiry_date } = kept
  expect(dataOf(await packages.listByStudent(student))).toMatchObject([
    { id: left, extended_days: 0, expiry_date },
  ])
  expect(dataOf(await recess.list())).toEqual([])
  expect(dataOf(await undo(id, 1))).toMatchObject({ passedOver: 0 })
})

const reasons = async () => (await occurrencesOf(today, addDays(today, 14))).map(({ reason }) => reason)

/** A weekly slot without students that begins today. */
async function freeHour(): Promise<string> {
  const slot = weeklyOn(today, [], { start_time: '23:00:00', minutes: 30, starts_on: today })
  await addSlots(slot)
  return slot.id
}
/** Skips the hour of that day, or plans it again. */
const change = async (slot_id: string, slot_date: string, reason: 'coach' | 'rain' | null) => {
  const skips = { add: [{ slot_id, slot_date, moved_to: null, reason }], remove: [] }
  return dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [], skips }))
}
const move = async (slot_id: string, slot_date: string, start: string) =>
  dataOf(await agenda.applySlotPlan(movePlan(newId(), { slot_id, slot_date }, start)))
const eveningIn = (days: number) => `${addDays(today, days)}T18:00:00+00:00`

test('the agenda skips the days of a recess, and plans them again when it is undone', async () => {
  const slot_id = await freeHour()
  const days = { from: today, until: addDays(today, 7) }
  await move(slot_id, addDays(today, 7), eveningIn(7))
  const intent = { id: newId(), ...days }
  dataOf(await recess.give(intent))
  // The same recess again, as after a lost answer.
  dataOf(await recess.give(intent))
  expect(await reasons()).toEqual(['recess', 'recess', null])
  expect(await given(intent.id)).toEqual({ ...intent, packages: 1, lessons: 2 })
  expect(dataOf(await undo(intent.id, 1))).toMatchObject({ passedOver: 0 })
  expect(await reasons()).toEqual([null, null, null])
  expect(await occurrenceOn(addDays(today, 7))).toMatchObject({ moved_to: { instant: eveningIn(7) } })
})

test('an offer that the recess ended does not come back with the hour, and the undo says so', async () => {
  const { id: student } = await addStudent({ name: 'Rafa' })
  const slot_id = await freeHour()
  const slot_date = addDays(today, 7)
  const hour = async () => (await occurrencesOf(slot_date)).find((each) => each.slot_id === slot_id)
  const starts_at = (await hour())?.starts_at.instant ?? ''
  const times = { slot_date, starts_at, closes_at: starts_at }
  const offer = { id: newId(), slot_id, ...times, places: 1, students: [student] }
  dataOf(await openings.open(offer))
  const intent = { id: newId(), from: slot_date, until: slot_date }
  const guest = { slot_id, slot_date, student, start: starts_at }
  dataOf(await openings.addGuest(guest))
  const released = ['Rafa vinha só neste dia e não está mais nesta aula']
  expect(dataOf(await recess.give(intent))).toMatchObject({ released })
  // Meanwhile the guest got another lesson then.
  const other = await freeHour()
  dataOf(await openings.addGuest({ ...guest, slot_id: other }))
  const busy = ['Rafa tem outra aula na mesma hora']
  expect(dataOf(await undo(intent.id, 0))).toMatchObject({ offers: 1, released: busy })
  // An opening that the coach had already closed is not counted.
  const closed = { ...offer, id: newId() }
  dataOf(await openings.open(closed))
  dataOf(await openings.close(closed.id))
  const again = { ...intent, id: newId() }
  dataOf(await recess.give(again))
  expect(dataOf(await undo(again.id, 0))).toMatchObject({ offers: 0 })
  expect(await hour()).toMatchObject({ reason: null, opening: null })
})

/** A new coach on two devices. */
async function twoDevices() {
  const coach = await backend.coach()
  const [one, two] = [makeDevice(backend), makeDevice(backend)]
  await two.use().signIn(coach)
  await one.use().signIn(coach)
  /** Just before the recess of `one` is written, `two` does something. */
  const meanwhile = (act: () => Promise<unknown>, isOften = false) =>
    one.network(async (request, send) => {
      if (to('/rpc/apply_session_plan')(request)) {
        if (!isOften) one.network(null)
        await two.run(act)
      }
      return send(request)
    })
  return { one, two, meanwhile }
}

describe('with another device', () => {
  test('days of two recesses overlap in neither order, nor at once', async () => {
    const { one, two } = await twoDevices()
    const sold = await soldPackage()
    await freeHour()
    const from = addDays(today, 1)
    const intents = [
      { id: newId(), from, until: addDays(today, 8) },
      { id: newId(), from: addDays(today, 7), until: addDays(today, 9) },
    ] as const
    const answers = await Promise.all([
      one.run(() => recess.give(intents[0])),
      two.run(() => recess.give(intents[1])),
    ])
    const list = dataOf(await recess.list())
    expect(list).toHaveLength(1)
    expect(answers.filter((each) => each.success)).toHaveLength(1)
    const [won] = list
    const refused = { code: 'recess-overlaps', message: won && overlapText(won, today) }
    expect(answers.find((each) => !each.success)).toMatchObject(refused)
    const days = won ? daysBetween(won.from, won.until) + 1 : 0
    const expiry_date = addDays(sold.expiry_date ?? today, days)
    expect(await packageOf(sold.student_id)).toMatchObject({ extended_days: days, expiry_date })
    const again = await two.run(() => recess.give({ ...intents[1], id: newId() }))
    expect(again).toMatchObject({ code: 'recess-overlaps' })
    const after = addDays(won?.until ?? today, 1)
    dataOf(await two.run(() => recess.give({ id: newId(), from: after, until: after })))
  })

  test('that meets no package but skips lessons is known by itself, and undone by its key', async () => {
    await twoDevices()
    await freeHour()
    const [week, next] = [
      { id: newId(), from: today, until: addDays(today, 6) },
      { id: newId(), from: addDays(today, 7), until: addDays(today, 13) },
    ]
    // Listed by their days, not by when they were given.
    dataOf(await recess.give(next))
    dataOf(await recess.give(week))
    expect(dataOf(await recess.list())).toEqual([
      { ...next, packages: 0, lessons: 1 },
      { ...week, packages: 0, lessons: 1 },
    ])
    dataOf(await undo(week.id, 0))
    expect(await reasons()).toEqual([null, 'recess', null])
    expect(dataOf(await recess.list())).toEqual([{ ...next, packages: 0, lessons: 1 }])
  })

  test('that plans an hour again and sells while the recess is on its way, both are in the recess', async () => {
    const { meanwhile } = await twoDevices()
    const slot_id = await freeHour()
    const { id: student } = await addStudent()
    await change(slot_id, today, 'coach')
    meanwhile(async () => {
      await change(slot_id, today, null)
      await sellPackage(student)
    })
    dataOf(await recess.give({ id: newId(), from: today, until: addDays(today, 7) }))
    expect(await reasons()).toEqual(['recess', 'recess', null])
    expect(await packageOf(student)).toMatchObject({ extended_days: 8 })
  })

  test('that moves a lesson out of the days while the recess is on its way, the lesson stays', async () => {
    const { meanwhile } = await twoDevices()
    const slot_id = await freeHour()
    meanwhile(() => move(slot_id, addDays(today, 7), eveningIn(10)))
    dataOf(await recess.give({ id: newId(), from: today, until: addDays(today, 7) }))
    expect(await reasons()).toEqual(['recess', null, null])
  })

  test('that plans twice while the recess is on its way, the failure says so', async () => {
    const { meanwhile } = await twoDevices()
    await freeHour()
    meanwhile(freeHour, true)
    const refused = await recess.give({ id: newId(), from: today, until: today })
    expect(refused).toMatchObject({ code: 'agenda-changed', message: RECESS.overtaken })
    expect(dataOf(await recess.list())).toEqual([])
  })

  test('that moved, answered or skipped a lesson anew, an undo leaves it as it is', async () => {
    const { two } = await twoDevices()
    const { id: student } = await addStudent()
    const sold = await sellPackage(student)
    const [moved, rained, planned] = [await freeHour(), await freeHour(), await freeHour()]
    const slot = weeklyOn(yesterday, [student], { ends_on: yesterday })
    await addSlots(slot)
    const intent = { id: newId(), from: yesterday, until: today }
    dataOf(await recess.give(intent))
    await two.run(async () => {
      await move(moved, today, eveningIn(3))
      dataOf(await sessions.register(heldIntent(newId(), await occurrenceOn(yesterday), 'Ana')))
      for (const reason of [null, 'rain'] as const) await change(rained, today, reason)
    })
    expect(await given(intent.id)).toEqual({ ...intent, packages: 1, lessons: 1 })
    expect(dataOf(await undo(intent.id, 1))).toMatchObject({ passedOver: 0 })
    const occurrences = await occurrencesOf(yesterday, addDays(today, 3))
    const of = (id: string) => occurrences.find(({ slot_id }) => slot_id === id)
    expect(of(moved)).toMatchObject({ reason: null, day: addDays(today, 3) })
    expect(of(slot.id)).toMatchObject({ reason: null, session_id: expect.any(String) })
    expect(of(rained)).toMatchObject({ reason: 'rain' })
    expect(of(planned)).toMatchObject({ reason: null, session_id: null })
    const { expiry_date } = sold
    expect(await packageOf(student)).toMatchObject({ extended_days: 0, expiry_date })
  })
})

// Regression: a package got the days of a recess before its first lesson too.
test('a validity that began with a lesson after the recess gets no days, the others do', async () => {
  await twoDevices()
  const startDate = addDays(today, -9)
  const late = await soldPackage({ startDate, firstLessonValidity: true })
  dataOf(await sessions.register(lessonIntent([late.student_id])))
  const sold = await soldPackage({ startDate })
  dataOf(await recess.give({ id: newId(), from: yesterday, until: yesterday }))
  const days = [late, sold].map(async ({ student_id }) => (await packageOf(student_id))?.extended_days)
  expect(await Promise.all(days)).toEqual([0, 1])
})

test('a lesson that ends a skip of a recess brings it back when it is undone, while the recess lasts', async () => {
  await twoDevices()
  const { id: student } = await addStudent()
  const slot = weeklyOn(yesterday, [student], { ends_on: yesterday })
  await addSlots(slot)
  const intent = { id: newId(), from: yesterday, until: yesterday }
  dataOf(await recess.give(intent))
  const held = async () => {
    const planned = heldIntent(newId(), await occurrenceOn(yesterday), 'Ana')
    const { undo: back } = dataOf(await sessions.register(planned))
    if (!back) throw new Error('Expected an undo')
    return back
  }
  const reasonNow = async () => (await occurrenceOn(yesterday)).reason
  dataOf(await lessonPlans.restore({ opId: newId(), ...(await held()) }))
  expect(await reasonNow()).toBe('recess')
  expect(await given(intent.id)).toMatchObject({ lessons: 1 })
  const again = await held()
  dataOf(await undo(intent.id, 0))
  dataOf(await lessonPlans.restore({ opId: newId(), ...again }))
  expect(await reasonNow()).toBeNull()
})
