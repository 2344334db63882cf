import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Query } from '../support/postgres-database'
import { sharedDatabase } from '../support/shared-postgres'
import { basedOn, callJson } from '../support/world/sql'
import {
  agenda,
  dayFromNow,
  HOUR,
  makeAgreementWorld,
  move,
  type Occurrence,
  replyAs,
  skip,
  TEXTS,
  type World,
} from './agreement-world'
import { expectNoBrokenRules } from './broken-rules'
import { overtake, queueBehind, type Step } from './overtake'
import { deleteAccountAs, loginOf } from './rights-world'

const call =
  (text: string, values: string[]): Step =>
  (query) =>
    query(`select public.${text}`, values)

/**
 * docs/data-model.md, 'Replies and how they are judged': a student replies while the coach, or another tab, changes the
 * same lesson.
 */
type Does = (w: World, lesson: Occurrence) => Promise<Step> | Step

const ENDED: Does =
  (_, { slot_id }) =>
  async (query: Query) => {
    const [slot] = await query<{ at: string }>(
      'select updated_at::text as at from public.lesson_slots where id = $1',
      [slot_id],
    )
    await agenda({ end: [{ slot_id, expected: slot?.at, last_day: null }] })(query)
  }

const ROTATED: Does = (w) => call('rotate_student_link($1::text::uuid)', [w.student])

const ANONYMISED: Does = (w) => call('anonymize_student($1::text::uuid)', [w.student])

const DELETED: Does = (w) => call('delete_student($1::text::uuid)', [w.student])

const TAKEN_DOWN: Does = () => call('end_agreement()', [])

const db = await sharedDatabase()

/** The coach registers the lesson. */
const REGISTERED: Does = async (w, lesson) => {
  const based_on = await basedOn(db, w.coach, [w.student])
  const { slot_id, slot_date, start: date } = lesson
  const session = { id: randomUUID(), teacher: 'Ana', date, day: slot_date, slot_id, slot_date }
  const participants = [{ student_id: w.student, package_id: w.pack, attendance: 'present' }]
  const op_id = randomUUID()
  return (query) =>
    callJson(query, 'apply_session_plan', {
      op_id,
      based_on,
      lessons: [{ op: 'create', session, participants }],
    })
}

/**
 * Runs the reply and the other change on two connections, the second before the first commits; returns what the visitor
 * is answered.
 */
const race = async (w: World, lesson: Occurrence, other: Does, isFirst: boolean) => {
  let said: string | undefined
  const visitor: Step = async (query) => {
    const asked = { link: w.student, expected: 'kept', start: lesson.start }
    const { success, error } = await replyAs(lesson, 'not_coming', asked)(query)
    said = success ? 'done' : error
  }
  const coach = await other(w, lesson)
  const outcome = await overtake(db, w.coach, isFirst ? visitor : coach, isFirst ? coach : visitor)
  expect(outcome).toBe('done')
  return said
}
const left = async (w: World, lesson: Occurrence) => {
  const stored = await w.asOwner('select from public.lesson_replies where user_id = $1', [w.coach])
  const [seat] = await db.owner<{ told: string | null }>(
    'select told_by as told from public.session_package_assignments where user_id = $1',
    [w.coach],
  )
  const counts = (await w.page().catch(() => null))?.next_lessons?.some(
    ({ slot_id, reply }) => slot_id === lesson.slot_id && reply === 'not_coming',
  )
  return { stored: stored.length, seat: seat ? seat.told : 'none', counts: counts ?? false }
}
const nothing = { stored: 0, seat: 'none', counts: false }
const unseen = { stored: 1, seat: 'none', counts: false }

