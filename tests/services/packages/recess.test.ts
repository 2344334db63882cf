import { beforeAll, expect, test } from 'vitest'
import { movePlan } from '@/domain/agenda/slot-plans'
import { addDays, parseLocalDate } from '@/domain/shared/dates'
import { agenda } from '@/services/agenda/agenda'
import { packages } from '@/services/packages/packages'
import { recess } from '@/services/packages/recess'
import { sharedBackend } from '../../support/backend'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import { newId, today } from '../../support/world/values'
import { makeDevice } from '../device'

beforeAll(async () => {
  const backend = await sharedBackend()
  await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
})

const NONE = { id: newId(), createdAt: today }

test('a recess is listed while packages have its days, and undone it passes over what is gone', async () => {
  expect(await recess.give({ id: newId(), from: today, until: today })).toMatchObject({ code: 'invalid' })
  const { id: student } = await addStudent()
  const [kept, gone] = [await sellPackage(student), await sellPackage(student)]
  const id = newId()
  dataOf(await recess.give({ id, from: today, until: addDays(today, 2) }))
  const [given] = dataOf(await recess.list())
  expect(given).toMatchObject({ id, packages: 2, lessons: 0 })
  dataOf(await packages.remove(gone.id))
  expect(dataOf(await recess.undo({ ...(given ?? NONE), listed: 2, opId: newId() }))).toEqual({
    passedOver: 1,
  })
  expect(dataOf(await packages.listByStudent(student))).toMatchObject([
    { id: kept.id, extended_days: 0, expiry_date: kept.expiry_date },
  ])
  expect(dataOf(await recess.list())).toEqual([])
  expect(dataOf(await recess.undo({ ...(given ?? NONE), listed: 1, opId: newId() }))).toEqual({
    passedOver: 0,
  })
})

const reasons = async () =>
  dataOf(await agenda.get(today, addDays(today, 14))).occurrences.map(({ reason }) => reason)

test('the agenda skips the days of a recess, and plans them again when it is undone', async () => {
  const slot = {
    id: newId(),
    weekday: parseLocalDate(today).getDay(),
    start_time: '23:00:00',
    minutes: 30,
    club_id: null,
    starts_on: today,
    ends_on: null,
    students: [],
  }
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [slot] }))
  const days = { from: today, until: addDays(today, 7) }
  const movedTo = `${addDays(today, 7)}T18:00:00+00:00`
  dataOf(
    await agenda.applySlotPlan(
      movePlan(newId(), { slot_id: slot.id, slot_date: addDays(today, 7) }, movedTo),
    ),
  )
  const intent = { id: newId(), ...days }
  dataOf(await recess.give(intent))
  // After a lost answer.
  dataOf(await recess.give(intent))
  expect(await reasons()).toEqual(['recess', 'recess', null])
  const [given] = dataOf(await recess.list())
  expect(given).toMatchObject({ id: intent.id, packages: 1, lessons: 2 })
  expect(dataOf(await recess.undo({ ...(given ?? NONE), listed: 1, opId: newId() }))).toEqual({
    passedOver: 0,
  })
  expect(await reasons()).toEqual([null, null, null])
  expect(dataOf(await agenda.get(addDays(today, 7), addDays(today, 7))).occurrences).toMatchObject([
    { moved_to: { instant: movedTo } },
  ])
})
