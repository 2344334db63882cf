import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { callJson, comeFrom, makeCoach, makeStudent } from '../support/world/sql'
import {
  dayFromNow,
  HOUR,
  hoursAgo,
  instant,
  type Lesson,
  makeAgreementWorld,
  move,
  moveBack,
  replyAs,
  type Rules,
  TEXTS,
  type World,
} from './agreement-world'

const rules = (overrides: object = {}) => ({
  starts_on: dayFromNow(0),
  notice_hours: 24,
  makeup_days: 30,
  note: 'Traga água',
  ...overrides,
})

/** docs/data-model.md, 'Replies and how they are judged': who may reply, until when, and what a reply means. */
const db = await sharedDatabase()

const world = (agreed?: Rules | null) => makeAgreementWorld(db, agreed)
const confirm = (link: string, version: number | null) =>
  db.asAnon(async (query) => {
    const [row] = await query<{ answer: string }>(
      'select public.confirm_agreement($1::text::uuid, $2::text::int)::text as answer',
      [link, version === null ? null : String(version)],
    )
    return row?.answer ?? ''
  })
const from = (address: string, link: string, lesson: Lesson) =>
  db.asAnon(async (query) => {
    await comeFrom(query, address)
    return (await replyAs(lesson, 'coming', { link, start: lesson.start })(query)).error
  })
const end = (w: World) => w.asCoach('select public.end_agreement()')
const rotate = (w: World) => w.asCoach('select public.rotate_student_link($1::text::uuid)', [w.student])
const anonymise = (w: World) => w.asCoach('select public.anonymize_student($1::text::uuid)', [w.student])
const versions = ({ coach }: World) =>
  db.owner<{ version: number; ended: boolean }>(
    `select version::int, ends_on is not null as ended from public.agreements where user_id = $1 order by version`,
    [coach],
  )
const numbers = async (w: World) => (await versions(w)).map(({ version }) => version)
const stored = ({ coach }: World) =>
  db.owner<{ reply: string; told_by: string }>(
    'select reply, told_by, replied_at::text, came_back from public.lesson_replies where user_id = $1 order by told_by',
    [coach],
  )

