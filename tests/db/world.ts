import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { AlertDraft, CreditFacts, CreditPlan } from '@/domain/credits/plan-types'
import type { SessionPlan } from '../support/flat-plan'
import { openPglite } from '../support/pglite'
import { startPostgres } from '../support/postgres'
import type { Parameter, Query, TestDatabase } from '../support/postgres-database'

/** Defines the same tests on PostgreSQL 17 and PGlite, each with one new database. */
export function onBothEngines(define: (db: () => TestDatabase) => void): void {
  describe('on PostgreSQL 17', () => {
    let database: TestDatabase
    let stop: () => Promise<void>
    beforeAll(async () => {
      const server = await startPostgres()
      stop = () => server.stop()
      database = await server.createDatabase()
    })
    afterAll(() => stop())
    define(() => database)
  })
  describe('on PGlite', () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await openPglite()
    })
    afterAll(() => database.close())
    define(() => database)
  })
}

/** Inserts a row as the current role; returns its id. */
export async function insert(query: Query, table: string, row: Record<string, Parameter>): Promise<string> {
  const columns = Object.keys(row)
  const rows = await query<{ id: string }>(
    `insert into public.${table} (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning to_jsonb(${table}) ->> 'id' as id`,
    Object.values(row),
  )
  return rows[0]?.id ?? ''
}

export const STUDENT = {
  name: 'Marina Costa',
  phone: '5511987654321',
  gender: 'female',
  type: 'fixed',
  classe: '3-classe',
}

export const PACKAGE = {
  name: 'Pacote de 4 aulas',
  total_classes: 4,
  price: 400,
  purchase_date: '2026-01-10',
  payment_date: '2026-01-10',
  expiry_date: '2026-03-10',
}

export const LEAD: Record<string, Parameter> = {
  name: 'Lia',
  email: 'lia@voleio.test',
  phone: '+5511987654321',
  country: 'Brazil',
  sports: '{Padel}',
  heard_from: 'friends',
  language: 'pt',
}

/** Inserts a lead as the current role, without RETURNING, which needs the select privilege. */
export async function leaveLead(query: Query, row: Record<string, Parameter> = {}): Promise<void> {
  const lead = { ...LEAD, ...row }
  const values = Object.keys(lead).map(
    (name, i) => `$${i + 1}::text${name === 'sports' ? '::text[]' : name === 'id' ? '::uuid' : ''}`,
  )
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
  await db.asOwner((query) =>
    query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::text::jsonb)', [
      id,
      `${id}@voleio.test`,
      JSON.stringify(metadata),
    ]),
  )
  return id
}

export async function makeStudent(
  db: TestDatabase,
  coach: string,
  overrides: Record<string, Parameter> = {},
): Promise<string> {
  return db.asUser(coach, (query) => insert(query, 'students', { ...STUDENT, user_id: coach, ...overrides }))
}

export async function makePackage(
  db: TestDatabase,
  coach: string,
  student: string,
  overrides: Record<string, Parameter> = {},
): Promise<string> {
  return db.asUser(coach, (query) =>
    insert(query, 'packages', { ...PACKAGE, user_id: coach, student_id: student, ...overrides }),
  )
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
  students: { id: string; total_credits: number; credits_version: number }[]
}

/** An empty plan, to be filled by the test. */
export function planOf(overrides: Partial<SessionPlan>): SessionPlan {
  return {
    op: 'create',
    op_id: randomUUID(),
    session: { id: randomUUID(), teacher: 'Ana' },
    based_on: [],
    remove_students: [],
    assignments: [],
    feedbacks: [],
    alerts: { raise: [], end: [] },
    ...overrides,
  }
}

