import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sharedDatabase } from '../support/shared-postgres'
import {
  callJson,
  insert,
  makeCoach,
  makePackage,
  makeSale,
  makeStudent,
  readFacts,
  registerLesson,
  rowOf,
  insertUngranted,
} from '../support/world/sql'
import { alertDraft, feedbackRow } from '../support/world/values'
import { expectNoBrokenRules } from './broken-rules'

const lessonOf = (session: object) => ({ session: { id: randomUUID(), teacher: 'Ana', ...session } })
const lessonOn = (date: string, notes: string | null = null) => ({
  session: { id: randomUUID(), teacher: 'Ana', date, notes },
})

const db = await sharedDatabase()

/** Columns that the answer has without a value. */
const nullOf = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, null]))
const UNTOLD = nullOf('told_at', 'told_for', 'told_by', 'told_outcome', 'agreement_version', 'notice_hours')

async function answerOf(coach: string, call: string, ...values: string[]) {
  const rows = await db.as(coach)<{ answer: unknown }>(`select public.${call} as answer`, values)
  return rows[0]?.answer
}

/** Dashboard figures in São Paulo, by default of 2026-02-10. */
const stats = (who: string, month = '2026-02-01') =>
  answerOf(
    who,
    'get_dashboard_stats($1::text::timestamptz, $2::text::timestamptz, $3::text::date)',
    '2026-02-10T03:00:00Z',
    '2026-02-11T03:00:00Z',
    month,
  )

const publicData = async (student: string) => {
  const rows = await db.anon<{ answer: Record<string, unknown> }>(
    'select public.get_student_public_data($1) as answer',
    [student],
  )
  return rows[0]?.answer
}

it('the facts of a student: credit version, packages with credits left in the order they are used, club', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const used = await makePackage(db, coach, student, { total_classes: 1 })
  const late = await makePackage(db, coach, student, { purchase_date: '2026-02-01' })
  const early = await makePackage(db, coach, student, {
    purchase_date: '2026-01-01',
    name: 'Pacote de 2 aulas',
    total_classes: 2,
  })
  const lesson = await registerLesson(
    db,
    coach,
    [{ student, package: used, rating: 4 }],
    lessonOn('2026-05-04T18:00:00Z', 'Bom'),
  )
  const club = await insert(db.as(coach), 'clubs', { user_id: coach, name: 'Clube', is_default: true })

  const facts = await readFacts(db, coach, [student])
  expect(facts).toEqual({
    rules: { package_order: 'oldest', cancel_extension_days: 0 },
    session: null,
    sessions: [],
    occurrences: [],
    extensions: [],
    students: [
      {
        id: student,
        name: 'Marina Costa',
        status: 'active',
        anonymized: false,
        credits_version: 4,
        ever_had_package: true,
        open: [],
        packages: [
          {
            id: early,
            name: 'Pacote de 2 aulas',
            total_classes: 2,
            remaining_classes: 2,
            purchase_date: '2026-01-01',
            expiry_date: '2026-03-10',
            used_classes: 0,
            used_outside: 0,
            validity_days: null,
            extended_days: 0,
            first_day_elsewhere: null,
          },
          expect.objectContaining({ id: late, remaining_classes: 4 }),
        ],
      },
    ],
    alerts: [],
    has_club: true,
    default_club_id: club,
  })

  const ofLesson = await readFacts(db, coach, [], lesson.id)
  expect(ofLesson.session).toEqual({
    id: lesson.id,
    date: '2026-05-04T18:00:00+00:00',
    day: '2026-05-04',
    teacher: 'Ana',
    notes: 'Bom',
    version: lesson.session?.version,
    cancelled_reason: null,
    created_at: expect.any(String),
    slot_id: null,
    slot_date: null,
    participants: [
      {
        student_id: student,
        package_id: used,
        manually_assigned: false,
        attendance: 'present',
        told_at: null,
        told_by: null,
        told_outcome: null,
        agreement_version: null,
        makeup_days: null,
        spared_package_id: null,
        feedback: {
          rating: 4,
          notes: null,
          private_notes: null,
          tags: [],
          club_id: null,
          created_at: expect.any(String),
        },
      },
    ],
  })
  expect(ofLesson.students[0]?.packages.map((pack) => pack.id)).toEqual([early, used, late])
})

