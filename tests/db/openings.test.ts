import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Query, refusal } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { callJson, insert, makeStudent } from '../support/world/sql'
import {
  agenda,
  HOUR,
  hoursAgo,
  instant,
  makeAgreementWorld,
  move,
  moveBack,
  type Occurrence,
  type Released,
  replyAs,
  type Rules,
  skip,
  type World,
} from './agreement-world'
import { expectNoBrokenRules } from './broken-rules'
import { overtake, type Step } from './overtake'

interface Taken {
  success: boolean
  error?: string
  lesson?: { slot_id: string; reply: string | null }
}
interface Offered {
  id: string
  taken: number
  students: string[]
}
interface Seat {
  id: string
  guest: boolean
  taken_at: string | null
  reply: string | null
}

const FULL = { success: false, error: 'Este horário já foi preenchido' }
const OVER = { success: false, error: 'Esta oferta terminou' }
const OFFERED = { success: false, error: 'Seu lugar já foi oferecido. Fale com o professor.' }

const takeAs =
  (link: string, opening: string) =>
  async (query: Query): Promise<Taken> => {
    const [row] = await query<{ answer: Taken }>(
      'select public.take_opening($1::text::uuid, $2::text::uuid) as answer',
      [link, opening],
    )
    if (!row) throw new Error('take_opening answered no row')
    return row.answer
  }

const TRAVEL: Step = (query) => query(`update public.profiles set time_zone = 'Etc/GMT+3'`)

const sorted = (...ids: string[]) => ids.toSorted()

/** docs/data-model.md, 'Replies and how they are judged'. */
const db = await sharedDatabase()

/** Adds or removes a guest; returns whether and how the student is expected now. */
const guest = async (
  w: World,
  does: 'add' | 'remove',
  about: Occurrence,
  student: string,
  op: string | null = null,
) => {
  const [more, values] = does === 'add' ? ['start => $5::text::timestamptz, ', [about.start]] : ['', []]
  const [row] = await db.as(w.coach)<{ comes: string | null }>(
    `select public.${does}_guest(slot => $1::text::uuid, slot_date => $2::text::date, student => $3::text::uuid,
                                   ${more}op => $4::text::uuid) as comes`,
    [about.slot_id, about.slot_date, student, op, ...values],
  )
  return row?.comes
}
const open = (w: World, lesson: Occurrence, students: string[], row: object = {}) =>
  callJson<Offered>(db.as(w.coach), 'open_places', {
    id: randomUUID(),
    slot_id: lesson.slot_id,
    slot_date: lesson.slot_date,
    places: 1,
    closes_at: new Date(Date.parse(lesson.start) - 2 * HOUR).toISOString(),
    students,
    ...row,
  })
const close = (w: World, opening: string) =>
  w.asCoach('select public.close_opening($1::text::uuid)', [opening])
const take = (link: string, opening: string) => db.asAnon(takeAs(link, opening))
/** Offers a place to these students, of whom the first one takes it; returns the offer's id. */
const taken = async (w: World, lesson: Occurrence, students: string[], row: object = {}) => {
  const { id } = await open(w, lesson, students, row)
  await take(students[0] ?? '', id)
  return id
}
const pageOf = (link: string) =>
  db.asAnon(async (query) => {
    const [row] = await query<{
      page: {
        openings: Record<string, unknown>[]
        next_lessons: unknown[]
        unanswered: { slot_id: string }[]
      }
    }>('select public.get_student_public_data($1::text::uuid) as page', [link])
    return row?.page ?? { openings: [], next_lessons: [], unanswered: [] }
  })
const occurrenceOf = async (w: World, { slot_id }: { slot_id: string }) => {
  const [row] = await db.as(w.coach)<{
    found: { students: Seat[]; opening: Record<string, unknown> | null } | null
  }>(
    `select (select o
                from jsonb_array_elements(public.get_agenda(current_date - 2, current_date + 20) -> 'occurrences') o
               where o ->> 'slot_id' = $1 order by o ->> 'slot_date' limit 1) as found`,
    [slot_id],
  )
  return row?.found ?? { students: [], opening: null }
}
const who = async (w: World, lesson: Occurrence) =>
  (await occurrenceOf(w, lesson)).students.map(({ id }) => id).toSorted()

/** What a taker is answered who has to wait for `first`. */
const after = async (w: World, first: Step, student: string, id: string) => {
  let said: Taken | undefined
  const outcome = await overtake(db, w.coach, first, async (query) => {
    said = await takeAs(student, id)(query)
  })
  expect(outcome).toBe('done')
  return said
}

/** A lesson in 40 hours to which Marina does not come, and other students without a lesson then. */
const freed = async (others = 2, rules: Rules | null = {}) => {
  const w = await makeAgreementWorld(db, rules)
  const lesson = await w.lessonIn(40)
  if (rules) await w.reply(lesson, 'not_coming')
  const ids: string[] = []
  for (let n = 0; n < others; n++) ids.push(await makeStudent(db, w.coach, { name: `Rafa ${n}` }))
  const [first = '', second = ''] = ids
  return { w, lesson, first, second, ids }
}

/** A taker and a guest of the coach, both of whom told that they do not come. */
const guestsGone = async () => {
  const { w, lesson, first, second } = await freed()
  await guest(w, 'add', lesson, second)
  await taken(w, lesson, [first])
  for (const link of [first, second]) await w.reply(lesson, 'not_coming', { link })
  return { w, lesson, first, second }
}

