import { randomUUID } from 'node:crypto'
import { becoming, type Parameter, type Query } from '../support/postgres-database'
import { type AccountIds, fillAccount } from '../support/world/account'
import { insert, LEAD, PACKAGE, STUDENT } from '../support/world/sql'

/** The coach who owns the rows, another coach, or a visitor without a login. */
type Actor = 'owner' | 'other' | 'anon'
export type Verb = 'select' | 'insert' | 'update' | 'delete'
/** The number of affected rows, or the SQLSTATE of the refusal. */
export type Outcome = number | string
export type Outcomes = Record<string, Record<string, Outcome>>

const ACTORS: Actor[] = ['owner', 'other', 'anon']
const VERBS: Verb[] = ['select', 'insert', 'update', 'delete']

interface Target {
  /** SQL condition that matches one row of the owner. */
  where: string
  /** Another row that the owner may insert. */
  spare: Record<string, Parameter>
  set: string
}

/** Two coaches, and the ids of the owner's rows. */
export interface Tenants extends AccountIds {
  owner: string
  other: string
  /** Ids of the other coach's rows. */
  otherStudent: string
  otherPackage: string
  otherSession: string
  targets: Record<string, Target>
}

/** Two coaches with a row in every table, inserted without row-level security in the current transaction. */
export async function makeTenants(query: Query): Promise<Tenants> {
  const [owner, other] = [randomUUID(), randomUUID()]
  for (const id of [owner, other]) {
    await query(`insert into auth.users (id, email) values ($1, $2)`, [id, `${id}@voleio.test`])
  }
  const { ids, rows } = await fillAccount(query, owner, 'nosso')
  const { ids: others } = await fillAccount(query, other, 'alheio')
  const { student, slot } = ids
  const another = () => insert(query, 'students', { ...STUDENT, user_id: owner, name: 'Bruno Lima' })
  const spareStudent = await another()
  const unused = await insert(query, 'packages', { ...PACKAGE, user_id: owner, student_id: student })
  const seat = { user_id: owner, session_id: ids.session, student_id: spareStudent }
  await insert(query, 'session_package_assignments', seat)
  // A version that the other coach has not.
  await insert(query, 'agreements', { ...rows('agreements'), version: 2, starts_on: '2026-02-01' })
  const unansweredSlot = await insert(query, 'lesson_slots', slotRow(owner))
  const leadId = await insert(query, 'racketleads', LEAD)
  const gone = randomUUID()
  await query('insert into private.used_links (hash) values (private.link_hash($1))', [gone])
  await query(`insert into private.attempts (bucket, who) values (date_trunc('hour', now()), 'somebody')`)
  // Days are counted at the commit, which this transaction never reaches, so insert one.
  await query(`insert into public.coach_days (user_id, day) values ($1, '2026-01-01')`, [owner])
  const operation = randomUUID()
  await query('insert into private.applied_ops (user_id, op_id) values ($1, $2)', [owner, operation])
  await query(
    `insert into private.deleted_lessons (user_id, id, date, day, version)
     values ($1, $2, '2026-01-01T12:00:00Z', '2026-01-01', 1)`,
    [owner, gone],
  )

  return {
    ...ids,
    owner,
    other,
    otherStudent: others.student,
    otherPackage: others.package,
    otherSession: others.session,
    targets: {
      'public.profiles': { where: byId(owner), spare: { id: owner, name: 'Ana' }, set: `name = 'Ana'` },
      'public.students': {
        where: byId(spareStudent),
        spare: { ...STUDENT, id: randomUUID(), user_id: owner },
        set: `name = 'Bruno'`,
      },
      'public.student_links': {
        where: `student_id = '${student}'`,
        spare: { link: randomUUID(), user_id: owner, student_id: student },
        set: `link = '${randomUUID()}'`,
      },
      'public.packages': {
        where: byId(unused),
        spare: { ...PACKAGE, user_id: owner, student_id: student },
        set: `name = 'Pacote'`,
      },
      'public.package_extensions': {
        where: byId(ids.extension),
        spare: rows('package_extensions'),
        set: 'days = 9',
      },
      'public.recesses': {
        where: byId(ids.recess),
        spare: { ...rows('recesses'), first_day: '2026-12-27', last_day: '2026-12-28' },
        set: `last_day = '2026-12-27'`,
      },
      'public.payments': { where: byId(ids.payment), spare: rows('payments'), set: 'amount = 9' },
      'public.lesson_slots': {
        where: byId(unansweredSlot),
        spare: slotRow(owner),
        set: `ends_on = '2026-12-31'`,
      },
      'public.lesson_slot_students': {
        where: `slot_id = '${slot}'`,
        spare: { user_id: owner, slot_id: slot, student_id: spareStudent },
        set: `student_id = '${spareStudent}'`,
      },
      'public.slot_exceptions': {
        where: `slot_id = '${slot}' and reason = 'rain'`,
        spare: { ...rows('slot_exceptions'), slot_date: '2026-03-17' },
        set: `reason = 'coach'`,
      },
      'public.agreements': {
        where: `user_id = '${owner}' and version = 1`,
        spare: { ...rows('agreements'), version: 3 },
        set: 'notice_hours = 1',
      },
      'public.agreement_confirmations': {
        where: `student_id = '${student}'`,
        spare: { ...rows('agreement_confirmations'), student_id: spareStudent },
        set: 'confirmed_at = now()',
      },
      'public.lesson_replies': {
        where: `slot_id = '${slot}'`,
        spare: { ...rows('lesson_replies'), told_by: 'coach' },
        set: `reply = 'not_coming'`,
      },
      'public.occurrence_guests': {
        where: `slot_id = '${slot}'`,
        spare: { ...rows('occurrence_guests'), student_id: spareStudent },
        set: `source = 'opening'`,
      },
      'public.openings': {
        where: byId(ids.opening),
        spare: { ...rows('openings'), id: randomUUID() },
        set: 'places = 2',
      },
      'public.opening_invites': {
        where: `student_id = '${student}'`,
        spare: { ...rows('opening_invites'), student_id: spareStudent },
        set: 'taken_at = now()',
      },
      'public.agenda_feeds': {
        where: `user_id = '${owner}'`,
        spare: { user_id: owner, token: 'b'.repeat(64) },
        set: `token = '${'b'.repeat(64)}'`,
      },
      'public.clubs': {
        where: byId(ids.club),
        spare: { user_id: owner, name: 'Outro' },
        set: `name = 'Quadra'`,
      },
      'public.sessions': {
        where: byId(ids.session),
        spare: { user_id: owner, teacher: 'Ana' },
        set: `notes = 'x'`,
      },
      'public.session_package_assignments': {
        where: `session_id = '${ids.session}' and student_id = '${spareStudent}'`,
        spare: { ...seat, student_id: await another() },
        set: 'manually_assigned = true',
      },
      'public.session_feedbacks': {
        where: `session_id = '${ids.session}' and student_id = '${student}'`,
        spare: { ...seat, rating: 5 },
        set: 'rating = 1',
      },
      'public.message_templates': {
        where: `user_id = '${owner}'`,
        spare: { ...rows('message_templates'), kind: 'open_amount' },
        set: `body = 'Oi'`,
      },
      'public.notices': {
        where: byId(ids.notice),
        spare: { kind: 'low_credits', student_id: student, cause: 'low_credits:b' },
        set: 'opened_at = now()',
      },
      'public.alerts': {
        where: byId(ids.alert),
        spare: { ...rows('alerts'), dedupe_key: 'b' },
        set: 'resolved = true',
      },
      'public.credit_ledger': {
        where: `package_id = '${ids.package}' and kind = 'purchase'`,
        spare: { user_id: owner, student_id: student, package_id: ids.package, kind: 'adjust', delta: 1 },
        set: 'delta = 9',
      },
      'public.coach_totals': { where: `user_id = '${owner}'`, spare: { user_id: owner }, set: 'lessons = 9' },
      'public.coach_days': {
        where: `user_id = '${owner}' and day = '2026-01-01'`,
        spare: { user_id: owner, day: '2026-01-02' },
        set: 'revenue = 9',
      },
      'public.racketleads': { where: byId(leadId), spare: LEAD, set: `name = 'Bia'` },
      'private.applied_ops': {
        where: `op_id = '${operation}'`,
        spare: { user_id: owner, op_id: randomUUID() },
        set: 'effects = null',
      },
      'private.deleted_lessons': {
        where: byId(gone),
        spare: { user_id: owner, id: randomUUID(), date: '2026-01-02T12:00:00Z', day: '2026-01-02' },
        set: `day = '2026-01-02'`,
      },
      'private.ledger_numbers': {
        where: `user_id = '${owner}'`,
        spare: { user_id: owner, last: 1 },
        set: 'last = 0',
      },
      'private.attempts': {
        where: `who = 'somebody'`,
        spare: { bucket: '2026-01-01', who: 'x' },
        set: 'n = 0',
      },
      'private.used_links': {
        where: `hash = private.link_hash('${gone}')`,
        spare: { hash: `\\x${'00'.repeat(32)}` },
        set: `hash = '\\x${'11'.repeat(32)}'`,
      },
    },
  }
}

