import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { students } from '@/students/data'
import { studentImport } from '@/students/import/data'
import { sharedBackend } from '../../support/backend'
import { dataOf } from '../../support/world/services'
import { importedRow as row, newId } from '../../support/world/values'
import { makeDevice, skipRetryDelays } from '../device'

const backend = await sharedBackend()

beforeAll(async () => {
  skipRetryDelays()
  await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const named = async (name: string) =>
  dataOf(await students.list()).flatMap((student) => (student.name === name ? [student.total_credits] : []))

test('the same rows under another operation are refused, none of them twice', async () => {
  const rows = [row('Rui da Planilha')]
  expect(await studentImport.save(newId(), rows)).toMatchObject({ success: true })
  const again = await studentImport.save(newId(), [row('Nova da Planilha'), ...rows])
  expect(again).toMatchObject({ success: false, code: 'already-exists' })
  expect(await named('Rui da Planilha')).toEqual([3])
  expect(await named('Nova da Planilha')).toEqual([])
})
