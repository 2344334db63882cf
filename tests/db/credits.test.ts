import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { CLOCK_TOLERANCE } from '@/core/constants'
import { asSent } from '../support/flat-plan'
import { refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import {
  applyPlan,
  basedOn,
  insert,
  makeCoach,
  makePackage,
  makeStudent,
  PACKAGE,
  registerLesson,
  STUDENT,
} from '../support/world/sql'
import { planOf, assignmentRow, feedbackRow } from '../support/world/values'

/** A session whose date is `minutes` from now. */
const MINUTE = 60_000
const at = (minutes: number) => ({
  session: { id: randomUUID(), teacher: 'Ana', date: new Date(Date.now() + minutes * MINUTE).toISOString() },
})

const db = await sharedDatabase()

async function coachWithPackage(total = 4) {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const pack = await makePackage(db, coach, student, { total_classes: total })
  return { coach, student, pack }
}

it('deleting a lesson that is gone already changes nothing and is no error', async () => {
  const coach = await makeCoach(db)
  const answer = await applyPlan(
    db,
    coach,
    planOf({ op: 'delete', session: { id: randomUUID() }, expected_version: 1 }),
  )
  expect(answer).toMatchObject({ replayed: true, session: null, sessions: [], students: [] })
})

it('credits_version rises with dates and totals of a package, not with its name or price', async () => {
  const { coach, student, pack } = await coachWithPackage(4)
  const version = async () => (await basedOn(db, coach, [student]))[0]?.version ?? -1
  const edit = (assignment: string) =>
    db.as(coach)(`update public.packages set ${assignment} where id = $1`, [pack])
  const before = await version()
  await edit(`name = 'Outro', price = 1`)
  expect(await version()).toBe(before)
  await edit(`expiry_date = '2026-04-01'`)
  expect(await version()).toBe(before + 1)
  await edit(`purchase_date = '2026-01-11'`)
  expect(await version()).toBe(before + 2)
})

it('an edit changes the fields it names and keeps the others', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const date = '2026-05-04T18:00:00+00:00'
  const { id, session } = await registerLesson(db, coach, [{ student }], {
    session: { id: randomUUID(), teacher: 'Ana', notes: 'Chuva', date },
  })
  const moved = await applyPlan(
    db,
    coach,
    planOf({
      op: 'update',
      session: { id, date: '2026-05-03T18:00:00Z' },
      expected_version: session?.version ?? 0,
    }),
  )
  expect(moved.session).toMatchObject({ teacher: 'Ana', notes: 'Chuva', date: '2026-05-03T18:00:00+00:00' })
  const cleared = await applyPlan(
    db,
    coach,
    planOf({ op: 'update', session: { id, notes: null }, expected_version: moved.session?.version ?? 0 }),
  )
  expect(cleared.session).toMatchObject({ teacher: 'Ana', notes: null, date: '2026-05-03T18:00:00+00:00' })
})

it('a club deleted while the lesson was typed does not lose the lesson', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const answer = await registerLesson(db, coach, [{ student }], {
    feedbacks: [feedbackRow(student, { club_id: randomUUID() })],
  })
  const rows = await db.as(coach)(
    'select rating, club_id from public.session_feedbacks where session_id = $1',
    [answer.id],
  )
  expect(rows).toEqual([{ rating: 4, club_id: null }])
})

it('a lesson has a past date, five minutes of a fast clock allowed', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  expect(await refusal(registerLesson(db, coach, [{ student }], at(CLOCK_TOLERANCE / MINUTE + 1)))).toEqual({
    code: 'PT400',
    message: 'session_in_future',
  })
  const { id, session } = await registerLesson(db, coach, [{ student }], at(CLOCK_TOLERANCE / MINUTE - 1))
  const later = planOf({
    op: 'update',
    session: { ...at(CLOCK_TOLERANCE / MINUTE + 1).session, id },
    expected_version: session?.version ?? 0,
  })
  expect((await refusal(applyPlan(db, coach, later))).message).toBe('session_in_future')
  const direct = db.as(coach)(
    `insert into public.sessions (user_id, teacher, date) values ($1, 'Ana', now() + interval '1 day')`,
    [coach],
  )
  expect((await refusal(direct)).message).toBe('session_in_future')
})

it.each([
  ['no op', { op: undefined }],
  ['an unknown op', { op: 'merge' }],
  ['no op_id', { op_id: undefined }],
  ['no lesson id', { session: {} }],
  ['alerts that are no object', { alerts: [] }],
  [
    'an assignment without the credits it was planned from',
    { assignments: [{ student_id: randomUUID(), package_id: null }] },
  ],
])('a malformed plan is refused: %s', async (_, wrong) => {
  const coach = await makeCoach(db)
  const refused = refusal(
    db.as(coach)('select public.apply_session_plan($1::text::jsonb)', [
      JSON.stringify(asSent({ ...planOf({}), ...wrong })),
    ]),
  )
  expect(await refused).toEqual({ code: 'PT400', message: 'bad_plan' })
})

it('a student is in a lesson once', async () => {
  const { coach, student } = await coachWithPackage()
  const seat = assignmentRow(student)
  const twice = planOf({ based_on: await basedOn(db, coach, [student]), assignments: [seat, seat] })
  expect(await refusal(applyPlan(db, coach, twice))).toEqual({ code: 'PT400', message: 'bad_plan' })
})

it('a plan about what is not there is refused', async () => {
  const { coach, student } = await coachWithPackage()
  const gone = randomUUID()
  const seats = [student, gone].map((student_id) => ({
    student_id,
    package_id: null,
    manually_assigned: false,
  }))
  const unknownStudent = planOf({
    based_on: [...(await basedOn(db, coach, [student])), { student_id: gone, version: 0 }],
    assignments: seats,
  })
  expect(await refusal(applyPlan(db, coach, unknownStudent))).toEqual({
    code: 'PT404',
    message: 'student_not_found',
  })
  const unknownLesson = planOf({ op: 'update', expected_version: 1 })
  expect(await refusal(applyPlan(db, coach, unknownLesson))).toEqual({
    code: 'PT404',
    message: 'session_not_found',
  })
})

it.each(['students', 'packages', 'clubs'] as const)(
  '%s: an id inserted twice is a duplicate; once deleted, it stays gone',
  async (table) => {
    const coach = await makeCoach(db)
    const student = await makeStudent(db, coach)
    const id = randomUUID()
    const rows = {
      students: STUDENT,
      packages: { ...PACKAGE, student_id: student },
      clubs: { name: 'Clube' },
    }
    const add = () => insert(db.as(coach), table, { ...rows[table], id, user_id: coach })
    await add()
    expect((await refusal(add())).code).toBe('23505')
    await db.owner(`delete from public.${table} where id = $1`, [id])
    expect(await refusal(add())).toEqual({ code: 'PT410', message: 'already_deleted' })
  },
)