const byId = (id: string) => `id = '${id}'`

/** A slot every Tuesday at seven. */
export const slotRow = (coach: string, row: Record<string, Parameter> = {}) => ({
  user_id: coach,
  weekday: 2,
  start_time: '07:00',
  minutes: 60,
  starts_on: '2026-01-01',
  ...row,
})

/** What each actor can do with the owner's rows, for each of our tables in the catalogue. */
export async function tenantOutcomes(
  query: Query,
  tenants: Tenants,
  only = '%',
): Promise<Record<string, Outcomes | 'no expectation'>> {
  const tables = await query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and n.nspname || '.' || c.relname like $1 order by 1`,
    [only],
  )
  const outcomes: Record<string, Outcomes | 'no expectation'> = {}
  for (const { name } of tables) {
    const target = tenants.targets[name]
    if (!target) {
      outcomes[name] = 'no expectation'
      continue
    }
    const ofTable: Outcomes = {}
    for (const actor of ACTORS) {
      const ofActor: Record<string, Outcome> = {}
      for (const verb of VERBS)
        ofActor[verb] = await outcomeOf(query, actor, tenants, statement(name, verb, target))
      ofTable[actor] = ofActor
    }
    outcomes[name] = ofTable
  }
  return outcomes
}

function statement(table: string, verb: Verb, { where, spare, set }: Target): string {
  switch (verb) {
    case 'select':
      return `select count(*)::int as n from ${table} where ${where}`
    case 'insert':
      return insertion(table, spare)
    case 'update':
      return `update ${table} set ${set} where ${where}`
    case 'delete':
      return `delete from ${table} where ${where}`
  }
}

/** An insert with literals instead of parameters. */
export function insertion(table: string, row: Record<string, Parameter>): string {
  const values = Object.values(row).map((value) =>
    typeof value === 'string' || (typeof value === 'object' && value !== null)
      ? `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`
      : String(value),
  )
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')})`
}

async function outcomeOf(query: Query, actor: Actor, tenants: Tenants, text: string): Promise<Outcome> {
  return tryOut(query, async () => {
    await query(actor === 'anon' ? becoming('anon') : becoming('authenticated', tenants[actor]))
    if (text.startsWith('select')) return (await query<{ n: number }>(text))[0]?.n ?? 0
    // A block counts the rows, because RETURNING would need the select privilege.
    await query(`do $do$ declare n int; begin ${text}; get diagnostics n = row_count;
      perform set_config('voleio.n', n::text, true); end $do$`)
    return (await query<{ n: number }>(`select current_setting('voleio.n')::int as n`))[0]?.n ?? 0
  })
}

/** Runs `work` and rolls it back; returns its result, or the SQLSTATE of the refusal. */
export async function tryOut<T>(query: Query, work: () => Promise<T>): Promise<T | string> {
  await query('savepoint tried')
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
    throw error
  } finally {
    await query('rollback to savepoint tried; release savepoint tried; reset role')
  }
}
