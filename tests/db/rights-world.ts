import { randomUUID } from 'node:crypto'
import type { ExportedData } from '@/rights/export.schema'
import type { ImportOutcome } from '@/rights/rules'
import type { Query, TestDatabase } from '../support/postgres-database'
import {
  callJson,
  insert,
  makeCoach,
  makePackage,
  makeStudent,
  registerLesson,
  insertUngranted,
} from '../support/world/sql'
import { alertDraft } from '../support/world/values'
import { slotRow } from './tenants'

export interface RightsWorld {
  coach: string
  /** The student whom the tests erase or anonymise. */
  student: string
  friend: string
  package: string
  friendPackage: string
  /** A lesson of the student alone, with notes. */
  alone: string
  /** A lesson of the student and the friend, with notes. */
  group: string
  /** Texts that identify the student, one per column; no other row contains any of them. */
  secrets: Record<
    | 'name'
    | 'phone'
    | 'email'
    | 'notes'
    | 'package'
    | 'alone'
    | 'group'
    | 'said'
    | 'privately'
    | 'tag'
    | 'alert'
    | 'payer'
    | 'receipt'
    | 'reason'
    | 'adjusted'
    | 'told',
    string
  >
}

/**
 * A coach with two students: the one whose data must go, with their texts in every possible place, and a friend who
 * shared a lesson.
 */
