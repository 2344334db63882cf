import { beforeAll, expect, test } from 'vitest'
import { addDays } from '@/domain/shared/dates'
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

test('a recess is listed while packages have its days, and undone it passes over what is gone', async () => {
  expect(await recess.give({ id: newId(), from: today, until: today })).toMatchObject({ code: 'invalid' })
  const { id: student } = await addStudent()
  const [kept, gone] = [await sellPackage(student), await sellPackage(student)]
  const id = newId()
  dataOf(await recess.give({ id, from: today, until: addDays(today, 2) }))
  const [given] = dataOf(await recess.list())
  expect(given).toMatchObject({ id, packages: 2 })
  dataOf(await packages.remove(gone.id))
  expect(dataOf(await recess.undo({ id, listed: 2, opId: newId() }))).toEqual({ passedOver: 1 })
  expect(dataOf(await packages.listByStudent(student))).toMatchObject([
    { id: kept.id, extended_days: 0, expiry_date: kept.expiry_date },
  ])
  expect(dataOf(await recess.list())).toEqual([])
  expect(dataOf(await recess.undo({ id, listed: 1, opId: newId() }))).toEqual({ passedOver: 0 })
})
