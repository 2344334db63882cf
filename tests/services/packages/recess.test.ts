import { beforeAll, describe, expect, test } from 'vitest'
import { heldIntent } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import { movePlan } from '@/agenda/slots'
import { addDays, daysBetween, parseLocalDate } from '@/core/dates'
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
import { addStudent, dataOf, occurrenceOn, sellPackage } from '../../support/world/services'
import { newId, today } from '../../support/world/values'
import { makeDevice } from '../device'

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
  expect(dataOf(await packages.listByStudent(student))).toMatchObject([
    { id: kept.id, extended_days: 0, expiry_date: kept.expiry_date },
  ])
  expect(dataOf(await recess.list())).toEqual([])
  expect(dataOf(await undo(id, 1))).toMatchObject({ passedOver: 0 })
})

const reasons = async () =>
  dataOf(await agenda.get(today, addDays(today, 14))).occurrences.map(({ reason }) => reason)

const NIGHTLY = {
  weekday: parseLocalDate(today).getDay(),
  start_time: '23:00:00',
  minutes: 30,
  club_id: null,
  starts_on: today,
  ends_on: null,
  students: [],
}

/** A weekly slot without students that begins today. */
async function freeHour(): Promise<string> {
  const id = newId()
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [{ ...NIGHTLY, id }] }))
  return id
}

test('the agenda skips the days of a recess, and plans them again when it is undone', async () => {
  const slot_id = await freeHour()
  const days = { from: today, until: addDays(today, 7) }
  const movedTo = `${addDays(today, 7)}T18:00:00+00:00`
  dataOf(await agenda.applySlotPlan(movePlan(newId(), { slot_id, slot_date: addDays(today, 7) }, movedTo)))
  const intent = { id: newId(), ...days }
  dataOf(await recess.give(intent))
  // The same recess again, as after a lost answer.
  dataOf(await recess.give(intent))
  expect(await reasons()).toEqual(['recess', 'recess', null])
  expect(await given(intent.id)).toEqual({ ...intent, packages: 1, lessons: 2 })
  expect(dataOf(await undo(intent.id, 1))).toMatchObject({ passedOver: 0 })
  expect(await reasons()).toEqual([null, null, null])
  expect(dataOf(await agenda.get(addDays(today, 7), addDays(today, 7))).occurrences).toMatchObject([
    { moved_to: { instant: movedTo } },
  ])
})

test('an offer that the recess ended does not come back with the hour, and the undo says so', async () => {
  const { id: student } = await addStudent({ name: 'Rafa' })
  const slot_id = await freeHour()
  const slot_date = addDays(today, 7)
  const [hour] = dataOf(await agenda.get(slot_date, slot_date)).occurrences.filter(
    (each) => each.slot_id === slot_id,
  )
  const starts_at = hour?.starts_at.instant ?? ''
  const offer = {
    id: newId(),
    slot_id,
    slot_date,
    starts_at,
    places: 1,
    closes_at: starts_at,
    students: [student],
  }
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
  const { occurrences } = dataOf(await agenda.get(slot_date, slot_date))
  expect(occurrences.find((each) => each.slot_id === slot_id)).toMatchObject({ reason: null, opening: null })
})

/** A new coach on two devices. */
async function twoDevices() {
  const coach = await backend.coach()
  const [one, two] = [makeDevice(backend), makeDevice(backend)]
  await two.use().signIn(coach)
  await one.use().signIn(coach)
  return { one, two }
}