export async function makeRightsWorld(db: TestDatabase): Promise<RightsWorld> {
  const coach = await makeCoach(db)
  const mark = randomUUID().slice(0, 8)
  const secrets = {
    name: `Zuleica ${mark}`,
    phone: `55119${String(Math.random()).slice(2, 10).padEnd(8, '7')}`,
    email: `zu-${mark}@exemplo.com.br`,
    notes: `joelho operado ${mark}`,
    package: `Pacote da Zu ${mark}`,
    alone: `na aula dela ${mark}`,
    group: `na dupla dela ${mark}`,
    said: `devolveu tudo ${mark}`,
    privately: `falta ritmo ${mark}`,
    tag: `Backhand ${mark}`,
    alert: `${mark} está sem créditos`,
    payer: `Mãe da Zu ${mark}`,
    receipt: `trouxe em dinheiro ${mark}`,
    reason: `operou o joelho ${mark}`,
    adjusted: `treinou com ${mark} fora`,
    told: `tomorrow_lesson:${mark}`,
  }
  const student = await makeStudent(db, coach, {
    name: secrets.name,
    phone: secrets.phone,
    email: secrets.email,
    notes: secrets.notes,
    classe: 'profissional',
  })
  const friend = await makeStudent(db, coach, { name: 'Bruno Lima' })
  const pack = await makePackage(db, coach, student, { name: secrets.package, total_classes: 4, price: 400 })
  await makePackage(db, coach, student, {
    total_classes: 2,
    price: 150.5,
    purchase_date: '2026-02-03',
    expiry_date: '2026-03-01',
  })
  const friendPackage = await makePackage(db, coach, friend)
  const said = (id: string, rating: number) => ({
    student_id: id,
    rating,
    notes: id === student ? secrets.said : null,
    private_notes: id === student ? secrets.privately : null,
    tags: id === student ? [secrets.tag] : [],
    club_id: null,
  })
  const draft = {
    student_id: student,
    student_name: secrets.name,
    message: secrets.alert,
    facts: { package_name: secrets.package, expiry_date: '2026-12-01', remaining_classes: 1 },
  }
  // Sundays at ten: the lesson alone answers the first occurrence, the second is skipped, the third moved.
  const slot = await db.asUser(coach, async (query) => {
    const id = await insert(
      query,
      'lesson_slots',
      slotRow(coach, {
        weekday: 0,
        start_time: '10:00',
        starts_on: '2026-03-01',
        // Id of a slot that no longer exists.
        replaces: '{00000000-0000-4000-8000-0000000000aa}',
      }),
    )
    await insert(query, 'lesson_slot_students', { user_id: coach, slot_id: id, student_id: student })
    const exception = { user_id: coach, slot_id: id }
    await insertUngranted(query, 'slot_exceptions', { ...exception, slot_date: '2026-03-08', reason: 'rain' })
    const recess_id = await insertUngranted(query, 'recesses', {
      user_id: coach,
      first_day: '2026-03-20',
      last_day: '2026-03-22',
    })
    const byRecess = { ...exception, slot_date: '2026-03-22', reason: 'recess', recess_id }
    await insertUngranted(query, 'slot_exceptions', byRecess)
    await insertUngranted(query, 'slot_exceptions', {
      ...exception,
      slot_date: '2026-03-15',
      moved_to: '2026-03-16T13:00:00Z',
    })
    await query('reset role')
    const agreed = { user_id: coach, version: 1, starts_on: '2026-01-01', notice_hours: 24, makeup_days: 30 }
    await insert(query, 'agreements', { ...agreed, note: 'Traga água', created_at: '2025-12-01T12:00:00Z' })
    const confirmed = {
      user_id: coach,
      student_id: student,
      version: 1,
      confirmed_at: '2025-12-02T12:00:00Z',
    }
    await insert(query, 'agreement_confirmations', confirmed)
    await insert(query, 'lesson_replies', {
      user_id: coach,
      slot_id: id,
      slot_date: '2026-03-01',
      student_id: student,
      reply: 'not_coming',
      told_by: 'student',
      replied_at: '2026-02-28T12:00:00Z',
      for_start: '2026-03-01T13:00:00Z',
      outcome: 'kept',
      agreement_version: 1,
    })
    const later = { user_id: coach, slot_id: id, slot_date: '2026-03-29', for_start: '2026-03-29T13:00:00Z' }
    await insert(query, 'occurrence_guests', { ...later, student_id: student, source: 'coach' })
    const offered = { ...later, id: randomUUID(), places: 1, closes_at: '2026-03-29T11:00:00Z' }
    await insert(query, 'openings', offered)
    await insert(query, 'opening_invites', { user_id: coach, opening_id: offered.id, student_id: student })
    return id
  })
  const alone = await registerLesson(db, coach, [{ student, package: pack }], {
    session: {
      id: randomUUID(),
      teacher: 'Ana',
      date: '2026-03-01T13:00:00Z',
      notes: secrets.alone,
      slot_id: slot,
      slot_date: '2026-03-01',
    },
    feedbacks: [said(student, 5)],
    alerts: { raise: [alertDraft({ ...draft, dedupe_key: `low_credits:${student}` })], end: [] },
  })
  const group = await registerLesson(
    db,
    coach,
    [
      { student, package: pack },
      { student: friend, package: friendPackage },
    ],
    {
      session: { id: randomUUID(), teacher: 'Ana', date: '2026-03-02T13:00:00Z', notes: secrets.group },
      feedbacks: [said(student, 4), said(friend, 2)],
      alerts: {
        raise: [
          alertDraft({
            ...draft,
            type: 'expiring_package',
            package_id: pack,
            dedupe_key: `expiring_package:${pack}:2026-03-10`,
          }),
        ],
        // Ended, the alert still contains the name.
        end: [`low_credits:${student}`],
      },
    },
  )
  await registerLesson(db, coach, [{ student: friend, package: friendPackage }], {
    session: { id: randomUUID(), teacher: 'Ana', date: '2026-03-03T13:00:00Z', notes: 'só do Bruno' },
  })
  await db.asUser(coach, async (query) => {
    const of = { user_id: coach, student_id: student, package_id: pack }
    await insert(query, 'payments', {
      ...of,
      kind: 'refund',
      amount: 20,
      paid_on: '2026-03-04',
      method: 'cash',
      payer_name: secrets.payer,
      note: secrets.receipt,
    })
    await insertUngranted(query, 'package_extensions', { ...of, days: 7, reason: secrets.reason })
    await insert(query, 'message_templates', { user_id: coach, kind: 'low_credits', body: 'Oi, {nome}!' })
    for (const [kind, who, cause] of [
      ['expiring_package', student, `expiring_package:${pack}:2026-03-10`],
      ['tomorrow_lesson', student, secrets.told],
      ['lesson_summary', friend, group.id],
      ['no_club_registered', null, 'no_club_registered'],
    ] as const)
      await query('select public.record_notice($1, $2::text::uuid, $3)', [kind, who, cause])
    // An adjustment up and one down.
    for (const [total_classes, before] of [
      [5, 4],
      [4, 5],
    ] as const)
      await callJson(query, 'apply_session_plan', {
        op_id: randomUUID(),
        lessons: [],
        packages: [
          {
            op: 'adjust',
            id: pack,
            total_classes,
            used_outside: 0,
            name: secrets.package,
            reason: secrets.adjusted,
            expected: { total_classes: before, used_outside: 0 },
          },
        ],
      })
  })
  return { coach, student, friend, package: pack, friendPackage, alone: alone.id, group: group.id, secrets }
}