it('the facts of everybody: the active students, and the inactive ones that hold an alert', async () => {
  const coach = await makeCoach(db)
  const active = await makeStudent(db, coach, { name: 'Ativa Souza' })
  await makeStudent(db, coach, { name: 'Parado Dias', status: 'inactive' })
  const warned = await makeStudent(db, coach, { name: 'Zeca Alves', status: 'inactive' })
  const draft = alertDraft({ dedupe_key: `low_credits:${warned}`, student_id: warned })
  await callJson(db.as(coach), 'apply_alert_plan', { raise: [draft], end: [] })
  const facts = await readFacts(db, coach)
  expect(facts.students.map((student) => student.id)).toEqual([active, warned])
  expect(facts.students[0]).toMatchObject({ ever_had_package: false, packages: [] })
  expect(facts).toMatchObject({ has_club: false, default_club_id: null })
  expect((await readFacts(db, coach, null, randomUUID())).students).toEqual([])
})

it('a student whose packages were all deleted still had one', async () => {
  const { coach, student, pack } = await makeSale(db)
  await db.as(coach)('delete from public.packages where id = $1', [pack])
  expect((await readFacts(db, coach, [student])).students[0]).toMatchObject({
    ever_had_package: true,
    packages: [],
  })
})

it('the dashboard counts active students, the lessons of the day that the device names, and this month', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  await makeStudent(db, coach, { status: 'inactive' })
  await makePackage(db, coach, student, {
    price: 100.1,
    purchase_date: '2026-01-31',
    payment_date: '2026-02-01',
  })
  await makePackage(db, coach, student, {
    price: 200.25,
    purchase_date: '2026-02-01',
    payment_date: '2026-02-28',
  })
  await makePackage(db, coach, student, { price: 0.05, purchase_date: '2026-02-28' })
  // Already sold, but dated next month, as the chart counts it.
  await makePackage(db, coach, student, { price: 999, purchase_date: '2026-03-01' })
  // The edges of a day in São Paulo: from 03:00 UTC to 03:00 UTC, the end excluded.
  const dates = [
    '2026-02-10T02:59:59Z',
    '2026-02-10T03:00:00Z',
    '2026-02-11T02:59:59Z',
    '2026-02-11T03:00:00Z',
  ]
  for (const [i, date] of dates.entries()) {
    await registerLesson(db, coach, [{ student, rating: i === 0 ? 5 : 3 }], lessonOn(date))
  }
  // A lesson to which nobody came was held; a cancelled lesson was not.
  await registerLesson(db, coach, [], lessonOf({ date: '2026-02-10T12:00:00Z', cancelled_reason: 'rain' }))
  expect(await stats(coach)).toEqual({
    totalActiveStudents: 1,
    todaysSessions: 2,
    monthlyRevenue: 200.3,
    openAmount: 0,
    openByDay: {},
    renewals: [0, 0],
    averageRating: 3.5,
    firstSteps: { student: true, package: true, lesson: true, link: false },
  })
  expect(await stats(await makeCoach(db))).toEqual({
    totalActiveStudents: 0,
    todaysSessions: 0,
    monthlyRevenue: 0,
    openAmount: 0,
    openByDay: {},
    renewals: [0, 0],
    averageRating: null,
    firstSteps: { student: false, package: false, lesson: false, link: false },
  })
})

// Asked by anybody with an account, it ran until the time of the request was over.
it('the dashboard of a month without end has its two renewals', async () => {
  expect(await stats(await makeCoach(db), 'infinity')).toMatchObject({ renewals: [0, 0] })
})

