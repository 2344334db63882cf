import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { CLOCK_TOLERANCE } from '@/core/constants'
import type { Attendance } from '@/core/model'
import type { ExtensionRow } from '@/credits/plan-types'
import { asSent, creditPlan, lessonOn } from '../support/flat-plan'
import { refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { feedbacksOf } from '../support/world/facts'
import {
  applyPlan,
  basedOn,
  callJson,
  insert,
  makeCoach,
  makePackage,
  makeSale,
  makeStudent,
  PACKAGE,
  readFacts,
  registerLesson,
  rowOf,
  STUDENT,
} from '../support/world/sql'
import { planOf, assignmentRow, feedbackRow } from '../support/world/values'

/** What a plan of credits may do, and which plans the database refuses. */

/** A session whose date is `minutes` from now. */
const MINUTE = 60_000
const at = (minutes: number) => ({
  session: { id: randomUUID(), teacher: 'Ana', date: new Date(Date.now() + minutes * MINUTE).toISOString() },
})

const db = await sharedDatabase()

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
  const { coach, student, pack } = await makeSale(db)
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

// Regression: 22004, 'RAISE statement option cannot be null', instead of a code that the app knows.
it('an adjustment that names no package is a malformed plan', async () => {
  const coach = await makeCoach(db)
  const plan = { op_id: randomUUID(), packages: [{ op: 'adjust', reason: 'Aula fora do app' }] }
  const refused = db.asUser(coach, (query) => callJson(query, 'apply_session_plan', plan))
  expect(await refusal(refused)).toEqual({ code: 'PT400', message: 'bad_plan' })
})

// Regression: it was answered as done.
it.each([{}, { op: 'adjusted' }, null])('a change of a package of %j is a malformed plan', async (change) => {
  const coach = await makeCoach(db)
  const plan = { op_id: randomUUID(), packages: [change] }
  const refused = db.asUser(coach, (query) => callJson(query, 'apply_session_plan', plan))
  expect(await refusal(refused)).toEqual({ code: 'PT400', message: 'bad_plan' })
})

it('a student is in a lesson once', async () => {
  const { coach, student } = await makeSale(db)
  const seat = assignmentRow(student)
  const twice = planOf({ based_on: await basedOn(db, coach, [student]), assignments: [seat, seat] })
  expect(await refusal(applyPlan(db, coach, twice))).toEqual({ code: 'PT400', message: 'bad_plan' })
})

it('a plan about what is not there is refused', async () => {
  const { coach, student } = await makeSale(db)
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

const DAY = '2026-02-10'
const lessonPlanOf = (change: Parameters<typeof lessonOn>[1] = {}) => lessonOn(DAY, change)

const seat = (student: string, pack: string | null, attendance: Attendance) => ({
  ...assignmentRow(student, pack),
  attendance,
})

const extension = (
  student_id: string,
  package_id: string,
  more: Partial<ExtensionRow> = {},
): ExtensionRow => ({
  id: randomUUID(),
  student_id,
  package_id,
  days: 7,
  reason: 'Chuva',
  batch_id: null,
  session_id: null,
  slot_id: null,
  slot_date: null,
  day: null,
  ...more,
})

const linesOf = (student: string) =>
  db.owner(
    `select kind, delta, attendance, cancelled_reason, reason, lesson_day::text, package_name,
            package_balance_after, balance_after
       from public.credit_ledger where student_id = $1 order by id`,
    [student],
  )

async function register(
  coach: string,
  student: string,
  row: ReturnType<typeof seat>,
  overrides: Parameters<typeof lessonOn>[1] = {},
) {
  const lesson = lessonPlanOf({ assignments: [row], ...overrides })
  const plan = creditPlan({ based_on: await basedOn(db, coach, [student]), lessons: [lesson] })
  return { ...(await applyPlan(db, coach, plan)), id: lesson.session.id }
}

const EDIT = {
  name: 'Pacote de 4 aulas',
  total_classes: 4,
  price: 50,
  purchase_date: '2026-01-02',
  payment_date: '2026-01-03',
  validity_days: null,
  renews_monthly: false,
}
it.each([
  ['edit', { values: EDIT }],
  ['delete', {}],
])('nothing is done with a package that has changed since it was read: %s', async (op, change) => {
  const { coach, pack } = await makeSale(db)
  const before = await rowOf(db, 'packages', pack)
  const plan = {
    op_id: randomUUID(),
    packages: [{ op, id: pack, expected: { total_classes: 5 }, ...change }],
  }
  expect(await refusal(callJson(db.as(coach), 'apply_session_plan', plan))).toEqual({
    code: 'PT409',
    message: 'stale_package',
  })
  expect(await rowOf(db, 'packages', pack)).toEqual(before)
})

it('a change of packages writes what comes back before what is taken, each with the balances after it', async () => {
  const { coach, student, pack } = await makeSale(db)
  const other = await makePackage(db, coach, student, { total_classes: 2 })
  const { id, session } = await register(coach, student, seat(student, pack, 'present'))
  const change = lessonPlanOf({
    op: 'update',
    session: { id },
    expected_version: session?.version ?? 0,
    assignments: [seat(student, other, 'present')],
  })
  await applyPlan(db, coach, creditPlan({ based_on: await basedOn(db, coach, [student]), lessons: [change] }))
  expect(
    (await linesOf(student))
      .slice(-2)
      .map((line) => [line.delta, line.package_balance_after, line.balance_after]),
  ).toEqual([
    [1, 4, 6],
    [-1, 1, 5],
  ])
})

it('an adjustment that moves no credit is refused, and no line takes the words of another one', async () => {
  const { coach, student, pack } = await makeSale(db)
  const adjust = (total_classes: number, used_outside: number, reason: string, expected = 0) =>
    applyPlan(
      db,
      coach,
      creditPlan({
        packages: [
          {
            op: 'adjust',
            id: pack,
            name: 'Pacote de 4 aulas',
            total_classes,
            used_outside,
            reason,
            expected: { total_classes: 4, used_outside: expected },
          },
        ],
      }),
    )
  await adjust(4, 1, 'Aula fora do app')
  // Refused with the same figures, and with two changes that cancel each other out.
  for (const total of [4, 5]) {
    expect(await refusal(adjust(total, total - 3, 'Marina, CPF 123', 1))).toMatchObject({
      code: 'PT400',
      message: 'nothing_changed',
    })
  }
  await db.as(coach)('select public.anonymize_student($1, false)', [student])
  const emptied = await linesOf(student)
  expect(await refusal(adjust(4, 1, 'Marina, CPF 123', 1))).toMatchObject({ message: 'nothing_changed' })
  expect(await refusal(adjust(4, 2, 'Marina, CPF 123', 1))).toMatchObject({ message: 'student_anonymized' })
  expect(await linesOf(student)).toEqual(emptied)
  // Not even one of our own functions may rewrite a line of the ledger.
  for (const change of [`reason = 'Outro'`, 'delta = -2', 'balance_after = 9', `created_at = now()`]) {
    const rewritten = db.owner(
      `update public.credit_ledger set ${change} where user_id = $1 and kind = 'purchase'`,
      [coach],
    )
    expect(await refusal(rewritten), change).toMatchObject({ message: 'line_is_kept' })
  }
})

it('the lines of a coach are numbered without a gap, whatever other coaches write meanwhile', async () => {
  const one = await makeSale(db)
  const other = await makeSale(db)
  await Promise.all(
    [one, other, one, other, other, one].map(({ coach }) =>
      db.asUser(coach, async (query) => {
        const id = await insert(query, 'students', { ...STUDENT, user_id: coach })
        await insert(query, 'packages', { ...PACKAGE, user_id: coach, student_id: id })
      }),
    ),
  )
  for (const { coach } of [one, other]) {
    const rows = await db.as(coach)<{ id: string }>('select id from public.credit_ledger order by id')
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4])
  }
})

it('a plan that says nothing of private notes leaves them as they are', async () => {
  const { coach, student, pack } = await makeSale(db)
  const said = { ...feedbackRow(student), notes: 'Bom saque', private_notes: 'Medo de rede' }
  const { id } = await register(coach, student, seat(student, pack, 'present'), { feedbacks: [said] })
  const edit = async (feedback: ReturnType<typeof feedbackRow>) => {
    const { session } = await readFacts(db, coach, [student], id)
    const plan = { op: 'update', session: { id }, expected_version: session?.version ?? 0 } as const
    await applyPlan(db, coach, creditPlan({ lessons: [lessonPlanOf({ ...plan, feedbacks: [feedback] })] }))
    const after = (await readFacts(db, coach, [student], id)).session
    const [stored] = feedbacksOf(after)
    return [stored?.notes, stored?.private_notes, after?.version]
  }
  const { private_notes: _private, ...older } = { ...said, notes: 'Melhor saque' }
  expect((await edit(older)).slice(0, 2)).toEqual(['Melhor saque', 'Medo de rede'])
  expect((await edit({ ...older, private_notes: 'Sem medo' })).slice(0, 2)).toEqual([
    'Melhor saque',
    'Sem medo',
  ])
  const [, privately, version] = await edit({ ...older, private_notes: null })
  expect(privately).toBeNull()
  // A change of the private notes alone makes older plans about the lesson stale.
  await db.as(coach)(`update public.session_feedbacks set private_notes = 'Volta' where session_id = $1`, [
    id,
  ])
  const { session } = await readFacts(db, coach, [student], id)
  expect(session?.version).toBe(Number(version) + 1)
})

it.each([
  ['a lesson that the plan does not name', { session_id: randomUUID(), day: DAY }],
  ['an occurrence that the plan does not skip', { slot_id: randomUUID(), slot_date: DAY, day: DAY }],
])('a plan gives no days for %s', async (_, cause) => {
  const { coach, student, pack } = await makeSale(db)
  const plan = creditPlan({
    based_on: await basedOn(db, coach, [student]),
    extensions: { add: [extension(student, pack, cause)], take_back: [] },
  })
  expect(await refusal(applyPlan(db, coach, plan))).toMatchObject({ code: 'PT400', message: 'bad_plan' })
})

it('a plan gives no days for the deletion of a lesson that was never there', async () => {
  const { coach, student, pack } = await makeSale(db)
  const id = randomUUID()
  const plan = creditPlan({
    based_on: await basedOn(db, coach, [student]),
    lessons: [lessonPlanOf({ op: 'delete', session: { id }, expected_version: 1 })],
    extensions: { add: [extension(student, pack, { session_id: id, day: DAY })], take_back: [] },
  })
  expect(await refusal(applyPlan(db, coach, plan))).toMatchObject({ code: 'PT400', message: 'bad_plan' })
})

/** 21:30 in São Paulo; half past midnight of the next day in UTC, and morning in Tokyo. */
const EVENING = '2026-02-03T00:30:00Z'

const dayOf = async (id: string) => String((await rowOf(db, 'sessions', id))?.['day'])
const registerAt = async (coach: string, session: { date?: string; day?: string }) => {
  const plan = planOf({})
  await applyPlan(db, coach, { ...plan, session: { ...plan.session, ...session } })
  return plan.session.id
}
const edit = async (coach: string, id: string, session: object) => {
  const { session: seen } = await readFacts(db, coach, null, id)
  const plan = planOf({ op: 'update', expected_version: seen?.version ?? -1 })
  await applyPlan(db, coach, { ...plan, session: { id, ...session } })
}

it('the day of a lesson is the one the device says, and an edit keeps it unless it says another', async () => {
  const coach = await makeCoach(db)
  const id = await registerAt(coach, { date: EVENING, day: '2026-02-03' })
  await edit(coach, id, { notes: 'Saque' })
  expect(await dayOf(id)).toBe('2026-02-03')
  // The lesson moves by an hour, edited on a device in Tokyo, where it is the same day.
  await edit(coach, id, { date: '2026-02-03T01:30:00Z', day: '2026-02-03' })
  expect(await dayOf(id)).toBe('2026-02-03')
})

it('a day is at most one away from the instant in UTC', async () => {
  const coach = await makeCoach(db)
  for (const day of ['2026-02-02', '2026-02-04']) await registerAt(coach, { date: EVENING, day })
  for (const day of ['2026-02-01', '2026-02-05', 'infinity'])
    expect((await refusal(registerAt(coach, { date: EVENING, day }))).code).toBe('23514')
  expect((await refusal(registerAt(coach, { date: EVENING, day: 'hoje' }))).code).toBe('22007')
})