describe('versions', () => {
  it('a save writes one, without a change none, and takes the place of one that has not begun', async () => {
    const w = await world(null)
    const row = { user_id: w.coach, version: 1, ...rules(), ends_on: null, created_at: expect.any(String) }
    expect(await w.saveAgreement(rules({ note: '  Traga água ' }))).toEqual(row)
    // The same rules from a later day are no change either.
    expect(await w.saveAgreement(rules({ starts_on: dayFromNow(9) }))).toEqual(row)
    const stricter = rules({ notice_hours: 48, starts_on: dayFromNow(5) })
    expect(await w.saveAgreement(stricter)).toMatchObject({ version: 2 })
    expect(await w.saveAgreement(stricter)).toMatchObject({ version: 2 })
    // A replaced version's number is not used again: a page that still shows the old version must not confirm rules
    // that it never showed.
    expect(await w.saveAgreement({ ...stricter, starts_on: dayFromNow(6) })).toMatchObject({ version: 3 })
    expect(await numbers(w)).toEqual([1, 3])
    expect(await w.saveAgreement(rules({ makeup_days: 0, note: null }))).toMatchObject({
      version: 4,
      note: null,
    })
    expect(await numbers(w)).toEqual([1, 4])
  })

  it.each<[string, object]>([
    ['yesterday', { starts_on: dayFromNow(-1) }],
    ['no day', { starts_on: null }],
    ['half an hour', { notice_hours: 0.5 }],
    ['a week and an hour', { notice_hours: 169 }],
    ['less than none', { notice_hours: -1 }],
    ['a number as text', { notice_hours: '24' }],
    ['91 days', { makeup_days: 91 }],
    ['no days', { makeup_days: undefined }],
    ['a note that is too long', { note: 'x'.repeat(501) }],
    ['a note that is a list', { note: ['x'] }],
  ])('is refused: %s', async (_, change) => {
    const w = await world(null)
    expect(await refusal(w.saveAgreement(rules(change)))).toEqual({ code: 'PT400', message: 'bad_agreement' })
    expect(await numbers(w)).toEqual([])
  })

  it('taken down, it is gone from the page at once and judges nothing, nor does the one before it', async () => {
    const w = await world()
    await w.version(2, { starts_on: dayFromNow(-5), notice_hours: 2 }, 24 * 6)
    await w.version(3, { starts_on: dayFromNow(5) }, 1)
    const lesson = await w.lessonIn(30)
    await w.reply(lesson, 'not_coming')
    await end(w)
    expect(await versions(w)).toEqual([
      { version: 1, ended: true },
      { version: 2, ended: true },
    ])
    expect((await w.page()).agreement).toBeNull()
    // The reply keeps its outcome, and the page offers no buttons.
    expect(await w.entryOf(lesson)).toMatchObject({
      reply: 'not_coming',
      outcome: 'kept',
      can_reply: false,
      deadline: null,
      would_be: null,
    })
    expect(await w.saveAgreement(rules({ note: null }))).toMatchObject({ version: 4 })
  })

  it('of two devices that save at once the second one sees the version of the first one', async () => {
    const w = await world(null)
    const both = await Promise.all([w.saveAgreement(rules()), w.saveAgreement(rules())])
    expect(both.map(({ version }) => version)).toEqual([1, 1])
  })

  // Versions as [number, row, hours since saved]; hours from now to the lesson; the version that judges it.
  type Version = [number, Record<string, string | number | null>, number]
  const stricter: Version[] = [
    [1, {}, 900],
    [2, { notice_hours: 48 }, 1],
  ]
  const looser: Version[] = [
    [1, { notice_hours: 48 }, 900],
    [2, { notice_hours: 2 }, 1],
  ]
  const anew: Version[] = [
    [1, { notice_hours: 168, ends_on: dayFromNow(-9) }, 900],
    [2, { starts_on: dayFromNow(0) }, 1],
  ]
  const ofOneDay: Version[] = [
    [1, {}, 900],
    [2, { notice_hours: 4 }, 800],
    [3, { notice_hours: 6 }, 700],
  ]
  it.each<[string, Version[], number, number | null]>([
    ['the only one', [[1, {}, 100]], 30, 1],
    ['a lesson before it begins', [[1, { starts_on: dayFromNow(3) }, 100]], 30, null],
    ['saved so late that nobody could tell in time', [[1, {}, 1]], 22, null],
    ['saved just in time', [[1, {}, 1]], 24, 1],
    ['a stricter one, within its own notice', stricter, 46, 1],
    ['a stricter one, past its own notice', stricter, 48, 2],
    ['a looser one, within the notice of before', looser, 46, 1],
    ['a looser one, past the notice of before', looser, 48, 2],
    ['of several of one day the latest', ofOneDay, 30, 3],
    ['one that was taken down', [[1, { ends_on: dayFromNow(-1) }, 900]], 30, null],
    ['after one that was taken down, by the own notice alone', anew, 26, 2],
    ['no notice', [[1, { notice_hours: 0 }, 1]], 1, 1],
  ])('judge: %s', async (_, saved, hours, judge) => {
    const w = await world(null)
    for (const each of saved) await w.version(...each)
    const { start } = await w.lessonIn(hours)
    const [row] = await w.asCoach(
      'select (private.judging_version($1::text::uuid, $2::text::timestamptz)).version::int as version',
      [w.coach, start],
    )
    expect(row).toEqual({ version: judge })
  })

  it('the page shows the one of today, and the next one', async () => {
    const w = await world({ note: 'Traga água' })
    const today = {
      version: 1,
      starts_on: dayFromNow(-60),
      notice_hours: 24,
      makeup_days: 30,
      note: 'Traga água',
    }
    expect((await w.page()).agreement).toEqual({ ...today, confirmed_at: null, next: null })
    await w.asOwner('delete from public.agreements where user_id = $1', [w.coach])
    await w.version(2, { starts_on: dayFromNow(3), notice_hours: 2 })
    const next = { version: 2, starts_on: dayFromNow(3), notice_hours: 2, makeup_days: 30, note: null }
    const none = { version: null, starts_on: null, notice_hours: null, makeup_days: null, note: null }
    expect(await w.page()).toMatchObject({ next_confirmed_at: null })
    expect((await w.page()).agreement).toEqual({ ...none, confirmed_at: null, next })
  })

  it('what a version found late that was replaced before it began is judged anew; what was in time stays', async () => {
    const w = await world({ notice_hours: 2 })
    await w.version(2, { starts_on: dayFromNow(3), notice_hours: 100 }, 10)
    const [late, kept] = [await w.lessonIn(96), await w.lessonIn(120)]
    const told = await w.reply(late, 'not_coming', { expected: 'late' })
    expect(told).toMatchObject({ lesson: { outcome: 'late' } })
    expect(await w.reply(kept, 'not_coming')).toMatchObject({ lesson: { outcome: 'kept' } })
    await w.saveAgreement(rules({ notice_hours: 3 }))
    expect([(await w.entryOf(late))?.outcome, (await w.entryOf(kept))?.outcome]).toEqual(['kept', 'kept'])
  })

  it('nor does what a version found late stay late that is taken down before it began', async () => {
    const w = await world({ notice_hours: 2 })
    await w.version(2, { starts_on: dayFromNow(3), notice_hours: 100 }, 10)
    const late = await w.lessonIn(96)
    await w.reply(late, 'not_coming', { expected: 'late' })
    await end(w)
    expect(await w.entryOf(late)).toMatchObject({ reply: 'not_coming', outcome: null })
  })

  it('the last moment in time of a lesson that got its time late is the same for what is judged anew', async () => {
    const w = await world({ notice_hours: 48 })
    await w.version(2, { starts_on: dayFromNow(1), notice_hours: 2 }, 96)
    // The lesson got its time 55 hours before its start: within notice plus twelve hours of the first version (60), but
    // not of the second (14).
    const lesson = await w.lessonIn(25, 30)
    await w.said(lesson, { outcome: 'late', agreement_version: 2 })
    await w.saveAgreement(rules({ notice_hours: 3, starts_on: dayFromNow(2) }))
    expect(await w.entryOf(lesson)).toMatchObject({ outcome: 'kept', would_be: 'kept' })
  })

  // Taken down, it was deleted, and with it what judged a lesson: the next note of that lesson took the floor away.
  it('one that has begun has begun in a time zone too in which its first day is tomorrow', async () => {
    const w = await world(null)
    await w.asCoach(`update public.profiles set time_zone = 'Pacific/Kiritimati'`)
    const [day] = await db.owner<{ today: string }>(
      `select (now() at time zone 'Pacific/Kiritimati')::date::text as today`,
    )
    await w.version(1, { starts_on: day?.today ?? null })
    await w.version(2, { starts_on: dayFromNow(5), notice_hours: 2 })
    await w.asCoach(`update public.profiles set time_zone = 'Etc/GMT+12'`)
    expect((await w.page()).agreement).toMatchObject({ version: 1, next: { version: 2 } })
    await end(w)
    expect(await versions(w)).toEqual([{ version: 1, ended: true }])
  })

  // The lessons of a day that had been yesterday had buttons again, without a text.
  it('one that was taken down stays so in a time zone in which that is still to come', async () => {
    const w = await world(null)
    await w.asCoach(`update public.profiles set time_zone = 'Pacific/Kiritimati'`)
    await w.version(1)
    await end(w)
    await w.asCoach(`update public.profiles set time_zone = 'Etc/GMT+12'`)
    const [row] = await w.asOwner(
      `select ends_on < (now() at time zone 'Etc/GMT+12')::date as over from public.agreements where user_id = $1`,
      [w.coach],
    )
    expect(row).toEqual({ over: true })
  })

  it('what was noted while nothing was agreed on is judged once a version judges its lesson', async () => {
    const w = await world(null)
    const [soon, later] = [await w.lessonIn(10), await w.lessonIn(100)]
    for (const lesson of [soon, later]) await w.note(lesson)
    await w.saveAgreement(rules())
    expect(await w.entryOf(soon)).toMatchObject({ outcome: null, can_reply: false })
    expect(await w.entryOf(later)).toMatchObject({ outcome: 'kept', can_reply: true })
  })
})