describe('a guest', () => {
  it('is expected at one occurrence only, wherever a student is, and again changes nothing', async () => {
    const { w, lesson, first } = await freed()
    await guest(w, 'add', lesson, first)
    await guest(w, 'add', lesson, first)
    const { students } = await occurrenceOf(w, lesson)
    expect(students).toMatchObject([
      { id: w.student, guest: false },
      { id: first, guest: true, taken_at: null },
    ])
    expect((await pageOf(first)).next_lessons).toHaveLength(1)
    expect(await w.reply(lesson, 'not_coming', { link: first })).toMatchObject({ success: true })
    expect(await w.note(lesson, { student_id: first })).toMatchObject({ reply: { reply: 'not_coming' } })
    await guest(w, 'add', lesson, w.student)
    await guest(w, 'remove', lesson, first)
    await guest(w, 'remove', lesson, first)
    expect(await who(w, lesson)).toEqual([w.student])
    expect((await pageOf(first)).next_lessons).toEqual([])
  })

  it('is added, or taken out, once: sent again it answers what another device has made of it since', async () => {
    const { w, lesson, first } = await freed(1)
    const [added, out] = [randomUUID(), randomUUID()]
    expect(await guest(w, 'add', lesson, first, added)).toBe('expected')
    expect(await guest(w, 'remove', lesson, first)).toBeNull()
    expect(await guest(w, 'add', lesson, first, added)).toBeNull()
    expect(await guest(w, 'remove', lesson, first, out)).toBeNull()
    expect(await guest(w, 'add', lesson, first)).toBe('expected')
    expect(await guest(w, 'remove', lesson, first, out)).toBe('expected')
    expect(await who(w, lesson)).toEqual(sorted(first, w.student))
    // A student of the slot is not removed, and keeps the reply 'Não vou'.
    expect(await guest(w, 'remove', lesson, w.student)).toBe('not_coming')
  })

  it('is not taken out of a lesson that another device has registered', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(-1)
    await guest(w, 'add', lesson, first)
    await w.register(lesson)
    expect((await refusal(guest(w, 'remove', lesson, first))).message).toBe('occurrence_not_planned')
  })

  it('of the coach comes along when the lesson moves', async () => {
    const { w, lesson, first } = await freed()
    await guest(w, 'add', lesson, first)
    await db.asUser(w.coach, move(lesson))
    expect(await who(w, lesson)).toEqual(sorted(first, w.student))
  })

  it('of the coach is named by the skip of a lesson that moved from an hour that is past by now', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(-3)
    await guest(w, 'add', lesson, first)
    await db.asUser(w.coach, move(lesson))
    const skipped = await db.asUser(w.coach, skip(lesson))
    expect(skipped).toMatchObject({ released: [{ student_id: first }] })
  })

  it('of the coach comes along when the lesson of the slot moves that took the place of its own', async () => {
    const { w, lesson, first } = await freed()
    await guest(w, 'add', lesson, first)
    const next = { ...lesson, slot_id: randomUUID() }
    await w.replaced(lesson, { id: next.slot_id })
    await db.asUser(w.coach, move(next))
    expect(await who(w, next)).toEqual(sorted(first, w.student))
    expect((await pageOf(first)).next_lessons).toHaveLength(1)
  })

  // The lesson of this morning moved to tonight: nobody was told that the guest was not in it any more.
  it('of the coach comes along from an hour that is past, though another slot took the place of its own', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(-3)
    await guest(w, 'add', lesson, first)
    const next = { ...lesson, slot_id: randomUUID() }
    await w.replaced(lesson, { id: next.slot_id })
    await db.asUser(w.coach, move(next))
    expect(await who(w, next)).toEqual(sorted(first, w.student))
  })

  it('is refused at another hour than the coach saw, because another device moved the lesson', async () => {
    const { w, lesson, first } = await freed()
    await db.asUser(w.coach, move(lesson))
    expect((await refusal(guest(w, 'add', lesson, first))).message).toBe('occurrence_not_planned')
    expect(await who(w, lesson)).toEqual([w.student])
  })

  it('of the coach is named when the slot begins at another time from that day on, and stays at the same', async () => {
    const { w, lesson, first } = await freed()
    await guest(w, 'add', lesson, first)
    const [once, same, later] = [randomUUID(), randomUUID(), randomUUID()]
    expect((await w.replaced(lesson, { id: once })).released).toEqual([])
    expect((await w.replaced({ ...lesson, slot_id: once }, { id: same })).released).toEqual([])
    expect(await who(w, { ...lesson, slot_id: same })).toEqual(sorted(first, w.student))
    const moved = await w.replaced({ ...lesson, slot_id: same }, { id: later, start_time: '23:10' })
    expect(moved.released).toMatchObject([{ student_id: first }, { student_id: w.student }])
    expect(await who(w, { ...lesson, slot_id: later })).toEqual([w.student])
  })

  // At the new hour the guest was not expected, who had told not to come was, and nobody was named.
  it('and a "Não vou" to a begun lesson are named when it moves, or its slot changes, to an hour to come', async () => {
    const { w, first } = await freed(1)
    const lessons = [await w.lessonIn(-3), await w.lessonIn(-3)] as const
    for (const lesson of lessons) await w.said(lesson)
    const told = { student_id: w.student, told_for: expect.any(String) }
    expect(await db.asUser(w.coach, move(lessons[0]))).toMatchObject({ released: [told] })
    await guest(w, 'add', lessons[1], first)
    const { released } = await w.replaced(lessons[1], { id: randomUUID(), start_time: '23:10' })
    expect(released).toMatchObject([
      { student_id: first },
      { student_id: w.student, told_for: expect.any(String) },
    ])
  })

  it('of an earlier day is not named when the slot ends that took the place of its own from a later day', async () => {
    const { w, lesson, first } = await freed(1)
    await guest(w, 'add', lesson, first)
    const weekly = { weekday: new Date(lesson.start).getUTCDay(), ends_on: null }
    await w.asOwner('update public.lesson_slots set weekday = $2::text::int, ends_on = null where id = $1', [
      lesson.slot_id,
      String(weekly.weekday),
    ])
    const [later, last_day] = [7, 6].map((days) =>
      new Date(Date.parse(lesson.start) + days * 24 * HOUR).toISOString().slice(0, 10),
    )
    const slot_id = randomUUID()
    await w.replaced({ ...lesson, slot_date: later ?? '' }, { id: slot_id, ...weekly }, last_day)
    const [slot] = await w.asOwner('select updated_at::text as at from public.lesson_slots where id = $1', [
      slot_id,
    ])
    const ended = await db.asUser(w.coach, agenda({ end: [{ slot_id, expected: slot?.at, last_day }] }))
    expect(ended).toMatchObject({ released: [] })
    expect(await who(w, lesson)).toEqual(sorted(first, w.student))
  })

  it('who took a place of a lesson that has begun is named when it moves to another hour', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(-3)
    await guest(w, 'add', lesson, first)
    await w.asOwner(`update public.occurrence_guests set source = 'opening' where student_id = $1`, [first])
    expect(await db.asUser(w.coach, move(lesson))).toMatchObject({ released: [{ student_id: first }] })
    expect(await who(w, lesson)).toEqual([w.student])
  })

  it('who is a student of the slot by now is not named as a guest when the lesson moves or its slot ends', async () => {
    const { w, lesson, first, second } = await freed()
    await guest(w, 'add', lesson, first)
    await taken(w, lesson, [second])
    const next = { ...lesson, slot_id: randomUUID() }
    const students = [w.student, first, second]
    expect((await w.replaced(lesson, { id: next.slot_id, students })).released).toEqual([])
    expect(await who(w, next)).toEqual(sorted(...students))
    const reply = { student_id: w.student, told_for: expect.any(String) }
    expect(await db.asUser(w.coach, move(next))).toMatchObject({ released: [reply] })
    expect(await who(w, next)).toEqual(sorted(...students))
    await db.asUser(w.coach, moveBack(next))
    expect(await db.asUser(w.coach, skip(next))).toMatchObject({ released: [] })
  })

  it('who was named as gone from a begun lesson is not expected when its slot comes back to that hour', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(-3)
    await guest(w, 'add', lesson, first)
    const [later, back] = [randomUUID(), randomUUID()]
    const moved = await w.replaced(lesson, { id: later, start_time: '23:10' })
    expect(moved.released).toMatchObject([{ student_id: first }])
    await w.replaced({ ...lesson, slot_id: later }, { id: back, start_time: lesson.start.slice(11, 16) })
    expect(await who(w, { ...lesson, slot_id: back })).toEqual([w.student])
  })

  it('nobody is asked again who had told not to come to the hour to which the lesson comes back', async () => {
    const { w, lesson } = await freed(0)
    const reply = { student_id: w.student, told_for: expect.any(String) }
    expect(await db.asUser(w.coach, move(lesson, 60))).toMatchObject({ released: [reply] })
    await w.said({ ...lesson, start: (await w.entryOf(lesson))?.starts_at ?? '' })
    expect(await db.asUser(w.coach, moveBack(lesson))).toMatchObject({ released: [] })
    expect(await w.entryOf(lesson)).toMatchObject({ reply: 'not_coming' })
  })

  it('who becomes a student of the slot at another time is still in it, and a "Não vou" is named', async () => {
    const { w, lesson, first, second } = await freed()
    await guest(w, 'add', lesson, first)
    await taken(w, lesson, [second])
    const slot = { start_time: '23:10', students: [w.student, first, second] }
    const { released } = await w.replaced(lesson, { ...slot, id: randomUUID() })
    expect(released.map(({ student_id }) => student_id)).toEqual([w.student])
    const gone = await guestsGone()
    const students = [gone.w.student, gone.second, gone.first]
    const named = (await gone.w.replaced(gone.lesson, { ...slot, id: randomUUID(), students })).released
    expect(sorted(...named.map(({ student_id }) => student_id))).toEqual(sorted(...students))
  })

  // 'Rafa está na agenda deste dia' was told of somebody whom the agenda does not show.
  it('of the coach who is inactive by then is named neither by an answer nor by a skip', async () => {
    const { w, lesson, first, second } = await freed()
    for (const student of [first, second]) await guest(w, 'add', lesson, student)
    await w.asCoach(`update public.students set status = 'inactive' where id = $1`, [first])
    expect(await who(w, lesson)).toEqual(sorted(second, w.student))
    const { slot_id, slot_date } = lesson
    const [facts] = await db.as(w.coach)<{ guests: object[] }>(
      `select public.get_credit_facts(occurrences => $1::text::jsonb) #> '{occurrences,0,guests}' as guests`,
      [JSON.stringify([{ slot_id, slot_date }])],
    )
    expect(facts?.guests).toMatchObject([{ student_id: second }])
    expect(await db.asUser(w.coach, skip(lesson))).toMatchObject({ released: [{ student_id: second }] })
  })

  it('is refused of somebody unknown, inactive or anonymised, and of what is not planned', async () => {
    const { w, lesson, first, second } = await freed()
    const refused = async (about: Occurrence, student: string) =>
      (await refusal(guest(w, 'add', about, student))).message
    const become = (status: string) =>
      w.asCoach('update public.students set status = $1 where id = $2', [status, first])
    await become('inactive')
    expect(await refused(lesson, first)).toBe('student_inactive')
    expect(await guest(w, 'remove', lesson, first)).toBeNull()
    await become('active')
    expect(await refused(lesson, randomUUID())).toBe('student_not_found')
    expect(await refused({ ...lesson, slot_id: randomUUID() }, first)).toBe('occurrence_not_found')
    await w.asCoach('select public.anonymize_student($1::text::uuid)', [second])
    expect(await refused(lesson, second)).toBe('student_anonymized')
    await db.asUser(w.coach, skip(lesson))
    expect(await refused(lesson, first)).toBe('occurrence_not_planned')
    const past = await w.lessonIn(-1)
    await w.register(past)
    expect(await refused(past, first)).toBe('occurrence_not_planned')
    const [theirs, own] = [await makeAgreementWorld(db), await w.lessonIn(50)]
    expect((await refusal(guest(theirs, 'add', own, theirs.student))).message).toBe('occurrence_not_found')
  })
})