it('the first steps are ticked by the rows of the coach, and are told until the coach closes them', async () => {
  const coach = await makeCoach(db)
  const steps = { student: false, package: false, lesson: false, link: false }
  const expectTicked = async (step: keyof typeof steps) => {
    steps[step] = true
    expect(await stats(coach)).toMatchObject({ firstSteps: steps })
  }
  const student = await makeStudent(db, coach)
  await expectTicked('student')
  const sold = await makePackage(db, coach, student)
  const rained = lessonOf({ date: '2026-02-10T12:00:00Z', cancelled_reason: 'rain' })
  await registerLesson(db, coach, [], rained)
  await expectTicked('package')
  await registerLesson(db, coach, [{ student, package: sold }], lessonOn('2026-02-10T15:00:00Z'))
  const note = (kind: string) => db.as(coach)('select public.record_notice($1, $2, $3)', [kind, student, 'x'])
  await note('lesson_summary')
  await expectTicked('lesson')
  await note('student_link')
  await expectTicked('link')
  await db.as(coach)('update public.profiles set first_steps_closed = true')
  expect(await stats(coach)).toMatchObject({ firstSteps: null })
})

it('charts: each lesson falls into the week and month of the device, to the second, in any time zone', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  await makePackage(db, coach, student, {
    price: 100.1,
    purchase_date: '2026-01-31',
    payment_date: '2026-02-01',
  })
  await makePackage(db, coach, student, {
    price: 200.25,
    purchase_date: '2026-02-01',
    payment_date: '2026-02-28',
  })
  await makePackage(db, coach, student, { price: 7, purchase_date: '2026-03-01' })
  // A month begins at 03:00 UTC in São Paulo, and at 18:15 UTC of the day before in Kathmandu.
  const lessons: [string, number][] = [
    ['2026-01-31T18:14:59Z', 1],
    ['2026-01-31T18:15:00Z', 2],
    ['2026-02-01T02:59:59Z', 3],
    ['2026-02-01T03:00:00Z', 4],
    ['2026-02-14T12:00:00Z', 5],
    ['2026-03-01T02:59:59Z', 5],
    ['2026-03-01T03:00:00Z', 1],
  ]
  for (const [date, rating] of lessons) await registerLesson(db, coach, [{ student, rating }], lessonOn(date))
  // No chart counts cancelled lessons: one within a whole day, and one at each end of a period.
  for (const date of ['2026-02-14T13:00:00Z', '2026-02-01T03:00:00Z', '2026-01-31T18:15:00Z'])
    await registerLesson(db, coach, [], lessonOf({ date, cancelled_reason: 'venue' }))
  const charts = (weeks: string[], months: string[], days: string[], who = coach) =>
    answerOf(
      who,
      'get_dashboard_charts($1::text::timestamptz[], $2::text::timestamptz[], $3::text::date[])',
      ...[weeks, months, days].map((list) => `{${list.join(',')}}`),
    )

  const monthDays = ['2026-01-01', '2026-02-01', '2026-03-01']
  const saoPaulo = monthDays.map((day) => `${day}T03:00:00Z`)
  const kathmandu = ['2025-12-31T18:15:00Z', '2026-01-31T18:15:00Z', '2026-02-28T18:15:00Z']
  expect(await charts(saoPaulo, saoPaulo, monthDays)).toEqual({
    lessonsByWeek: [3, 3],
    ratingByMonth: [2, 4.7],
    revenueByMonth: [100.1, 200.25],
    receivedByMonth: [7, 300.35],
  })
  expect(await charts(kathmandu, kathmandu, monthDays)).toMatchObject({
    lessonsByWeek: [1, 4],
    ratingByMonth: [1, 3.5],
  })
  // Periods that are aligned to UTC days, shorter than a day, or within one day.
  const short = [
    '2026-02-01T00:00:00Z',
    '2026-02-01T02:59:59Z',
    '2026-02-01T03:00:00Z',
    '2026-02-01T20:00:00Z',
    '2026-02-02T00:00:00Z',
    '2026-02-15T00:00:00Z',
  ]
  expect(await charts(short, [], [])).toEqual({
    lessonsByWeek: [0, 1, 1, 0, 1],
    ratingByMonth: [],
    revenueByMonth: [],
    receivedByMonth: [],
  })
  expect(await charts(saoPaulo, saoPaulo, monthDays, await makeCoach(db))).toEqual({
    lessonsByWeek: [0, 0],
    ratingByMonth: [null, null],
    revenueByMonth: [0, 0],
    receivedByMonth: [0, 0],
  })
  await expectNoBrokenRules(db)
})

