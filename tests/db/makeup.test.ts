import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { statementLine } from '@/packages/statement/rules'
import { sharedDatabase } from '../support/shared-postgres'
import { basedOn, callJson, makePackage, makeStudent } from '../support/world/sql'
import {
  dayFromNow,
  HOUR,
  hoursAgo,
  type Lesson,
  makeAgreementWorld,
  move,
  moveBack,
  type Rules,
  type World,
} from './agreement-world'
import { expectNoBrokenRules } from './broken-rules'

/** The day of a lesson in `hours` hours, counted from today. */
const dayOf = (hours: number) =>
  Math.round((Date.parse(hoursAgo(-hours).slice(0, 10)) - Date.parse(dayFromNow(0))) / (24 * HOUR))

/** The package's validity with a floor in `days` days: its own last day is in ten days. */
const until = (days: number) => ({ left: days, extended: days - 10 })

/** A lesson in `hours` hours whose student told in time not to come, and is excused. */
const excused = async (w: World, seat: object = {}, hours = -1) => {
  const lesson = await w.lessonIn(hours)
  await w.said(lesson, { replied_at: hoursAgo(40 - hours) })
  return { lesson, ...(await w.register(lesson, { spared_package_id: w.pack, ...seat })) }
}

/**
 * docs/data-model.md, 'Replies and how they are judged': what a registered lesson keeps of a reply, and what follows
 * from it.
 */
const db = await sharedDatabase()

const world = (rules?: Rules | null) => makeAgreementWorld(db, rules)
const floors = ({ coach }: World) =>
  db.owner<{ kept: boolean }>(
    'select kept from public.package_extensions where user_id = $1 and until_day is not null',
    [coach],
  )
const deleteLesson = (w: World, id: string) => w.asCoach('delete from public.sessions where id = $1', [id])

