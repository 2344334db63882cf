import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { studentLink, students } from '@/students/data'
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

/** As the list of students has it. */
const listed = async (id: string) => {
  const student = dataOf(await students.list()).find((one) => one.id === id)
  return student && (student.link ?? student.id)
}

test('the first link is the id; a new one takes its place, and comes with the list of students', async () => {
  const { id } = await addStudent()
  expect(await listed(id)).toBe(id)
  const fresh = dataOf(await studentLink.rotate(id))
  expect(await listed(id)).toBe(fresh)
  expect(await opening(id)).toEqual([fresh])
})

test('an answer that was lost: whatever was made meanwhile, the link that is read opens the page', async () => {
  const { id } = await addStudent()
  ana.network(loseAnswers(to('/rpc/rotate_student_link')))
  expect(await studentLink.rotate(id)).toMatchObject({ success: false })
  ana.network(null)
  const link = await listed(id)
  expect(link).not.toBe(id)
  expect(await opening(id)).toEqual([link])
})

test('a student who is not there gets no link', async () => {
  expect(await studentLink.rotate(newId())).toMatchObject({ success: false, code: 'student-not-found' })
})
