import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Attendance } from '@/core/model'
import type { Applied, Effects } from '@/credits/applied'
import { creditPlan as plan, lessonOn } from '../support/flat-plan'
import { sharedDatabase } from '../support/shared-postgres'
import { writeTold } from '../support/told'
import { basedOn, callJson, insert, makeSale } from '../support/world/sql'
import { assignmentRow, feedbackRow } from '../support/world/values'

/**
 * The effects that the database answers must be the difference of all rows of the coach (tests/support/told.ts). What
 * the random actions of the property tests of credits and money do is compared there.
 */

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
  const sale = await makeSale(db)
  return { ...sale, based: () => basedOn(db, sale.coach, [sale.student]) }
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

it('the effects of an edit of words say that there was one, and none of them', async () => {
  const { coach, student, pack, based } = await scene()
  const words = (notes: string) => ({ feedbacks: [feedbackRow(student, { rating: 3, notes })] })
  const created = lesson({ assignments: [seat(student, pack)], ...words('Saque') })
  const { effects } = await planned(coach, { based_on: await based(), lessons: [created] })
  const edit = { expected_version: versionOf({ effects }), session: { id: created.session.id } }
  const edited = await planned(coach, { lessons: [lesson({ op: 'update', ...edit, ...words('Outro') })] })
  expect(edited.effects.feedbacks).toMatchObject([{ before: { rating: 3 }, after: { rating: 3 } }])
  expect(JSON.stringify(edited.effects)).not.toContain('Outro')
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

it('the effects of removing a package are those of its payments and of the lesson that it paid for, too', async () => {
  const { coach, student, based } = await scene()
  const owed = lesson({ assignments: [seat(student, null)] })
  const registered = await planned(coach, { based_on: await based(), lessons: [owed] })
  const paidBy = async (pack: string | null, expected_version: number) => ({
    based_on: await based(),
    lessons: [
      lesson({
        op: 'update',
        session: { id: owed.session.id },
        expected_version,
        assignments: [{ ...seat(student, pack), manually_assigned: pack !== null }],
      }),
    ],
  })
  const sold = {
    total_classes: 10,
    price: 500,
    purchase_date: DAY,
    payment_date: DAY,
    expiry_date: '2026-03-12',
    validity_days: null,
  }
  const [id, payment] = [randomUUID(), randomUUID()]
  const { effects } = await applied(coach, 'sell_package', {
    ...plan(await paidBy(id, versionOf(registered))),
    package: { ...sold, id, student_id: student, name: 'Pacote de 10 aulas' },
    payment: { id: payment, amount: 200, paid_on: DAY, method: 'pix' },
  })
  const left = { used_outside: 0, extended_days: 0, paid_total: 200, renews_monthly: false }
  const expected = { ...sold, ...left, payments: [payment] }
  const gone = await planned(coach, {
    ...(await paidBy(null, versionOf({ effects }))),
    packages: [{ op: 'remove', id, expected }],
  })
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