describe('a registered lesson', () => {
  it.each<[string, number | null, Record<string, string | number | null>]>([
    ['told in time', 40, { told_by: 'student', told_outcome: 'kept', told_hours_ago: 40 }],
    ['told late', 3, { told_by: 'student', told_outcome: 'late', told_hours_ago: 3 }],
    ['nothing told', null, { told_by: null, told_outcome: null, told_hours_ago: null }],
  ])('keeps what was told and which version judged: %s', async (_, told, seat) => {
    const w = await world()
    const lesson = await w.lessonIn(-1)
    if (told !== null)
      await w.said(lesson, { replied_at: hoursAgo(told), outcome: told > 25 ? 'kept' : 'late' })
    const { id, effects } = await w.register(lesson, { attendance: 'present', package_id: w.pack })
    expect(await w.seatOf(id)).toMatchObject({ ...seat, agreement_version: 1 })
    // The effects have it too, so the coach sees who came despite 'Não vou'.
    const { told_hours_ago: _at, ...figures } = seat
    expect(effects.participants[0]?.after).toMatchObject(figures)
  })

  it('keeps nothing without a version, nor of somebody who comes after all', async () => {
    const without = await world(null)
    const { id } = await without.register(await without.lessonIn(-1))
    expect(await without.seatOf(id)).toMatchObject({ told_by: null, agreement_version: null })
    const w = await world()
    const lesson = await w.lessonIn(-1)
    await w.said(lesson, { reply: 'coming', outcome: null, agreement_version: null })
    const came = await w.register(lesson)
    expect(await w.seatOf(came.id)).toMatchObject({ told_by: null, agreement_version: 1 })
  })

  it('follows a later note and "Não foi o aluno", not today’s rules', async () => {
    const w = await world()
    const lesson = await w.lessonIn(-1)
    await w.said(lesson, { replied_at: hoursAgo(3), outcome: 'late' })
    const { id } = await w.register(lesson, { attendance: 'absent', package_id: w.pack })
    const { effects } = await w.note(lesson, { told_at: hoursAgo(50) })
    expect(await w.seatOf(id)).toMatchObject({ told_by: 'coach', told_outcome: 'kept', told_hours_ago: 50 })
    expect(effects.participants).toHaveLength(1)
    await w.note(lesson, { reply: null })
    expect(await w.seatOf(id)).toMatchObject({ told_by: 'student', told_outcome: 'late' })
    await w.voidReply(lesson)
    await w.saveAgreement({ starts_on: dayFromNow(0), notice_hours: 1, makeup_days: 0, note: null })
    expect(await w.seatOf(id)).toMatchObject({ told_by: null, agreement_version: 1 })
  })

  it('names the version that found it late, also where another one would judge the lesson by now', async () => {
    const w = await world()
    const lesson = await w.lessonIn(3)
    await w.said(lesson, { outcome: 'late' })
    await w.asCoach('select public.end_agreement()')
    await w.saveAgreement({ starts_on: dayFromNow(0), notice_hours: 1, makeup_days: 0, note: null })
    expect(await w.entryOf(lesson)).toMatchObject({ outcome: 'late', would_be: 'kept' })
    const begun = { ...lesson, start: hoursAgo(0) }
    const { id } = await w.register(begun, { attendance: 'absent', package_id: w.pack })
    expect(await w.seatOf(id)).toMatchObject({ told_outcome: 'late', agreement_version: 1 })
  })

  it('tells the student the days that a reply in time gives, also once the agreement was taken down', async () => {
    const w = await world()
    const lesson = await w.lessonIn(50)
    await w.said(lesson)
    await w.asCoach('select public.end_agreement()')
    expect(await w.entryOf(lesson)).toMatchObject({ outcome: 'kept', would_be: null, makeup_days: 30 })
  })

  it('that becomes the one of an occurrence gets what was told of it, and loses it with the occurrence', async () => {
    const w = await world()
    const lesson = await w.lessonIn(-1)
    await w.said(lesson, { replied_at: hoursAgo(40) })
    const plain: Lesson = { ...lesson, slot_id: null, slot_date: null }
    const { id } = await w.register(plain, { attendance: 'present', package_id: w.pack })
    const untold = { told_by: null, agreement_version: null }
    expect(await w.seatOf(id)).toMatchObject(untold)
    const set = 'update public.sessions set slot_id = $2, slot_date = $3::text::date where id = $1'
    await w.asOwner(set, [id, lesson.slot_id, lesson.slot_date])
    expect(await w.seatOf(id)).toMatchObject({ told_by: 'student', agreement_version: 1 })
    await w.asOwner(set, [id, null, null])
    expect(await w.seatOf(id)).toMatchObject(untold)
  })

  it('that comes back by an undo keeps what was told of it and its floor, though its slot went meanwhile', async () => {
    const w = await world()
    const { lesson, id } = await excused(w)
    const before = await w.seatOf(id)
    await deleteLesson(w, id)
    await w.asOwner('delete from public.lesson_slots where user_id = $1 and id = $2', [
      w.coach,
      lesson.slot_id,
    ])
    await w.register(lesson, { spared_package_id: w.pack }, { id })
    expect(await w.seatOf(id)).toEqual(before)
    expect(await w.validity()).toEqual(until(30 + dayOf(-1)))
    // Nothing about a deleted student is kept for the undo of the lesson.
    const other = await makeStudent(db, w.coach)
    await w.asCoach(
      'insert into public.session_package_assignments (session_id, student_id) values ($1, $2)',
      [id, other],
    )
    await deleteLesson(w, id)
    await w.asCoach('select public.delete_student($1::text::uuid)', [w.student])
    expect(
      await w.asOwner('select seats from private.deleted_lessons where user_id = $1', [w.coach]),
    ).toEqual([{ seats: {} }])
  })

  it.each<[string, boolean, boolean]>([
    ['whose occurrence another device has moved meanwhile is outside the agenda', false, true],
    ['whose occurrence had moved before is that occurrence again', true, false],
    ['whose occurrence is back at its hour meanwhile is outside the agenda', true, true],
  ])('that comes back by an undo, %s, and keeps what was told and its floor', async (_, moved, changes) => {
    const w = await world()
    const slot = await w.lessonIn(moved ? -5 : -1)
    if (moved) await db.asUser(w.coach, move(slot, -1))
    const [at] = await db.owner<{ start: string }>(
      'select max(moved_to)::text as start from public.slot_exceptions where user_id = $1',
      [w.coach],
    )
    const lesson = { ...slot, start: at?.start ? new Date(at.start).toISOString() : slot.start }
    await w.said({ ...lesson, start: at?.start ?? slot.start }, { replied_at: hoursAgo(40) })
    const { id } = await w.register(lesson, { spared_package_id: w.pack })
    const [before, validity] = [await w.seatOf(id), await w.validity()]
    expect(before).toMatchObject({ told_outcome: 'kept' })
    await deleteLesson(w, id)
    if (changes) await db.asUser(w.coach, moved ? moveBack(slot) : move(slot))
    const { slot_id, slot_date, start: date } = lesson
    const session = { id, teacher: 'Ana', date, day: date.slice(0, 10), slot_id, slot_date }
    const seat = { student_id: w.student, package_id: null, manually_assigned: false, attendance: 'excused' }
    const based_on = await basedOn(db, w.coach, [w.student])
    const participants = [{ ...seat, spared_package_id: w.pack }]
    const undo = {
      op_id: randomUUID(),
      restores: true,
      based_on,
      lessons: [{ op: 'create', session, participants }],
    }
    const answer = await callJson<{ session: { slot_id: string | null } }>(
      db.as(w.coach),
      'apply_session_plan',
      undo,
    )
    expect(answer.session.slot_id).toBe(changes ? null : slot_id)
    expect(await w.seatOf(id)).toEqual(before)
    expect(await w.validity()).toEqual(validity)
  })

  it('is explained from the start that was told about, whatever date it has by now', async () => {
    const w = await world()
    const lesson = await w.lessonIn(-50)
    await w.said(lesson, { replied_at: hoursAgo(53.5), outcome: 'late' })
    const { id } = await w.register(lesson, { attendance: 'absent', package_id: w.pack })
    await w.asCoach(
      `update public.sessions set date = date + interval '2 days', day = day + 2 where id = $1`,
      [id],
    )
    const words = async () =>
      (await w.page()).statement.map((line) => statementLine(line, 'UTC').split(' · ')[0]).slice(0, -1)
    const late = 'Falta cobrada: avisou 3 h antes (combinado: 24 h)'
    expect(await words()).toEqual([late])
    await deleteLesson(w, id)
    expect(await words()).toEqual([expect.stringContaining('aula retirada'), late])
  })

  it('is explained alike by statement, page and history, also when it is gone', async () => {
    const w = await world()
    const lesson = await w.lessonIn(-1)
    await w.said(lesson, { replied_at: hoursAgo(4), outcome: 'late' })
    const { id } = await w.register(lesson, { attendance: 'absent', package_id: w.pack })
    const told = { told_by: 'student', told_outcome: 'late', agreement_version: 1, notice_hours: 24 }
    const statement = async () => {
      const [row] = await db.as(w.coach)<{ lines: object[] }>(
        `select public.get_credit_statement($1::text::uuid) -> 'lines' as lines`,
        [w.student],
      )
      return row?.lines ?? []
    }
    expect((await statement())[0]).toMatchObject({ kind: 'consume', ...told })
    expect((await w.page()).statement[0]).toMatchObject(told)
    expect((await w.page()).sessions[0]).toMatchObject({ attendance: 'absent', ...told })
    const [history] = await w.asCoach(
      `select public.get_sessions_page(1, 5) #> '{items,0,session_package_assignments,0}' as seat`,
    )
    expect(history).toMatchObject({ seat: told })
    // The coach notes the absence after the line was written; then the lesson is deleted.
    await w.note(lesson, { told_at: hoursAgo(50) })
    const now = { ...told, told_by: 'coach', told_outcome: 'kept' }
    expect((await statement())[0]).toMatchObject({ kind: 'consume', ...now })
    await deleteLesson(w, id)
    expect(await statement()).toMatchObject([
      { kind: 'refund', ...now },
      { kind: 'consume', ...now },
      { kind: 'purchase', told_by: null },
    ])
    expect((await w.page()).statement).toMatchObject([now, now, { told_by: null }])
  })
})