describe('with another device', () => {
  test('days of two recesses overlap in neither order, nor at once', async () => {
    const { one, two } = await twoDevices()
    const { id: student } = await addStudent()
    const sold = await sellPackage(student)
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
    expect(answers.find((each) => !each.success)).toMatchObject({
      code: 'recess-overlaps',
      message: won && overlapText(won, today),
    })
    const days = won ? daysBetween(won.from, won.until) + 1 : 0
    expect(dataOf(await packages.listByStudent(student))).toMatchObject([
      { id: sold.id, extended_days: days, expiry_date: addDays(sold.expiry_date ?? today, days) },
    ])
    expect(await two.run(() => recess.give({ ...intents[1], id: newId() }))).toMatchObject({
      code: 'recess-overlaps',
    })
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
    const { one, two } = await twoDevices()
    const slot_id = await freeHour()
    const { id: student } = await addStudent()
    const skip = (reason: 'coach' | null) => {
      const skips = { add: [{ slot_id, slot_date: today, moved_to: null, reason }], remove: [] }
      return agenda.applySlotPlan({ op_id: newId(), end: [], add: [], skips })
    }
    dataOf(await skip('coach'))
    one.network(async (request, send) => {
      if (request.url.endsWith('/rpc/apply_session_plan')) {
        one.network(null)
        await two.run(async () => {
          dataOf(await skip(null))
          await sellPackage(student)
        })
      }
      return send(request)
    })
    dataOf(await recess.give({ id: newId(), from: today, until: addDays(today, 7) }))
    expect(await reasons()).toEqual(['recess', 'recess', null])
    expect(dataOf(await packages.listByStudent(student))).toMatchObject([{ extended_days: 8 }])
  })

  test('that moves a lesson out of the days while the recess is on its way, the lesson stays', async () => {
    const { one, two } = await twoDevices()
    const slot_id = await freeHour()
    const key = { slot_id, slot_date: addDays(today, 7) }
    one.network(async (request, send) => {
      if (request.url.endsWith('/rpc/apply_session_plan')) {
        one.network(null)
        await two.run(async () => {
          dataOf(await agenda.applySlotPlan(movePlan(newId(), key, `${addDays(today, 10)}T18:00:00+00:00`)))
        })
      }
      return send(request)
    })
    dataOf(await recess.give({ id: newId(), from: today, until: addDays(today, 7) }))
    expect(await reasons()).toEqual(['recess', null, null])
  })

  test('that plans twice while the recess is on its way, the failure says so', async () => {
    const { one, two } = await twoDevices()
    await freeHour()
    one.network(async (request, send) => {
      if (request.url.endsWith('/rpc/apply_session_plan')) await two.run(freeHour)
      return send(request)
    })
    expect(await recess.give({ id: newId(), from: today, until: today })).toMatchObject({
      code: 'agenda-changed',
      message: RECESS.overtaken,
    })
    expect(dataOf(await recess.list())).toEqual([])
  })

  test('that moved, answered or skipped a lesson anew, an undo leaves it as it is', async () => {
    const { two } = await twoDevices()
    const { id: student } = await addStudent()
    const sold = await sellPackage(student)
    const [moved, rained, planned] = [await freeHour(), await freeHour(), await freeHour()]
    const slot = weeklyOn(yesterday, [student], { ends_on: yesterday })
    dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [slot] }))
    const intent = { id: newId(), from: yesterday, until: today }
    dataOf(await recess.give(intent))
    const movedTo = `${addDays(today, 3)}T18:00:00+00:00`
    await two.run(async () => {
      dataOf(await agenda.applySlotPlan(movePlan(newId(), { slot_id: moved, slot_date: today }, movedTo)))
      dataOf(await sessions.register(heldIntent(newId(), await occurrenceOn(yesterday), 'Ana')))
      const occurrence = { slot_id: rained, slot_date: today, moved_to: null }
      for (const reason of [null, 'rain'] as const) {
        const skips = { add: [{ ...occurrence, reason }], remove: [] }
        dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [], skips }))
      }
    })
    expect(await given(intent.id)).toEqual({ ...intent, packages: 1, lessons: 1 })
    expect(dataOf(await undo(intent.id, 1))).toMatchObject({ passedOver: 0 })
    const { occurrences } = dataOf(await agenda.get(yesterday, addDays(today, 3)))
    const of = (id: string) => occurrences.find(({ slot_id }) => slot_id === id)
    expect(of(moved)).toMatchObject({ reason: null, day: addDays(today, 3) })
    expect(of(slot.id)).toMatchObject({ reason: null, session_id: expect.any(String) })
    expect(of(rained)).toMatchObject({ reason: 'rain' })
    expect(of(planned)).toMatchObject({ reason: null, session_id: null })
    expect(dataOf(await packages.listByStudent(student))).toMatchObject([
      { extended_days: 0, expiry_date: sold.expiry_date },
    ])
  })
})

test('a lesson that ends a skip of a recess brings it back when it is undone, while the recess lasts', async () => {
  await twoDevices()
  const { id: student } = await addStudent()
  const slot = weeklyOn(yesterday, [student], { ends_on: yesterday })
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [slot] }))
  const intent = { id: newId(), from: yesterday, until: yesterday }
  dataOf(await recess.give(intent))
  const held = async () => {
    const planned = heldIntent(newId(), await occurrenceOn(yesterday), 'Ana')
    const { undo: back } = dataOf(await sessions.register(planned))
    if (!back) throw new Error('Expected an undo')
    return back
  }
  const reasonNow = async () => dataOf(await agenda.get(yesterday, yesterday)).occurrences[0]?.reason
  dataOf(await lessonPlans.restore({ opId: newId(), ...(await held()) }))
  expect(await reasonNow()).toBe('recess')
  expect(await given(intent.id)).toMatchObject({ lessons: 1 })
  const again = await held()
  dataOf(await undo(intent.id, 0))
  dataOf(await lessonPlans.restore({ opId: newId(), ...again }))
  expect(await reasonNow()).toBeNull()
})