describe('an opening', () => {
  it('is one for an occurrence, the same for the same id, and asks who was not asked yet', async () => {
    const { w, lesson, first, second } = await freed()
    const id = randomUUID()
    const closes_at = new Date(Date.parse(lesson.start) - 2 * HOUR).toISOString()
    expect(await open(w, lesson, [first], { id })).toMatchObject({
      id,
      places: 1,
      taken: 0,
      students: [first],
    })
    expect(await open(w, lesson, [first, second], { id })).toMatchObject({ students: sorted(first, second) })
    expect((await refusal(open(w, lesson, [], { id, places: 2 }))).message).toBe('opening_changed')
    expect((await refusal(open(w, lesson, [], { id, closes_at: lesson.start }))).message).toBe(
      'opening_changed',
    )
    expect((await refusal(open(w, lesson, [first]))).message).toBe('opening_exists')
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { id, places: 1, taken: 0 } })
    const [shown] = (await pageOf(first)).openings
    expect({ ...shown, closes_at: instant(String(shown?.['closes_at'])) }).toEqual({
      id,
      starts_at: expect.any(String),
      minutes: 60,
      club: null,
      closes_at,
      left: 1,
      taken: false,
      deadline: expect.any(String),
      would_be: 'kept',
    })
    expect((await pageOf(w.student)).openings).toEqual([])
    await close(w, id)
    await close(w, id)
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: null })
    expect(await take(first, id)).toEqual(OVER)
    expect(await open(w, lesson, [first])).toMatchObject({ taken: 0 })
  })

  it('that ended by itself is answered as ended, and asks nobody more', async () => {
    const { w, lesson, first, second } = await freed()
    const closes_at = hoursAgo(-1)
    const { id } = await open(w, lesson, [first], { closes_at })
    await w.asOwner(`update public.openings set closes_at = now() - interval '1 minute' where id = $1`, [id])
    const [row] = await w.asOwner('select closes_at::text as at from public.openings where id = $1', [id])
    const again = await open(w, lesson, [first, second], { id, closes_at: row?.['at'] })
    expect(again).toMatchObject({ id, closed_at: expect.any(String), students: [first] })
  })

  it.each<[string, object, string]>([
    ['no place', { places: 0 }, 'bad_opening'],
    ['eleven places', { places: 11 }, 'bad_opening'],
    ['half a place', { places: 1.5 }, 'bad_opening'],
    ['a place as text', { places: '1' }, 'bad_opening'],
    ['until an hour that is past', { closes_at: hoursAgo(1) }, 'bad_opening'],
    ['until after the start', { closes_at: hoursAgo(-41) }, 'bad_opening'],
    ['to nobody that is a list', { students: null }, 'bad_opening'],
    ['to somebody unknown', { students: [randomUUID()] }, 'student_not_found'],
    ['of no occurrence', { slot_id: randomUUID() }, 'occurrence_not_found'],
  ])('is refused: %s', async (_, change, message) => {
    const { w, lesson, first } = await freed(1)
    expect((await refusal(open(w, lesson, [first], change))).message).toBe(message)
    expect(await w.asOwner('select from public.openings where user_id = $1', [w.coach])).toEqual([])
  })

  it('is refused to who is inactive or anonymised, and of what is skipped or has begun', async () => {
    const { w, lesson, first, second } = await freed()
    await w.asCoach(`update public.students set status = 'inactive' where id = $1`, [first])
    expect((await refusal(open(w, lesson, [first]))).message).toBe('student_inactive')
    await w.asCoach('select public.anonymize_student($1::text::uuid)', [second])
    expect((await refusal(open(w, lesson, [second]))).message).toBe('student_anonymized')
    const begun = await w.lessonIn(-0.5)
    expect((await refusal(open(w, begun, []))).message).toBe('occurrence_not_planned')
    // As if another device had moved the lesson meanwhile.
    const seen = { starts_at: hoursAgo(-39) }
    expect((await refusal(open(w, lesson, [], seen))).message).toBe('occurrence_not_planned')
    await db.asUser(w.coach, skip(lesson))
    expect((await refusal(open(w, lesson, []))).message).toBe('occurrence_not_planned')
  })

  it.each<
    [
      string,
      (w: World, lesson: Occurrence) => Promise<unknown>,
      ((w: World, lesson: Occurrence) => Promise<unknown>)?,
    ]
  >([
    [
      'skipped',
      (w, lesson) => db.asUser(w.coach, skip(lesson)),
      (w, lesson) => db.asUser(w.coach, moveBack(lesson)),
    ],
    [
      'moved',
      (w, lesson) => db.asUser(w.coach, move(lesson)),
      (w, lesson) => db.asUser(w.coach, moveBack(lesson)),
    ],
    [
      'taken out of the agenda',
      (w, { slot_id }) => w.asOwner('delete from public.lesson_slots where id = $1', [slot_id]),
    ],
    [
      'at its end',
      (w) => w.asOwner(`update public.openings set closes_at = now() where user_id = $1`, [w.coach]),
    ],
  ])('of a lesson that is %s has ended, also when that is taken back', async (_, ends, back) => {
    const { w, lesson, first } = await freed(1)
    const { id } = await open(w, lesson, [first])
    await ends(w, lesson)
    expect(await take(first, id)).toEqual(OVER)
    expect((await pageOf(first)).openings).toEqual([])
    await back?.(w, lesson)
    expect(await take(first, id)).toEqual(OVER)
  })

  it('is not shown to who has another lesson then by now, and again once that is told off', async () => {
    const { w, lesson, first } = await freed(1)
    await open(w, lesson, [first])
    expect((await pageOf(first)).openings).toHaveLength(1)
    const other = await w.lessonIn(40.5, 24 * 60, [first])
    expect((await pageOf(first)).openings).toEqual([])
    await w.reply(other, 'not_coming', { link: first })
    expect((await pageOf(first)).openings).toHaveLength(1)
  })

  it.each<[string, { cancelled_reason?: string }, 'cancelled' | null]>([
    ['was cancelled after it was registered', { cancelled_reason: 'rain' }, 'cancelled'],
    ['was registered without the student', {}, null],
  ])('is shown to who has another lesson then that %s', async (_, row, attendance) => {
    const w = await makeAgreementWorld(db)
    const lesson = await w.lessonIn(0.5)
    const first = await makeStudent(db, w.coach, { name: 'Rafa' })
    const other = await w.lessonIn(-0.1, 24 * 60, [first])
    const { id } = await open(w, lesson, [first], { closes_at: lesson.start })
    expect((await pageOf(first)).openings).toEqual([])
    await db.asOwner(async (query) => {
      const about = { user_id: w.coach, slot_id: other.slot_id, slot_date: other.slot_date }
      const session_id = await insert(query, 'sessions', {
        ...about,
        date: other.start,
        teacher: 'Ana',
        ...row,
      })
      const seat = { user_id: w.coach, session_id, student_id: first, attendance }
      if (attendance) await insert(query, 'session_package_assignments', seat)
    })
    expect((await pageOf(first)).openings).toMatchObject([{ id, left: 1 }])
    expect(await take(first, id)).toMatchObject({ success: true })
    // Nor is a taker named as busy when the hour comes back.
    const later = await w.lessonIn(0.6, 24 * 60, [first])
    await close(w, id)
    await db.asUser(w.coach, skip(lesson))
    await db.asUser(w.coach, skip(later))
    expect(await db.asUser(w.coach, moveBack(later))).toMatchObject({ released: [] })
  })

  it('is not shown to who was added to another lesson then that is registered', async () => {
    const w = await makeAgreementWorld(db)
    const lesson = await w.lessonIn(0.5)
    const first = await makeStudent(db, w.coach, { name: 'Rafa' })
    const other = await w.lessonIn(-0.1)
    const { id } = await open(w, lesson, [first], { closes_at: lesson.start })
    const { id: session_id } = await w.register(other)
    expect((await pageOf(first)).openings).toHaveLength(1)
    await insert(db.owner, 'session_package_assignments', { user_id: w.coach, session_id, student_id: first })
    expect((await pageOf(first)).openings).toEqual([])
    expect(await take(first, id)).toEqual(OVER)
  })

  it('has the lessons before it that the page does not list: over, or more than four weeks ahead', async () => {
    const w = await makeAgreementWorld(db)
    const over = await w.lessonIn(-30)
    await w.lessonIn(30)
    const far = await w.lessonIn(31 * 24)
    await w.lessonIn(40 * 24)
    await open(w, await w.lessonIn(32 * 24, 24 * 60, []), [w.student])
    const { unanswered, next_lessons } = await pageOf(w.student)
    expect(unanswered.map(({ slot_id }) => slot_id)).toEqual([over.slot_id, far.slot_id])
    expect(next_lessons).toHaveLength(1)
  })

  it('is not shown to who is expected there already', async () => {
    const { w, lesson, first } = await freed(1)
    const { id } = await open(w, lesson, [first])
    await guest(w, 'add', lesson, first)
    expect((await pageOf(first)).openings).toEqual([])
    expect(await take(first, id)).toEqual(OVER)
    await w.reply(lesson, 'not_coming', { link: first })
    expect((await pageOf(first)).openings).toMatchObject([{ id, left: 1 }])
  })

  it('counts for the slot that took the place of its own', async () => {
    const { w, lesson, first, second } = await freed()
    const { id } = await open(w, lesson, [first, second])
    await guest(w, 'add', lesson, second)
    const fresh = randomUUID()
    const answer = await w.replaced(lesson, { id: fresh, minutes: 90 })
    expect(answer.released).toEqual([])
    expect(await take(first, id)).toMatchObject({ success: true, lesson: { slot_id: fresh } })
    expect(await occurrenceOf(w, { slot_id: fresh })).toMatchObject({ opening: { id, taken: 1 } })
    expect(await who(w, { ...lesson, slot_id: fresh })).toEqual(sorted(first, second, w.student))
  })
})

