import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { participantIn } from '@/core/model'
import { keysOf } from '@/core/records'
import type { ExportedData, StudentExportDocument } from '@/rights/export.schema'
import { mentionsLeft, type AnonymizedStudent, type RemovalPreview } from '@/rights/rules'
import { STUDENT_COLUMNS } from '@/students/student.schema'
import { type Query, refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import {
  applyPlan,
  basedOn,
  callJson,
  insert,
  makeCoach,
  makePackage,
  makeStudent,
  PACKAGE,
  readFacts,
  registerLesson,
  insertUngranted,
} from '../support/world/sql'
import { planOf, alertDraft, assignmentRow } from '../support/world/values'
import { expectNoBrokenRules } from './broken-rules'
import {
  ask,
  callWith,
  closeAccount,
  everythingOf,
  exportOf,
  importInto,
  makeRightsWorld,
  whereIs,
} from './rights-world'

/** A coach's rights over their students' data, exercised as the API's role. */

const PREVIEW: Omit<RemovalPreview, 'mentions'> = {
  lessons_alone: 1,
  lessons_in_groups: 1,
  alone_notes: 1,
  group_notes: 1,
  feedbacks: 2,
  feedback_texts: 2,
  packages: 2,
  credits: 4,
  revenue: 550.5,
  open: 20,
  revenue_by_month: [
    { month: '2026-01', revenue: 400 },
    { month: '2026-02', revenue: 150.5 },
  ],
  // One payment is the sale's own, and one is the refund of 20.
  payments: 3,
  received: 530.5,
}

/** Every column that can hold text, grouped by what anonymising a student does to it. */
const WORDS: Record<string, string[]> = {
  'emptied, or the same for all who were anonymised': [
    'alerts.dedupe_key',
    'alerts.facts',
    'alerts.message',
    'alerts.open_key',
    'alerts.priority',
    'alerts.student_name',
    'alerts.type',
    'credit_ledger.package_name',
    'credit_ledger.reason',
    'lesson_replies.outcome',
    'lesson_replies.reply',
    'lesson_replies.told_by',
    'notices.cause',
    'occurrence_guests.source',
    'notices.kind',
    'package_extensions.reason',
    'packages.name',
    'payments.note',
    'payments.payer_name',
    'session_feedbacks.notes',
    'session_feedbacks.private_notes',
    'session_feedbacks.tags',
    'sessions.notes',
    ...keysOf(STUDENT_COLUMNS).map((column) => `students.${column}`),
  ],
  'says nothing of a student': [
    'agenda_feeds.token',
    'agreements.note',
    'attempts.who',
    'clubs.address',
    'clubs.name',
    'clubs.phone',
    'credit_ledger.attendance',
    'credit_ledger.cancelled_reason',
    'credit_ledger.charged_as',
    'credit_ledger.kind',
    'credit_ledger.told_by',
    'credit_ledger.told_outcome',
    'deleted_lessons.cancelled_reason',
    'deleted_lessons.seats',
    'lesson_slots.replaces',
    'message_templates.body',
    'message_templates.kind',
    'packages.status',
    'payments.kind',
    'payments.method',
    'profiles.main_sport',
    'profiles.name',
    'profiles.package_order',
    'profiles.phone',
    'profiles.pix_city',
    'profiles.pix_key',
    'profiles.pix_name',
    'profiles.pix_type',
    'profiles.time_zone',
    'racketleads.country',
    'racketleads.email',
    'racketleads.heard_from',
    'racketleads.language',
    'racketleads.name',
    'racketleads.phone',
    'racketleads.sports',
    'session_feedbacks.attendance',
    'session_package_assignments.attendance',
    'session_package_assignments.told_by',
    'session_package_assignments.told_outcome',
    'sessions.cancelled_reason',
    'sessions.teacher',
    'slot_exceptions.reason',
    // A hash, and figures.
    'applied_ops.content',
    'applied_ops.effects',
    'used_links.hash',
  ],
}

/** What anonymising must not change: everything but texts and columns that only record a change. */
const figuresOf = (data: Omit<ExportedData, 'exported_at'>) => ({
  totals: { ...data.totals, active_students: null },
  balances: data.balances,
  ledger: data.credit_ledger.map(({ package_name: _name, reason: _reason, ...rest }) => rest),
  payments: data.payments.map(({ payer_name: _name, note: _note, ...rest }) => rest),
  extensions: data.extensions.map(({ reason: _reason, kept: _kept, ...rest }) => rest),
  assignments: data.assignments,
  packages: data.packages.map(({ name: _name, updated_at: _at, ...rest }) => rest),
  sessions: data.sessions.map(({ notes: _notes, version: _version, updated_at: _at, ...rest }) => rest),
  feedbacks: data.feedbacks.map(({ notes: _notes, private_notes: _private, tags: _tags, ...rest }) => rest),
  credits: data.students.map(({ id, total_credits, credits_version }) => ({
    id,
    total_credits,
    credits_version,
  })),
})

const creditsOf = ({ students }: ExportedData) => students.reduce((sum, row) => sum + row.total_credits, 0)

const db = await ownDatabase()

it('an anonymised student is in no column, and every figure is as before; the preview changes nothing', async () => {
  const world = await makeRightsWorld(db)
  const secrets = Object.values(world.secrets)
  for (const secret of secrets) expect(await whereIs(db, [secret]), secret).not.toEqual([])
  expect(await whereIs(db, secrets)).toEqual([
    'public.alerts',
    'public.credit_ledger',
    'public.notices',
    'public.package_extensions',
    'public.packages',
    'public.payments',
    'public.session_feedbacks',
    'public.sessions',
    'public.students',
  ])
  const before = await everythingOf(db, world.coach)
  const preview = await ask(db, world.coach, 'preview_student_removal', world.student)
  expect(preview).toEqual({ ...PREVIEW, mentions: [] })
  expect(await everythingOf(db, world.coach)).toEqual(before)

  expect(await ask(db, world.coach, 'anonymize_student', world.student)).toEqual({
    ...PREVIEW,
    replayed: false,
    replaced: {},
    mentions: [],
  })
  expect(await whereIs(db, secrets)).toEqual([])
  const after = await everythingOf(db, world.coach)
  expect(figuresOf(after)).toEqual(figuresOf(before))
  expect(after.totals.active_students).toBe(before.totals.active_students - 1)
  expect(after.students.find(({ id }) => id === world.student)).toMatchObject({
    name: 'Aluno anonimizado',
    email: null,
    phone: '',
    notes: null,
    gender: 'male',
    type: 'occasional',
    classe: '7-classe',
    status: 'inactive',
    anonymized_at: expect.any(String),
  })
  // The other student keeps their data.
  expect(after.students.filter(({ id }) => id === world.friend)).toEqual(
    before.students.filter(({ id }) => id === world.friend),
  )
  expect(after.sessions.map(({ notes }) => notes)).toEqual([null, null, 'só do Bruno'])
  await expectNoBrokenRules(db)

  // Anonymising again changes nothing, and answers what the first time did.
  const again = await ask(db, world.coach, 'anonymize_student', world.student)
  expect(again).toMatchObject({ replayed: true, credits: 4 })
  expect(await everythingOf(db, world.coach)).toEqual(after)
  // The facts leave the student out, so no alert warns about their credits.
  expect((await readFacts(db, world.coach)).students.map(({ id }) => id)).toEqual([world.friend])

  // An anonymised student can still be erased.
  const erased = await ask(db, world.coach, 'delete_student', world.student)
  expect(erased).toMatchObject({ students: 1, lessons: 1 })
  expect((await exportOf(db, world.coach)).students.map(({ id }) => id)).toEqual([world.friend])
  await expectNoBrokenRules(db)
})

it('the notes of group lessons stay if the coach says so, and can then be erased but not written', async () => {
  const { coach, student, alone, group, secrets } = await makeRightsWorld(db)
  const anonymize = (choice: boolean | null) =>
    db.as(coach)('select public.anonymize_student($1, $2)', [student, choice])
  const write = (id: string, notes: string | null) =>
    db.as(coach)('update public.sessions set notes = $2 where id = $1', [id, notes])
  const notesOf = async (id: string) =>
    (await exportOf(db, coach)).sessions.find((lesson) => lesson.id === id)?.notes
  await anonymize(false)
  expect(await notesOf(alone)).toBeNull()
  expect(await notesOf(group)).toBe(secrets.group)
  expect(await whereIs(db, Object.values(secrets))).toEqual(['public.sessions'])
  await write(group, secrets.group)
  expect(await refusal(write(group, `${secrets.group}!`))).toEqual({
    code: 'PT410',
    message: 'lesson_anonymized',
  })

  // An import leaves the group notes as they are, too.
  const heir = await makeCoach(db)
  await importInto(db, heir, await exportOf(db, coach))
  expect((await exportOf(db, heir)).sessions.map(({ notes }) => notes)).toEqual([
    null,
    secrets.group,
    'só do Bruno',
  ])
  await closeAccount(db, heir)

  // Anything but `false` erases the group notes, also when the student is anonymised again.
  await anonymize(null)
  expect(await whereIs(db, Object.values(secrets))).toEqual([])
})

it('every column that can hold words is known to anonymising', async () => {
  const columns = await db.owner<{ name: string }>(
    `select c.relname || '.' || a.attname as name
         from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
         join pg_type t on t.oid = a.atttypid
        where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
          and (t.typcategory in ('S', 'A') or t.typname in ('json', 'jsonb', 'bytea', 'xml'))`,
  )
  expect(columns.map(({ name }) => name).toSorted()).toEqual(Object.values(WORDS).flat().toSorted())
})

// rights-races.test.ts refuses whatever else another device writes, after the anonymising and while it runs.
it('nothing personal comes back: nor are they added, active or noted again', async () => {
  const world = await makeRightsWorld(db)
  const { coach, student, friend, secrets } = world
  const [lesson] = (await exportOf(db, coach)).sessions.slice(-1)
  await ask(db, coach, 'anonymize_student', student)
  const figures = figuresOf(await exportOf(db, coach))
  const joined = {
    ...planOf({}),
    op: 'update',
    session: { id: lesson?.id ?? '' },
    expected_version: (await readFacts(db, coach, null, lesson?.id)).session?.version ?? 0,
    based_on: await basedOn(db, coach, [student]),
    assignments: [assignmentRow(student)],
  }
  const alert = alertDraft({ dedupe_key: 'x', student_id: student, student_name: secrets.name })
  const page = db.asAnon((query) => callWith<object>(query, 'get_student_public_data', student))
  expect(await page).toMatchObject({ success: false })
  expect((await exportOf(db, coach)).slot_students).toEqual([])
  const attempts: Record<string, (query: Query) => Promise<unknown>> = {
    'a lesson that they are added to': (query) => callJson(query, 'apply_session_plan', joined),
    'an edit that changes nothing': (query) =>
      query(`update public.students set status = status where id = $1`, [student]),
    'a reactivation': (query) =>
      query(`update public.students set status = 'active' where id = $1`, [student]),
    'a seat past the plan': (query) =>
      insert(query, 'session_package_assignments', {
        user_id: coach,
        session_id: lesson?.id ?? '',
        student_id: student,
      }),
    'a tag past the plan': (query) =>
      query('update public.session_feedbacks set tags = array[$2] where student_id = $1', [
        student,
        secrets.tag,
      ]),
    'a place in a slot': (query) =>
      query(
        `insert into public.lesson_slot_students (user_id, slot_id, student_id)
         select user_id, id, $2 from public.lesson_slots where user_id = $1`,
        [coach, student],
      ),
    'an opened message': (query) =>
      insert(query, 'notices', { kind: 'low_credits', student_id: student, cause: 'late' }),
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    expect(await refusal(db.asUser(coach, attempt)), name).toEqual({
      code: 'PT410',
      message: 'student_anonymized',
    })
  }
  const undo = db.as(coach)('update public.students set anonymized_at = null')
  expect((await refusal(undo)).code).toBe('42501')
  // An alert plan that was made before still raises the alerts of other students.
  await callJson(db.as(coach), 'apply_alert_plan', {
    raise: [alert, alertDraft({ dedupe_key: `low_credits:${friend}`, student_id: friend })],
    end: [],
  })
  const alerts = await db.as(coach)('select dedupe_key from public.alerts')
  expect(alerts).toEqual([{ dedupe_key: `low_credits:${friend}` }])
  expect(await whereIs(db, Object.values(secrets))).toEqual([])
  expect(figuresOf(await exportOf(db, coach))).toEqual(figures)
})

it('without its triggers the row itself would still refuse a name, a phone, a mail, a note', async () => {
  const { coach, student } = await makeRightsWorld(db)
  await ask(db, coach, 'anonymize_student', student)
  for (const change of [
    `name = 'Zuleica'`,
    `phone = '5511955554444'`,
    `email = 'zu@exemplo.com'`,
    `notes = 'x'`,
    `status = 'active'`,
    `classe = 'profissional'`,
  ]) {
    const forced = db.asOwner(async (query) => {
      await query('alter table public.students disable trigger refuse_anonymized_edit')
      await query(`update public.students set ${change} where id = $1`, [student])
    })
    expect(await refusal(forced), change).toMatchObject({ code: '23514' })
  }
  const blank = db.as(coach)(`update public.students set phone = '' where anonymized_at is null`)
  expect((await refusal(blank)).code).toBe('23514')
})

it('a group lesson goes on for the others, and a credit of an anonymised student still comes back', async () => {
  const world = await makeRightsWorld(db)
  const { coach, student, friend } = world
  await ask(db, coach, 'anonymize_student', student)
  const { session } = await readFacts(db, coach, null, world.group)
  // The edit as the app sends it: all participants who stay, with their feedback.
  await applyPlan(db, coach, {
    ...planOf({}),
    op: 'update',
    session: { id: world.group, teacher: 'Bia' },
    expected_version: session?.version ?? 0,
    based_on: await basedOn(db, coach, [student, friend]),
    assignments: session?.participants.map(({ feedback: _feedback, ...place }) => place) ?? [],
    feedbacks: (session?.participants ?? []).flatMap(({ student_id, feedback }) =>
      feedback
        ? { student_id, ...feedback, ...(student_id === friend && { rating: 5, notes: 'melhorou' }) }
        : [],
    ),
  })
  const edited = (await readFacts(db, coach, null, world.group)).session
  expect(edited).toMatchObject({ teacher: 'Bia', notes: null })
  expect(participantIn(edited, friend)?.feedback).toMatchObject({ rating: 5, notes: 'melhorou' })
  await applyPlan(db, coach, {
    ...planOf({}),
    op: 'delete',
    session: { id: world.group },
    expected_version: edited?.version ?? 0,
  })
  const left = (await exportOf(db, coach)).students.find(({ id }) => id === student)
  expect(left?.total_credits).toBe(5)
  await expectNoBrokenRules(db)
})

it('erasing takes what the preview said, from the figures too, and the name from everywhere', async () => {
  const { coach, student, friend, group, secrets } = await makeRightsWorld(db)
  const before = await exportOf(db, coach)
  const answer = await ask(db, coach, 'delete_student', student)
  expect(answer).toEqual({ ...PREVIEW, students: 1, lessons: 1 })
  const after = await exportOf(db, coach)
  const gone = (table: 'sessions' | 'packages' | 'feedbacks' | 'students') =>
    before[table].length - after[table].length
  expect(answer).toMatchObject({
    lessons_alone: gone('sessions'),
    feedbacks: gone('feedbacks'),
    packages: gone('packages'),
    students: gone('students'),
    revenue: before.totals.revenue - after.totals.revenue,
    group_notes: after.sessions.filter(({ id, notes }) => id === group && notes === null).length,
    credits: creditsOf(before) - creditsOf(after),
  })
  expect(after.balances).toEqual(before.balances.filter(({ student_id }) => student_id === friend))
  expect(after.sessions.map(({ notes, student_count }) => [notes, student_count])).toEqual([
    [null, 1],
    ['só do Bruno', 1],
  ])
  // `applied_ops` keeps the id, so that no late write brings the student back.
  expect(await whereIs(db, [...Object.values(secrets), student])).toEqual(['private.applied_ops'])
  await expectNoBrokenRules(db)
})

it('erasing leaves when a deleted lesson was only while the statement of another student speaks of it', async () => {
  const coach = await makeCoach(db)
  const [student, friend] = [await makeStudent(db, coach), await makeStudent(db, coach)]
  const [hers, his] = [await makePackage(db, coach, student), await makePackage(db, coach, friend)]
  const seat = { student, package: hers }
  const [, deleted, shared] = [
    await registerLesson(db, coach, [seat]),
    await registerLesson(db, coach, [seat]),
    await registerLesson(db, coach, [seat, { student: friend, package: his }]),
  ]
  await db.as(coach)('delete from public.sessions where id in ($1, $2)', [deleted.id, shared.id])
  await ask(db, coach, 'delete_student', student)
  const kept = await db.owner('select id from private.deleted_lessons where user_id = $1', [coach])
  expect(kept).toEqual([{ id: shared.id }])
})

it('erasing leaves the notes of group lessons if the coach says so', async () => {
  const { coach, student, group, secrets } = await makeRightsWorld(db)
  await db.as(coach)('select public.delete_student($1, false)', [student])
  const { sessions } = await exportOf(db, coach)
  expect(sessions.map(({ id, notes }) => [id === group, notes])).toEqual([
    [true, secrets.group],
    [false, 'só do Bruno'],
  ])
  expect(await whereIs(db, Object.values(secrets))).toEqual(['public.sessions'])
  await expectNoBrokenRules(db)
})

it('where other records name a student is listed before anonymising', async () => {
  const { coach, student, friend, friendPackage } = await makeRightsWorld(db)
  await db.asUser(coach, async (query) => {
    await query(
      `insert into public.payments (user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note)
       values ($1, $2, $3, 'payment', 1, '2026-03-01', 'pix', 'Zuleica Prado', 'junto com a ZULEICA')`,
      [coach, friend, friendPackage],
    )
    await query(`update public.students set notes = 'joga com Zuleica; não é a Zuleicamar' where id = $1`, [
      friend,
    ])
    await insert(query, 'packages', {
      ...PACKAGE,
      user_id: coach,
      student_id: friend,
      name: 'Dupla com Zuleica',
    })
    await insert(query, 'clubs', { user_id: coach, name: 'Quadra do prédio', address: 'Na casa da Zuleica' })
  })
  await db.owner(
    `insert into public.agreements (user_id, version, starts_on, notice_hours, makeup_days, note)
       select $1, n, current_date + n, 24, 0, 'Chuva: combinem com a Zuleica' from generate_series(101, 102) n`,
    [coach],
  )
  const preview = await ask<{ mentions: unknown[] }>(db, coach, 'preview_student_removal', student)
  expect(preview.mentions).toEqual([
    { place: 'agreement', about: null, text: 'Chuva: combinem com a Zuleica' },
    { place: 'club', about: null, text: 'Quadra do prédio / Na casa da Zuleica' },
    { place: 'package', about: 'Bruno Lima', text: 'Dupla com Zuleica' },
    { place: 'payer', about: 'Bruno Lima', text: 'Zuleica Prado' },
    { place: 'payment', about: 'Bruno Lima', text: 'junto com a ZULEICA' },
    { place: 'statement', about: 'Bruno Lima', text: 'Dupla com Zuleica' },
    { place: 'student', about: 'Bruno Lima', text: 'joga com Zuleica; não é a Zuleicamar' },
  ])
  const other = await ask<{ mentions: unknown[] }>(db, coach, 'preview_student_removal', friend)
  expect(other.mentions).toEqual([])
})

it.each([
  ['João Conceição', 'falei com joao conceicao, e o Joao', 'falei com um aluno, e o um aluno'],
  ['João', 'Joãozinho, joaozinho, joaninha', null],
  ['Nguyễn', 'Nguyen', 'um aluno'],
  ['Zoe\u0308', 'Zoe\u0308', 'um aluno'],
  ['Zoe\u0308', 'Zoë e Zoe', 'um aluno e um aluno'],
  ["D'Ávila", "d'avila e D'Ávila", 'um aluno e um aluno'],
  ['Ana-Çeça (Ñó)', 'ana-ceca (no), Ana-Çeça', 'um aluno, um aluno'],
  // The text has accents of its own, and two letters are too few.
  ['Vera', 'Vera verá', 'um aluno verá'],
  ['Zé', 'ze', null],
  // The same, with combining accents.
  ['Vera', 'Vera vera\u0301', 'um aluno vera\u0301'],
  ['Zé', 'Ze\u0301', 'um aluno'],
  // Marks that nobody sees came with a pasted name.
  ['\u200eZuleica\u200b Prado\ufeff', 'Zuleica Prado, \u200eZuleica', 'um aluno, \u200eum aluno'],
  ['\u200b Zuleica \u2060 Prado', 'A Zuleica Prado faltou', 'A um aluno faltou'],
  // An accent that is no letter's, as copied texts have it, and one of a letter that has no accented form or of a sign.
  ['José \u0301 Silva', 'jose silva', 'um aluno'],
  ['Ana \u2260', 'Ana \u2260', 'um aluno'],
  ['Ana (\u0301', 'Ana (\u0301', 'um aluno'],
  ['Aq\u0303ua', 'aqua', 'um aluno'],
  ['Zuleica\u200b Prado', 'Zuleica\u200b Prado\u200b faltou', 'um aluno\u200b faltou'],
])('%s is mentioned by %j', async (name, text, replaced) => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach, { name })
  const [row] = await db.owner<{ text: string }>(
    'select private.unnamed($3, private.name_pattern($1, $2), 2000) as text',
    [coach, student, text],
  )
  expect(row?.text).toBe(replaced ?? text)
})