describe('a confirmation', () => {
  it('is the first tap, for a version that the page shows; all else is refused byte for byte alike', async () => {
    const w = await world()
    await w.version(2, { starts_on: dayFromNow(3) })
    const first = await confirm(w.student, 1)
    expect(JSON.parse(first)).toEqual({ success: true, confirmed_at: expect.any(String) })
    expect(await confirm(w.student, 1)).toBe(first)
    expect((await w.page()).agreement).toMatchObject({ confirmed_at: JSON.parse(first).confirmed_at })
    const second = JSON.parse(await confirm(w.student, 2))
    expect(await w.page()).toMatchObject({ next_confirmed_at: second.confirmed_at })
    const unknown = await confirm(randomUUID(), 1)
    expect(JSON.parse(unknown)).toEqual({ success: false, error: TEXTS.confirmGone })
    for (const version of [0, 3, null]) expect(await confirm(w.student, version)).toBe(unknown)
    await rotate(w)
    expect(await confirm(w.student, 1)).toBe(unknown)
  })
})

describe('the last moment in time', () => {
  // Notice; hours to the start; hours since the lesson got its time; 'Não vou' is in time until so many hours before
  // the start.
  it.each<[string, number, number, number, number, 'kept' | 'late']>([
    ['in time', 24, 30, 900, 24, 'kept'],
    ['late', 24, 20, 900, 24, 'late'],
    ['got its time just before the notice and twelve hours', 24, 23, 14, 24, 'late'],
    ['got its time within the notice and twelve hours', 24, 23, 12, 0, 'kept'],
    ['got it now, in time anyway', 24, 30, 0, 0, 'kept'],
    ['got it now, far ahead', 24, 40, 0, 24, 'kept'],
    ['no notice', 0, 2, 900, 0, 'kept'],
    ['a week', 168, 100, 900, 168, 'late'],
  ])('%s', async (_, notice_hours, hours, since, before, would_be) => {
    const w = await world({ notice_hours })
    const lesson = await w.lessonIn(hours, since)
    const entry = await w.entryOf(lesson)
    expect(entry).toMatchObject({ would_be, can_reply: true, reply: null })
    expect(instant(entry?.deadline)).toBe(new Date(Date.parse(lesson.start) - before * HOUR).toISOString())
    const answer = await w.reply(lesson, 'not_coming', { expected: would_be })
    const told = { reply: 'not_coming', told_by: 'student', outcome: would_be }
    expect(answer).toMatchObject({ success: true, lesson: told })
    expect(answer.lesson).toEqual(await w.entryOf(lesson))
  })

  it('is still in time itself', async () => {
    const w = await world()
    const { slot_id, slot_date } = await w.lessonIn(72)
    const answers = await db.asOwner(async (query) => {
      // All in one transaction, in which `now()` stands still.
      await query(
        `insert into public.slot_exceptions (user_id, slot_id, slot_date, moved_to, moved_at)
         values ($1, $2, $3::text::date, now() + interval '24 hours', now() - interval '30 days')`,
        [w.coach, slot_id, slot_date],
      )
      return query(
        `select would_be, (private.reply_to_lesson($2::text::uuid, slot_id, slot_date, 'not_coming', 'kept', starts_at))
                  #>> '{lesson,outcome}' as told
           from private.next_lessons($1::text::uuid, $2::text::uuid)`,
        [w.coach, w.student],
      )
    })
    expect(answers).toEqual([{ would_be: 'kept', told: 'kept' }])
  })

  it('a lesson that moved asks again, and may be told until its start if it got its time late', async () => {
    const w = await world()
    const lesson = await w.lessonIn(10)
    await w.reply(lesson, 'not_coming', { expected: 'late' })
    await db.asUser(w.coach, move(lesson, 12))
    expect(await w.entryOf(lesson)).toMatchObject({ reply: null, would_be: 'kept' })
    // The move deleted nothing: back at its old time, the reply counts again, and the notice starts again as after any
    // move.
    await db.asUser(w.coach, moveBack(lesson))
    expect(await w.entryOf(lesson)).toMatchObject({ reply: 'not_coming', outcome: 'late', would_be: 'kept' })
  })

  it.each([-3, 8])(
    'the lesson of the week before, in %i hours, is judged as before a move was taken back',
    async (hours) => {
      const w = await world()
      const lesson = await w.lessonIn(hours)
      const { slot_id, slot_date } = lesson
      await w.asOwner(
        `update public.lesson_slots set weekday = extract(dow from starts_on), ends_on = null, created_at = time_since
        where id = $1::text::uuid`,
        [slot_id],
      )
      const next = {
        ...lesson,
        slot_date: new Date(Date.parse(slot_date) + 168 * HOUR).toISOString().slice(0, 10),
      }
      await db.asUser(w.coach, move(next, 100))
      await db.asUser(w.coach, moveBack(next))
      expect((await w.note(lesson, { told_at: hoursAgo(5) })).reply).toMatchObject({ outcome: 'late' })
    },
  )

  it('a slot in the place of another one at the same time holds it since then, and has its replies', async () => {
    const w = await world()
    const lesson = await w.lessonIn(10)
    await w.reply(lesson, 'not_coming', { expected: 'late' })
    const [same, again] = [0, 1].map(() => ({ ...lesson, slot_id: randomUUID() }))
    if (!same || !again) throw new Error('Two slots')
    await w.replaced(lesson, { id: same.slot_id })
    // The old slot is gone, but a page that still shows it can answer.
    expect(await w.entryOf(same)).toMatchObject({ reply: 'not_coming', outcome: 'late', would_be: 'late' })
    const answer = await w.reply(lesson, 'coming')
    expect(answer).toMatchObject({ success: true, lesson: { slot_id: same.slot_id, reply: 'coming' } })
    await w.replaced(same, { id: again.slot_id })
    expect(await w.entryOf(again)).toMatchObject({ reply: 'coming', would_be: 'late' })
    const later = new Date(
      Date.parse(again.start) + (again.start.slice(11, 16) === '23:59' ? -60_000 : 60_000),
    )
    await w.replaced(again, { start_time: later.toISOString().slice(11, 16) })
    expect(await w.reply(lesson, 'coming')).toEqual({ success: false, error: TEXTS.gone })
    expect((await w.page()).next_lessons).toMatchObject([{ reply: null, would_be: 'kept' }])
  })

  it('another time zone is another time', async () => {
    const w = await world()
    await w.lessonIn(10)
    expect((await w.page()).next_lessons).toMatchObject([{ would_be: 'late' }])
    const begun = await w.lessonIn(-3)
    await w.asCoach(`update public.profiles set time_zone = 'Etc/GMT+1'`)
    expect((await w.page()).next_lessons).toMatchObject([{ would_be: 'kept' }])
    // A lesson that had begun by then is not told of late for free.
    expect((await w.note(begun, { told_at: hoursAgo(5) })).reply).toMatchObject({ outcome: 'late' })
  })

  // A note of an hour before had become one in time, and the student's own word was gone from the seat.
  it('of a lesson that is registered another time zone changes none, nor what was told of it', async () => {
    const w = await world()
    const lesson = await w.lessonIn(-3)
    const { id } = await w.register(lesson)
    await w.asCoach(`update public.profiles set time_zone = 'Etc/GMT+5'`)
    expect(await w.note(lesson, { told_at: hoursAgo(4) })).toMatchObject({ reply: { outcome: 'late' } })
    expect(await w.seatOf(id)).toMatchObject({ told_by: 'coach', told_outcome: 'late' })

    const own = await world()
    const told = await own.lessonIn(-3)
    await own.said(told, { replied_at: hoursAgo(60) })
    const registered = await own.register(told)
    await own.asCoach(`update public.profiles set time_zone = 'Etc/GMT+5'`)
    await own.note(told)
    expect(await own.seatOf(registered.id)).toMatchObject({ told_by: 'student', told_hours_ago: 60 })
  })

  it('nor does it where the coach has corrected the time of the lesson', async () => {
    const w = await world()
    const lesson = await w.lessonIn(-3)
    await w.said(lesson, { replied_at: hoursAgo(60) })
    const { id } = await w.register(lesson)
    await w.asOwner(`update public.sessions set date = date + interval '20 minutes' where id = $1`, [id])
    for (const zone of ['Etc/GMT+5', 'UTC']) {
      await w.asCoach(`update public.profiles set time_zone = '${zone}'`)
      await w.note(lesson)
      expect(await w.seatOf(id)).toMatchObject({ told_by: 'student', told_hours_ago: 60 })
    }
  })
})