describe('taking it', () => {
  it('the first one has it, the same one again the same answer, the other one reads that it is filled', async () => {
    const { w, lesson, first, second } = await freed()
    const { id } = await open(w, lesson, [first, second])
    const answer = await take(first, id)
    expect(answer).toMatchObject({ success: true, lesson: { slot_id: lesson.slot_id, reply: null } })
    expect(await take(first, id)).toEqual(answer)
    expect(await take(second, id)).toEqual(FULL)
    const { students, opening } = await occurrenceOf(w, lesson)
    expect(students.find((each) => each.id === first)).toMatchObject({
      guest: true,
      taken_at: expect.any(String),
    })
    expect(opening).toMatchObject({ id, taken: 1 })
    expect((await pageOf(first)).openings).toMatchObject([{ left: 0, taken: true }])
    expect((await pageOf(second)).openings).toMatchObject([{ left: 0, taken: false }])
    await close(w, id)
    expect(await take(first, id)).toEqual(answer)
    await expectNoBrokenRules(db)
  })

  it('giving it back is "Não vou" by the same rules and frees the place; it can be taken again', async () => {
    const { w, lesson, first, second } = await freed()
    const id = await taken(w, lesson, [first, second])
    expect(await w.reply(lesson, 'not_coming', { link: first })).toMatchObject({
      lesson: { outcome: 'kept' },
    })
    expect((await pageOf(first)).openings).toMatchObject([{ left: 1, taken: false }])
    // A taker who gave the place back gets it again only by the offer.
    expect(await w.reply(lesson, 'coming', { link: first })).toEqual(OFFERED)
    expect(await take(first, id)).toMatchObject({ success: true, lesson: { reply: 'coming' } })
    await w.reply(lesson, 'not_coming', { link: first })
    expect(await take(second, id)).toMatchObject({ success: true })
    expect(await take(first, id)).toEqual(FULL)
  })

  it('"Vou" of who freed the hour is refused while it is offered or taken, and possible afterwards', async () => {
    const { w, lesson, first } = await freed(1)
    const { id } = await open(w, lesson, [first])
    expect(await w.reply(lesson, 'coming')).toEqual(OFFERED)
    await take(first, id)
    await close(w, id)
    expect(await w.reply(lesson, 'coming')).toEqual(OFFERED)
    await guest(w, 'remove', lesson, first)
    expect(await w.reply(lesson, 'coming')).toMatchObject({ success: true })
  })

  it('"Vou" of a taker who gave it back is refused once who freed the hour came back to it', async () => {
    const { w, lesson, first } = await freed(1)
    await close(w, await taken(w, lesson, [first]))
    await w.reply(lesson, 'not_coming', { link: first })
    expect(await w.reply(lesson, 'coming', { link: first })).toMatchObject({ success: true })
    await w.reply(lesson, 'not_coming', { link: first })
    expect(await w.reply(lesson, 'coming')).toMatchObject({ success: true })
    expect(await w.reply(lesson, 'coming', { link: first })).toEqual(OFFERED)
  })

  it('a taker who gave it back may say "Vou" while who freed the hour stays away, whoever else says so', async () => {
    const { w, first } = await freed(1)
    const other = await makeStudent(db, w.coach, { name: 'Bia' })
    const lesson = await w.lessonIn(41, 24 * 60, [w.student, other])
    await w.reply(lesson, 'not_coming')
    await close(w, await taken(w, lesson, [first]))
    await w.reply(lesson, 'not_coming', { link: first })
    await w.reply(lesson, 'coming', { link: other })
    expect(await w.reply(lesson, 'coming', { link: first })).toMatchObject({ success: true })
  })

  it('"Vou" of a taker who gave an empty place back is possible, whoever else says "Vou"', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(41)
    await close(w, await taken(w, lesson, [first]))
    await w.reply(lesson, 'not_coming', { link: first })
    await w.reply(lesson, 'coming')
    expect(await w.reply(lesson, 'coming', { link: first })).toMatchObject({ success: true })
  })

  it('an empty place stays one in another time zone', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(41)
    await close(w, await taken(w, lesson, [first]))
    await db.asUser(w.coach, TRAVEL)
    const moved = { ...lesson, start: (await w.entryOf(lesson))?.starts_at ?? '' }
    await w.reply(moved, 'not_coming', { link: first })
    expect(await w.reply(moved, 'coming', { link: first })).toMatchObject({ success: true })
  })

  it('"Vou" of a taker who gave it back is possible once who freed the hour is off the slot, or deleted', async () => {
    for (const goes of ['off', 'deleted']) {
      const { w, lesson, first } = await freed(1)
      const id = await taken(w, lesson, [first])
      await w.reply(lesson, 'not_coming', { link: first })
      await close(w, id)
      const now = { ...lesson, slot_id: randomUUID() }
      await w.replaced(lesson, { id: now.slot_id, students: goes === 'off' ? [] : [w.student] })
      if (goes === 'deleted') await w.asCoach('select public.delete_student($1::text::uuid)', [w.student])
      expect(await w.reply(now, 'coming', { link: first })).toMatchObject({ success: true })
    }
  })

  it('a place whose offer is closed stays taken in another time zone', async () => {
    const { w, lesson, first } = await freed(1)
    await close(w, await taken(w, lesson, [first]))
    await db.asUser(w.coach, TRAVEL)
    const moved = { ...lesson, start: (await w.entryOf(lesson))?.starts_at ?? '' }
    await w.reply(moved, 'not_coming')
    expect(await w.reply(moved, 'coming')).toEqual(OFFERED)
  })

  it('an empty place of another hour is none of this one', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(41)
    await taken(w, lesson, [first])
    await db.asUser(w.coach, move(lesson))
    const moved = { ...lesson, start: (await w.entryOf(lesson))?.starts_at ?? '' }
    await guest(w, 'add', moved, first)
    await w.reply(moved, 'not_coming', { link: first })
    await w.reply(moved, 'not_coming')
    await close(w, await taken(w, moved, [first]))
    await w.reply(moved, 'not_coming', { link: first })
    await w.reply(moved, 'coming')
    expect(await w.reply(moved, 'coming', { link: first })).toEqual(OFFERED)
  })

  it('"Vou" of a taker who gave it back is refused once the coach took back the note that had freed it', async () => {
    const { w, first } = await freed(1)
    const lesson = await w.lessonIn(41)
    await w.note(lesson)
    await close(w, await taken(w, lesson, [first]))
    await w.reply(lesson, 'not_coming', { link: first })
    await w.note(lesson, { reply: null })
    expect(await w.reply(lesson, 'coming', { link: first })).toEqual(OFFERED)
  })

  it('the coach who takes a "Não vou" back is answered whether the place was offered', async () => {
    const { w, lesson, first } = await freed(1)
    const { id } = await open(w, lesson, [first])
    expect(await w.voidReply(lesson)).toMatchObject({ reply: null, offered: true })
    await take(first, id)
    await close(w, id)
    expect(await w.note(lesson)).toMatchObject({ offered: false })
    expect(await w.note(lesson, { reply: null })).toMatchObject({ offered: true })
    await guest(w, 'remove', lesson, first)
    expect(await w.note(lesson, { reply: null })).toMatchObject({ offered: false })
  })

  it('the coach who takes a taker’s "Não vou" back is answered that who freed the hour came back to it', async () => {
    const { w, lesson, first } = await freed(1)
    await close(w, await taken(w, lesson, [first]))
    await w.note(lesson, { student_id: first })
    expect(await w.reply(lesson, 'coming')).toMatchObject({ success: true })
    expect(await w.note(lesson, { student_id: first, reply: null })).toMatchObject({ offered: true })
  })

  it('the coach who takes a taker out frees the place, also where no version judges', async () => {
    const { w, lesson, first, second } = await freed(2, null)
    const { id } = await open(w, lesson, [first, second])
    expect((await pageOf(first)).openings).toMatchObject([{ deadline: null, would_be: null }])
    await take(first, id)
    await guest(w, 'remove', lesson, first)
    expect(await take(second, id)).toMatchObject({ success: true })
  })

  it('a taker who is made inactive has the place no more, also once active again', async () => {
    const { w, lesson, first, second } = await freed()
    const { id } = await open(w, lesson, [first, second])
    const become = (status: string) =>
      w.asCoach('update public.students set status = $1 where id = $2', [status, first])
    await take(first, id)
    await become('inactive')
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { taken: 0 } })
    expect(await take(second, id)).toMatchObject({ success: true })
    await become('active')
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { taken: 1 } })
    expect(await who(w, lesson)).toEqual(sorted(second, w.student))
  })

  it('a taker taken out and put back by hand has the place as it was, unless it was given meanwhile', async () => {
    const { w, lesson, first, second } = await freed()
    const id = await taken(w, lesson, [first, second])
    const seat = async () => (await occurrenceOf(w, lesson)).students.find((each) => each.id === first)
    const before = await seat()
    await guest(w, 'remove', lesson, first)
    await guest(w, 'add', lesson, first)
    expect(await seat()).toEqual(before)
    await guest(w, 'remove', lesson, first)
    await take(second, id)
    await guest(w, 'add', lesson, first)
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { places: 1, taken: 1 } })
    expect(await seat()).toMatchObject({ guest: true, taken_at: null })
  })

  it('a taker who was taken out is a guest of the coach once the place was offered anew', async () => {
    const { w, lesson, first, second } = await freed()
    const id = await taken(w, lesson, [first])
    await guest(w, 'remove', lesson, first)
    await close(w, id)
    await taken(w, lesson, [second])
    await guest(w, 'add', lesson, first)
    const seat = (await occurrenceOf(w, lesson)).students.find((each) => each.id === first)
    expect(seat).toMatchObject({ guest: true, taken_at: null })
  })

  it('a lesson that is put back, or moved, names who has another lesson then by now', async () => {
    const { w, lesson, first } = await freed(1)
    const other = await w.lessonIn(40.5, 24 * 60, [first, w.student])
    await db.asUser(w.coach, skip(other))
    await taken(w, lesson, [first])
    const { slot_id, slot_date } = other
    const released = [{ slot_id, slot_date, student_id: first, busy: true }]
    expect(await db.asUser(w.coach, moveBack(other))).toMatchObject({ released })
    expect(await db.asUser(w.coach, move(other))).toMatchObject({ released: [] })
    expect(await db.asUser(w.coach, move(other, 40))).toMatchObject({ released })
  })

  it('a new or changed slot names who gets another lesson then, and two weekly ones are not named again', async () => {
    const { w, lesson } = await freed(0, null)
    const { start } = lesson
    const slot = {
      weekday: new Date(start).getUTCDay(),
      start_time: start.slice(11, 16),
      minutes: 60,
      starts_on: lesson.slot_date,
      ends_on: null,
      students: [w.student],
    }
    const [first, changed] = [randomUUID(), randomUUID()]
    const named = async (plan: object) => {
      const { released } = await db.asUser(w.coach, agenda(plan))
      return [...new Set(released.map(({ student_id }) => student_id))]
    }
    expect(await named({ add: [{ ...slot, id: first }] })).toEqual([w.student])
    await named({ add: [{ ...slot, id: randomUUID() }] })
    // In the week after, both are weekly.
    const slot_date = new Date(Date.parse(start) + 168 * HOUR).toISOString().slice(0, 10)
    const next = { slot_id: first, slot_date, start }
    await db.asUser(w.coach, skip(next))
    expect(await named({ skips: { remove: [next] } })).toEqual([])
    const { released } = await w.replaced(next, { ...slot, id: changed, minutes: 50 })
    expect(released).toEqual([])
    // At the hour of a third one on another day.
    const third = { ...slot, starts_on: slot_date, weekday: (slot.weekday + 2) % 7 }
    await named({ add: [{ ...third, id: randomUUID() }] })
    const moved = await w.replaced({ ...next, slot_id: changed }, { ...third, id: randomUUID(), minutes: 50 })
    expect(moved.released).toContainEqual(expect.objectContaining({ student_id: w.student, busy: true }))
  })

  // Minutes from the start of the hour to the start of the student's other lesson.
  it.each<[string, number, boolean]>([
    ['that begins when it ends', 60, true],
    ['that ends when it begins', -60, true],
    ['that begins a minute before it ends', 59, false],
    ['at the same time', 0, false],
  ])('with a lesson %s', async (_, minutes, isFree) => {
    const { w, lesson, first } = await freed(1)
    const other = await w.lessonIn(40 + minutes / 60, 900, [first])
    const { id } = await open(w, lesson, [first])
    const answer = await take(first, id)
    if (isFree) expect(answer).toMatchObject({ success: true })
    else expect(answer).toEqual(OVER)
    // A student who told not to come to the other lesson is free.
    await w.reply(other, 'not_coming', { link: first })
    expect(await take(first, id)).toMatchObject({ success: true })
  })

  it('a taker is released and named when the lesson moves, and is not expected when it comes back', async () => {
    const { w, lesson, first, second } = await freed()
    await guest(w, 'add', lesson, second)
    await taken(w, lesson, [first])
    const plan = {
      op_id: randomUUID(),
      skips: { add: [{ ...lesson, reason: null, moved_to: hoursAgo(-50) }] },
    }
    const send = () => callJson<Released>(db.as(w.coach), 'apply_slot_plan', plan)
    const { slot_id, slot_date } = lesson
    const told = { slot_id, slot_date, student_id: w.student, told_for: expect.any(String) }
    // The student who had told not to come at the old time is named too.
    const released = [{ slot_id, slot_date, student_id: first }, told]
    expect(await send()).toMatchObject({ replayed: false, released })
    // Sent again, as after a lost answer.
    expect(await send()).toMatchObject({ replayed: true, released })
    expect(await who(w, lesson)).toEqual(sorted(second, w.student))
    await db.asUser(w.coach, moveBack(lesson))
    expect(await who(w, lesson)).toEqual(sorted(second, w.student))
  })

  it('of an hour to which the lesson had moved ends once it is back, also if its slot begins then later', async () => {
    const { w, lesson, first } = await freed(1)
    const at = lesson.start.startsWith('T12:', 10) ? '13:10' : '12:10'
    const start = `${lesson.slot_date}T${at}:00.000Z`
    await db.asUser(w.coach, agenda({ skips: { add: [{ ...lesson, reason: null, moved_to: start }] } }))
    const { id } = await open(w, { ...lesson, start }, [first])
    await db.asUser(w.coach, moveBack(lesson))
    const slot_id = randomUUID()
    await w.replaced(lesson, { id: slot_id, start_time: at })
    expect(await occurrenceOf(w, { slot_id })).toMatchObject({ opening: null })
    expect(await take(first, id)).toEqual(OVER)
  })

  it('of guests who had told not to come, another slot names none, a move only who is of the coach', async () => {
    const { w, lesson } = await guestsGone()
    const changed = await w.replaced(lesson, { id: randomUUID(), start_time: '23:10' })
    expect(changed.released.map(({ student_id }) => student_id)).toEqual([w.student])
    const other = await guestsGone()
    const moved = await db.asUser(other.w.coach, move(other.lesson))
    expect(sorted(...moved.released.map(({ student_id }) => student_id))).toEqual(
      sorted(other.second, other.w.student),
    )
    for (const each of moved.released) expect(each).toHaveProperty('told_for')
  })

  it('in another time zone it stays offered and taken, at the same local time, until when it was', async () => {
    const { w, lesson, first, second } = await freed()
    const id = await taken(w, lesson, [first, second], { places: 2 })
    // Another lesson that moved to the same hour makes no difference.
    const other = await w.lessonIn(30)
    await w.asOwner(
      'insert into public.slot_exceptions (user_id, slot_id, slot_date, moved_to) values ($1, $2, $3, $4)',
      [w.coach, other.slot_id, lesson.slot_date, lesson.start],
    )
    await w.asCoach(`update public.profiles set time_zone = 'Etc/GMT+3'`)
    expect(await who(w, lesson)).toEqual(sorted(first, w.student))
    const { opening } = await occurrenceOf(w, lesson)
    expect(opening).toMatchObject({ id, taken: 1 })
    const later = new Date(Date.parse(lesson.start) + HOUR).toISOString()
    expect(instant(String(opening?.['closes_at']))).toBe(later)
    expect(await take(second, id)).toMatchObject({ success: true })
    // A moved occurrence stays at its instant.
    await db.asUser(w.coach, move(lesson))
    const moved = await open(w, { ...lesson, start: hoursAgo(-50) }, [first], { starts_at: undefined })
    await take(first, moved.id)
    await w.asCoach(`update public.profiles set time_zone = 'UTC'`)
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { id: moved.id, taken: 1 } })
  })

  it('in another time zone whose night has no such end it is offered until its start', async () => {
    const w = await makeAgreementWorld(db)
    const student = await makeStudent(db, w.coach)
    // In New York the clocks jump from two to three in this night.
    const [starts_on, start] = ['2099-03-08', '2099-03-08T03:15:00.000Z']
    const slot = { user_id: w.coach, start_time: '03:15', starts_on, ends_on: starts_on }
    const slot_id = await insert(db.owner, 'lesson_slots', slot)
    const offer = { closes_at: '2099-03-08T02:30:00Z' }
    await open(w, { slot_id, slot_date: starts_on, start }, [student], offer)
    await w.asCoach(`update public.profiles set time_zone = 'America/New_York'`)
    const [row] = await w.asOwner(
      'select closes_at = for_start as whole from public.openings where user_id = $1',
      [w.coach],
    )
    expect(row).toEqual({ whole: true })
  })

  it('in another time zone who gave it back has it no more, though a reply is of one hour', async () => {
    const { w, lesson, first, second } = await freed()
    const id = await taken(w, lesson, [first, second])
    await w.reply(lesson, 'not_coming', { link: first })
    await take(second, id)
    await w.asCoach(`update public.profiles set time_zone = 'Etc/GMT+3'`)
    expect(await who(w, lesson)).toEqual(sorted(second, w.student))
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { places: 1, taken: 1 } })
  })

  it.each([
    ['had begun', -5, 'Etc/GMT+3'],
    ['has begun then', 1, 'Etc/GMT-3'],
  ])(
    'what was told and taken of a lesson that %s in another time zone stays: nobody can tell it anew',
    async (_, hours, zone) => {
      const w = await makeAgreementWorld(db)
      const taker = await makeStudent(db, w.coach)
      const lesson = await w.lessonIn(hours)
      await w.said(lesson, { replied_at: hoursAgo(40) })
      const { slot_id, slot_date, start: for_start } = lesson
      const place = { user_id: w.coach, slot_id, slot_date, student_id: taker, source: 'opening', for_start }
      await insert(db.owner, 'occurrence_guests', place)
      await w.asCoach(`update public.profiles set time_zone = '${zone}'`)
      const { students } = (await occurrenceOf(w, lesson)) ?? {}
      expect(students).toHaveLength(2)
      expect(students).toContainEqual(expect.objectContaining({ id: w.student, outcome: 'kept' }))
    },
  )

  it('a taker of the slot that was replaced is named when the lesson of its successor moves', async () => {
    const { w, lesson, first } = await freed(1)
    await taken(w, lesson, [first])
    const fresh = randomUUID()
    await w.replaced(lesson, { id: fresh })
    expect(await who(w, { ...lesson, slot_id: fresh })).toEqual(sorted(first, w.student))
    const moved = await db.asUser(w.coach, move({ ...lesson, slot_id: fresh }))
    expect(moved.released.map(({ student_id }) => student_id)).toEqual([first, w.student])
    expect(await who(w, { ...lesson, slot_id: fresh })).toEqual([w.student])
  })

  // One place was two lessons to pay for.
  it('is in one of two slots that took the place of one, at the same hour, and so is who took it', async () => {
    const { w, lesson, first } = await freed(1)
    const weekly = { weekday: new Date(lesson.slot_date).getUTCDay(), ends_on: null }
    const whole = { ...lesson, slot_id: randomUUID() }
    const before = new Date(Date.parse(lesson.slot_date) - 168 * HOUR).toISOString().slice(0, 10)
    await w.replaced(lesson, { ...weekly, id: whole.slot_id, starts_on: before })
    const id = await taken(w, whole, [first], { places: 2 })
    const [later, earlier] = [
      { ...whole, slot_id: randomUUID() },
      { ...whole, slot_id: randomUUID() },
    ]
    await w.replaced(whole, { ...weekly, id: later.slot_id }, before)
    await w.replaced(whole, { ...weekly, id: earlier.slot_id, starts_on: before })
    expect(await who(w, later)).toEqual(sorted(first, w.student))
    expect(await who(w, earlier)).toEqual([w.student])
    expect(await occurrenceOf(w, later)).toMatchObject({ opening: { id, taken: 1 } })
    expect(await occurrenceOf(w, earlier)).toMatchObject({ opening: null })
  })

  // A guest of the coach came back untold, and the lesson took a credit.
  it('no guest is expected either when the slot comes back to its time, and the offer has ended', async () => {
    const { w, lesson, first, second, ids } = await freed(3)
    await guest(w, 'add', lesson, ids[2] ?? '')
    const id = await taken(w, lesson, [first, second], { places: 2 })
    const [later, back] = [randomUUID(), randomUUID()]
    const moved = await w.replaced(lesson, { id: later, start_time: '23:10' })
    expect(sorted(...moved.released.map(({ student_id }) => student_id))).toEqual(
      sorted(first, ids[2] ?? '', w.student),
    )
    const start_time = lesson.start.slice(11, 16)
    await w.replaced({ ...lesson, slot_id: later }, { id: back, start_time })
    expect(await who(w, { ...lesson, slot_id: back })).toEqual([w.student])
    expect(await occurrenceOf(w, { slot_id: back })).toMatchObject({ opening: null })
    expect(await take(second, id)).toEqual(OVER)
  })

  it('unknown and changed links, openings unknown and of others, who was not asked: byte for byte alike', async () => {
    const { w, lesson, first, second } = await freed()
    const { id } = await open(w, lesson, [first])
    const other = await freed(1)
    const theirs = await open(other.w, other.lesson, [other.first])
    await w.asCoach('select public.rotate_student_link($1::text::uuid)', [first])
    const said = new Set<string>()
    for (const [link, opening] of [
      [randomUUID(), id],
      [first, id],
      [second, id],
      [second, randomUUID()],
      [second, theirs.id],
    ] as const)
      said.add(JSON.stringify(await take(link, opening)))
    expect([...said]).toEqual([JSON.stringify(OVER)])
    expect(await who(w, lesson)).toEqual([w.student])
  })

  it('somebody anonymised leaves no guest place and no invitation', async () => {
    const { w, lesson, first } = await freed(1)
    await taken(w, lesson, [first])
    await w.asCoach('select public.anonymize_student($1::text::uuid)', [first])
    expect(await w.asOwner('select from public.occurrence_guests where user_id = $1', [w.coach])).toEqual([])
    expect(await w.asOwner('select from public.opening_invites where user_id = $1', [w.coach])).toEqual([])
  })
})