it('a page of the history is the same from either end, with the exact total of what passes the filters', async () => {
  const { coach, student, pack } = await makeSale(db)
  const ids: string[] = []
  // Newest first; the first two at the same moment; every third lesson with a package.
  for (let i = 0; i < 12; i++) {
    const date = new Date(Date.UTC(2026, 1, 20 - Math.max(1, i), 12)).toISOString()
    const seat = { student, package: i % 3 === 0 ? pack : null }
    ids.push((await registerLesson(db, coach, [seat], lessonOn(date))).id)
  }
  const [first = '', second = ''] = ids
  const newestFirst = [...[first, second].toSorted().toReversed(), ...ids.slice(2)]
  const page = async (number: number, size: number, ...rest: (string | null)[]) => {
    const rows = await db.as(coach)<{ answer: { total: number; items: { id: string }[] } }>(
      `select public.get_sessions_page($1, $2, $3::text::timestamptz, $4::text::timestamptz, $5::text::boolean,
                                         $6::text::boolean) as answer`,
      [number, size, rest[0] ?? null, rest[1] ?? null, rest[2] ?? 'false', rest[3] ?? 'false'],
    )
    const answer = rows[0]?.answer
    return { total: answer?.total, ids: answer?.items.map((item) => item.id) }
  }

  for (const size of [1, 5, 12, 50]) {
    for (let number = 1; number <= Math.ceil(12 / size) + 1; number++) {
      const expected = newestFirst.slice((number - 1) * size, number * size)
      expect(await page(number, size)).toEqual({ total: 12, ids: expected })
    }
  }
  const open = newestFirst.filter((id) => ids.indexOf(id) % 3 !== 0)
  expect(await page(2, 5, null, null, 'true')).toEqual({ total: 8, ids: open.slice(5) })
  // A range includes its start but not its end.
  const range = ['2026-02-12T12:00:00Z', '2026-02-18T12:00:00Z']
  expect(await page(1, 50, ...range)).toEqual({ total: 6, ids: ids.slice(3, 9) })
  expect(await page(1, 50, ...range, 'true')).toMatchObject({ total: 4 })
  expect(await page(9, 5, ...range)).toEqual({ total: 6, ids: [] })
  expect(await page(1, 5, null, null, 'false', 'true')).toEqual({ total: 0, ids: [] })
  // Two of the lessons are cancelled because of rain.
  const rained = ids.filter((_, i) => i === 4 || i === 7)
  await db.asUser(coach, async (query) => {
    for (const id of rained) {
      await query('delete from public.session_feedbacks where session_id = $1', [id])
      await query(
        `update public.session_package_assignments set attendance = 'cancelled' where session_id = $1`,
        [id],
      )
      await query(`update public.sessions set cancelled_reason = 'rain' where id = $1`, [id])
    }
  })
  expect(await page(1, 5, null, null, 'false', 'true')).toEqual({ total: 2, ids: rained })
  expect(await page(2, 1, null, null, 'false', 'true')).toEqual({ total: 2, ids: rained.slice(1) })
  expect(await page(1, 50, ...range, 'false', 'true')).toEqual({ total: 2, ids: rained })
  expect(await page(1, 5, null, null, 'true', 'true')).toEqual({ total: 0, ids: [] })
  // A student who is not charged owes nothing; the unfiltered list counts every lesson.
  expect(await page(1, 50, null, null, 'true')).toMatchObject({ total: 6 })
  expect(await page(1, 50)).toMatchObject({ total: 12 })
  const named = await db.as(coach)<{ total: number }>(
    `select (public.get_sessions_page(page => 1, page_size => 5, unassigned_only => true) ->> 'total')::int as total`,
  )
  expect(named).toEqual([{ total: 6 }])
  const details = await db.as(coach)<{ item: object }>(
    `select public.get_sessions_page(1, 5, cancelled_only => true) -> 'items' -> 0 as item`,
  )
  expect(details[0]?.item).toMatchObject({
    cancelled_reason: 'rain',
    cancelled_count: 1,
    session_package_assignments: [{ attendance: 'cancelled', package: null, feedback: null }],
  })
  await expectNoBrokenRules(db)
  await db.as(coach)('delete from public.sessions where id = $1', [ids[11] ?? ''])
  expect(await page(3, 5)).toEqual({ total: 11, ids: [newestFirst[10]] })
})

