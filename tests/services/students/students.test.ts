import { describe, expect, test } from 'vitest'
import { packagePlans } from '@/packages/package-plans-data'
import { sessions } from '@/sessions/data'
import { studentLink, students } from '@/students/data'
import { sharedBackend } from '../../support/backend'
import { addStudent, dataOf, sellPackage } from '../../support/world/services'
import {
  lessonIntent,
  newId,
  packageValues,
  saleIntent,
  studentValues,
  today,
} from '../../support/world/values'
import { failWith, loseAnswers, makeDevice, signedIn, to } from '../device'

const backend = await sharedBackend()
const ana = await signedIn(backend)

const newDevice = async () =>
  makeDevice(backend)
    .use()
    .signIn(await backend.coach())

test.each([
  ['Erro ao criar aluno', () => students.create(newId(), studentValues({ name: 'X' }))],
  ['Erro ao atualizar aluno', async () => students.update((await addStudent()).id, { name: 'X' })],
])('what the database refuses is the message of the catalogue: %s', async (message, send) => {
  expect(await send()).toMatchObject({ success: false, code: 'invalid', message })
})

describe('reading', () => {
  test('lists by name ascending, each with the packages that hold credits', async () => {
    const coach = await newDevice()
    const zoe = await addStudent({ name: 'Zoé' })
    const bia = await addStudent({ name: 'Bia' })
    const full = await sellPackage(zoe.id)
    const used = await sellPackage(bia.id, { totalClasses: 1, validityDays: 0, startDate: today })
    dataOf(await sessions.register(lessonIntent([bia.id])))
    const list = dataOf(await coach.run(() => students.list()))
    expect(list.map(({ name }) => name)).toEqual(['Bia', 'Zoé'])
    expect(list.map(({ packages: held }) => held.map(({ id }) => id))).toEqual([[], [full.id]])
    expect(used.remaining_classes).toBe(1)
  })

  test('each with what is owed, also of packages that are used up', async () => {
    const coach = await newDevice()
    const bia = await addStudent({ name: 'Bia' })
    await addStudent({ name: 'Zoé' })
    const values = packageValues({ totalClasses: 1, price: 460 })
    const sale = saleIntent(bia.id, { values, payment: null })
    const { package: pkg } = dataOf(await packagePlans.sell(sale))
    dataOf(await sessions.register(lessonIntent([bia.id])))
    const owed = [{ id: pkg.id, open_amount: 460, payment_date: pkg.payment_date }]
    const read = [
      dataOf(await coach.run(() => students.list())),
      dataOf(await coach.run(() => students.newest(2))).toReversed(),
    ]
    for (const list of read)
      expect(list.map(({ packages: held, open }) => [held, open])).toEqual([
        [[], owed],
        [[], []],
      ])
    expect(dataOf(await coach.run(() => students.get(bia.id)))).toMatchObject({ packages: [], open: owed })
  })

  test('nothing is cut at the 1,000 rows of the API', async () => {
    const coach = await backend.coach()
    await backend.sql(
      `insert into public.students (user_id, name, phone, gender, type, classe)
       select $1, 'Aluno ' || lpad(n::text, 4, '0'), '5511987654321', 'male', 'fixed', '5-classe'
         from generate_series(1, 1003) n`,
      [coach.id],
    )
    const crowded = await makeDevice(backend).signIn(coach)
    const list = dataOf(await crowded.run(() => students.list()))
    expect(list).toHaveLength(1003)
    expect(new Set(list.map(({ id }) => id)).size).toBe(1003)
    expect(list.at(-1)?.name).toBe('Aluno 1003')
    expect(crowded.requests).toHaveLength(2)
  })

  test('one student that is not there, and an id that is no id, are a success with no data', async () => {
    expect(await students.get(newId())).toEqual({ success: true, data: null })
    expect(await students.get('isto-nao-e-um-id')).toEqual({ success: true, data: null })
  })
})

describe('deleting', () => {
  test('says how many lessons go along', async () => {
    const { id } = await addStudent()
    dataOf(await sessions.register(lessonIntent([id])))
    const data = { lessons: 1, freed: [] }
    const removed = { success: true, data, message: 'Aluno removido com sucesso' }
    expect(await students.remove(id, { eraseGroupNotes: false })).toEqual(removed)
  })

  test('counts as done when its answer was lost and its repeat refused by the login, which is renewed', async () => {
    const { id } = await addStudent()
    const lost = loseAnswers(to('/rpc/delete_student'), 1)
    const refused = failWith(to('/rpc/delete_student'), { status: 401, code: 'PGRST303' }, 1)
    let sent = 0
    ana.network((request, send) => {
      if (to('/rpc/delete_student')(request)) sent += 1
      return sent === 2 ? refused(request, send) : lost(request, send)
    })
    expect(await students.remove(id, { eraseGroupNotes: false })).toMatchObject({ success: true })
    expect(sent).toBe(3)
  })
})

describe('a login that expired', () => {
  test('that cannot be renewed ends as "Não autenticado"', async () => {
    const coach = await backend.coach()
    const lost = await makeDevice(backend).signIn(coach)
    await backend.sql('delete from auth.refresh_tokens')
    lost.network(failWith(to('/students'), { status: 401, code: 'PGRST303', message: 'JWT expired' }, 9))
    const refused = { code: 'unauthenticated', message: 'Não autenticado' }
    expect(await lost.run(() => students.list())).toMatchObject(refused)
    // The refused login was removed from the device, which sends nothing from now on.
    lost.forget()
    expect(await lost.run(() => students.list())).toMatchObject({ code: 'unauthenticated' })
    expect(lost.requests).toEqual([])
  })
})

/** The links that open the student's page (tests/db/student-links.test.ts: there is only one). */
async function opening(student: string) {
  const rows = await backend.sql<{ link: string }>(
    'select link from public.student_links where student_id = $1 and not revoked',
    [student],
  )
  return rows.map(({ link }) => link)
}

/** The student's link as the list of students has it. */
const listed = async (id: string) => {
  const student = dataOf(await students.list()).find((one) => one.id === id)
  return student && (student.link ?? student.id)
}

describe('the link', () => {
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
})
