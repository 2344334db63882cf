import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mapRecord } from '@/core/records'
import type { SessionPlan } from '../support/flat-plan'
import { gate } from '../support/gate'
import { refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import {
  applyPlan,
  basedOn,
  callJson,
  insert,
  leaveLead,
  makeCoach,
  makePackage,
  makeStudent,
  PACKAGE,
  readFacts,
  registerLesson,
  STUDENT,
  lessonPlan,
  insertUngranted,
} from '../support/world/sql'
import { planOf, alertDraft, assignmentRow, feedbackRow } from '../support/world/values'
import { expectNoBrokenRules } from './broken-rules'
import { overtake as overtakeOn, queueBehind, untilBlocked, type Step } from './overtake'
import {
  ask,
  callWith,
  closeAccount,
  deleteAccountAs,
  everythingOf,
  exportOf,
  importInto,
  loginOf,
  makeRightsWorld,
  type RightsWorld,
  whereIs,
} from './rights-world'

/** Anonymising, erasing and closing (docs/product.md, 'Rights of the coach') while other devices of the coach write. */

const database = await ownDatabase()

const overtake = (...steps: [coach: string, first: Step, second: Step]) => overtakeOn(database, ...steps)

const anonymize =
  ({ student }: RightsWorld): Step =>
  (query) =>
    callWith(query, 'anonymize_student', student)

/**
 * Another student of the same coach, with a package and lessons for the writes: a whole new world per race would take
 * longer than the race.
 */
async function withAnother(world: RightsWorld): Promise<RightsWorld> {
  const { coach, friend } = world
  const mark = randomUUID().slice(0, 8)
  const secrets = mapRecord(world.secrets, (_, what) => `${what} ${mark}`)
  const student = await makeStudent(database, coach, { name: secrets.name, notes: secrets.notes })
  const pack = await makePackage(database, coach, student, { name: secrets.package })
  const { id } = await registerLesson(database, coach, [{ student, package: pack }, { student: friend }], {
    session: { id: randomUUID(), teacher: 'Ana', date: '2026-03-04T13:00:00Z', notes: secrets.group },
    feedbacks: [feedbackRow(student, { rating: 5, notes: secrets.said }), feedbackRow(friend)],
  })
  await registerLesson(database, coach, [{ student, rating: 1 }])
  return { ...world, student, package: pack, group: id, secrets }
}

/** Writes about the student that another device may be sending at the same time. */
async function writesAbout(world: RightsWorld): Promise<Record<string, Step>> {
  const { coach, student, friend, secrets } = world
  const lesson: SessionPlan = planOf({
    session: { id: randomUUID(), teacher: 'Ana', notes: secrets.alone },
    based_on: await basedOn(database, coach, [student, friend]),
    assignments: [assignmentRow(student, world.package), assignmentRow(friend)],
    feedbacks: [{ student_id: student, rating: 5, notes: secrets.said, tags: [secrets.tag], club_id: null }],
  })
  const draft = alertDraft({
    dedupe_key: 'late',
    student_id: student,
    student_name: secrets.name,
    message: secrets.alert,
  })
  const ofPackage = { user_id: coach, student_id: student, package_id: world.package }
  const days = { ...ofPackage, days: 1, reason: secrets.reason }
  return {
    'a lesson with notes': (query) => callJson(query, 'apply_session_plan', lesson),
    'an alert with the name': (query) => callJson(query, 'apply_alert_plan', { raise: [draft], end: [] }),
    'an alert past the plan': (query) => insert(query, 'alerts', { ...draft, user_id: coach }),
    'an edit of the profile': (query) =>
      query('update public.students set name = $2, notes = $3 where id = $1', [
        student,
        secrets.name,
        secrets.notes,
      ]),
    'a package': (query) =>
      insert(query, 'packages', { ...PACKAGE, name: secrets.package, user_id: coach, student_id: student }),
    'a payment': (query) =>
      insert(query, 'payments', {
        ...ofPackage,
        amount: 1,
        paid_on: '2026-03-05',
        method: 'pix',
        payer_name: secrets.payer,
      }),
    'more time': (query) => insertUngranted(query, 'package_extensions', days),
    // Without a cause that stands these days move no validity, for which the write would be refused.
    'more time that does not count yet': (query) =>
      insertUngranted(query, 'package_extensions', { ...days, session_id: world.group, day: '2026-03-05' }),
    'a package that is renamed': (query) =>
      query('update public.packages set name = $2 where id = $1', [world.package, secrets.package]),
    'a feedback': (query) =>
      query('update public.session_feedbacks set notes = $2 where student_id = $1 and rating = 5', [
        student,
        secrets.said,
      ]),
    'a feedback that had no words': (query) =>
      query('update public.session_feedbacks set notes = $2 where student_id = $1 and rating = 1', [
        student,
        secrets.said,
      ]),
    'notes of a group lesson': (query) =>
      query('update public.sessions set notes = $2 where id = $1', [world.group, secrets.group]),
  }
}

const closeAccountAgain = (coach: string) =>
  database.asUser(coach, (query) => deleteAccountAs(query, coach, randomUUID()))

describe('anonymising while another device writes', () => {
  // The order of the two, and the outcome of the write.
  it.each<[string, (write: Step, forget: Step) => [Step, Step], (name: string) => string]>([
    ['what was first is taken along', (write, forget) => [write, forget], () => 'done'],
    [
      'what is second is refused, or raises nothing',
      (write, forget) => [forget, write],
      (name) => (name === 'an alert with the name' ? 'done' : 'PT410'),
    ],
  ])('%s', async (_, order, outcome) => {
    const secrets: string[] = []
    const whole = await makeRightsWorld(database)
    for (const name of Object.keys(await writesAbout(whole))) {
      const world = await withAnother(whole)
      const write = (await writesAbout(world))[name]
      if (!write) throw new Error(name)
      expect(await overtake(world.coach, ...order(write, anonymize(world))), name).toBe(outcome(name))
      secrets.push(...Object.values(world.secrets))
    }
    expect(await whereIs(database, secrets)).toEqual([])
    await expectNoBrokenRules(database)
  })
})

describe('importing twice at once', () => {
  it('the same file sent twice is there once', async () => {
    const { coach } = await makeRightsWorld(database)
    const eva = await makeCoach(database)
    const [document, opId] = [await exportOf(database, coach), randomUUID()]
    const answers = await Promise.all([1, 2].map(() => importInto(database, eva, document, opId)))
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect((await exportOf(database, eva)).totals).toEqual(document.totals)
    await expectNoBrokenRules(database)
  })

  it('one runs and one may wait; whoever else asks is told at once, and keeps no connection of the API', async () => {
    const eva = await makeCoach(database)
    const document = await exportOf(database, eva)
    const [locked, waiting] = [gate(), gate()]
    const holder = database.asUser(eva, async (query) => {
      await query('select from public.profiles where id = $1 for update', [eva])
      locked.open()
      await waiting.passed
    })
    await locked.passed
    const two = [1, 2].map(() => importInto(database, eva, document))
    await untilBlocked(database, 2)
    const refused = { code: 'PT429', message: 'too_many_requests' }
    const third = Promise.race([refusal(importInto(database, eva, document)), untilBlocked(database, 3)])
    const told = await third
    const closes = await Promise.race([refusal(closeAccount(database, eva)), untilBlocked(database, 3)])
    waiting.open()
    await Promise.all([holder, ...two])
    expect([told, closes]).toEqual([refused, refused])
  })

  it('a student who is added meanwhile waits, and is counted', async () => {
    const { coach } = await makeRightsWorld(database)
    const eva = await makeCoach(database)
    const document = await exportOf(database, coach)
    const add: Step = (query) => insert(query, 'students', { ...STUDENT, user_id: eva })
    const bring: Step = (query) =>
      query('select public.import_my_data($1::text::jsonb, $2::text::uuid)', [
        JSON.stringify(document),
        randomUUID(),
      ])
    expect(await overtake(eva, bring, add)).toBe('done')
    expect((await exportOf(database, eva)).totals.active_students).toBe(3)
    const lia = await makeCoach(database)
    const addHers: Step = (query) => insert(query, 'students', { ...STUDENT, user_id: lia })
    expect(await overtake(lia, addHers, bring)).toBe('PT409')
    await expectNoBrokenRules(database)
  })
})

describe('closing the account', () => {
  it('leaves nothing of the coach in any table, and nobody else is touched', async () => {
    const world = await makeRightsWorld(database)
    const other = await makeRightsWorld(database)
    const before = await everythingOf(database, other.coach)
    // The address must not contain the coach's id, for which the test searches.
    const mail = `${randomUUID()}@voleio.test`
    await ask(database, world.coach, 'rotate_agenda_token')
    await database.asOwner(async (query) => {
      await query('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [
        world.coach,
        mail,
      ])
      // Log entries as hosted Auth writes them.
      for (const payload of [
        { action: 'login', actor_id: world.coach, actor_username: mail },
        { action: 'user_repeated_signup', actor_id: world.coach, traits: { user_email: mail } },
        { action: 'user_recovery_requested', actor_id: null, actor_username: mail },
      ])
        await query('insert into auth.audit_log_entries (payload) values ($1::text::json)', [
          JSON.stringify(payload),
        ])
    })
    for (const email of [mail.toUpperCase(), 'somebody@else.test'])
      await database.asAnon((query) => leaveLead(query, { email }))
    await closeAccount(database, world.coach)
    expect(
      await whereIs(database, [
        world.coach,
        world.student,
        world.package,
        mail,
        ...Object.values(world.secrets),
      ]),
    ).toEqual([])
    expect(await whereIs(database, ['somebody@else.test'])).toEqual(['public.racketleads'])
    expect(await everythingOf(database, other.coach)).toEqual(before)
    await expectNoBrokenRules(database)
  })

  it('a lead of an address that was never confirmed stays: it may be somebody else’s', async () => {
    const coach = await makeCoach(database)
    await database.asAnon((query) => leaveLead(query, { email: `${coach}@voleio.test` }))
    await closeAccount(database, coach)
    expect(await whereIs(database, [coach])).toEqual(['public.racketleads'])
  })

  it('wants a password that was typed a moment ago', async () => {
    const { coach } = await makeRightsWorld(database)
    const other = await makeCoach(database)
    const theirs = await database.asOwner((query) => loginOf(query, other))
    const attempts = [
      () => closeAccount(database, coach, '11 minutes'),
      () => database.asUser(coach, (query) => callWith(query, 'delete_my_account')),
      () => database.asUser(coach, (query) => deleteAccountAs(query, coach, theirs)),
      () => database.asUser(coach, (query) => deleteAccountAs(query, coach, randomUUID())),
    ]
    for (const attempt of attempts) {
      expect(await refusal(attempt())).toEqual({ code: 'PT403', message: 'password_needed' })
    }
    expect((await exportOf(database, coach)).students).toHaveLength(2)
  })

  it('a login that outlives its account reads nothing, and is told so wherever it writes', async () => {
    const { coach, student, friend, group, package: pack } = await makeRightsWorld(database)
    const lesson = await lessonPlan(database, coach, [{ student, package: pack }])
    const document = await exportOf(database, coach)
    await closeAccount(database, coach)
    for (const table of [
      'profiles',
      'students',
      'packages',
      'sessions',
      'alerts',
      'clubs',
      'coach_totals',
      'coach_days',
    ])
      expect(await database.as(coach)(`select from public.${table}`), table).toEqual([])
    const draft = alertDraft({ dedupe_key: 'no_club_registered', type: 'no_club_registered' })
    const attempts: Record<string, () => Promise<unknown>> = {
      'a lesson': () => applyPlan(database, coach, lesson),
      'a student': () => makeStudent(database, coach),
      'a club': () => insert(database.as(coach), 'clubs', { user_id: coach, name: 'x' }),
      'a package': () =>
        insert(database.as(coach), 'packages', { ...PACKAGE, user_id: coach, student_id: student }),
      'a lesson past the plan': () =>
        insert(database.as(coach), 'sessions', { user_id: coach, teacher: 'Ana' }),
      'an alert': () => callJson(database.as(coach), 'apply_alert_plan', { raise: [draft], end: [] }),
      'the facts of a lesson': () => readFacts(database, coach, [student]),
      'an export': () => exportOf(database, coach),
      'an import': () => importInto(database, coach, document),
      'the same again': () => closeAccountAgain(coach),
    }
    for (const [name, attempt] of Object.entries(attempts))
      expect((await refusal(attempt())).code, name).toBe('PT401')
    for (const name of ['anonymize_student', 'preview_student_removal', 'export_student_data'])
      expect((await refusal(ask(database, coach, name, friend))).code, name).toBe('PT404')
    const edits = await database.asUser(coach, async (query) => [
      await query(`update public.students set name = 'Zoe' returning id`),
      await query('update public.sessions set notes = null where id = $1 returning id', [group]),
      await query(`update public.profiles set name = 'Zoe' returning id`),
    ])
    expect(edits).toEqual([[], [], []])
    expect(await whereIs(database, [coach])).toEqual([])
  })

  it('while another device registers a lesson: whoever is first, nothing is left of the coach', async () => {
    for (const closingIsFirst of [true, false]) {
      const { coach, student, package: pack } = await makeRightsWorld(database)
      const plan = await lessonPlan(database, coach, [{ student, package: pack }])
      const session = await database.asOwner((query) => loginOf(query, coach))
      const close: Step = (query) => deleteAccountAs(query, coach, session)
      const register: Step = (query) => callJson(query, 'apply_session_plan', plan)
      const outcome = closingIsFirst
        ? await overtake(coach, close, register)
        : await overtake(coach, register, close)
      // Registering after the close violates the key to the account that was just deleted.
      expect(outcome).toBe(closingIsFirst ? '23503' : 'done')
      expect(await whereIs(database, [coach, student, plan.session.id])).toEqual([])
    }
    await expectNoBrokenRules(database)
  })

  it.each<[string, string, (w: RightsWorld) => Step]>([
    ['a student is deleted', 'packages', (w) => (query) => callWith(query, 'delete_student', w.student)],
    [
      'an alert is raised',
      'students',
      ({ student: student_id, package: package_id }) =>
        (query) =>
          callJson(query, 'apply_alert_plan', {
            raise: [alertDraft({ student_id, package_id, dedupe_key: 'low' })],
            end: [],
          }),
    ],
  ])('while %s: no deadlock', async (_, table, write) => {
    const world = await makeRightsWorld(database)
    const session = await database.asOwner((query) => loginOf(query, world.coach))
    const lock: Step = (query) =>
      query(`select from public.${table} where user_id = $1 for update`, [world.coach])
    // The other device has locked what the closing locks before these rows, and not yet these.
    await queueBehind(database, lock, [
      () => database.asUser(world.coach, write(world)),
      () => database.asUser(world.coach, (query) => deleteAccountAs(query, world.coach, session)),
    ])
  })
})
