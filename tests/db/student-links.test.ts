import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { insert, makeCoach, makeStudent, STUDENT } from '../support/world/sql'
import { overtake } from './overtake'

const db = await ownDatabase()

const nameBehind = async (link: string) => {
  const rows = await db.anon<{ page: { student?: { name: string } } }>(
    'select public.get_student_public_data($1) as page',
    [link],
  )
  return rows[0]?.page.student?.name
}
const deleteStudent = (coach: string, student: string) =>
  db.as(coach)('select public.delete_student($1)', [student])

const call = async (coach: string, name: 'get_student_link' | 'rotate_student_link', student: string) => {
  const rows = await db.as(coach)<{ link: string }>(`select public.${name}($1) as link`, [student])
  return rows[0]?.link ?? ''
}
const answerOf = (link: string) => db.anon('select public.get_student_public_data($1)::text as page', [link])

it('a new link opens the same page, and the old one is answered like an unknown one, for good', async () => {
  const [coach, other] = [await makeCoach(db), await makeCoach(db)]
  const student = await makeStudent(db, coach, { name: 'Marina' })
  const page = await answerOf(student)
  const unknown = await answerOf(randomUUID())
  expect(await call(coach, 'get_student_link', student)).toBe(student)

  const second = await call(coach, 'rotate_student_link', student)
  const third = await call(coach, 'rotate_student_link', student)
  expect(new Set([student, second, third]).size).toBe(3)
  expect(await call(coach, 'get_student_link', student)).toBe(third)
  // The answer names the link of the request, and no other link of the student.
  expect(await answerOf(third)).toEqual(
    page.map((row) => ({ page: String(row['page']).replaceAll(student, third) })),
  )
  for (const given of [student, second]) expect(JSON.stringify(await answerOf(third))).not.toContain(given)
  for (const old of [student, second]) expect(await answerOf(old)).toEqual(unknown)

  // A revoked link goes to nobody else.
  await makeStudent(db, other, { id: student, name: 'Intruso' })
  expect(await answerOf(student)).toEqual(unknown)
  await deleteStudent(coach, student)
  expect(await answerOf(third)).toEqual(unknown)
})

it('two devices ask for a new link at once: one link opens', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach, { name: 'Marina' })
  const links = await Promise.all([1, 2, 3].map(() => call(coach, 'rotate_student_link', student)))
  const names = await Promise.all([student, ...links].map(nameBehind))
  expect(names.filter((name) => name === 'Marina')).toHaveLength(1)
  expect(await nameBehind(await call(coach, 'get_student_link', student))).toBe('Marina')
})

it('a link is asked for and changed by the student’s coach alone', async () => {
  const [first, second] = [await makeCoach(db), await makeCoach(db)]
  const theirs = await makeStudent(db, first)
  for (const name of ['get_student_link', 'rotate_student_link'] as const)
    expect((await refusal(call(second, name, theirs))).code, name).toBe('PT404')
  await db.as(first)('select public.anonymize_student($1)', [theirs])
  expect((await refusal(call(first, 'rotate_student_link', theirs))).code).toBe('PT410')
})

// tests/attack/links.ts tries the ways of the API and of deletions; only an operator has these.
it('a link whose row an operator rewrites or empties the table of is not given again', async () => {
  const [first, second] = [await makeCoach(db), await makeCoach(db)]
  const rewritten = await makeStudent(db, first)
  const emptied = await makeStudent(db, first)
  await db.asOwner(async (query) => {
    await query('update public.student_links set link = gen_random_uuid() where link = $1', [rewritten])
    const kept = await query<{ row: string }>('select l::text as row from public.student_links l')
    await query('truncate public.student_links')
    for (const { row } of kept)
      await query('insert into public.student_links select ($1::text::public.student_links).*', [row])
    await query('delete from public.student_links where link = $1', [emptied])
  })
  for (const id of [rewritten, emptied]) {
    await makeStudent(db, second, { id, name: 'Intruso' })
    expect(await nameBehind(id)).toBeUndefined()
  }
})

it('a link that goes while another coach asks for it is not given again', async () => {
  const [first, second] = [await makeCoach(db), await makeCoach(db)]
  const id = await makeStudent(db, first)
  const came = await overtake(
    db,
    first,
    (query) => query('select public.delete_student($1)', [id]),
    (query) => insert(query, 'students', { ...STUDENT, id, user_id: second, name: 'Intruso' }),
    second,
  )
  expect(came).toBe('done')
  expect(await nameBehind(id)).toBeUndefined()
  expect(await nameBehind(await call(second, 'get_student_link', id))).toBe('Intruso')
})
