import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeCoach, makeStudent } from '../support/world/sql'
import { onBothEngines } from './engines'
import { closeAccount } from './rights-world'

onBothEngines((db) => {
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
