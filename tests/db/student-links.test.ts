import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { refusal } from '../support/postgres-database'
import { makeCoach, makeStudent } from '../support/world/sql'
import { onPostgres } from './on-postgres'
import { closeAccount } from './rights-world'

onPostgres((db) => {
  const nameBehind = async (link: string) => {
    const rows = await db().asAnon((query) =>
      query<{ page: { student?: { name: string } } }>('select public.get_student_public_data($1) as page', [
        link,
      ]),
    )
    return rows[0]?.page.student?.name
  }
  const deleteStudent = (coach: string, student: string) =>
    db().asUser(coach, (query) => query('select public.delete_student($1)', [student]))

  it('the id of a student is their first link, and goes with them', async () => {
    const coach = await makeCoach(db())
    const student = await makeStudent(db(), coach, { name: 'Marina' })
    expect(await nameBehind(student)).toBe('Marina')
    expect(await nameBehind(randomUUID())).toBeUndefined()
    await deleteStudent(coach, student)
    expect(await nameBehind(student)).toBeUndefined()
  })

  it('who had a link first keeps it; another coach’s student of the same id has none, and nobody is told', async () => {
    const [first, second] = [await makeCoach(db()), await makeCoach(db())]
    const id = await makeStudent(db(), first, { name: 'Primeira' })
    expect(await makeStudent(db(), second, { id, name: 'Segunda' })).toBe(id)
    expect(await nameBehind(id)).toBe('Primeira')
    await deleteStudent(second, id)
    expect(await nameBehind(id)).toBe('Primeira')
  })

  it('an anonymised student keeps the link, so that no other coach can take it', async () => {
    const [first, second] = [await makeCoach(db()), await makeCoach(db())]
    const id = await makeStudent(db(), first)
    await db().asUser(first, (query) => query('select public.anonymize_student($1)', [id]))
    await makeStudent(db(), second, { id, name: 'Segunda' })
    expect(await nameBehind(id)).toBeUndefined()
  })

  const call = async (coach: string, name: 'get_student_link' | 'rotate_student_link', student: string) => {
    const rows = await db().asUser(coach, (query) =>
      query<{ link: string }>(`select public.${name}($1) as link`, [student]),
    )
    return rows[0]?.link ?? ''
  }
  const answerOf = (link: string) =>
    db().asAnon((query) => query('select public.get_student_public_data($1)::text as page', [link]))

  it('a new link opens the same page, and the old one is answered like an unknown one, for good', async () => {
    const [coach, other] = [await makeCoach(db()), await makeCoach(db())]
    const student = await makeStudent(db(), coach, { name: 'Marina' })
    const page = await answerOf(student)
    const unknown = await answerOf(randomUUID())
    expect(await call(coach, 'get_student_link', student)).toBe(student)

    const second = await call(coach, 'rotate_student_link', student)
    const third = await call(coach, 'rotate_student_link', student)
    expect(new Set([student, second, third]).size).toBe(3)
    expect(await call(coach, 'get_student_link', student)).toBe(third)
    expect(await answerOf(third)).toEqual(page)
    for (const old of [student, second]) expect(await answerOf(old)).toEqual(unknown)

    // Nobody gets what was revoked.
    await makeStudent(db(), other, { id: student, name: 'Intruso' })
    expect(await answerOf(student)).toEqual(unknown)
    await deleteStudent(coach, student)
    expect(await answerOf(third)).toEqual(unknown)
  })

  it('two devices ask for a new link at once: one link opens', async () => {
    const coach = await makeCoach(db())
    const student = await makeStudent(db(), coach, { name: 'Marina' })
    const links = await Promise.all([1, 2, 3].map(() => call(coach, 'rotate_student_link', student)))
    const names = await Promise.all([student, ...links].map(nameBehind))
    expect(names.filter((name) => name === 'Marina')).toHaveLength(1)
    expect(await nameBehind(await call(coach, 'get_student_link', student))).toBe('Marina')
  })

  it('a student without a link gets one with the first new link, and another coach changes nothing', async () => {
    const [first, second] = [await makeCoach(db()), await makeCoach(db())]
    const id = await makeStudent(db(), first, { name: 'Primeira' })
    await makeStudent(db(), second, { id, name: 'Segunda' })
    // Nobody learns that another coach has the link.
    expect(await call(second, 'get_student_link', id)).toBe(id)
    expect(await nameBehind(await call(second, 'rotate_student_link', id))).toBe('Segunda')
    expect(await nameBehind(id)).toBe('Primeira')

    const theirs = await makeStudent(db(), first)
    for (const name of ['get_student_link', 'rotate_student_link'] as const)
      expect((await refusal(call(second, name, theirs))).code, name).toBe('PT404')
    await db().asUser(first, (query) => query('select public.anonymize_student($1)', [theirs]))
    expect((await refusal(call(first, 'rotate_student_link', theirs))).code).toBe('PT410')
  })

  it('links go with the account', async () => {
    const coach = await makeCoach(db())
    await makeStudent(db(), coach)
    await closeAccount(db(), coach)
    const left = await db().asOwner((query) =>
      query('select from public.student_links where user_id = $1', [coach]),
    )
    expect(left).toEqual([])
  })
})
