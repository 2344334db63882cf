import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { studentLink } from '@/services/students/student-link'
import { sharedBackend, type Backend } from '../../support/backend'
import { addStudent, dataOf } from '../../support/world/services'
import { newId } from '../../support/world/values'
import { loseAnswers, makeDevice, skipRetryDelays, to, type Device } from '../device'

let backend: Backend
let ana: Device

/** The link that opens the page (tests/db/student-links.test.ts: the only one). */
async function opening(student: string) {
  const rows = await backend.sql<{ link: string }>(
    'select link from public.student_links where student_id = $1 and not revoked',
    [student],
  )
  return rows.map(({ link }) => link)
}

beforeAll(async () => {
  skipRetryDelays()
  backend = await sharedBackend()
  ana = await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
})
beforeEach(() => {
  ana.use().network(null)
  ana.forget()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('the first link is the id; a new one takes its place', async () => {
  const { id } = await addStudent()
  expect(dataOf(await studentLink.get(id))).toBe(id)
  const fresh = dataOf(await studentLink.rotate(id))
  expect(dataOf(await studentLink.get(id))).toBe(fresh)
  expect(await opening(id)).toEqual([fresh])
})

test('an answer that was lost: whatever was made meanwhile, the link that is read opens the page', async () => {
  const { id } = await addStudent()
  ana.network(loseAnswers(to('/rpc/rotate_student_link')))
  expect(await studentLink.rotate(id)).toMatchObject({ success: false })
  ana.network(null)
  const link = dataOf(await studentLink.get(id))
  expect(link).not.toBe(id)
  expect(await opening(id)).toEqual([link])
})

test('a student who is not there has no link', async () => {
  expect(await studentLink.get(newId())).toMatchObject({ success: false, code: 'student-not-found' })
})
