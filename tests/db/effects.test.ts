import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Attendance } from '@/core/model'
import type { Applied, Effects } from '@/credits/applied'
import { creditPlan as plan, lessonOn } from '../support/flat-plan'
import { sharedDatabase } from '../support/shared-postgres'
import { writeTold } from '../support/told'
import { basedOn, callJson, insert, makeCoach, makePackage, makeStudent } from '../support/world/sql'
import { assignmentRow, feedbackRow } from '../support/world/values'

/** The effects that the database answers must be the difference of all rows of the coach (tests/support/told.ts). */

type LessonChange = NonNullable<Parameters<typeof lessonOn>[1]>

const DAY = '2026-02-10'
const lesson = (change: LessonChange = {}) => lessonOn(DAY, change)

const seat = (student: string, pack: string | null, attendance: Attendance = 'present') => ({
  ...assignmentRow(student, pack),
  attendance,
})

const versionOf = ({ effects }: { effects: Effects }): number => effects.lessons[0]?.after?.version ?? 0

const db = await sharedDatabase()

/** Applies a plan, and expects its effects to be exactly what changed. */
const applied = async (coach: string, name: string, change: object) => {
  const answer = await db.asUser(coach, (query) =>
    writeTold(query, coach, () => callJson<Applied & { effects: Effects }>(query, name, change)),
  )
  expect(answer.replayed).toBe(false)
  return answer
}

/** The same for a plan of credits. */
const planned = (coach: string, change: Parameters<typeof plan>[0]) =>
  applied(coach, 'apply_session_plan', plan(change))

async function scene() {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const pack = await makePackage(db, coach, student, { total_classes: 4 })
  return { coach, student, pack, based: () => basedOn(db, coach, [student]) }
}

/** A weekly slot on the weekday of DAY, skipped on DAY. */
async function skippedSlot(coach: string): Promise<string> {
  const slot = await insert(db.as(coach), 'lesson_slots', {
    user_id: coach,
    weekday: 2,
    start_time: '09:00:00',
    minutes: 60,
    starts_on: '2026-01-01',
  })
  const skip = { slot_id: slot, slot_date: DAY, reason: 'rain' as const, moved_to: null }
  await callJson(db.as(coach), 'apply_session_plan', plan({ skips: { add: [skip], remove: [] } }))
  return slot
}

it('the effects of registering, editing, moving, cancelling and deleting a lesson are the difference of the rows', async () => {
  const { coach, student, pack, based } = await scene()
  const created = lesson({
    assignments: [seat(student, pack)],
    feedbacks: [feedbackRow(student, { rating: 3, notes: 'Saque' })],
  })
  const { id } = created.session
  const raised = {
    type: 'low_credits' as const,
    priority: 'medium' as const,
    student_id: student,
    session_id: null,
    package_id: null,
    student_name: 'Marina',
    message: '2 créditos',
    facts: { usable: 2, expired: 0, upcoming: 0 },
    dedupe_key: `low_credits:${student}`,
  }
  const first = await planned(coach, {
    based_on: await based(),
    lessons: [created],
    alerts: { raise: [raised], end: [] },
  })
  expect(first.effects).toMatchObject({
    packages: [{ before: { id: pack, remaining_classes: 4 }, after: { remaining_classes: 3 } }],
    lessons: [{ before: null, after: { id, day: DAY } }],
    participants: [{ before: null, after: { student_id: student, package_id: pack } }],
    feedbacks: [{ before: null, after: { rating: 3 } }],
    alerts: [{ before: null, after: { type: 'low_credits' } }],
  })
  const update = (version: number, change: LessonChange) =>
    lesson({ op: 'update', expected_version: version, ...change, session: { id, ...change.session } })

  const words = await planned(coach, {
    lessons: [update(versionOf(first), { feedbacks: [feedbackRow(student, { rating: 3, notes: 'Outro' })] })],
    alerts: { raise: [], end: [raised.dedupe_key] },
  })
  expect(words.effects.feedbacks).toMatchObject([{ before: { rating: 3 }, after: { rating: 3 } }])
  expect(JSON.stringify(words.effects)).not.toContain('Outro')
  const moved = await planned(coach, {
    lessons: [update(versionOf(words), { session: { id, date: '2026-02-11T12:00:00Z', day: '2026-02-11' } })],
  })
  const cancelled = await planned(coach, {
    based_on: await based(),
    lessons: [
      update(versionOf(moved), {
        session: { id, cancelled_reason: 'rain' },
        assignments: [seat(student, null, 'cancelled')],
      }),
    ],
  })
  expect(cancelled.effects).toMatchObject({
    packages: [{ after: { remaining_classes: 4 } }],
    feedbacks: [{ after: null }],
  })
  await planned(coach, {
    based_on: await based(),
    lessons: [lesson({ op: 'delete', session: { id }, expected_version: versionOf(cancelled) })],
  })
})