it('nothing is deleted that the coach did not read; a repeat is told that it is done', async () => {
  const { coach, student } = await makeRightsWorld(db)
  const read = async () => {
    const { mentions: _, ...seen } = await ask<RemovalPreview>(db, coach, 'preview_student_removal', student)
    return seen
  }
  const erase = (seen: object) =>
    db.as(coach)<{ students: string }>(
      `select public.delete_student($1::text::uuid, seen => $2::text::jsonb) ->> 'students' as students`,
      [student, JSON.stringify(seen)],
    )
  const before = await read()
  await makePackage(db, coach, student, { price: 0 })
  expect(await refusal(erase(before))).toMatchObject({ code: 'PT409', message: 'stale_student' })
  const now = await read()
  expect(await erase(now)).toEqual([{ students: '1' }])
  expect(await erase(now)).toEqual([{ students: '0' }])
})

it('many notes of group lessons, which the coach may erase, hide no other record with the name', async () => {
  const { coach, student, friend, secrets } = await makeRightsWorld(db)
  const [name = ''] = secrets.name.split(' ')
  await db.asOwner(async (query) => {
    await query(
      `with lesson as (insert into public.sessions (user_id, id, date, day, teacher, notes)
                       select $1, gen_random_uuid(), timestamptz '2025-01-01 13:00Z' + n * interval '1 day',
                              date '2025-01-01' + n, 'Ana', $4 || ' sacou bem ' || n
                         from generate_series(1, 100) n returning id)
       insert into public.session_package_assignments (user_id, session_id, student_id, attendance)
       select $1, lesson.id, who, 'excused' from lesson cross join unnest(array[$2, $3]::uuid[]) who`,
      [coach, student, friend, name],
    )
    await query('update public.students set notes = $2 where id = $1', [friend, `prima da ${name}`])
  })
  const { mentions } = await ask<RemovalPreview>(db, coach, 'preview_student_removal', student)
  expect(mentions).toHaveLength(100)
  expect(mentionsLeft(mentions, { eraseGroupNotes: true })).toEqual([
    { place: 'student', about: 'Bruno Lima', text: `prima da ${name}` },
  ])
})