// The change; the answer to a reply that comes after it; what is stored in the end if the reply came first, and if the
// reply came second.
it.each<[string, Does, string, object, object]>([
  ['skipped', (_, lesson) => skip(lesson), TEXTS.gone, unseen, nothing],
  ['moved', (_, lesson) => move(lesson), TEXTS.changed, unseen, nothing],
  ['taken out of the agenda', ENDED, TEXTS.gone, unseen, nothing],
  ['of a link that changes', ROTATED, TEXTS.gone, { ...unseen, counts: false }, nothing],
  ['of somebody who is anonymised', ANONYMISED, TEXTS.gone, nothing, nothing],
  ['of somebody who is deleted', DELETED, TEXTS.gone, nothing, nothing],
  // What was told before keeps its outcome.
  ['whose agreement is taken down', TAKEN_DOWN, TEXTS.unjudged, { ...unseen, counts: true }, nothing],
])('a lesson %s while its student does not come', async (_, does, refused, first, second) => {
  for (const isFirst of [true, false]) {
    const w = await makeAgreementWorld(db)
    const lesson = await w.lessonIn(40)
    expect(await race(w, lesson, does, isFirst)).toBe(isFirst ? 'done' : refused)
    expect(await left(w, lesson)).toEqual(isFirst ? first : second)
  }
  await expectNoBrokenRules(db)
})

// A version that was gone by then had found it late, for good.
it('what is told while a version is replaced before it began is judged by the new one', async () => {
  for (const isFirst of [true, false]) {
    const w = await makeAgreementWorld(db, { notice_hours: 2 })
    await w.version(2, { starts_on: dayFromNow(3), notice_hours: 100 }, 10)
    const lesson = await w.lessonIn(96)
    const asked = { link: w.student, expected: 'late', start: lesson.start }
    const tells = replyAs(lesson, 'not_coming', asked)
    const rules = { starts_on: dayFromNow(0), notice_hours: 3, makeup_days: 0, note: null }
    const publishes: Step = (query) => callJson(query, 'save_agreement', rules)
    const outcome = await overtake(db, w.coach, isFirst ? tells : publishes, isFirst ? publishes : tells)
    expect(outcome).toBe('done')
    expect(await w.entryOf(lesson)).toMatchObject({ reply: 'not_coming', outcome: 'kept' })
  }
})

it('an account that is being closed is closed, and who replies meanwhile finds nobody: no deadlock', async () => {
  const w = await makeAgreementWorld(db)
  await w.register(await w.lessonIn(-3))
  const lesson = await w.lessonIn(40)
  const session = await db.asOwner((query) => loginOf(query, w.coach))
  const lock: Step = (query) => query('select from public.sessions where user_id = $1 for update', [w.coach])
  // Closing has locked the account, and waits here before it locks the students.
  const answers = await queueBehind(db, lock, [
    () => db.asUser(w.coach, (query) => deleteAccountAs(query, w.coach, session)),
    () => w.reply(lesson, 'not_coming'),
  ])
  expect(answers).toMatchObject([undefined, { error: TEXTS.gone }])
})

const GUEST: Does = (w, { slot_id, slot_date }) =>
  call('add_guest($1::text::uuid, $2::text::date, $3::text::uuid)', [slot_id, slot_date, w.student])

const REPLIED: Does = (w, lesson) =>
  replyAs(lesson, 'not_coming', { link: w.student, expected: 'kept', start: lesson.start })

/** Runs a plan, and `other` behind it, while both need the student; both must end. */
const whileStudentWaits = (w: World, plan: () => Promise<unknown>, other: Step) =>
  queueBehind(db, (query) => query('select from public.students where id = $1 for update', [w.student]), [
    plan,
    () => db.asUser(w.coach, other),
  ])

it('a recess is given while a guest or a reply waits for a student whose credits it decides: no deadlock', async () => {
  for (const other of [GUEST, REPLIED]) {
    const w = await makeAgreementWorld(db)
    const lesson = await w.lessonIn(40)
    const based_on = await basedOn(db, w.coach, [w.student])
    // After the package has expired: else the plan would have to give it days.
    const recess = { op: 'give', id: randomUUID(), first_day: dayFromNow(11), last_day: dayFromNow(15) }
    const plan = { op_id: randomUUID(), based_on, recess }
    const given = () => callJson(db.as(w.coach), 'apply_session_plan', plan)
    await whileStudentWaits(w, given, await other(w, lesson))
  }
})