it('the effects of a lesson that answers a skipped occurrence name the skip that ends', async () => {
  const { coach, student, pack, based } = await scene()
  const slot = await skippedSlot(coach)
  const { effects } = await planned(coach, {
    based_on: await based(),
    lessons: [
      lesson({
        session: {
          id: randomUUID(),
          teacher: 'Ana',
          date: `${DAY}T12:00:00Z`,
          day: DAY,
          slot_id: slot,
          slot_date: DAY,
        },
        assignments: [seat(student, pack)],
      }),
    ],
  })
  expect(effects.skips).toEqual([
    {
      before: { slot_id: slot, slot_date: DAY, reason: 'rain', moved_to: null, recess_id: null },
      after: null,
    },
  ])
})

it('the effects of skips and of a slot that ends are the difference of the rows', async () => {
  const { coach } = await scene()
  const slot = await skippedSlot(coach)
  const next = '2026-02-17'
  await planned(coach, {
    skips: {
      add: [{ slot_id: slot, slot_date: next, reason: 'coach', moved_to: null }],
      remove: [{ slot_id: slot, slot_date: DAY }],
    },
  })
  const [row] = await db.owner<{ updated_at: string }>(
    `select to_jsonb(updated_at) #>> '{}' as updated_at from public.lesson_slots where id = $1`,
    [slot],
  )
  const { effects } = await applied(coach, 'apply_slot_plan', {
    op_id: randomUUID(),
    end: [{ slot_id: slot, expected: row?.updated_at, last_day: DAY }],
    add: [],
  })
  expect(effects.skips).toMatchObject([{ before: { slot_date: next, reason: 'coach' }, after: null }])
})

it('the effects of a sale, of payments and of removing a package are the difference of the rows', async () => {
  const { coach, student, based } = await scene()
  const owed = lesson({ assignments: [seat(student, null)] })
  const registered = await planned(coach, { based_on: await based(), lessons: [owed] })
  const sold = randomUUID()
  const sale = {
    ...plan({
      based_on: await based(),
      lessons: [
        lesson({
          op: 'update',
          session: { id: owed.session.id },
          expected_version: registered.effects.lessons[0]?.after?.version ?? 0,
          assignments: [{ ...seat(student, sold), manually_assigned: true }],
        }),
      ],
    }),
    package: {
      id: sold,
      student_id: student,
      name: 'Pacote de 10 aulas',
      total_classes: 10,
      price: 500,
      purchase_date: DAY,
      payment_date: DAY,
      expiry_date: '2026-03-12',
      validity_days: null,
    },
    payment: { id: randomUUID(), amount: 200, paid_on: DAY, method: 'pix' },
  }
  const { effects } = await applied(coach, 'sell_package', sale)
  expect(effects).toMatchObject({
    packages: [{ before: null, after: { id: sold, remaining_classes: 9, open_amount: 300 } }],
    payments: [{ before: null, after: { amount: 200, package_id: sold } }],
  })
  const received = { id: randomUUID(), kind: 'payment', amount: 300, paid_on: DAY, method: 'pix' }
  const paid = await applied(coach, 'apply_payment_plan', {
    ...plan({ based_on: await based() }),
    money: {
      package_id: sold,
      expected: { price: 500, paid_total: 200, payment_date: DAY },
      add: [received],
      remove: [],
    },
  })
  expect(paid.effects).toMatchObject({
    packages: [{ before: { open_amount: 300 }, after: { open_amount: 0 } }],
    payments: [{ before: null, after: { amount: 300 } }],
  })
  const gone = await planned(coach, {
    based_on: await based(),
    lessons: [
      lesson({
        op: 'update',
        session: { id: owed.session.id },
        expected_version: effects.lessons[0]?.after?.version ?? 0,
        assignments: [seat(student, null)],
      }),
    ],
    packages: [
      {
        op: 'remove',
        id: sold,
        expected: {
          total_classes: 10,
          used_outside: 0,
          extended_days: 0,
          price: 500,
          paid_total: 500,
          purchase_date: DAY,
          payment_date: DAY,
          expiry_date: '2026-03-12',
          validity_days: null,
          renews_monthly: false,
          payments: [sale.payment.id, received.id],
        },
      },
    ],
  })
  expect(gone.effects.payments).toMatchObject([{ after: null }, { after: null }])
})