it('a name in other records is replaced as the student is anonymised; what was and what stayed is told', async () => {
  const { coach, student, friend, friendPackage, group } = await makeRightsWorld(db)
  const gone = await makeStudent(db, coach, { name: 'Otto Reis' })
  const plain = { teacher: 'Ana', date: '2026-03-05T13:00:00Z' }
  const free = await registerLesson(db, coach, [{ student: friend }], {
    session: { ...plain, id: randomUUID(), notes: 'Faltou a Zuleica dos Anjos, que pena' },
    feedbacks: [
      {
        student_id: friend,
        rating: 3,
        notes: 'jogou com a zuleica',
        private_notes: 'melhor que Zuleica Prado',
        tags: [],
        club_id: null,
      },
    ],
  })
  const fixed = await registerLesson(db, coach, [{ student: gone }, { student: friend }], {
    session: { ...plain, id: randomUUID(), date: '2026-03-06T13:00:00Z', notes: 'No lugar da Zuleica' },
  })
  const full = `Zuleica ${'a'.repeat(192)}`
  await db.asUser(coach, async (query) => {
    await query(`update public.students set name = 'Zuleica dos Anjos Prado' where id = $1`, [student])
    await query(
      `update public.students set notes = 'prima da ZULEICA DOS ANJOS PRADO; Zuleicamar' where id = $1`,
      [friend],
    )
    await query(`update public.sessions set notes = 'Zuleica e Bruno' where id = $1`, [group])
    const paid = { user_id: coach, student_id: friend, package_id: friendPackage, kind: 'payment', amount: 1 }
    const of = { ...paid, paid_on: '2026-03-01', method: 'pix' }
    await insert(query, 'payments', { ...of, payer_name: 'Zuleica Prado', note: full })
    await insertUngranted(query, 'package_extensions', {
      user_id: coach,
      student_id: friend,
      package_id: friendPackage,
      days: 3,
      reason: 'viajou com a Zuleica',
    })
    await query(`update public.packages set name = 'Dupla da Zuleica' where id = $1`, [friendPackage])
    await insert(query, 'clubs', { user_id: coach, name: 'Casa da Zuleica' })
    await query(`update public.message_templates set body = 'Oi, {nome}! A Zuleica manda um abraço'`)
    await query('select public.anonymize_student($1, false)', [gone])
  })
  const eva = await makeRightsWorld(db)
  await db.as(eva.coach)(`update public.students set notes = 'amiga da Zuleica' where id = $1`, [eva.friend])
  const theirs = await everythingOf(db, eva.coach)
  const before = await exportOf(db, coach)

  const answer = await db.asUser(coach, async (query) => {
    const rows = await query<{ answer: AnonymizedStudent }>(
      'select public.anonymize_student($1, false, true) as answer',
      [student],
    )
    return rows[0]?.answer
  })
  expect(answer).toMatchObject({
    replayed: false,
    replaced: {
      package: 1,
      payer: 1,
      feedback: 1,
      student: 1,
      extension: 1,
      template: 1,
      lesson: 1,
      group: 1,
    },
    mentions: [
      { place: 'club', about: null, text: 'Casa da Zuleica' },
      { place: 'lesson', about: null, text: 'No lugar da Zuleica' },
      { place: 'payment', about: 'Bruno Lima', text: full },
    ],
  })
  const after = await exportOf(db, coach)
  const notesOf = (id: string) => after.sessions.find((lesson) => lesson.id === id)?.notes
  expect([free.id, fixed.id, group].map(notesOf)).toEqual([
    'Faltou a um aluno, que pena',
    'No lugar da Zuleica',
    'um aluno e Bruno',
  ])
  expect(after.feedbacks.find(({ session_id }) => session_id === free.id)).toMatchObject({
    notes: 'jogou com a um aluno',
    private_notes: 'melhor que um aluno',
  })
  expect(after.students.find(({ id }) => id === friend)?.notes).toBe('prima da um aluno; Zuleicamar')
  expect(after.packages.find(({ id }) => id === friendPackage)?.name).toBe('Dupla da um aluno')
  expect(after.payments.find(({ note }) => note === full)?.payer_name).toBe('um aluno')
  expect(after.extensions.find(({ student_id }) => student_id === friend)?.reason).toBe(
    'viajou com a um aluno',
  )
  expect(after.message_templates.map(({ body }) => body)).toEqual(['Oi, {nome}! A um aluno manda um abraço'])
  expect(figuresOf(after)).toEqual(figuresOf(before))
  expect(await everythingOf(db, eva.coach)).toEqual(theirs)
  await expectNoBrokenRules(db)
})