describe('a reply by the link', () => {
  it('the same again changes nothing, not its time either; what is worse than shown is not written', async () => {
    const w = await world()
    const lesson = await w.lessonIn(20)
    const changed = { success: false, error: TEXTS.changed, lesson: await w.entryOf(lesson) }
    for (const expected of ['kept', null, 'x'])
      expect(await w.reply(lesson, 'not_coming', { expected })).toEqual(changed)
    expect(await stored(w)).toEqual([])
    await w.reply(lesson, 'not_coming', { expected: 'late' })
    const first = await stored(w)
    // The same reply again, as after a lost answer, from a page that still shows it as in time.
    expect(await w.reply(lesson, 'not_coming')).toMatchObject({ success: true, lesson: { outcome: 'late' } })
    expect(await stored(w)).toEqual(first)
    // A better outcome than the page showed is accepted.
    const early = await w.reply(await w.lessonIn(40), 'not_coming', { expected: 'late' })
    expect(early).toMatchObject({ lesson: { outcome: 'kept' } })
  })

  it('the hour is looked at first, and none given is another one', async () => {
    const w = await world()
    const lesson = await w.lessonIn(20)
    const changed = { success: false, error: TEXTS.changed, lesson: await w.entryOf(lesson) }
    for (const start of [null, hoursAgo(-21)])
      for (const reply of ['coming', 'not_coming'])
        expect(await w.reply(lesson, reply, { start, expected: 'late' })).toEqual(changed)
    // As in a request that leaves both out.
    const call = `select public.reply_to_lesson($1::text::uuid, $2::text::uuid, $3::text::date, 'coming') as answer`
    const answered = await w.asOwner(call, [w.student, lesson.slot_id, lesson.slot_date])
    expect(answered).toEqual([{ answer: changed }])
  })

  it('coming after all costs nothing and takes back the coach’s note; not coming is then judged anew', async () => {
    const w = await world()
    const lesson = await w.lessonIn(20)
    await w.note(lesson, { told_at: hoursAgo(10) })
    expect(await w.entryOf(lesson)).toMatchObject({ told_by: 'coach', outcome: 'kept' })
    const came = await w.reply(lesson, 'coming')
    expect(came).toMatchObject({ lesson: { reply: 'coming', told_by: 'student', outcome: null } })
    expect(await stored(w)).toMatchObject([{ reply: 'coming', told_by: 'student', came_back: true }])
    const late = await w.reply(lesson, 'not_coming', { expected: 'late' })
    expect(late).toMatchObject({ lesson: { outcome: 'late' } })
    await w.reply(lesson, 'coming')
    expect(await stored(w)).toMatchObject([{ came_back: true }])
  })

  it('coming after all is no news to a coach who has not seen that the student would not come', async () => {
    const w = await world()
    const lesson = await w.lessonIn(30)
    await w.reply(lesson, 'not_coming')
    await w.reply(lesson, 'coming')
    expect(await stored(w)).toMatchObject([{ came_back: false }])
    await w.reply(lesson, 'not_coming')
    await w.asOwner('update public.profiles set replies_seen_at = now() where id = $1', [w.coach])
    await w.reply(lesson, 'coming')
    expect(await stored(w)).toMatchObject([{ came_back: true }])
  })

  const RAIN = `insert into public.slot_exceptions (user_id, slot_id, slot_date, reason)
    select user_id, id, starts_on, 'rain' from public.lesson_slots where user_id = $1`
  it.each<[string, (w: World) => Promise<unknown>, keyof typeof TEXTS]>([
    ['judged by no version', end, 'unjudged'],
    ['that is skipped', (w) => w.asOwner(RAIN, [w.coach]), 'gone'],
    [
      'that is deleted',
      (w) => w.asOwner('delete from public.lesson_slots where user_id = $1', [w.coach]),
      'gone',
    ],
    [
      'of others',
      (w) => w.asOwner('delete from public.lesson_slot_students where user_id = $1', [w.coach]),
      'gone',
    ],
    ['of an inactive student', (w) => w.asCoach(`update public.students set status = 'inactive'`), 'gone'],
    ['by a link that was changed', rotate, 'gone'],
    ['of somebody anonymised', anonymise, 'gone'],
  ])('is refused: to a lesson %s', async (_, happens, text) => {
    const w = await world()
    const lesson = await w.lessonIn(40)
    await happens(w)
    // Without buttons, and at the hour that it has now.
    const shown = text === 'unjudged' ? { lesson: await w.entryOf(lesson) } : {}
    expect(await w.reply(lesson, 'not_coming')).toEqual({ success: false, error: TEXTS[text], ...shown })
    expect(await stored(w)).toEqual([])
  })

  it('is refused to a lesson that has begun, is over, or is more than four weeks ahead', async () => {
    const w = await world()
    // It began today in the coach's zone: the page shows no lesson of yesterday.
    const sinceMidnight = (Math.floor(Date.now() / 60_000) % (24 * 60)) / 60
    for (const [hours, error] of [
      [-Math.min(0.5, sinceMidnight), TEXTS.begun],
      [-2, TEXTS.gone],
      [24 * 30, TEXTS.gone],
    ] as const)
      expect(await w.reply(await w.lessonIn(hours), 'not_coming', { expected: 'late' })).toEqual({
        success: false,
        error,
      })
  })

  it('reads the one occurrence it is about as the page has it, moved or in the night of another zone', async () => {
    const w = await world()
    const [moved] = [await w.lessonIn(60), await w.lessonIn(40)]
    await w.asOwner(
      `insert into public.slot_exceptions (user_id, slot_id, slot_date, moved_to, moved_at)
       values ($1, $2, $3::text::date, now() + interval '9 days', now())`,
      [w.coach, moved.slot_id, moved.slot_date],
    )
    await w.asOwner(`update public.profiles set time_zone = 'Pacific/Auckland' where id = $1`, [w.coach])
    const read = await w.asOwner(
      `select count(*)::int as lessons,
              count(*) filter (where a.entry::text is distinct from o.entry::text)::int as other
         from private.next_lessons($1, $2) a
         left join lateral private.next_lessons($1, $2, a.slot_id, a.slot_date) o on true`,
      [w.coach, w.student],
    )
    expect(read).toEqual([{ lessons: 2, other: 0 }])
  })

  it('links unknown, changed, foreign, slots unknown, of others, answered: refused byte for byte alike', async () => {
    const [w, other] = [await world(), await world()]
    const [lesson, theirs] = [await w.lessonIn(40), await other.lessonIn(40)]
    const past = await w.lessonIn(-0.5)
    await w.register(past, { attendance: 'present' })
    const ofFriend = await w.lessonIn(41, 900, [await makeStudent(db, w.coach)])
    await rotate(other)
    const asked: [string, Lesson, string | null][] = [
      [randomUUID(), lesson, 'not_coming'],
      [other.student, theirs, 'not_coming'],
      [w.student, theirs, 'not_coming'],
      [w.student, ofFriend, 'coming'],
      [w.student, past, 'coming'],
      [w.student, { ...lesson, slot_id: randomUUID() }, 'coming'],
      [w.student, { ...lesson, slot_date: dayFromNow(9) }, 'coming'],
      [w.student, { ...lesson, slot_id: null }, 'coming'],
      [w.student, lesson, 'perhaps'],
      [w.student, lesson, null],
    ]
    const said = new Set<string>()
    for (const [link, about, what] of asked) said.add(JSON.stringify(await w.reply(about, what, { link })))
    expect([...said]).toEqual([JSON.stringify({ success: false, error: TEXTS.gone })])
    expect(await stored(w)).toEqual([])
  })
})