// The edit locked the slot last, though it leaves the lesson in its occurrence.
it('a lesson is edited while a guest or a reply of its slot waits for its student: no deadlock', async () => {
  for (const other of [GUEST, REPLIED]) {
    const w = await makeAgreementWorld(db)
    const lesson = await w.lessonIn(40)
    const [slot_date, start] = [lesson.slot_date, lesson.start].map((at) =>
      new Date(Date.parse(at) - 7 * 24 * HOUR).toISOString(),
    )
    await w.asOwner(
      `update public.lesson_slots set weekday = extract(dow from starts_on), ends_on = null, starts_on = starts_on - 7
        where id = $1`,
      [lesson.slot_id],
    )
    const before = { slot_id: lesson.slot_id, slot_date: slot_date?.slice(0, 10) ?? null, start: start ?? '' }
    const known = await w.register(before)
    const edited = () => w.register(before, { attendance: 'absent' }, known)
    await whileStudentWaits(w, edited, await other(w, lesson))
  }
})

it('a lesson registered just before it begins knows the reply that came first, and refuses a later one', async () => {
  for (const isFirst of [true, false]) {
    const w = await makeAgreementWorld(db, { notice_hours: 0 })
    const lesson = await w.lessonIn(0.05)
    expect(await race(w, lesson, REGISTERED, isFirst)).toBe(isFirst ? 'done' : TEXTS.gone)
    expect(await left(w, lesson)).toEqual({
      stored: isFirst ? 1 : 0,
      seat: isFirst ? 'student' : null,
      counts: false,
    })
  }
  await expectNoBrokenRules(db)
})

it('a note that waits for the registration reaches the seat, and so does one that it waits for', async () => {
  for (const isFirst of [true, false]) {
    const w = await makeAgreementWorld(db)
    const lesson = await w.lessonIn(-1)
    const { slot_id, slot_date } = lesson
    const note: Step = (query) =>
      callJson(query, 'record_reply', { slot_id, slot_date, student_id: w.student, reply: 'not_coming' })
    const register = await REGISTERED(w, lesson)
    const outcome = await overtake(db, w.coach, isFirst ? note : register, isFirst ? register : note)
    expect(outcome).toBe('done')
    expect(await left(w, lesson)).toMatchObject({ seat: 'coach' })
  }
})

it('two tabs that say different things leave one word, the later one', async () => {
  const w = await makeAgreementWorld(db)
  const lesson = await w.lessonIn(40)
  const say = (what: string) =>
    replyAs(lesson, what, { link: w.student, expected: 'kept', start: lesson.start })
  expect(await overtake(db, w.coach, say('not_coming'), say('coming'))).toBe('done')
  expect(await w.asOwner('select reply from public.lesson_replies where user_id = $1', [w.coach])).toEqual([
    { reply: 'coming' },
  ])
})

it('thirty replies at once of students of one lesson all arrive', async () => {
  const w = await makeAgreementWorld(db)
  const others = await db.as(w.coach)<{ id: string }>(
    `insert into public.students (user_id, name, phone, gender, type, classe)
       select $1::text::uuid, 'Aluno ' || n, '5511987654321', 'male', 'fixed', '5-classe' from generate_series(1, 30) n
       returning id::text`,
    [w.coach],
  )
  const lesson = await w.lessonIn(
    40,
    900,
    others.map(({ id }) => id),
  )
  const said = await Promise.all(others.map(({ id }) => w.reply(lesson, 'not_coming', { link: id })))
  expect(said.filter(({ success }) => success)).toHaveLength(30)
})