/**
 * Tables and columns in which one of the texts occurs, outside PostgreSQL's own schemas. It reads the catalogue, so it
 * searches new tables too.
 */
export async function whereIs(db: TestDatabase, texts: readonly string[]): Promise<string[]> {
  return db.asOwner(async (query) => {
    const tables = await query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname <> 'information_schema'
         and n.nspname not like 'pg\\_%' order by 1`)
    const found: string[] = []
    for (const { name } of tables) {
      const pattern = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
      const rows = await query(`select from ${name} t where t::text ~* $1 limit 1`, [pattern])
      if (rows.length > 0) found.push(name)
    }
    return found
  })
}

/** Calls a function as the current role, with an id or without an argument. */
export async function callWith<T>(query: Query, name: string, id?: string): Promise<T> {
  const rows = await query<{ answer: T }>(
    `select public.${name}(${id === undefined ? '' : '$1::text::uuid'}) as answer`,
    id === undefined ? [] : [id],
  )
  const [row] = rows
  if (!row) throw new Error(`${name} answered no row`)
  return row.answer
}

export const ask = <T>(db: TestDatabase, coach: string, name: string, id?: string): Promise<T> =>
  db.asUser(coach, (query) => callWith<T>(query, name, id))

/** An export as PostgREST sends it: numbers and instants as in JSON. */
export async function exportOf(db: TestDatabase, coach: string): Promise<ExportedData> {
  const text = await db.asUser(coach, async (query) => {
    const rows = await query<{ text: string }>('select public.export_my_data()::text as text')
    return rows[0]?.text ?? ''
  })
  const data: ExportedData = JSON.parse(text)
  return data
}

/** Everything that a coach has, to be compared before and after. */
export const everythingOf = async (db: TestDatabase, coach: string) => ({
  ...(await exportOf(db, coach)),
  exported_at: null,
})

/** Imports a document into a coach's account. */
export async function importInto(
  db: TestDatabase,
  coach: string,
  document: object,
  opId: string = randomUUID(),
): Promise<ImportOutcome> {
  return db.asUser(coach, async (query) => {
    const rows = await query<{ answer: ImportOutcome }>(
      'select public.import_my_data($1::text::jsonb, $2::text::uuid) as answer',
      [JSON.stringify(document), opId],
    )
    const [row] = rows
    if (!row) throw new Error('import_my_data answered no row')
    return row.answer
  })
}

/** Closes the account with a login of the given age. */
export async function closeAccount(db: TestDatabase, coach: string, age = '0 minutes'): Promise<void> {
  const session = await db.asOwner((query) => loginOf(query, coach, age))
  await db.asUser(coach, (query) => deleteAccountAs(query, coach, session))
}

export async function loginOf(query: Query, coach: string, age = '0 minutes'): Promise<string> {
  const rows = await query<{ id: string }>(
    'insert into auth.sessions (user_id, created_at) values ($1, now() - $2::text::interval) returning id',
    [coach, age],
  )
  return rows[0]?.id ?? ''
}

export async function deleteAccountAs(query: Query, coach: string, session: string): Promise<void> {
  await query(`select set_config('request.jwt.claims', $1, true)`, [
    JSON.stringify({ role: 'authenticated', sub: coach, session_id: session }),
  ])
  await query('select public.delete_my_account()')
}
