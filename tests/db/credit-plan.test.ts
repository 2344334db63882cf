import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Attendance } from '@/core/model'
import type { ExtensionRow } from '@/credits/plan-types'
import { creditPlan, lessonOn } from '../support/flat-plan'
import { refusal, type Parameter } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { feedbacksOf } from '../support/world/facts'
import {
  applyPlan,
  basedOn,
  insert,
  makeCoach,
  makePackage,
  makeStudent,
  readFacts,
  rowOf,
  callJson,
  PACKAGE,
  STUDENT,
} from '../support/world/sql'
import { assignmentRow, feedbackRow } from '../support/world/values'

/** What a plan of the current version may do, and which plans the database refuses. */

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

const db = await sharedDatabase()

async function coachWithPackage(overrides: Record<string, Parameter> = {}) {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const pack = await makePackage(db, coach, student, overrides)
  return { coach, student, pack }
}

const linesOf = (student: string) =>
  db.owner(
    `select kind, delta, attendance, cancelled_reason, reason, lesson_day::text, package_name, package_balance_after, balance_after
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
  const { coach, pack } = await coachWithPackage()
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
  const { coach, student, pack } = await coachWithPackage()
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
  const { coach, student, pack } = await coachWithPackage()
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
  const one = await coachWithPackage()
  const other = await coachWithPackage()
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
  const { coach, student, pack } = await coachWithPackage()
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
  const { coach, student, pack } = await coachWithPackage()
  const plan = creditPlan({
    based_on: await basedOn(db, coach, [student]),
    extensions: { add: [extension(student, pack, cause)], take_back: [] },
  })
  expect(await refusal(applyPlan(db, coach, plan))).toMatchObject({ code: 'PT400', message: 'bad_plan' })
})

it('a plan gives no days for the deletion of a lesson that was never there', async () => {
  const { coach, student, pack } = await coachWithPackage()
  const id = randomUUID()
  const plan = creditPlan({
    based_on: await basedOn(db, coach, [student]),
    lessons: [lessonPlanOf({ op: 'delete', session: { id }, expected_version: 1 })],
    extensions: { add: [extension(student, pack, { session_id: id, day: DAY })], take_back: [] },
  })
  expect(await refusal(applyPlan(db, coach, plan))).toMatchObject({ code: 'PT400', message: 'bad_plan' })
})
