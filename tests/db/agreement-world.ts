import { randomUUID } from 'node:crypto'
import type { Effects } from '@/credits/applied'
import type { LedgerFacts } from '@/packages/statement/rules'
import type { Parameter, Query, TestDatabase } from '../support/postgres-database'
import { basedOn, callJson, insert, makeCoach, makePackage, makeStudent } from '../support/world/sql'

/** A coach in UTC with combinados, a student with a package, and lessons a given number of hours from now. */

interface Reply {
  reply: string
  replied_at: string
  told_by: string
  outcome: string | null
}
interface Entry extends Partial<Omit<Reply, 'reply'>> {
  slot_id: string
  slot_date: string
  starts_at: string
  reply: string | null
  deadline: string | null
  can_reply: boolean
  would_be: string | null
}
interface Page {
  next_lessons: Entry[]
  agreement: unknown
  statement: LedgerFacts[]
  sessions: object[]
  packages: { floor_days: number }[]
}
export interface Visited {
  success: boolean
  error?: string
  lesson?: Entry
}
interface Noted {
  reply: Reply | null
  offered: boolean
  effects: Effects
}

export const TEXTS = {
  gone: 'Esta aula não está mais marcada',
  begun: 'Esta aula já começou',
  changed: 'Esta aula mudou. Confira e responda de novo.',
  unjudged: 'Esta aula não pode ser respondida aqui. Fale com o professor.',
  tooMany: 'Muitas tentativas. Tente mais tarde.',
  confirmGone: 'Estes combinados mudaram. Atualize a página.',
}

export const HOUR = 3_600_000
export const instant = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null)
const fromNow = (hours: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + hours * HOUR)
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
export const dayFromNow = (days: number) => hoursAgo(-24 * days).slice(0, 10)

/** Applies a plan of slots. */
export const agenda = (change: object) => (query: Query) =>
  callJson<Released>(query, 'apply_slot_plan', { op_id: randomUUID(), ...change })
export const skip = (lesson: Occurrence) =>
  agenda({ skips: { add: [{ ...lesson, reason: 'rain', moved_to: null }] } })
export const move = (lesson: Occurrence, hoursFromNow = 50) =>
  agenda({ skips: { add: [{ ...lesson, reason: null, moved_to: hoursAgo(-hoursFromNow) }] } })
export const moveBack = (lesson: Occurrence) => agenda({ skips: { remove: [lesson] } })

/** What a slot plan answers about guests who lose their place. */
export interface Released {
  replayed: boolean
  released: { slot_id: string; slot_date: string; student_id: string; told_for?: string }[]
}

export interface Lesson {
  slot_id: string | null
  slot_date: string | null
  start: string
}
export type Occurrence = Lesson & { slot_id: string; slot_date: string }
export type Rules = Partial<{ notice_hours: number; makeup_days: number; note: string }>
export type World = Awaited<ReturnType<typeof makeAgreementWorld>>

