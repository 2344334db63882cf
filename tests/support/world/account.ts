import { randomBytes, randomUUID } from 'node:crypto'
import type { Uuid } from '@/core/model'
import type { Parameter, Query } from '../postgres-database'
import { insert, PACKAGE, STUDENT } from './sql'

type Row = Record<string, Parameter>

/** Ids of a coach's rows, one of each kind. */
export interface AccountIds {
  student: Uuid
  package: Uuid
  session: Uuid
  club: Uuid
  alert: Uuid
  slot: Uuid
  extension: Uuid
  recess: Uuid
  payment: Uuid
  notice: Uuid
  opening: Uuid
}

/**
 * Inserts a row into every table that a coach can fill, with `mark` in every text, without row-level security. Returns
 * the ids, and the row that was inserted last into each table.
 */
export async function fillAccount(
  query: Query,
  user_id: Uuid,
  mark: string,
): Promise<{ ids: AccountIds; rows: (table: string) => Row }> {
  const rows: Record<string, Row> = {}
  const add = (table: string, columns: Row): Promise<Uuid> => {
    const row = { user_id, ...columns }
    rows[table] = row
    return insert(query, table, row)
  }
  const student_id = await add('students', {
    ...STUDENT,
    name: `Marina ${mark}`,
    email: `marina@${mark}.test`,
    notes: `Joelho ${mark}`,
  })
  const package_id = await add('packages', { ...PACKAGE, student_id, name: `Pacote ${mark}` })
  const club_id = await add('clubs', { name: `Clube ${mark}`, address: `Rua ${mark}` })
  const gone = await add('sessions', { teacher: 'Ana', date: '2026-01-02T12:00:00Z', day: '2026-01-02' })
  await query('delete from public.sessions where id = $1', [gone])
  const session_id = await add('sessions', {
    date: '2026-02-01T10:00:00Z',
    teacher: `Ana ${mark}`,
    notes: `Saque ${mark}`,
  })
  await add('session_package_assignments', { session_id, student_id, package_id })
  await add('session_feedbacks', {
    session_id,
    student_id,
    rating: 4,
    notes: `Forehand ${mark}`,
    private_notes: `Medo de rede ${mark}`,
    club_id,
  })
  const payment = await add('payments', {
    student_id,
    package_id,
    amount: 50,
    paid_on: '2026-02-01',
    method: 'pix',
    payer_name: `Mãe ${mark}`,
    note: `Em mãos ${mark}`,
  })
  await add('message_templates', { kind: 'low_credits', body: `Oi! ${mark}` })
  const notice = await add('notices', { kind: 'low_credits', student_id, cause: mark })
  const extension = await add('package_extensions', {
    student_id,
    package_id,
    days: 7,
    reason: `Viagem ${mark}`,
  })
  // Every Tuesday at seven.
  const slot_id = await add('lesson_slots', {
    weekday: 2,
    start_time: '07:00',
    starts_on: '2026-01-01',
    club_id,
    // In the past, so that a change in the same transaction moves it.
    updated_at: '2026-01-01T00:00:00Z',
  })
  await add('lesson_slot_students', { slot_id, student_id })
  const recess_id = await add('recesses', { first_day: '2026-12-20', last_day: '2026-12-26' })
  await add('slot_exceptions', { slot_id, slot_date: '2026-12-22', reason: 'recess', recess_id })
  await add('slot_exceptions', { slot_id, slot_date: '2026-03-10', reason: 'rain' })
  const agreed = { version: 1, starts_on: '2026-01-01', notice_hours: 24, makeup_days: 30 }
  await add('agreements', { ...agreed, note: `Traga água ${mark}` })
  await add('agreement_confirmations', { student_id, version: 1 })
  const on = (day: string) => ({ slot_id, slot_date: day, for_start: `${day}T10:00:00Z` })
  await add('lesson_replies', { ...on('2026-03-17'), student_id, reply: 'coming', told_by: 'student' })
  await add('occurrence_guests', { ...on('2026-03-24'), student_id, source: 'coach' })
  const opening = randomUUID()
  await add('openings', { ...on('2026-03-24'), id: opening, places: 1, closes_at: '2026-03-24T08:00:00Z' })
  await add('opening_invites', { opening_id: opening, student_id })
  await add('agenda_feeds', { token: randomBytes(32).toString('hex') })
  const alert = await add('alerts', {
    type: 'low_credits',
    priority: 'low',
    student_id,
    student_name: `Marina ${mark}`,
    message: `Créditos ${mark}`,
    dedupe_key: `low_credits:${student_id}`,
  })
  return {
    ids: {
      student: student_id,
      package: package_id,
      session: session_id,
      club: club_id,
      alert,
      slot: slot_id,
      extension,
      recess: recess_id,
      payment,
      notice,
      opening,
    },
    rows: (table) => {
      const row = rows[table]
      if (!row) throw new Error(`No row of ${table}`)
      return row
    },
  }
}