it('the effects of editing and of deleting a package are the difference of the rows', async () => {
  const { coach, pack } = await scene()
  const edited = await planned(coach, {
    packages: [
      {
        op: 'edit',
        id: pack,
        expected: { total_classes: 4 },
        values: {
          name: 'Pacote de 6 aulas',
          total_classes: 6,
          price: 50,
          purchase_date: '2026-01-02',
          payment_date: '2026-01-03',
          expiry_date: '2026-03-12',
          validity_days: null,
          renews_monthly: true,
        },
      },
    ],
  })
  expect(edited.effects.packages).toMatchObject([
    {
      before: { id: pack, remaining_classes: 4 },
      after: { remaining_classes: 6, price: 50, expiry_date: '2026-03-12', payment_date: '2026-01-03' },
    },
  ])
  const gone = await planned(coach, { packages: [{ op: 'delete', id: pack, expected: { price: 50 } }] })
  expect(gone.effects).toMatchObject({ packages: [{ after: null }], payments: [{ after: null }] })
})

it('a repeat is answered with what the first one did, and says whether the coach entered the same', async () => {
  const { coach, student, pack, based } = await scene()
  const content = 'a'.repeat(64)
  const first = {
    ...plan({ based_on: await based(), lessons: [lesson({ assignments: [seat(student, pack)] })] }),
    content,
  }
  const { effects } = await applied(coach, 'apply_session_plan', first)
  const repeated = (again: object) => callJson<Applied>(db.as(coach), 'apply_session_plan', again)
  // The repeat is planned from facts that the first attempt has already changed.
  const anew = { ...first, based_on: await based() }
  expect(await repeated(anew)).toMatchObject({ replayed: true, same: true, effects })
  expect(await repeated({ ...anew, content: 'b'.repeat(64) })).toMatchObject({
    replayed: true,
    same: false,
    effects,
  })
})

it('what an operation did is forgotten after 30 days, the operation never', async () => {
  const { coach, student, pack, based } = await scene()
  const register = async () => ({
    ...plan({ based_on: await based(), lessons: [lesson({ assignments: [seat(student, pack)] })] }),
    content: 'a'.repeat(64),
  })
  const old = await register()
  await applied(coach, 'apply_session_plan', old)
  await db.owner(
    `update private.applied_ops set applied_at = now() - interval '31 days' where user_id = $1 and op_id = $2`,
    [coach, old.op_id],
  )
  await applied(coach, 'apply_session_plan', await register())
  const again = await callJson<Applied>(db.as(coach), 'apply_session_plan', old)
  expect(again).toMatchObject({ replayed: true, same: null, effects: null })
})