/** Calls an API function with one JSON argument as the current role. */
export async function callJson<T>(query: Query, name: string, argument: object): Promise<T> {
  const rows = await query<{ answer: T }>(`select public.${name}($1::text::jsonb) as answer`, [
    JSON.stringify(argument),
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
  return db.asUser(coach, (query) => callJson<PlanAnswer>(query, 'apply_session_plan', plan))
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
): Promise<CreditFacts> {
  const rows = await query<{ facts: CreditFacts }>(
    'select public.get_credit_facts($1::text::uuid[], $2::text::uuid) as facts',
    [students && `{${students.join(',')}}`, session],
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

/** Registers a session in which each student's credit comes from the named package (null: 'sem pacote'). */
export async function registerLesson(
  db: TestDatabase,
  coach: string,
  seats: { student: string; package?: string | null; rating?: number }[],
  overrides: Partial<SessionPlan> = {},
): Promise<PlanAnswer & { id: string }> {
  const plan = planOf({
    based_on: await basedOn(
      db,
      coach,
      seats.map((seat) => seat.student),
    ),
    assignments: seats.map((seat) => ({
      student_id: seat.student,
      package_id: seat.package ?? null,
      manually_assigned: false,
    })),
    feedbacks: seats.map((seat) => ({
      student_id: seat.student,
      rating: seat.rating ?? 3,
      notes: null,
      tags: [],
      club_id: null,
    })),
    ...overrides,
  })
  return { ...(await applyPlan(db, coach, plan)), id: plan.session.id }
}

export function alertDraft(overrides: Partial<AlertDraft> & Pick<AlertDraft, 'dedupe_key'>): AlertDraft {
  return {
    type: 'low_credits',
    priority: 'medium',
    student_id: null,
    session_id: null,
    package_id: null,
    student_name: null,
    message: 'Créditos acabando',
    facts: {},
    ...overrides,
  }
}

/** Everything that must always be true of the data. One row per violation. */
const BROKEN_RULES = `
  with seats as (
    select user_id, student_id, package_id, count(*)::int as taken from public.session_package_assignments
     where package_id is not null group by 1, 2, 3
  ), lines as (
    select user_id, student_id, package_id, sum(delta)::int as balance from public.credit_ledger group by 1, 2, 3
  )
  select 'used_classes is not the number of assignments' as rule, p.id::text as id
    from public.packages p left join seats s on s.package_id = p.id and s.user_id = p.user_id and s.student_id = p.student_id
   where p.used_classes <> coalesce(s.taken, 0)
  union all
  select 'a balance is out of range', id::text from public.packages
   where used_classes < 0 or remaining_classes < 0 or remaining_classes <> total_classes - used_classes
  union all
  select 'the ledger of a package does not add up to its balance', p.id::text
    from public.packages p left join lines l on l.user_id = p.user_id and l.package_id = p.id
   where p.remaining_classes is distinct from l.balance
  union all
  select 'the ledger of a deleted package does not add up to 0', l.package_id::text
    from lines l where l.balance <> 0 and not exists (select from public.packages p where p.user_id = l.user_id and p.id = l.package_id)
  union all
  select 'the ledger of a lesson is not its assignments', x.session_id::text || '/' || x.package_id::text
    from (select user_id, session_id, student_id, package_id, sum(delta)::int as delta from public.credit_ledger
           where session_id is not null group by 1, 2, 3, 4) x
    left join public.session_package_assignments a using (user_id, session_id, student_id, package_id)
   where x.delta <> case when a.session_id is null then 0 else -1 end
  union all
  select 'total_credits is not the sum of the packages', s.id::text from public.students s
   where s.total_credits <> (select coalesce(sum(p.remaining_classes), 0) from public.packages p where p.user_id = s.user_id and p.student_id = s.id)
  union all
  select 'the counters of a lesson are not its rows', s.id::text from public.sessions s
   where (s.student_count, s.unassigned_count) <>
         (select count(*)::int, (count(*) filter (where a.package_id is null))::int
            from public.session_package_assignments a where a.user_id = s.user_id and a.session_id = s.id)
  union all
  select 'the ratings of a lesson are not its feedback', s.id::text from public.sessions s
   where (s.rating_sum, s.rating_count) <>
         (select coalesce(sum(f.rating), 0)::int, count(*)::int from public.session_feedbacks f where f.user_id = s.user_id and f.session_id = s.id)
  union all
  select 'the totals of a coach are not the rows', t.user_id::text from public.coach_totals t
   where (t.active_students, t.lessons, t.unassigned_lessons) <>
         ((select count(*) from public.students s where s.user_id = t.user_id and s.status = 'active'),
          (select count(*) from public.sessions s where s.user_id = t.user_id),
          (select count(*) from public.sessions s where s.user_id = t.user_id and s.unassigned_count > 0))
      or (t.rating_sum, t.rating_count) <>
         (select coalesce(sum(f.rating), 0), count(*) from public.session_feedbacks f where f.user_id = t.user_id)
  union all
  select 'a day of a coach is not its rows', user_id::text || '/' || day::text
    from (select user_id, day, lessons, rating_sum, rating_count, revenue from public.coach_days
          union all
          select s.user_id, (s.date at time zone 'UTC')::date, -1, -coalesce(sum(f.rating), 0), -count(f.rating), 0
            from public.sessions s left join public.session_feedbacks f on f.user_id = s.user_id and f.session_id = s.id
           group by s.user_id, s.id
          union all
          select user_id, purchase_date, 0, 0, 0, -price from public.packages) x
   group by user_id, day
  having (sum(lessons), sum(rating_sum), sum(rating_count), sum(revenue)) <> (0, 0, 0, 0)
  union all
  select 'a coach without totals', id::text from public.profiles p
   where not exists (select from public.coach_totals t where t.user_id = p.id)
  union all
  select 'a student without a link of their own, though no other has it', s.id::text from public.students s
   where not exists (select from public.student_links l where l.link = s.id)
  union all
  select 'a cause holds two alerts', min(id::text) from public.alerts where not ended group by user_id, dedupe_key having count(*) > 1
  union all
  select 'two default clubs', user_id::text from public.clubs where is_default group by user_id having count(*) > 1`

/** Violations over all coaches: the rule, and the id of the row. */
export function brokenRules(query: Query): Promise<Record<string, unknown>[]> {
  return query(BROKEN_RULES)
}

export async function expectNoBrokenRules(db: TestDatabase): Promise<void> {
  expect(await db.asOwner(brokenRules)).toEqual([])
}

/** One row, read without row-level security. */
export async function rowOf(
  db: TestDatabase,
  table: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const rows = await db.asOwner((query) =>
    query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from public.${table} t where id = $1`,
      [id],
    ),
  )
  return rows[0]?.row
}