it('a student’s own export holds all of theirs and nothing of anybody else', async () => {
  const { coach, student, friend, group, alone, secrets } = await makeRightsWorld(db)
  const third = await makeStudent(db, coach, { name: 'Yolanda' })
  await makePackage(db, coach, third)
  const link = await db.asUser(coach, async (query) => {
    await query(`select public.record_notice('student_link', $1, $2)`, [student, `copied:${student}`])
    await query(
      `insert into public.alerts (user_id, type, priority, student_id, student_name, message, dedupe_key)
       values ($1, 'low_credits', 'low', $2, 'Zu', 'Créditos', $3)`,
      [coach, student, `low_credits:${student}`],
    )
    const [row] = await query<{ link: string }>('select public.rotate_student_link($1) as link', [student])
    return row?.link ?? ''
  })
  expect(link).not.toBe('')
  const mine = await ask<StudentExportDocument>(db, coach, 'export_student_data', student)
  const text = JSON.stringify(mine)
  for (const other of ['Bruno', 'Yolanda', friend, third]) expect(text).not.toContain(other)
  // The student's id may be the link of the public page, and the file may be passed on.
  expect(text).not.toContain(student)
  expect(text).not.toContain(link)
  const { privately, ...theirs } = secrets
  for (const secret of Object.values(theirs)) expect(text).toContain(secret)
  // The private notes are left out unless the coach includes them.
  expect(text).not.toContain(privately)
  const [all] = await db.as(coach)(
    'select public.export_student_data($1::text::uuid, with_private_notes => true)::text as text',
    [student],
  )
  expect(all?.['text']).toContain(privately)
  expect(mine.lessons).toMatchObject([
    { session_id: alone, participants: 1, feedback: { rating: 5 } },
    { session_id: group, participants: 2, feedback: { rating: 4, club: null } },
  ])
  expect(mine.packages).toHaveLength(2)
  expect(mine.payments.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['payment', 400],
    ['payment', 150.5],
    ['refund', 20],
  ])
  expect(mine.notices.map(({ kind }) => kind).toSorted()).toEqual([
    'expiring_package',
    'student_link',
    'tomorrow_lesson',
  ])
  expect(mine.extensions).toMatchObject([{ days: 7, reason: secrets.reason }])
  expect(mine.slots).toEqual([
    { weekday: 0, start_time: '10:00:00', minutes: 60, starts_on: '2026-03-01', ends_on: null, club: null },
  ])
  expect(mine.credit_ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(mine.student.total_credits)
})

