import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseExport, type ExportedData } from '@/rights/export.schema'
import { addUp, coachesOf, makeHistory } from '../bench/world'
import { queryOf } from '../support/postgres'
import { type Query, refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import {
  callJson,
  factsOf,
  insert,
  makeCoach,
  makePackage,
  makeSale,
  makeStudent,
  PACKAGE,
  registerLesson,
  insertUngranted,
} from '../support/world/sql'
import { hoursAgo, makeAgreementWorld } from './agreement-world'
import { expectNoBrokenRules } from './broken-rules'
import { ask, callWith, exportOf, importInto, makeRightsWorld } from './rights-world'

const zone = ({ profile }: ExportedData) => [profile.time_zone_since, profile.agreements_written]

/** An export is imported into an empty account with the same balances, or not at all. */

const database = await ownDatabase()

const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** The new id that an import gives a row, computed independently of the database. */
function importedId(opId: string, id: string): string {
  const hash = createHash('sha256')
    .update(Buffer.concat([bytesOf(opId), bytesOf(id)]))
    .digest('hex')
  const hex = `${hash.slice(0, 12)}8${hash.slice(13, 16)}8${hash.slice(17, 32)}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const byKey = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b))

const without = <Row extends object>(rows: Row[], volatile: (keyof Row)[]) =>
  rows
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([key]) => !volatile.some((name) => name === key))),
    )
    .toSorted(byKey)

/** What must survive an import: everything except columns that count or time the writing itself. */
const durableFields = (data: ExportedData) => ({
  clubs: without(data.clubs, ['updated_at']),
  students: without(data.students, ['credits_version', 'updated_at']),
  packages: without(data.packages, ['updated_at']),
  sessions: without(data.sessions, ['version', 'updated_at']),
  assignments: without(data.assignments, []),
  feedbacks: without(data.feedbacks, []),
  alerts: without(
    data.alerts.filter(({ ended }) => !ended),
    ['id'],
  ),
  extensions: without(data.extensions, []),
  slots: without(data.slots, ['updated_at']),
  slot_students: without(data.slot_students, []),
  recesses: without(data.recesses, []),
  slot_exceptions: without(data.slot_exceptions, []),
  agreements: without(data.agreements, []),
  agreement_confirmations: without(data.agreement_confirmations, []),
  lesson_replies: without(data.lesson_replies, []),
  occurrence_guests: without(data.occurrence_guests, []),
  openings: without(data.openings, []),
  opening_invites: without(data.opening_invites, []),
  payments: without(data.payments, []),
  message_templates: without(data.message_templates, []),
  notices: without(data.notices, []),
  // Lines in their order; their numbers are new.
  ledger: data.credit_ledger.map(({ id: _id, ...line }) => line),
  balances: without(data.balances, []),
  totals: data.totals,
})

/** The facts, sorted, without credit versions. */
const comparable = (text: string) => {
  const { students, alerts } = JSON.parse(text.replaceAll(/"credits_version":\s*\d+/g, '"credits_version":0'))
  return [students.toSorted(byKey), alerts.toSorted(byKey)]
}

/**
 * A coach with history: 12 students, 400 lessons, used-up and expired packages, clubs, alerts, an anonymised student.
 */
async function makeCoachWithHistory(): Promise<string> {
  const key = randomUUID().slice(0, 8)
  await database.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica')
    const query = queryOf(sql)
    await makeHistory(query, coachesOf(`values ('${key}')`), {
      students: 12,
      lessons: 400,
      everyMinutes: 700,
    })
    // The history may leave lessons after their slot's end, which the app never does.
    await query(`update public.lesson_slots s set ends_on = null
      from public.sessions x where x.user_id = s.user_id and x.slot_id = s.id and x.slot_date > s.ends_on`)
    await addUp(query)
  })
  const rows = await database.sql<{ id: string }[]>`select md5('coach' || ${key})::uuid as id`
  const coach = rows[0]?.id ?? ''
  const data = await exportOf(database, coach)
  const [first, second, third] = data.students.map(({ id }) => id)
  await database.asUser(coach, async (query) => {
    const club = await insert(query, 'clubs', {
      user_id: coach,
      name: 'Clube Novo',
      phone: '551133334444',
      is_default: true,
    })
    await query(
      `update public.session_feedbacks set club_id = $1, private_notes = 'Medo de rede' where student_id = $2`,
      [club, first ?? ''],
    )
    await query(`update public.alerts set resolved = true where student_id = $1`, [second ?? ''])
  })
  // A student whose only package was deleted, so that only the ledger knows about the package.
  const once = await makeStudent(database, coach, {
    name: 'Única Vez',
    email: 'unica@exemplo.com',
    notes: 'volta em maio',
  })
  const mistake = await makePackage(database, coach, once)
  await database.as(coach)('delete from public.packages where id = $1', [mistake])
  await ask(database, coach, 'anonymize_student', third)
  return coach
}

const sold = ({ packages }: ExportedData) =>
  packages.map(({ renews, sold_classes, sold_price }) => [renews, sold_classes, sold_price])

const noted = (of: ExportedData) =>
  of.notices.map(({ cause, opened_at }) => [cause, opened_at]).toSorted(byKey)

const versionOf = async (query: Query, student: string) =>
  (await factsOf(query, [student], null)).students[0]?.credits_version

/** What was exported, with the ids that an import under this operation gives the rows. */
const withNewIds = (data: ExportedData, opId: string): ExportedData =>
  JSON.parse(JSON.stringify(data).replaceAll(UUID, (id) => importedId(opId, id)))

/** Imports what the app reads of a coach's export into an account. */
async function bring(coach: string, heir: string) {
  const data = await exportOf(database, coach)
  const file = parseExport(JSON.stringify({ ...data, notice: 'Aviso' }))
  if (!file.success) throw new Error(file.message)
  const opId = randomUUID()
  const outcome = await importInto(database, heir, file.data, opId)
  await expectNoBrokenRules(database)
  const there = await exportOf(database, heir)
  return { data, opId, file: file.data, outcome, expected: withNewIds(data, opId), there }
}

/** The same into an empty account, in which all that must survive has to be. */
async function comeBack(coach: string, heir: string) {
  const brought = await bring(coach, heir)
  expect(durableFields(brought.there)).toEqual(durableFields(brought.expected))
  return brought
}

describe('the way back', () => {
  it(
    'a rich history comes to the same balances, figures, charts, pages and facts',
    { timeout: 120_000 },
    async () => {
      const coach = await makeCoachWithHistory()
      const heir = await makeCoach(database, { name: 'Ana Ribeiro' })
      const { data, opId, file, outcome } = await comeBack(coach, heir)
      expect(outcome).toEqual({
        replayed: false,
        students: data.students.length,
        packages: data.packages.length,
        sessions: 400,
        credits: data.students.reduce((sum, { total_credits }) => sum + total_credits, 0),
        // The anonymised student has no page.
        links: data.students.length - 1,
        texts: data.message_templates.length,
      })
      const moved = (text: string) => text.replaceAll(UUID, (id) => importedId(opId, id))
      const both = async <T>(work: (of: string) => Promise<T>) =>
        [await work(coach), await work(heir)] as const
      const read = (of: string, sql: string) =>
        database.asUser(of, async (query) =>
          JSON.stringify((await query<{ x: unknown }>(`select ${sql} as x`))[0]?.x),
        )
      for (const sql of [
        `public.get_dashboard_stats(now() - interval '1 day', now(), (now() - interval '30 days')::date)`,
        `public.get_dashboard_charts(array(select now() - n * interval '7 days' from generate_series(8, 0, -1) n),
         array(select now() - n * interval '30 days' from generate_series(6, 0, -1) n),
         array(select (now() - n * interval '30 days')::date from generate_series(6, 0, -1) n))`,
        `(public.get_sessions_page(3, 5) -> 'total')`,
        `(public.get_sessions_page(1, 5, null, null, true) -> 'total')`,
      ]) {
        const [before, after] = await both((of) => read(of, sql))
        expect(after, sql).toBe(before)
      }
      for (const { id } of data.students) {
        const page = (student: string) =>
          database.asAnon((query) => callWith<object>(query, 'get_student_public_data', student))
        const before = JSON.parse(moved(JSON.stringify(await page(id))))
        const after = await page(importedId(opId, id))
        const sorted = (value: unknown) =>
          JSON.stringify(value, (_, inner) => (Array.isArray(inner) ? inner.toSorted(byKey) : inner))
        expect(JSON.parse(sorted(after))).toEqual(JSON.parse(sorted(before)))
      }
      // The ledger still says who ever had a package, so the same alerts follow from the facts.
      const facts = (of: string) => read(of, 'public.get_credit_facts()')
      const [before, after] = await both(facts)
      expect(comparable(after)).toEqual(comparable(moved(before)))

      // A repeat after a lost answer imports nothing; a second file is refused.
      expect(await importInto(database, heir, file, opId)).toEqual({ ...outcome, replayed: true })
      expect((await refusal(importInto(database, heir, file))).message).toBe('account_not_empty')
      expect(durableFields(await exportOf(database, coach))).toEqual(durableFields(data))
    },
  )

  it('the agenda comes with its time zone; what a deleted lesson last was comes with its lines', async () => {
    const { coach, student, pack } = await makeSale(database)
    const { id } = await registerLesson(database, coach, [{ student, package: pack }], {
      session: { id: randomUUID(), teacher: 'Ana', date: '2026-02-02T12:00:00Z', day: '2026-02-02' },
    })
    await database.asUser(coach, async (query) => {
      await query(`update public.profiles set time_zone = 'America/New_York'`)
      await query('delete from public.session_feedbacks where session_id = $1', [id])
      await query(
        `update public.session_package_assignments set attendance = 'absent' where session_id = $1`,
        [id],
      )
      await query(
        `update public.sessions set date = '2026-02-09T12:00:00Z', day = '2026-02-09' where id = $1`,
        [id],
      )
      await query('delete from public.sessions where id = $1', [id])
    })
    const { data, there } = await comeBack(coach, await makeCoach(database, { name: 'Eva' }))
    expect(there.profile).toMatchObject({ name: 'Eva', time_zone: 'America/New_York' })
    expect(
      there.credit_ledger.map(({ lesson_day, attendance, charged_as }) => [
        lesson_day,
        attendance,
        charged_as,
      ]),
    ).toEqual([
      [null, null, null],
      ['2026-02-09', 'absent', null],
      ['2026-02-09', null, 'absent'],
    ])
    // An export without a time zone leaves the account's zone as it is.
    const late = await makeCoach(database)
    await database.as(late)(`update public.profiles set time_zone = 'America/Santiago'`)
    await importInto(database, late, { ...data, profile: { ...data.profile, time_zone: null } })
    expect((await exportOf(database, late)).profile.time_zone).toBe('America/Santiago')
  })

  it('who agreed, told, was excused and took an hour comes back as it was, and is judged the same', async () => {
    const w = await makeAgreementWorld(database)
    const [past, ahead, moved] = [await w.lessonIn(-1), await w.lessonIn(20, 3), await w.lessonIn(60)]
    await w.said(past, { replied_at: hoursAgo(50) })
    await w.register(past, { spared_package_id: w.pack })
    await w.reply(ahead, 'not_coming')
    const taker = await makeStudent(database, w.coach)
    const opening = randomUUID()
    await database.asUser(w.coach, async (query) => {
      const { slot_id, slot_date, start: closes_at } = ahead
      const offer = { id: opening, slot_id, slot_date, places: 1, closes_at, students: [taker] }
      await callJson(query, 'open_places', offer)
      const to = { ...moved, reason: null, moved_to: hoursAgo(-70) }
      await callJson(query, 'apply_slot_plan', { op_id: randomUUID(), skips: { add: [to] } })
    })
    const call = 'select public.take_opening($1::text::uuid, $2::text::uuid)'
    await database.anon(call, [taker, opening])

    const { data, there } = await comeBack(w.coach, await makeCoach(database))
    expect([
      data.agreements,
      data.lesson_replies,
      data.occurrence_guests,
      data.opening_invites,
    ]).toMatchObject([
      [{ version: 1 }],
      [{ outcome: 'kept' }, { outcome: 'kept' }],
      [{ source: 'opening' }],
      [{ taken_at: expect.any(String) }],
    ])
    expect(data.extensions).toMatchObject([{ until_day: expect.any(String), stands: true }])
    expect(zone(there)).toEqual(zone(data))
  })

  it('rain, excuses, adjustments and a validity that begins with the first lesson come back as they were', async () => {
    const coach = await makeCoach(database)
    const student = await makeStudent(database, coach)
    const [begun, waiting] = [
      await makePackage(database, coach, student, { expiry_date: null, validity_days: 30 }),
      await makePackage(database, coach, student, { expiry_date: null, validity_days: 60, price: 0 }),
    ]
    const of = { user_id: coach, student_id: student }
    await database.asUser(coach, async (query) => {
      for (const [day, attendance, cancelled_reason] of [
        ['2026-02-01', 'absent', null],
        ['2026-02-02', 'excused', null],
        ['2026-02-03', 'cancelled', 'rain'],
      ] as const) {
        const date = `${day}T12:00:00Z`
        const lesson = { user_id: coach, teacher: 'Ana', date, day, cancelled_reason }
        const session_id = await insert(query, 'sessions', lesson)
        const package_id = attendance === 'absent' ? begun : null
        await insert(query, 'session_package_assignments', { ...of, session_id, attendance, package_id })
        const days = { ...of, package_id: begun, days: 7, reason: 'Chuva', session_id, day }
        if (cancelled_reason !== null) await insertUngranted(query, 'package_extensions', days)
      }
      const days = { ...of, package_id: waiting, days: 3, reason: 'Viagem' }
      await insertUngranted(query, 'package_extensions', days)
      await callJson(query, 'apply_session_plan', {
        op_id: randomUUID(),
        lessons: [],
        packages: [
          {
            op: 'adjust',
            id: begun,
            total_classes: 4,
            used_outside: 2,
            name: 'Pacote de 4 aulas',
            reason: 'Treinou fora',
            expected: { total_classes: 4, used_outside: 0 },
          },
        ],
      })
    })
    const { data } = await comeBack(coach, await makeCoach(database))
    expect(data.packages).toMatchObject([
      { expiry_date: '2026-03-10', extended_days: 7, used_outside: 2, remaining_classes: 1 },
      { expiry_date: null, extended_days: 3, remaining_classes: 4 },
    ])
    expect(data.totals).toMatchObject({ lessons: 3, held: 2 })
  })

  it('a row of every table comes back; the address of the calendar stays', async () => {
    const { coach } = await makeRightsWorld(database)
    const token = await ask<string>(database, coach, 'rotate_agenda_token')
    const { data } = await comeBack(coach, await makeCoach(database))
    expect(JSON.stringify(data)).not.toContain(token)
  })

  it('renewals, debts, texts and opened messages come back, and the key of the account stays', async () => {
    const { coach, student, package: pack } = await makeRightsWorld(database)
    const own = `pix_type = 'email', pix_key = 'ana@voleio.test', pix_name = 'ANA', pix_city = 'SANTOS',
                 show_pix = true`
    await database.asUser(coach, async (query) => {
      await query(`update public.profiles set ${own}`)
      await query('update public.packages set renews_monthly = true where id = $1', [pack])
      await callJson(query, 'sell_package', {
        op_id: randomUUID(),
        based_on: [{ student_id: student, version: await versionOf(query, student) }],
        lessons: [],
        package: { ...PACKAGE, id: randomUUID(), student_id: student, renews_monthly: true },
        payment: { amount: 100, paid_on: '2026-03-02', method: 'pix' },
        renews: pack,
      })
    })
    // Credits and price of the package differ from those that were sold, as after an adjustment and a discount.
    await database.owner(
      'update public.packages set sold_classes = 9, sold_price = 777 where user_id = $1 and id = $2',
      [coach, pack],
    )
    const heir = await makeCoach(database)
    // Message texts and notices that the account already has do not prevent an import.
    await database.asUser(heir, async (query) => {
      await insert(query, 'message_templates', { user_id: heir, kind: 'low_credits', body: 'Minha' })
      await query(`select public.record_notice('no_club_registered', null, 'no_club_registered')`)
    })
    const { expected, there } = await bring(coach, heir)
    expect(sold(there)).toEqual(sold(expected))
    expect(sold(there)).toContainEqual([null, 9, 777])
    expect(there.packages.filter(({ renews }) => renews !== null)).toMatchObject([{ open_amount: 300 }])
    expect(noted(there).filter(([cause]) => cause !== 'no_club_registered')).toEqual(
      noted(expected).filter(([cause]) => cause !== 'no_club_registered'),
    )
    expect(there.message_templates).toMatchObject([{ kind: 'low_credits', body: 'Minha' }])
    expect(there.profile).toMatchObject({ pix_key: null, show_pix: false })
    const finance = (of: string) =>
      database.as(of)(
        `select public.get_finance('{2026-01-01,2026-02-01,2026-03-01,2026-04-01}', '2026-04-01')`,
      )
    expect(await finance(heir)).toEqual(await finance(coach))
  })

  it('what came back can be exported and imported again, and goes on living', async () => {
    const { coach } = await makeRightsWorld(database)
    const [second, third] = [await makeCoach(database), await makeCoach(database)]
    await comeBack(coach, second)
    const { there: end } = await comeBack(second, third)
    // The triggers count on from the imported counters.
    const [lesson] = end.sessions
    await database.as(third)('delete from public.sessions where id = $1', [lesson?.id ?? ''])
    expect((await exportOf(database, third)).totals.lessons).toBe(end.totals.lessons - 1)
    await expectNoBrokenRules(database)
  })
})
