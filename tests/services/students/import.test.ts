import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { students } from '@/students/data'
import { studentImport } from '@/students/import/data'
import { sharedBackend } from '../../support/backend'
import { dataOf } from '../../support/world/services'
import { importedRow as row, newId } from '../../support/world/values'
import { loseAnswers, makeDevice, skipRetryDelays, to, type Device } from '../device'

const backend = await sharedBackend()
let ana: Device

beforeAll(async () => {
  skipRetryDelays()
  ana = await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
})
beforeEach(() => {
  ana.use().network(null)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const named = async (name: string) =>
  dataOf(await students.list()).flatMap((student) => (student.name === name ? [student.total_credits] : []))

test('a lost answer is asked for again, and what was saved is counted once', async () => {
  ana.network(loseAnswers(to('/rpc/import_students'), 1))
  const saved = await studentImport.save(newId(), [row('Bia da Planilha'), row('Eva da Planilha', false)])
  expect(dataOf(saved)).toMatchObject({ students: 2, packages: 1, credits: 3 })
  expect(await named('Bia da Planilha')).toEqual([3])
  expect(await named('Eva da Planilha')).toEqual([0])
})

test('the same rows under another operation are refused, none of them twice', async () => {
  const rows = [row('Rui da Planilha')]
  expect(await studentImport.save(newId(), rows)).toMatchObject({ success: true })
  const again = await studentImport.save(newId(), [row('Nova da Planilha'), ...rows])
  expect(again).toMatchObject({ success: false, code: 'already-exists' })
  expect(await named('Rui da Planilha')).toEqual([3])
  expect(await named('Nova da Planilha')).toEqual([])
})
