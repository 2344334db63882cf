import { randomUUID } from 'node:crypto'
import { becoming, type Parameter, type Query } from '../support/postgres-database'
import { insert, PACKAGE, STUDENT } from '../support/world/sql'

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

export interface Tenants {
  owner: string
  other: string
  /** Ids of the owner's rows. */
  student: string
  package: string
  session: string
  club: string
  slot: string
  recess: string
  /** Ids of the other coach's rows. */
  otherStudent: string
  otherPackage: string
  otherSession: string
  otherSlot: string
  guest: Record<string, Parameter>
  opening: string
  otherOpening: string
  targets: Record<string, Target>
}

/** Two coaches with a row in every table, inserted without row-level security in the current transaction. */
export async function makeTenants(query: Query): Promise<Tenants> {
  const [owner, other] = [randomUUID(), randomUUID()]
  for (const id of [owner, other]) {
    await query(`insert into auth.users (id, email) values ($1, $2)`, [id, `${id}@voleio.test`])
  }
  const student = await insert(query, 'students', { ...STUDENT, user_id: owner })
  const spareStudent = await insert(query, 'students', { ...STUDENT, user_id: owner, name: 'Bruno Lima' })
  const otherStudent = await insert(query, 'students', { ...STUDENT, user_id: other })
  const pack = await insert(query, 'packages', { ...PACKAGE, user_id: owner, student_id: student })
  const unused = await insert(query, 'packages', { ...PACKAGE, user_id: owner, student_id: student })
  const otherPackage = await insert(query, 'packages', {
    ...PACKAGE,
    user_id: other,
    student_id: otherStudent,
  })
  const club = await insert(query, 'clubs', { user_id: owner, name: 'Clube' })
  const session = await insert(query, 'sessions', { user_id: owner, teacher: 'Ana' })
  const otherSession = await insert(query, 'sessions', { user_id: other, teacher: 'Bia' })
  const seat = { user_id: owner, session_id: session, student_id: student }
  await insert(query, 'session_package_assignments', { ...seat, package_id: pack })
  await insert(query, 'session_package_assignments', { ...seat, student_id: spareStudent })
  await insert(query, 'session_feedbacks', { ...seat, rating: 4 })
  const more = { user_id: owner, student_id: student, package_id: pack, days: 7, reason: 'Chuva' }
  const extension = await insert(query, 'package_extensions', more)
  const paid = {
    user_id: owner,
    student_id: student,
    package_id: pack,
    amount: 50,
    paid_on: '2026-02-01',
    method: 'pix',
  }
  const payment = await insert(query, 'payments', paid)
  const slot = await insert(query, 'lesson_slots', slotRow(owner, { updated_at: '2026-01-01T00:00:00Z' }))
  const unansweredSlot = await insert(query, 'lesson_slots', slotRow(owner))
  const otherSlot = await insert(query, 'lesson_slots', slotRow(other))
  await insert(query, 'lesson_slot_students', { user_id: owner, slot_id: slot, student_id: student })
  const skip = { user_id: owner, slot_id: slot, slot_date: '2026-03-10', reason: 'rain' }
  await insert(query, 'slot_exceptions', skip)
  const days = { user_id: owner, first_day: '2026-12-20', last_day: '2026-12-26' }
  const recess = await insert(query, 'recesses', days)
  const agreed = { user_id: owner, version: 1, starts_on: '2026-01-01', notice_hours: 24, makeup_days: 30 }
  await insert(query, 'agreements', agreed)
  const confirmed = { user_id: owner, student_id: student, version: 1 }
  await insert(query, 'agreement_confirmations', confirmed)
  const said = {
    user_id: owner,
    slot_id: slot,
    slot_date: '2026-03-17',
    student_id: student,
    reply: 'coming',
    told_by: 'student',
    for_start: '2026-03-17T10:00:00Z',
  }
  await insert(query, 'lesson_replies', said)
  const guest = {
    user_id: owner,
    slot_id: slot,
    slot_date: '2026-03-24',
    student_id: student,
    source: 'coach',
    for_start: '2026-03-24T10:00:00Z',
  }
  await insert(query, 'occurrence_guests', guest)
  const offered = {
    user_id: owner,
    id: randomUUID(),
    slot_id: slot,
    slot_date: '2026-03-24',
    for_start: '2026-03-24T10:00:00Z',
    closes_at: '2026-03-24T08:00:00Z',
    places: 1,
  }
  await insert(query, 'openings', offered)
  const theirs = { ...offered, user_id: other, id: randomUUID(), slot_id: otherSlot }
  await insert(query, 'openings', theirs)
  const asked = { user_id: owner, opening_id: offered.id, student_id: student }
  await insert(query, 'opening_invites', asked)
  await query('insert into public.agenda_feeds (user_id, token) values ($1, $2)', [owner, 'a'.repeat(64)])
  const template = { user_id: owner, kind: 'low_credits', body: 'Oi, {nome}!' }
  await insert(query, 'message_templates', template)
  const notice = await insert(query, 'notices', noticeRow(owner, student))
  const alert = await insert(query, 'alerts', alertRow(owner, 'a'))
  const lead = {
    name: 'Lia',
    email: 'lia@voleio.test',
    phone: '+5511987654321',
    country: 'Brazil',
    heard_from: 'friends',
    language: 'pt',
  }
  const leadId = await insert(query, 'racketleads', lead)
  const gone = randomUUID()
  await query('insert into private.used_links (hash) values (private.link_hash($1))', [gone])
  await query(
    `insert into private.lead_attempts (bucket, who) values (date_trunc('hour', now()), 'somebody')`,
  )
  await query(
    `insert into private.link_attempts (bucket, who) values (date_trunc('hour', now()), 'somebody')`,
  )
  // Days are counted at the commit, which this transaction never reaches, so insert one.
  await query(`insert into public.coach_days (user_id, day) values ($1, '2026-01-01')`, [owner])
  const operation = randomUUID()
  await query('insert into private.applied_ops (user_id, op_id) values ($1, $2)', [owner, operation])
  await query(
    `insert into private.deleted_lessons (user_id, id, date, day, version) values ($1, $2, '2026-01-01T12:00:00Z', '2026-01-01', 1)`,
    [owner, gone],
  )

  return {
    owner,
    other,
    student,
    package: pack,
    session,
    club,
    slot,
    recess,
    otherStudent,
    otherPackage,
    otherSession,
    otherSlot,
    guest,
    opening: offered.id,
    otherOpening: theirs.id,
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
      'public.package_extensions': { where: byId(extension), spare: more, set: 'days = 9' },
      'public.recesses': {
        where: byId(recess),
        spare: { ...days, first_day: '2026-12-27', last_day: '2026-12-28' },
        set: `last_day = '2026-12-27'`,
      },
      'public.payments': { where: byId(payment), spare: paid, set: 'amount = 9' },
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
        where: `slot_id = '${slot}'`,
        spare: { ...skip, slot_date: '2026-03-17' },
        set: `reason = 'coach'`,
      },
      'public.agreements': {
        where: `user_id = '${owner}'`,
        spare: { ...agreed, version: 2 },
        set: 'notice_hours = 1',
      },
      'public.agreement_confirmations': {
        where: `student_id = '${student}'`,
        spare: { ...confirmed, student_id: spareStudent },
        set: 'confirmed_at = now()',
      },
      'public.lesson_replies': {
        where: `slot_id = '${slot}'`,
        spare: { ...said, told_by: 'coach' },
        set: `reply = 'not_coming'`,
      },
      'public.occurrence_guests': {
        where: `slot_id = '${slot}'`,
        spare: { ...guest, student_id: spareStudent },
        set: `source = 'opening'`,
      },
      'public.openings': {
        where: byId(offered.id),
        spare: { ...offered, id: randomUUID() },
        set: 'places = 2',
      },
      'public.opening_invites': {
        where: `student_id = '${student}'`,
        spare: { ...asked, student_id: spareStudent },
        set: 'taken_at = now()',
      },
      'public.agenda_feeds': {
        where: `user_id = '${owner}'`,
        spare: { user_id: owner, token: 'b'.repeat(64) },
        set: `token = '${'b'.repeat(64)}'`,
      },
      'public.clubs': { where: byId(club), spare: { user_id: owner, name: 'Outro' }, set: `name = 'Quadra'` },
      'public.sessions': {
        where: byId(session),
        spare: { user_id: owner, teacher: 'Ana' },
        set: `notes = 'x'`,
      },
      'public.session_package_assignments': {
        where: `session_id = '${session}' and student_id = '${spareStudent}'`,
        spare: {
          user_id: owner,
          session_id: session,
          student_id: await insert(query, 'students', { ...STUDENT, user_id: owner }),
        },
        set: 'manually_assigned = true',
      },
      'public.session_feedbacks': {
        where: `session_id = '${session}' and student_id = '${student}'`,
        spare: { user_id: owner, session_id: session, student_id: spareStudent, rating: 5 },
        set: 'rating = 1',
      },
      'public.message_templates': {
        where: `kind = 'low_credits'`,
        spare: { ...template, kind: 'open_amount' },
        set: `body = 'Oi'`,
      },
      'public.notices': {
        where: byId(notice),
        spare: { kind: 'low_credits', student_id: student, cause: 'low_credits:b' },
        set: 'opened_at = now()',
      },
      'public.alerts': { where: byId(alert), spare: alertRow(owner, 'b'), set: 'resolved = true' },
      'public.credit_ledger': {
        where: `package_id = '${pack}' and kind = 'purchase'`,
        spare: { user_id: owner, student_id: student, package_id: pack, kind: 'adjust', delta: 1 },
        set: 'delta = 9',
      },
      'public.coach_totals': { where: `user_id = '${owner}'`, spare: { user_id: owner }, set: 'lessons = 9' },
      'public.coach_days': {
        where: `user_id = '${owner}' and day = '2026-01-01'`,
        spare: { user_id: owner, day: '2026-01-02' },
        set: 'revenue = 9',
      },
      'public.racketleads': { where: byId(leadId), spare: lead, set: `name = 'Bia'` },
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
      'private.lead_attempts': {
        where: `who = 'somebody'`,
        spare: { bucket: '2026-01-01', who: 'x' },
        set: 'n = 0',
      },
      'private.link_attempts': {
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

export const noticeRow = (coach: string, student: string | null) => ({
  user_id: coach,
  kind: 'low_credits',
  student_id: student,
  cause: 'low_credits:a',
})

function alertRow(owner: string, key: string) {
  return {
    user_id: owner,
    type: 'no_club_registered',
    priority: 'low',
    message: 'Sem clube',
    dedupe_key: key,
  }
}

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