/** What an export calls a table, if it is not the table's name. */
const CALLED: Record<string, string> = {
  session_package_assignments: 'assignments',
  session_feedbacks: 'feedbacks',
  package_extensions: 'extensions',
  lesson_slots: 'slots',
  lesson_slot_students: 'slot_students',
}

it('the export holds every column of every table of a coach', async () => {
  const { coach } = await makeRightsWorld(db)
  await insert(db.as(coach), 'clubs', { user_id: coach, name: 'Clube' })
  const columns = await db.owner<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
          and exists (select from pg_attribute u where u.attrelid = c.oid and u.attname = 'user_id') group by 1`,
  )
  const data = await exportOf(db, coach)
  const rowOf = (table: string): object | undefined => Reflect.get(data, CALLED[table] ?? table)?.[0]
  // `totals` has the sums, days follow from lessons and packages, links are student ids, and the calendar's address is
  // a secret.
  const left = ['coach_totals', 'coach_days', 'student_links', 'agenda_feeds']
  const expected = columns.filter(({ name }) => !left.includes(name))
  for (const { name, columns: all } of expected) {
    // Whether an extension counts (`stands`) is derived.
    const derived = name === 'package_extensions' ? ['stands'] : []
    const wanted = [...all.filter((column) => column !== 'user_id' && column !== 'open_key'), ...derived]
    expect(Object.keys(rowOf(name) ?? {}).toSorted(), name).toEqual(wanted.toSorted())
  }
})
