import { randomUUID } from 'node:crypto'
import type { Effects } from '@/credits/applied'
import type { CreditFacts, CreditPlan } from '@/credits/plan-types'
import { asSent, type SessionPlan } from '../flat-plan'
import type { Parameter, Query, TestDatabase } from '../postgres-database'
import { assignmentRow, feedbackRow, packageRow, planOf, studentRow } from './values'

/** Rows and plans written by SQL, the plans as the app sends them. The days are fixed. */

/** Inserts a row as the current role; returns its id. */
export async function insert(query: Query, table: string, row: Record<string, Parameter>): Promise<string> {
  const columns = Object.keys(row)
  const places = columns.map((_, i) => `$${i + 1}`).join(', ')
  const rows = await query<{ id: string }>(
    `insert into public.${table} (${columns.join(', ')}) values (${places})
     returning to_jsonb(${table}) ->> 'id' as id`,
    Object.values(row),
  )
  return rows[0]?.id ?? ''
}

export const STUDENT = studentRow()

export const PACKAGE = packageRow({
  price: 400,
  purchase_date: '2026-01-10',
  expiry_date: '2026-03-10',
})

export const LEAD: Record<string, Parameter> = {
  name: 'Lia',
  email: 'lia@voleio.test',
  phone: '+5511987654321',
  country: 'Brazil',
  sports: '{Padel}',
  heard_from: 'friends',
  language: 'pt',
}

/** Inserts a lead as the current role, without RETURNING, which would need the select privilege. */
export async function leaveLead(query: Query, row: Record<string, Parameter> = {}): Promise<void> {
  const lead = { ...LEAD, ...row }
  const casts: Record<string, string> = { sports: '::text[]', id: '::uuid' }
  const values = Object.keys(lead).map((name, i) => `$${i + 1}::text${casts[name] ?? ''}`)
  await query(
    `insert into public.racketleads (${Object.keys(lead).join(', ')}) values (${values.join(', ')})`,
    Object.values(lead),
  )
}

/** Makes the rest of the transaction look like a request from this address, as hosted Supabase reports it. */
export async function comeFrom(query: Query, address: string): Promise<void> {
  await query(`select set_config('request.headers', $1, true)`, [
    JSON.stringify({ 'cf-connecting-ip': address }),
  ])
}

export async function makeCoach(db: TestDatabase, metadata: object = { name: 'Ana' }): Promise<string> {
  const id = randomUUID()
  await db.owner('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::text::jsonb)', [
    id,
    `${id}@voleio.test`,
    JSON.stringify(metadata),
  ])
  return id
}

/**
 * Inserts a row into a table that the API's roles may not write (in production only functions write it), then returns
 * to the current role.
 */
export async function insertUngranted(
  query: Query,
  table: 'package_extensions' | 'slot_exceptions' | 'recesses',
  row: Record<string, Parameter>,
): Promise<string> {
  const [before] = await query<{ role: string }>('select current_user as role')
  await query('reset role')
  const id = await insert(query, table, row)
  await query(`set local role ${before?.role ?? 'none'}`)
  return id
}

export async function makeStudent(
  db: TestDatabase,
  coach: string,
  overrides: Record<string, Parameter> = {},
): Promise<string> {
  return insert(db.as(coach), 'students', { ...STUDENT, user_id: coach, ...overrides })
}

export async function makePackage(
  db: TestDatabase,
  coach: string,
  student: string,
  overrides: Record<string, Parameter> = {},
): Promise<string> {
  return insert(db.as(coach), 'packages', { ...PACKAGE, user_id: coach, student_id: student, ...overrides })
}

/** A coach with a student who has a package. */
export async function makeSale(db: TestDatabase, sold: Record<string, Parameter> = {}) {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  return { coach, student, pack: await makePackage(db, coach, student, sold) }
}

export interface PlanAnswer {
  replayed: boolean
  session: {
    id: string
    version: number
    student_count: number
    unassigned_count: number
    notes: string | null
  } | null
  /** The lessons of the plan that exist. */
  sessions: { id: string; version: number }[]
  students: { id: string; total_credits: number; credits_version: number }[]
  /** For a repeat, what the first attempt did; null once that was forgotten. */
  effects: Effects | null
}

/** Calls an API function with one JSON argument as the current role. */
export async function callJson<T>(query: Query, name: string, argument: object): Promise<T> {
  const rows = await query<{ answer: T }>(`select public.${name}($1::text::jsonb) as answer`, [
    JSON.stringify(asSent(argument)),
  ])
  const [row] = rows
  if (!row) throw new Error(`${name} answered no row`)
  return row.answer
}

export async function applyPlan(
  db: TestDatabase,
  coach: string,
  plan: SessionPlan | CreditPlan,
): Promise<PlanAnswer> {
  return callJson<PlanAnswer>(db.as(coach), 'apply_session_plan', plan)
}

export async function readFacts(
  db: TestDatabase,
  coach: string,
  students: string[] | null = null,
  session: string | null = null,
): Promise<CreditFacts> {
  return db.asUser(coach, (query) => factsOf(query, students, session))
}

export async function factsOf(
  query: Query,
  students: string[] | null,
  session: string | null,
  sessions: readonly string[] | null = null,
): Promise<CreditFacts> {
  const rows = await query<{ facts: CreditFacts }>(
    'select public.get_credit_facts($1::text::uuid[], $2::text::uuid, $3::text::uuid[]) as facts',
    [students && `{${students.join(',')}}`, session, sessions && `{${sessions.join(',')}}`],
  )
  const [row] = rows
  if (!row) throw new Error('get_credit_facts answered no row')
  return row.facts
}

/** The credit versions that a plan about these students must name. */
export async function basedOn(
  db: TestDatabase,
  coach: string,
  students: string[],
): Promise<SessionPlan['based_on']> {
  const { students: facts } = await readFacts(db, coach, students)
  return facts.map((student) => ({ student_id: student.id, version: student.credits_version }))
}

interface Seat {
  student: string
  /** The package that gives the credit; null or absent: 'sem pacote'. */
  package?: string | null
  rating?: number
}

/** The plan that registers a session of these students. */
export async function lessonPlan(
  db: TestDatabase,
  coach: string,
  seats: Seat[],
  overrides: Partial<SessionPlan> = {},
): Promise<SessionPlan> {
  const students = seats.map(({ student }) => student)
  return planOf({
    based_on: await basedOn(db, coach, students),
    assignments: seats.map((seat) => assignmentRow(seat.student, seat.package)),
    feedbacks: seats.map(({ student, rating }) => feedbackRow(student, { rating: rating ?? 3 })),
    ...overrides,
  })
}

export async function registerLesson(
  ...lesson: Parameters<typeof lessonPlan>
): Promise<PlanAnswer & { id: string }> {
  const [db, coach] = lesson
  const plan = await lessonPlan(...lesson)
  return { ...(await applyPlan(db, coach, plan)), id: plan.session.id }
}

/** One row, read without row-level security. */
export async function rowOf(
  db: TestDatabase,
  table: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const rows = await db.owner<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from public.${table} t where id = $1`,
    [id],
  )
  return rows[0]?.row
}