describe('the hourly limits', () => {
  // What is counted begins again with each hour of the clock.
  beforeEach(async () => {
    const left = 3_600_000 - (Date.now() % 3_600_000)
    if (left < 5_000) await setTimeout(left)
  })

  it('are thirty changes with a link; what changes nothing does not count', async () => {
    const w = await world()
    const lesson = await w.lessonIn(40)
    await w.asOwner('delete from private.attempts')
    await w.reply(lesson, 'coming')
    await w.asOwner('update private.attempts set n = 29')
    for (let n = 0; n < 3; n++) expect(await w.reply(lesson, 'coming')).toMatchObject({ success: true })
    expect(await w.reply(lesson, 'not_coming')).toMatchObject({ success: true })
    expect((await w.reply(lesson, 'coming')).error).toBe(TEXTS.tooMany)
    // Repeating a reply changes nothing, so it is not refused.
    expect(await w.reply(lesson, 'not_coming')).toMatchObject({ success: true })
  })

  it('are three hundred changes at a coach', async () => {
    const w = await world()
    const friend = await makeStudent(db, w.coach)
    await w.asOwner('delete from private.attempts')
    await w.reply(await w.lessonIn(40), 'coming')
    await w.asOwner('update private.attempts set n = 299')
    // The student's link is already over its own limit; the coach's limit has one change left.
    const theirs = await w.lessonIn(41, 900, [friend])
    expect(await w.reply(theirs, 'coming', { link: friend })).toMatchObject({ success: true })
    expect(await w.reply(theirs, 'not_coming', { link: friend })).toEqual({
      success: false,
      error: TEXTS.tooMany,
    })
    const elsewhere = await world()
    expect(await elsewhere.reply(await elsewhere.lessonIn(40), 'coming')).toMatchObject({ success: true })
  })

  it('are sixty tries of a network with unknown links, thirty with one, alike for changed links', async () => {
    const w = await world()
    const lesson = await w.lessonIn(40)
    await rotate(w)
    const counted = async (n: number) => {
      await w.asOwner('update private.attempts set n = $1::text::int', [String(n)])
    }
    for (const link of [randomUUID(), w.student]) {
      expect(await from('198.51.1.1', link, lesson)).toBe(TEXTS.gone)
      await counted(29)
      expect(await from('198.51.2.1', link, lesson)).toBe(TEXTS.gone)
      expect(await from('198.51.3.1', link, lesson)).toBe(TEXTS.tooMany)
      await w.asOwner('delete from private.attempts')
    }
    expect(await from('203.0.113.1', randomUUID(), lesson)).toBe(TEXTS.gone)
    await counted(59)
    expect(await from('203.0.113.2', randomUUID(), lesson)).toBe(TEXTS.gone)
    expect(await from('203.0.113.99', randomUUID(), lesson)).toBe(TEXTS.tooMany)
    expect(await from('203.0.114.1', randomUUID(), lesson)).toBe(TEXTS.gone)
  })

  it('keep nobody’s address or link, and nothing of an hour that is over', async () => {
    const w = await world()
    const lesson = await w.lessonIn(40)
    await w.asOwner('delete from private.attempts')
    await from('192.0.2.7', randomUUID(), lesson)
    const hash = { who: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(await w.asOwner('select who from private.attempts')).toEqual([hash, hash])
    await w.asOwner(`update private.attempts set bucket = bucket - interval '1 hour'`)
    await from('192.0.3.7', randomUUID(), lesson)
    expect(await w.asOwner('select n from private.attempts')).toEqual([{ n: 1 }, { n: 1 }])
  })
})

describe('a note of the coach', () => {
  it.each<[string, number, number | null, string]>([
    ['in time', 20, 10, 'kept'],
    ['late', 20, 1, 'late'],
    ['now', 30, null, 'kept'],
    ['now, by a clock that is a little ahead', 30, -1 / 30, 'kept'],
    ['before, noted after the start', -5, 40, 'kept'],
    ['after the start', -5, 2, 'late'],
  ])('is judged by when it was told: %s', async (_, hours, told, outcome) => {
    const w = await world()
    const lesson = await w.lessonIn(hours)
    const { reply } = await w.note(lesson, { told_at: told === null ? null : hoursAgo(told) })
    expect(reply).toMatchObject({ reply: 'not_coming', told_by: 'coach', outcome })
  })

  it('has no outcome where no version judges; a newer one takes its place; null takes it back', async () => {
    const w = await world(null)
    const lesson = await w.lessonIn(20)
    expect((await w.note(lesson, { told_at: hoursAgo(3) })).reply).toMatchObject({ outcome: null })
    const second = await w.note(lesson, { told_at: hoursAgo(5) })
    expect(Date.parse(second.reply?.replied_at ?? '')).toBeLessThan(Date.now() - 4 * HOUR)
    // A take-back of the first note, sent late.
    const late = await w.note(lesson, { reply: null, told_at: hoursAgo(3) })
    expect(late.reply).toEqual(second.reply)
    const told_at = second.reply?.replied_at
    expect((await w.note(lesson, { reply: null, told_at })).reply).toBeNull()
    expect(await stored(w)).toEqual([])
  })

  it('of a device whose clock is a little ahead can be taken back later', async () => {
    const w = await world()
    const lesson = await w.lessonIn(20)
    const told_at = hoursAgo(-0.2 / 3600)
    const op_id = randomUUID()
    await w.note(lesson, { told_at, op_id })
    await setTimeout(300)
    expect((await w.note(lesson, { reply: null, told_at, note_op: op_id })).reply).toBeNull()
  })

  it.each<[string, Record<string, unknown>, { code: string; message: string }]>([
    ['told tomorrow', { told_at: hoursAgo(-24) }, { code: 'PT400', message: 'bad_reply' }],
    ['another word', { reply: 'maybe' }, { code: 'PT400', message: 'bad_reply' }],
    ['no occurrence', { slot_date: dayFromNow(300) }, { code: 'PT404', message: 'occurrence_not_found' }],
    ['no student', { student_id: randomUUID() }, { code: 'PT404', message: 'student_not_found' }],
  ])('is refused: %s', async (_, change, expected) => {
    const w = await world()
    expect(await refusal(w.note(await w.lessonIn(20), change))).toEqual(expected)
  })

  it('is refused of who is not expected, of somebody anonymised, and by another coach', async () => {
    const w = await world()
    const lesson = await w.lessonIn(20)
    const friend = await makeStudent(db, w.coach)
    const ofFriend = w.note(lesson, { student_id: friend })
    expect(await refusal(ofFriend)).toMatchObject({ message: 'student_not_expected' })
    const theirs = callJson(db.as(await makeCoach(db)), 'record_reply', {
      ...lesson,
      student_id: w.student,
      reply: 'coming',
    })
    expect(await refusal(theirs)).toMatchObject({ message: 'occurrence_not_found' })
    await anonymise(w)
    expect(await refusal(w.note(lesson))).toEqual({ code: 'PT410', message: 'student_anonymized' })
  })

  // The student's reply and the coach's note, each with hours ago; then the reply that counts, and who gave it.
  it.each<[string, [string, number], [string, number], [string, string]]>([
    ['both say not to come: the earlier one', ['not_coming', 3], ['not_coming', 9], ['not_coming', 'coach']],
    ['both, the student earlier', ['not_coming', 9], ['not_coming', 3], ['not_coming', 'student']],
    ['they differ: the newer one', ['coming', 9], ['not_coming', 3], ['not_coming', 'coach']],
    ['they differ, the student newer', ['coming', 3], ['not_coming', 9], ['coming', 'student']],
    ['the coach notes that the student comes', ['not_coming', 9], ['coming', 3], ['coming', 'coach']],
  ])('and the word of the student: %s', async (_, [student, at], [coach, told], counts) => {
    const w = await world()
    const lesson = await w.lessonIn(30)
    const uncharged = student === 'coming' ? { outcome: null, agreement_version: null } : {}
    await w.said(lesson, { reply: student, replied_at: hoursAgo(at), ...uncharged })
    await w.note(lesson, { reply: coach, told_at: hoursAgo(told) })
    const entry = await w.entryOf(lesson)
    expect([entry?.reply, entry?.told_by]).toEqual(counts)
  })

  it('stays when "Não foi o aluno" takes back what was said with the link', async () => {
    const w = await world()
    const lesson = await w.lessonIn(30)
    await w.reply(lesson, 'not_coming')
    expect(await w.voidReply(lesson)).toMatchObject({ reply: null })
    await w.note(lesson)
    expect(await w.voidReply(lesson)).toMatchObject({ reply: { told_by: 'coach' } })
  })

  it('"Não foi o aluno" of an old screen leaves what was said of the hour to which the lesson has moved', async () => {
    const w = await world()
    const lesson = await w.lessonIn(30)
    await w.reply(lesson, 'not_coming')
    await db.asUser(w.coach, move(lesson))
    await w.reply(lesson, 'not_coming', { start: (await w.entryOf(lesson))?.starts_at ?? null })
    expect((await refusal(w.voidReply(lesson))).message).toBe('agenda_changed')
  })
})

it('"Não foi o aluno" that is sent again leaves what was said since, and tells what it did of a lesson', async () => {
  const w = await world()
  const lesson = await w.lessonIn(-2)
  await w.said(lesson, { replied_at: hoursAgo(30) })
  await w.register(lesson)
  const op = randomUUID()
  const first = await w.voidReply(lesson, op)
  expect(first?.effects.participants).toMatchObject([{ after: { told_at: null } }])
  await w.said(lesson, { reply: 'coming', replied_at: hoursAgo(0), outcome: null, agreement_version: null })
  const again = await w.voidReply(lesson, op)
  expect(again?.effects).toEqual(first?.effects)
  expect(await stored(w)).toMatchObject([{ reply: 'coming', told_by: 'student' }])
})

describe('where a coach reads it', () => {
  it('agenda, facts and calendar name who does not come', async () => {
    const w = await world()
    const lesson = await w.lessonIn(30)
    const friend = await makeStudent(db, w.coach, { name: 'Bia Reis' })
    const expected =
      'insert into public.lesson_slot_students (user_id, slot_id, student_id) values ($1, $2, $3)'
    await w.asOwner(expected, [w.coach, lesson.slot_id, friend])
    await w.reply(lesson, 'not_coming')
    const [row] = await db.as(w.coach)<{
      agenda: { occurrences: { students: object[] }[] }
      facts: { occurrences: object[] }
    }>(
      `select public.get_agenda($1::text::date, $1::text::date) as agenda,
                public.get_credit_facts(occurrences => jsonb_build_array(
                  jsonb_build_object('slot_id', $2::text, 'slot_date', $1::text))) as facts`,
      [lesson.slot_date, lesson.slot_id],
    )
    const silent = {
      guest: false,
      taken_at: null,
      reply: null,
      replied_at: null,
      told_by: null,
      outcome: null,
    }
    const told = { reply: 'not_coming', replied_at: expect.any(String), told_by: 'student', outcome: 'kept' }
    expect(row?.agenda.occurrences[0]?.students).toEqual([
      { ...silent, id: friend, name: 'Bia Reis' },
      { guest: false, taken_at: null, ...told, id: w.student, name: 'Marina Costa' },
    ])
    const { slot_id, slot_date } = lesson
    expect(row?.facts.occurrences).toEqual([
      {
        slot_id,
        slot_date,
        starts_at: expect.any(String),
        expected: [friend, w.student].toSorted(),
        guests: [],
        replies: [{ ...told, student_id: w.student, makeup_days: 30 }],
      },
    ])
    const feed = async () => {
      const rows = await db.owner<{ feed: string }>(
        'select private.agenda_feed(token) as feed from public.agenda_feeds where user_id = $1',
        [w.coach],
      )
      return /SUMMARY:(.*)\r/.exec(rows[0]?.feed ?? '')?.[1]
    }
    await w.asCoach('select public.rotate_agenda_token()')
    expect(await feed()).toBe('Bia · não vem: Marina')
    await w.note(lesson, { student_id: friend })
    expect(await feed()).toBe(String.raw`não vêm: Bia\, Marina`)
  })

  it('what was seen on one device is not new again because another one knows less', async () => {
    const w = await world()
    const seen = async (at: string) => {
      await w.asCoach('update public.profiles set replies_seen_at = $1::text::timestamptz', [at])
      const [row] = await w.asOwner('select replies_seen_at::text as at from public.profiles where id = $1', [
        w.coach,
      ])
      return instant(String(row?.at))
    }
    const [earlier, later] = [hoursAgo(5), hoursAgo(2)]
    expect([await seen(earlier), await seen(later), await seen(earlier)]).toEqual([earlier, later, later])
    // A day to come, as a file to import may hold, would hide every reply until then.
    expect(Date.parse((await seen('2100-01-01')) ?? '')).toBeLessThanOrEqual(Date.now())
  })

  it('that a reply was seen is no edit of the profile', async () => {
    const w = await world()
    const version = () => w.asOwner('select updated_at::text from public.profiles where id = $1', [w.coach])
    const before = await version()
    await w.asCoach('update public.profiles set replies_seen_at = now()')
    expect(await version()).toEqual(before)
  })
})