it('the summary of a student: lessons, mean, last lesson, tags by frequency, ratings oldest first', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  for (const [day, rating, tags] of [
    ['02', 4, ['Saque', 'Voleio']],
    ['01', 5, ['Saque']],
    ['03', 4, []],
  ] as const)
    await registerLesson(db, coach, [{ student }], {
      ...lessonOn(`2026-03-${day}T12:00:00Z`),
      feedbacks: [feedbackRow(student, { rating, tags: [...tags] })],
    })
  for (const attendance of ['absent', 'excused', 'cancelled'] as const)
    await db.asUser(coach, async (query) => {
      const lesson = await insert(query, 'sessions', {
        user_id: coach,
        teacher: 'Ana',
        date: '2026-03-04T12:00:00Z',
        cancelled_reason: attendance === 'cancelled' ? 'rain' : null,
      })
      const seat = { user_id: coach, session_id: lesson, student_id: student, attendance }
      await insert(query, 'session_package_assignments', seat)
    })
  expect(await answerOf(coach, 'get_student_summary($1)', student)).toEqual({
    lessons: 3,
    absences: 1,
    average_rating: 4.3,
    last_session_date: '2026-03-03T12:00:00+00:00',
    tags: [
      { tag: 'Saque', count: 2 },
      { tag: 'Voleio', count: 1 },
    ],
    ratings: [
      { date: '2026-03-01T12:00:00+00:00', rating: 5 },
      { date: '2026-03-02T12:00:00+00:00', rating: 4 },
      { date: '2026-03-03T12:00:00+00:00', rating: 4 },
    ],
  })
  const nothing = {
    lessons: 0,
    absences: 0,
    average_rating: null,
    last_session_date: null,
    tags: [],
    ratings: [],
  }
  expect(await answerOf(await makeCoach(db), 'get_student_summary($1)', student)).toEqual(nothing)
})

it('the summary shows the newest 30 ratings of many, the public page the newest 20 lines', async () => {
  const { coach, student, pack } = await makeSale(db, { total_classes: 40 })
  for (let day = 1; day <= 31; day++) {
    const seat = { student, package: pack, rating: day === 1 ? 1 : 5 }
    await registerLesson(db, coach, [seat], lessonOn(`2026-03-${String(day).padStart(2, '0')}T12:00:00Z`))
  }
  const summary = await answerOf(coach, 'get_student_summary($1)', student)
  expect(summary).toMatchObject({ lessons: 31, average_rating: 4.9 })
  expect(summary).toHaveProperty('ratings.length', 30)
  expect(summary).toHaveProperty('ratings.0.date', '2026-03-02T12:00:00+00:00')
  const page = await publicData(student)
  expect(page).toHaveProperty('statement.length', 20)
  expect(page).toHaveProperty('statement.0.balance_after', 9)
  expect(page).toHaveProperty('statement.19.balance_after', 28)
})