describe('at once', () => {
  it('a taker after a skip, a move, an end, a closing or another taker reads that it is over or filled', async () => {
    const cases: [string, (lesson: Occurrence, id: string, second: string) => Step, object][] = [
      ['a skip', skip, OVER],
      ['a move', (lesson) => move(lesson), OVER],
      ['a closing', (_, id) => (query) => query('select public.close_opening($1::text::uuid)', [id]), OVER],
      ['another taker', (_, id, second) => takeAs(second, id), FULL],
    ]
    for (const [name, first, answer] of cases) {
      const { w, lesson, first: taker, second } = await freed()
      const { id } = await open(w, lesson, [taker, second])
      expect(await after(w, first(lesson, id, second), taker, id), name).toEqual(answer)
    }
  })

  it('who gives back and who takes: the place is given once', async () => {
    const { w, lesson, first, second } = await freed()
    const id = await taken(w, lesson, [first, second])
    const back = replyAs(lesson, 'not_coming', { link: first, expected: 'kept', start: lesson.start })
    expect(await after(w, back, second, id)).toMatchObject({ success: true })
    expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { taken: 1 } })
  })

  // Who took it was told so, and was expected nowhere.
  it('who takes a place while the time zone changes has it', async () => {
    const { w, lesson, first } = await freed(1)
    const { id } = await open(w, lesson, [first])
    expect(await after(w, TRAVEL, first, id)).toMatchObject({ success: true })
    expect(await who(w, lesson)).toEqual(sorted(first, w.student))
  })

  it('what is offered or noted while the time zone changes stays offered and noted', async () => {
    for (const isFirst of [true, false]) {
      const { w, lesson, first } = await freed(1)
      const { slot_id, slot_date } = lesson
      const about = { slot_id, slot_date }
      const offer = { ...about, id: randomUUID(), places: 1, closes_at: hoursAgo(-20), students: [first] }
      const offers: Step = (query) => callJson(query, 'open_places', offer)
      const [one, two] = isFirst ? [offers, TRAVEL] : [TRAVEL, offers]
      expect(await overtake(db, w.coach, one, two)).toBe('done')
      expect(await occurrenceOf(w, lesson)).toMatchObject({ opening: { id: offer.id } })
    }
    const { w, lesson } = await freed(0, null)
    const { slot_id, slot_date } = lesson
    const note = { slot_id, slot_date, student_id: w.student, reply: 'not_coming' }
    const notes: Step = (query) => callJson(query, 'record_reply', note)
    expect(await overtake(db, w.coach, TRAVEL, notes)).toBe('done')
    expect((await occurrenceOf(w, lesson)).students).toMatchObject([{ reply: 'not_coming' }])
  })

  it('two offers of one occurrence are one', async () => {
    const { w, lesson, first } = await freed(1)
    const both = await Promise.allSettled([open(w, lesson, [first]), open(w, lesson, [first])])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