describe('the floor of validity', () => {
  it('lets the package of an absence that was told in time be valid so many days after the lesson', async () => {
    const w = await world()
    const { effects } = await excused(w)
    const day = 30 + dayOf(-1)
    expect(await w.validity()).toEqual(until(day))
    expect(effects.packages).toMatchObject([
      { before: { extended_days: 0 }, after: { extended_days: day - 10 } },
    ])
    await expectNoBrokenRules(db)
  })

  it('is told to a student who is offered an hour, in days, because no other absence adds to them', async () => {
    const w = await world()
    await excused(w)
    const days = () => w.page().then(({ packages }) => packages.map(({ floor_days }) => floor_days))
    expect(await days()).toEqual([0])
    const { slot_id, slot_date, start: closes_at } = await w.lessonIn(40, 24 * 60, [])
    const opening = { id: randomUUID(), slot_id, slot_date, places: 1, closes_at, students: [w.student] }
    await callJson(db.as(w.coach), 'open_places', opening)
    expect(await days()).toEqual([30 + dayOf(-1) - 10])
  })

  it.each<[string, Rules, object, Record<string, string>]>([
    ['told late', {}, {}, { outcome: 'late' }],
    ['no make-up days', { makeup_days: 0 }, {}, {}],
    ['who came', {}, { attendance: 'present', spared_package_id: null }, {}],
    ['who is charged', {}, { attendance: 'absent', spared_package_id: null }, {}],
    ['no package that the lesson would have taken', {}, { spared_package_id: null }, {}],
  ])('there is none: %s', async (_, agreed, seat, said) => {
    const w = await world(agreed)
    const lesson = await w.lessonIn(-1)
    await w.said(lesson, { replied_at: hoursAgo(40), ...said })
    await w.register(lesson, { spared_package_id: w.pack, ...seat })
    expect(await w.validity()).toEqual(until(10))
    expect(await floors(w)).toEqual([])
  })

  it('leaves its row where it moves nothing, and counts once the own days are fewer', async () => {
    const w = await world({ makeup_days: 5 })
    await excused(w)
    expect(await w.validity()).toEqual(until(10))
    expect(await floors(w)).toHaveLength(1)
    const set = 'update public.packages set expiry_date = $2::text::date where id = $1'
    await w.asCoach(set, [w.pack, dayFromNow(1)])
    const day = 5 + dayOf(-1)
    expect(await w.validity()).toEqual({ left: day, extended: day - 1 })
    // The form sends the last day that the coach sees, extension included: it is in 21 days without the floor.
    await w.asCoach(set, [w.pack, dayFromNow(21 + day - 1)])
    expect(await w.validity()).toEqual({ left: 21, extended: 0 })
  })

  it('stands whichever comes last, the excuse or the note, and goes with either', async () => {
    const w = await world()
    const lesson = await w.lessonIn(-1)
    const day = 30 + dayOf(-1)
    const first = await w.register(lesson, { spared_package_id: w.pack })
    expect(await w.validity()).toEqual(until(10))
    const { effects } = await w.note(lesson, { told_at: hoursAgo(50) })
    expect(await w.validity()).toEqual(until(day))
    expect(effects.packages).toHaveLength(1)
    await w.note(lesson, { reply: null })
    expect(await w.validity()).toEqual(until(10))
    await w.note(lesson, { told_at: hoursAgo(50) })
    const charged = await w.register(lesson, { attendance: 'absent', package_id: w.pack }, first)
    expect(await w.validity()).toEqual(until(10))
    expect(await floors(w)).toEqual([])
    const { id } = first
    const back = await w.register(lesson, { spared_package_id: w.pack }, { id, version: charged.version })
    expect(await w.validity()).toEqual(until(day))
    // A plan that does not name the spared package leaves it as it is.
    await w.register(lesson, { manually_assigned: true }, { id, version: back.version })
    expect(await w.validity()).toEqual(until(day))
  })

  it('goes where the version that the seat names by now gives no days', async () => {
    const w = await world({ makeup_days: 0 })
    await w.version(2, { makeup_days: 30 }, 24 * 50)
    const { lesson, id } = await excused(w)
    expect(await w.seatOf(id)).toMatchObject({ agreement_version: 2 })
    expect(await w.validity()).toEqual(until(30 + dayOf(-1)))
    // Both were taken down: what was told in time keeps the version by which it was told.
    await w.asOwner('update public.agreements set ends_on = starts_on - 1 where user_id = $1', [w.coach])
    await w.note(lesson)
    expect(await w.seatOf(id)).toMatchObject({ told_outcome: 'kept', agreement_version: 1 })
    expect([await floors(w), await w.validity()]).toEqual([[], until(10)])
  })

  it('of many does not chain: none reaches past the own last day, the standing days and the make-up days', async () => {
    const w = await world({ makeup_days: 10 })
    await w.asOwner('update public.packages set expiry_date = $2::text::date where id = $1', [
      w.pack,
      dayFromNow(-8),
    ])
    for (const hours of [-1, -2, -3]) await excused(w, {}, hours)
    expect(await w.validity()).toEqual({ left: 2, extended: 10 })
    await w.asOwner(
      `insert into public.package_extensions (user_id, student_id, package_id, days, reason)
       values ($1, $2, $3, 3, 'Viagem')`,
      [w.coach, w.student, w.pack],
    )
    expect(await w.validity()).toEqual({
      left: Math.min(5, 10 + dayOf(-1)),
      extended: 8 + Math.min(5, 10 + dayOf(-1)),
    })
  })

  it('follows its lesson when that moves, and stays when it is deleted', async () => {
    const w = await world()
    const { id } = await excused(w)
    const day = 30 + dayOf(-1) - 3
    await w.asCoach(
      `update public.sessions set date = date - interval '3 days', day = day - 3 where id = $1`,
      [id],
    )
    expect(await w.validity()).toEqual(until(day))
    await deleteLesson(w, id)
    expect(await w.validity()).toEqual(until(day))
    expect(await floors(w)).toEqual([{ kept: true }])
  })

  it('goes with the undo of its lesson', async () => {
    const w = await world()
    const { id, version } = await excused(w)
    await callJson(db.as(w.coach), 'apply_session_plan', {
      op_id: randomUUID(),
      restores: true,
      lessons: [{ op: 'delete', expected_version: version, session: { id } }],
    })
    expect(await w.validity()).toEqual(until(10))
    expect(await floors(w)).toEqual([])
  })

  it('of a package that begins with its first lesson counts once it has begun', async () => {
    const w = await world()
    const begins = { purchase_date: dayFromNow(-20), expiry_date: null, validity_days: 7 }
    const pack = await makePackage(db, w.coach, w.student, begins)
    await excused(w, { spared_package_id: pack })
    expect(await w.validity(pack)).toEqual({ left: null, extended: 0 })
    await w.register(await w.lessonIn(-72), { attendance: 'present', package_id: pack })
    const own = dayOf(-72) + 7
    const left = Math.min(30 + dayOf(-1), own + 30)
    expect(await w.validity(pack)).toEqual({ left, extended: left - own })
  })

  it('of somebody anonymised stays, and keeps nobody from correcting the lesson', async () => {
    const w = await world()
    const { id } = await excused(w)
    await w.asCoach('select public.anonymize_student($1::text::uuid)', [w.student])
    const day = 30 + dayOf(-1)
    expect(await w.validity()).toEqual(until(day))
    expect(await w.seatOf(id)).toMatchObject({ told_by: 'student', told_outcome: 'kept' })
    await w.asCoach(
      `update public.session_package_assignments set attendance = 'absent', spared_package_id = null
         where session_id = $1`,
      [id],
    )
    expect(await w.validity()).toEqual(until(day))
    for (const table of ['lesson_replies', 'agreement_confirmations'])
      expect(await w.asOwner(`select from public.${table} where user_id = $1`, [w.coach])).toEqual([])
  })

  it('of somebody anonymised keeps nobody from correcting or deleting the lesson that began the validity', async () => {
    const w = await world()
    const begins = { purchase_date: dayFromNow(-20), expiry_date: null, validity_days: 7 }
    const pack = await makePackage(db, w.coach, w.student, begins)
    const { id } = await w.register(await w.lessonIn(-72), { attendance: 'present', package_id: pack })
    await excused(w, { spared_package_id: pack })
    await w.asCoach('select public.anonymize_student($1::text::uuid)', [w.student])
    const earlier = `update public.sessions set date = date - interval '1 day', day = day - 1 where id = $1`
    await w.asCoach(earlier, [id])
    const own = dayOf(-72) + 7 - 1
    const left = Math.min(30 + dayOf(-1), own + 30)
    expect(await w.validity(pack)).toEqual({ left, extended: left - own })
    await deleteLesson(w, id)
    expect(await w.validity(pack)).toEqual({ left: null, extended: 0 })
    await expectNoBrokenRules(db)
  })
})