it('the public page shows exactly these keys of one student, and nothing of anybody else', async () => {
  const coach = await makeCoach(db, { name: 'Ana Lima', phone: '+55 (11) 98765-4321' })
  const student = await makeStudent(db, coach, { email: 'marina@voleio.test', notes: 'segredo do professor' })
  const friend = await makeStudent(db, coach, { name: 'Bruno Segredo' })
  const older = await makePackage(db, coach, student, { purchase_date: '2026-01-01', price: 1234.56 })
  const newer = await makePackage(db, coach, student, {
    purchase_date: '2026-02-01',
    payment_date: '2026-12-25',
  })
  await registerLesson(db, coach, [{ student }], { ...lessonOn('2026-02-01T12:00:00Z'), feedbacks: [] })
  const group = await registerLesson(
    db,
    coach,
    [
      { student, package: older, rating: 4 },
      { student: friend, rating: 1 },
    ],
    lessonOn('2026-02-02T12:00:00Z', 'Nota da aula'),
  )
  await db.asUser(coach, async (query) => {
    await query(`update public.session_feedbacks set private_notes = 'segredo' where student_id = $1`, [
      student,
    ])
    // The friend's absence, money and reasons must not appear on the student's page.
    await query('delete from public.session_feedbacks where student_id = $1', [friend])
    await query(
      `update public.session_package_assignments set attendance = 'excused' where student_id = $1`,
      [friend],
    )
    await insert(query, 'payments', {
      user_id: coach,
      student_id: student,
      package_id: older,
      amount: 77.77,
      paid_on: '2026-12-24',
      method: 'cash',
      payer_name: 'Mãe segredo',
      note: 'segredo',
    })
  })

  const answer = await publicData(student)
  expect(answer).toEqual({
    success: true,
    student: {
      id: student,
      name: 'Marina Costa',
      gender: 'female',
      classe: '3-classe',
      total_credits: 7,
      created_at: expect.any(String),
    },
    teacher: { name: 'Ana Lima', phone: '5511987654321', sport: 'Tênis' },
    packages: [
      expect.objectContaining({ id: newer }),
      {
        id: older,
        name: 'Pacote de 4 aulas',
        total_classes: 4,
        remaining_classes: 3,
        purchase_date: '2026-01-01',
        expiry_date: '2026-03-10',
        validity_days: null,
        makeup_day: null,
        floor_days: 0,
        status: 'active',
      },
    ],
    sessions: [
      {
        id: group.id,
        date: '2026-02-02T12:00:00+00:00',
        day: '2026-02-02',
        teacher: 'Ana',
        notes: 'Nota da aula',
        attendance: 'present',
        cancelled_reason: null,
        ...UNTOLD,
        feedback: { rating: 4, notes: null, tags: [], created_at: expect.any(String) },
        package_assignment: { package_id: older, package_name: 'Pacote de 4 aulas' },
      },
      expect.objectContaining({ feedback: null, package_assignment: null }),
    ],
    next_lessons: [],
    openings: [],
    unanswered: [],
    agreement: null,
    next_confirmed_at: null,
    cancel_extension_days: 0,
    package_order: 'oldest',
    time_zone: null,
    uses_agenda: false,
    statement: [
      {
        kind: 'consume',
        delta: -1,
        created_at: expect.any(String),
        package_name: 'Pacote de 4 aulas',
        lesson_date: '2026-02-02T12:00:00+00:00',
        lesson_day: '2026-02-02',
        attendance: 'present',
        cancelled_reason: null,
        reason: null,
        ...UNTOLD,
        balance_after: 7,
      },
      expect.objectContaining({ kind: 'purchase', delta: 4, lesson_date: null, balance_after: 8 }),
      expect.objectContaining({ kind: 'purchase', delta: 4, attendance: null, balance_after: 4 }),
    ],
  })
  const text = JSON.stringify(answer)
  for (const secret of [
    'Bruno',
    friend,
    'segredo',
    'marina@',
    '1234.56',
    '77.77',
    '2026-12-2',
    'excused',
    'cash',
    coach,
  ])
    expect(text).not.toContain(secret)
})

it('the public page of nobody says so; that of an inactive student still opens', async () => {
  expect(await publicData(randomUUID())).toEqual({ success: false, error: 'Aluno não encontrado' })
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach, { status: 'inactive' })
  expect(await publicData(student)).toMatchObject({
    success: true,
    packages: [],
    sessions: [],
    statement: [],
  })
})

