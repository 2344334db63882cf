import { beforeAll, describe, expect, it } from 'vitest'
import { parseExport } from '@/rights/export.schema'
import { refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { makeCoach, makeStudent } from '../support/world/sql'
import { exportOf } from './rights-world'

/**
 * Places that list the columns of students by name and easily miss a new one (docs/contributing.md, 'Add a field to a
 * student'). Each test covers one such place.
 */
const db = await sharedDatabase()

const names = (query: string) =>
  db.asOwner(async (run) => (await run<{ name: string }>(query)).map(({ name }) => name).toSorted())

describe('what a coach writes about a student', () => {
  let written: string[]

  beforeAll(async () => {
    written = await names(
      `select attname as name from pg_attribute
        where attrelid = 'public.students'::regclass and attnum > 0 and not attisdropped
          and has_column_privilege('authenticated', 'public.students', attname, 'update')`,
    )
  })

  /** The columns of `written` that occur in `part` of a function's source. */
  const saidIn = async (name: string, part: RegExp) => {
    const [source = ''] = await names(`select prosrc as name from pg_proc where proname = '${name}'`)
    const [found = ''] = part.exec(source) ?? []
    return written.filter((column) => new RegExp(`\\b${column}\\b`).test(found))
  }

  it('is a student’s name and more', () => {
    expect(written).toEqual(expect.arrayContaining(['name', 'notes', 'phone']))
  })

  it('can be given to a new student too', async () => {
    expect(
      await names(
        `select attname as name from pg_attribute
          where attrelid = 'public.students'::regclass and attnum > 0 and not attisdropped and attname <> 'id'
            and attname <> 'user_id' and has_column_privilege('authenticated', 'public.students', attname, 'insert')`,
      ),
    ).toEqual(written)
  })

  it('cannot be written to somebody who was anonymised', async () => {
    const coach = await makeCoach(db)
    const student = await makeStudent(db, coach)
    await db.as(coach)('select public.anonymize_student($1)', [student])
    for (const column of written) {
      const edit = db.as(coach)(`update public.students set ${column} = ${column}`)
      expect(await refusal(edit), column).toMatchObject({ code: 'PT410', message: 'student_anonymized' })
    }
  })

  it('says nothing of somebody who was anonymised: a constraint pins each column', async () => {
    expect(
      await names(
        `select a.attname as name from pg_constraint c
           join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
          where c.conrelid = 'public.students'::regclass and c.conname = 'students_anonymized_is_empty'`,
      ),
    ).toEqual([...written, 'anonymized_at'].toSorted())
    expect(await saidIn('clear_personal_data', /update public\.students[\s\S]*?;/)).toEqual(written)
  })

  it('is read from an export with every other column', async () => {
    const coach = await makeCoach(db)
    await makeStudent(db, coach)
    const parsed = parseExport(JSON.stringify({ ...(await exportOf(db, coach)), notice: '' }))
    if (!parsed.success) throw new Error(parsed.message)
    expect(Object.keys(parsed.data.students[0] ?? {})).toEqual(expect.arrayContaining(written))
  })
})