export async function makeAgreementWorld(db: TestDatabase, rules: Rules | null = {}) {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const pack = await makePackage(db, coach, student, {
    total_classes: 8,
    purchase_date: dayFromNow(-30),
    expiry_date: dayFromNow(10),
  })
  const asOwner = (text: string, values: Parameter[] = []) => db.owner(text, values)
  const asCoach = (text: string, values: (string | null)[] = []) => db.as(coach)(text, values)
  const saveAgreement = (asked: object) =>
    callJson<Record<string, unknown>>(db.as(coach), 'save_agreement', asked)
  /** Inserts version `number` of the agreement, saved `savedHoursAgo` hours ago. */
  const version = async (number: number, row: Record<string, Parameter> = {}, savedHoursAgo = 24 * 60) => {
    const usual = { starts_on: dayFromNow(-60), notice_hours: 24, makeup_days: 30 }
    const saved = { user_id: coach, version: number, created_at: hoursAgo(savedHoursAgo) }
    await insert(db.owner, 'agreements', { ...saved, ...usual, ...row })
    await asOwner('update public.profiles set agreements_written = $2::text::int where id = $1', [
      coach,
      String(number),
    ])
  }
  await asOwner(`update public.profiles set time_zone = 'UTC' where id = $1`, [coach])
  await asOwner('update public.profiles set time_zone_since = null where id = $1', [coach])
  if (rules) await version(1, rules)

  /** A planned lesson that begins in `hours` hours (negative: ago), and that got this time `since` hours ago. */
  const lessonIn = async (hours: number, since = 24 * 60, students = [student]): Promise<Occurrence> => {
    const start = fromNow(hours).toISOString()
    const slot_date = start.slice(0, 10)
    const slot_id = await db.asOwner(async (query) => {
      const id = await insert(query, 'lesson_slots', {
        user_id: coach,
        start_time: start.slice(11, 16),
        starts_on: slot_date,
        ends_on: slot_date,
        time_since: hoursAgo(since),
      })
      for (const student_id of students)
        await insert(query, 'lesson_slot_students', { user_id: coach, slot_id: id, student_id })
      return id
    })
    return { slot_id, slot_date, start }
  }
  /** Ends this slot, and puts another slot in its place from that day on. */
  const replaced = async (
    { slot_id, slot_date }: Occurrence,
    slot: object = {},
    last_day: string | null = null,
  ) => {
    const [old] = await db.owner<{ at: string; start_time: string }>(
      'select updated_at::text as at, start_time::text from public.lesson_slots where id = $1',
      [slot_id],
    )
    const days = { weekday: null, starts_on: slot_date, ends_on: slot_date }
    const usual = { id: randomUUID(), start_time: old?.start_time, minutes: 90, students: [student] }
    return callJson<Released>(db.as(coach), 'apply_slot_plan', {
      op_id: randomUUID(),
      end: [{ slot_id, expected: old?.at, last_day }],
      add: [{ ...days, ...usual, replaces: slot_id, ...slot }],
    })
  }
  /** Inserts a reply of the student, by default in time, as if given at `replied_at`. */
  const said = (lesson: Lesson, row: Record<string, Parameter> = {}) =>
    insert(db.owner, 'lesson_replies', {
      user_id: coach,
      slot_id: lesson.slot_id,
      slot_date: lesson.slot_date,
      student_id: student,
      reply: 'not_coming',
      told_by: 'student',
      for_start: lesson.start,
      outcome: 'kept',
      agreement_version: 1,
      ...row,
    })
  const page = () =>
    db.asAnon(async (query) => {
      const [row] = await query<{ answer: Page }>(
        'select public.get_student_public_data($1::text::uuid) as answer',
        [student],
      )
      if (!row) throw new Error('no page')
      return row.answer
    })
  const entryOf = async ({ slot_id, slot_date }: Lesson) =>
    (await page()).next_lessons.find((each) => each.slot_id === slot_id && each.slot_date === slot_date)
  const reply = (
    lesson: Lesson,
    what: string | null,
    { expected = 'kept', start = lesson.start, link = student }: Asked = {},
  ) => db.asAnon(replyAs(lesson, what, { expected, start, link }))
  const note = ({ slot_id, slot_date }: Lesson, row: Record<string, unknown> = {}) =>
    callJson<Noted>(db.as(coach), 'record_reply', {
      slot_id,
      slot_date,
      student_id: student,
      reply: 'not_coming',
      ...row,
    })
  const voidReply = ({ slot_id, slot_date, start }: Lesson, op: string | null = null) =>
    db.asUser(coach, async (query) => {
      const [row] = await query<{ answer: Noted }>(
        `select public.void_reply($1::text::uuid, $2::text::date, $3::text::uuid, $4::text::timestamptz,
                                  $5::text::uuid) as answer`,
        [slot_id, slot_date, student, start, op],
      )
      return row?.answer
    })
  /** Registers the lesson of the occurrence with the student, or with `known` updates that lesson. */
  const register = async (
    lesson: Lesson,
    seat: Record<string, unknown> = {},
    known: { id?: string; version?: number } = {},
  ) => {
    const id = known.id ?? randomUUID()
    const based_on = await basedOn(db, coach, [student])
    const { start: date, slot_date, slot_id } = lesson
    const created = { id, teacher: 'Ana', date, day: date.slice(0, 10), slot_id, slot_date }
    const change =
      known.version === undefined
        ? { op: 'create', session: created }
        : { op: 'update', expected_version: known.version, session: { id } }
    const usual = { student_id: student, package_id: null, manually_assigned: false, attendance: 'excused' }
    const answer = await callJson<{ session: { version: number }; effects: Effects }>(
      db.as(coach),
      'apply_session_plan',
      { op_id: randomUUID(), based_on, lessons: [{ ...change, participants: [{ ...usual, ...seat }] }] },
    )
    return { id, version: answer.session.version, effects: answer.effects }
  }
  const seatOf = async (session: string) => {
    const [row] = await db.owner<Record<string, string | number | null>>(
      `select attendance, told_by, told_outcome, agreement_version::int, spared_package_id,
                round(extract(epoch from now() - told_at) / 3600)::int as told_hours_ago
           from public.session_package_assignments where user_id = $1 and session_id = $2`,
      [coach, session],
    )
    return row
  }
  /** Days from today to the package's last day, and the days by which it is extended. */
  const validity = async (id = pack) => {
    const [row] = await db.owner<{ left: number | null; extended: number }>(
      `select expiry_date - (now() at time zone 'UTC')::date as left, extended_days as extended
           from public.packages where user_id = $1 and id = $2`,
      [coach, id],
    )
    return row
  }
  const does = { version, lessonIn, said, page, entryOf, reply, note, voidReply, register, seatOf, validity }
  return { coach, student, pack, asOwner, asCoach, saveAgreement, replaced, ...does }
}

export interface Asked {
  expected?: string | null
  start?: string | null
  link?: string
}

/** The visitor's call `reply_to_lesson`, on any connection. */
export const replyAs =
  ({ slot_id, slot_date }: Lesson, what: string | null, { expected, start, link }: Asked) =>
  async (query: Query): Promise<Visited> => {
    const [row] = await query<{ answer: Visited }>(
      `select public.reply_to_lesson($1::text::uuid, $2::text::uuid, $3::text::date, $4::text, $5::text,
                                     $6::text::timestamptz) as answer`,
      [link ?? null, slot_id, slot_date, what, expected ?? null, start ?? null],
    )
    if (!row) throw new Error('reply_to_lesson answered no row')
    return row.answer
  }