it('the public page shows the lessons of the next four weeks that are still planned', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const friend = await makeStudent(db, coach, { name: 'Bruno Segredo' })
  // Not today, because a lesson of today may be over by now.
  const dayIn = async (days: number) => {
    const [row] = await db.owner<{ day: string }>(
      `select ((now() at time zone 'America/Sao_Paulo')::date + $1::text::int)::text as day`,
      [String(days)],
    )
    return row?.day ?? ''
  }
  const [first, second] = [await dayIn(1), await dayIn(2)]
  const slotOn = (day: string, club_id: string | null, ...students: string[]) =>
    db.asUser(coach, async (query) => {
      const slot = await insert(query, 'lesson_slots', {
        user_id: coach,
        start_time: '12:00',
        starts_on: day,
        ends_on: day,
        minutes: 45,
        club_id,
      })
      for (const student_id of students)
        await insert(query, 'lesson_slot_students', { user_id: coach, slot_id: slot, student_id })
      return slot
    })
  const club = await insert(db.as(coach), 'clubs', { user_id: coach, name: 'Clube do Parque' })
  await slotOn(second, club, student, friend)
  await slotOn(first, null, student)
  await slotOn(first, null, friend)
  await slotOn(await dayIn(29), null, student)
  await slotOn(await dayIn(-1), null, student)
  const skipped = await slotOn(first, null, student)
  await db.asUser(coach, (query) =>
    insertUngranted(query, 'slot_exceptions', {
      user_id: coach,
      slot_id: skipped,
      slot_date: first,
      reason: 'rain',
    }),
  )

  const answer = await publicData(student)
  expect(answer).toMatchObject({ uses_agenda: true })
  const planned = {
    slot_id: expect.any(String),
    starts_at: expect.any(String),
    minutes: 45,
    can_reply: false,
    ...nullOf('reply', 'replied_at', 'told_by', 'outcome', 'makeup_days', 'deadline', 'would_be'),
  }
  expect(answer?.['next_lessons']).toEqual([
    { ...planned, slot_date: first, club: null },
    { ...planned, slot_date: second, club: 'Clube do Parque' },
  ])
  expect(JSON.stringify(answer)).not.toContain('Bruno')
  await db.as(coach)(`update public.profiles set time_zone = 'America/Manaus' where id = $1`, [coach])
  expect(await publicData(student)).toMatchObject({ time_zone: 'America/Manaus' })
  await db.as(coach)(`update public.students set status = 'inactive' where id = $1`, [student])
  expect(await publicData(student)).toMatchObject({ next_lessons: [] })
})

it('the public page shows the lesson that runs after the midnight of its day too', async () => {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  // A zone in which the first hour of a day runs now, whenever the test runs.
  const hour = new Date().getUTCHours()
  const zone = `Etc/GMT${hour > 12 ? `-${24 - hour}` : `+${hour}`}`
  await db.asUser(coach, async (query) => {
    await query(`update public.profiles set time_zone = $2 where id = $1`, [coach, zone])
    const [row] = await query<{ day: string }>(
      `select ((now() at time zone $1::text)::date - 1)::text as day`,
      [zone],
    )
    const days = { starts_on: row?.day ?? '', ends_on: row?.day ?? '' }
    for (const [start_time, minutes] of [
      ['22:00', 90],
      ['23:00', 150],
    ] as const) {
      const slot_id = await insert(query, 'lesson_slots', { user_id: coach, start_time, minutes, ...days })
      await insert(query, 'lesson_slot_students', { user_id: coach, slot_id, student_id: student })
    }
  })
  expect(await publicData(student)).toMatchObject({ next_lessons: [{ minutes: 150 }] })
})

it.each([
  [
    'as it was typed',
    { name: '  Ana Lima ', phone: '+55 (11) 98765-4321', main_sport: 'Padel' },
    { name: 'Ana Lima', phone: '5511987654321', main_sport: 'Padel' },
  ],
  [
    'without anything',
    {},
    { name: expect.stringMatching(/^[0-9a-f-]{36}$/), phone: null, main_sport: 'Tênis' },
  ],
  [
    'with nonsense',
    { name: 'x'.repeat(9000), phone: 'abc', main_sport: ['a'] },
    { name: 'x'.repeat(255), phone: null, main_sport: '["a"]' },
  ],
  [
    'that is too long',
    { name: 'Ana', phone: '1'.repeat(40), main_sport: 's'.repeat(90) },
    { phone: null, main_sport: 's'.repeat(60) },
  ],
])('a sign-up makes a profile from its metadata %s', async (_, metadata, profile) => {
  const coach = await makeCoach(db, metadata)
  expect(await rowOf(db, 'profiles', coach)).toMatchObject(profile)
})
