import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { startBackend, type Backend } from '../support/backend.ts'
import { becoming, type Query, type TestDatabase } from '../support/postgres-database.ts'
import { connect, queryOf } from '../support/postgres.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { insert, LEAD, PACKAGE, STUDENT } from '../support/world/sql.ts'
import { snapshotOf } from './snapshot.ts'

/**
 * A victim, two hostile coaches and a visitor. The attackers know the public key and the HTTP API, and send raw
 * requests.
 */

/** A word in every text of the victim; no answer to anybody else may contain it. */
export const SECRET = 'segredo'
/** How many requests were sent and what they asked for, because an attack that sends no request proves nothing. */
export const sent = {
  requests: 0,
  /** Number of requests by what they are for. */
  kinds: { table: 0, function: 0, auth: 0, other: 0 },
  reached: new Set<string>(),
  headers: new Set<string>(),
}

export interface Actor {
  name: string
  /** null for a visitor, who has neither a login nor rows. */
  id: string | null
  token: string | null
}

interface Sent {
  body?: unknown
  raw?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string | null>
}

export interface Answer {
  status: number
  /** SQLSTATE, PostgREST's PGRST code, or Auth's `error_code`. */
  code: string | null
  message: string | null
  text: string
  json: unknown
  headers: Headers
  ms: number
}

/** Ids of a coach's rows, one of each kind. */
export interface Rows {
  student: string
  package: string
  session: string
  club: string
  alert: string
  slot: string
  extension: string
  recess: string
}

export interface Scene {
  backend: Backend
  /** Runs SQL without row-level security, for checks and for the catalogue. */
  query: Query
  victim: Actor & { id: string; rows: Rows; email: string }
  hostile: Actor & { id: string; rows: Rows; email: string }
  visitor: Actor
  /** Sends one request. Fails if the answer contains the victim's secret or the server crashed. */
  ask: (actor: Actor, method: string, path: string, sent?: Sent) => Promise<Answer>
  /** Runs SQL as an actor without rolling it back. */
  database: TestDatabase
  /** Runs SQL as the actor's API role and rolls it back, for statements that PostgREST might be made to send. */
  asRole: (actor: Actor, work: (query: Query) => Promise<void>) => Promise<void>
  /** Another hostile coach, for attacks that may close the account. */
  another: () => Promise<Actor & { id: string; rows: Rows; email: string }>
  /** A hostile coach without any row. */
  newcomer: () => Promise<Actor & { id: string; email: string }>
  /** All rows of the victim in every table, as one text. */
  snapshot: () => Promise<string>
  close: () => Promise<void>
}

const password = 'voleio123'

/** Starts the embedded API on PostgreSQL 17, and fills the tables of each coach. */
export async function startScene(): Promise<Scene> {
  const server = sharedPostgres()
  const connectionString = await server.createEmptyDatabase()
  const backend = await startBackend({ data: { connectionString }, mailEverySeconds: 0 })
  const pool = connect(connectionString, 1)
  const query: Query = (text, values = []) => backend.sql(text, [...values])
  const ask: Scene['ask'] = (actor, method, path, message) => send(backend, actor, method, path, message)

  const account = async (name: string, address = name) => {
    const { id, email } = await backend.coach({ name, email: `${address}@voleio.test`, password })
    const visitor: Actor = { name, id: null, token: null }
    const { json } = await ask(visitor, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email, password },
    })
    return { name, id, email, token: textIn(json, 'access_token') }
  }
  const coach = async (name: string, address = name) => {
    const made = await account(name, address)
    return { ...made, rows: await fillTables(query, made.id, name) }
  }
  // An email address without the secret, because the answer to a request about an address may contain the address.
  const victim = await coach(SECRET, 'vitima')
  await query('update public.profiles set name = $2 where id = $1', [victim.id, `Ana ${SECRET}`])
  await insert(query, 'racketleads', { ...LEAD, name: `Lia ${SECRET}` })
  let others = 0
  return {
    backend,
    query,
    database: server.open(connectionString),
    victim,
    hostile: await coach('hostil'),
    visitor: { name: 'visitante', id: null, token: null },
    ask,
    asRole: (actor, work) => asRole(pool, actor, work),
    another: () => coach(`outro-${++others}`),
    newcomer: () => account(`novo-${++others}`),
    snapshot: () => snapshotOf(query, victim.id, SECRET),
    close: async () => {
      await backend.close()
      await pool.end()
      await server.close()
    },
  }
}

async function asRole(pool: ReturnType<typeof connect>, actor: Actor, work: (query: Query) => Promise<void>) {
  const connection = await pool.reserve()
  try {
    await connection.unsafe('begin')
    await connection.unsafe(actor.id === null ? becoming('anon') : becoming('authenticated', actor.id))
    await work(queryOf(connection))
  } finally {
    await connection.unsafe('rollback')
    connection.release()
  }
}

/** Inserts one row into every table that a coach can fill, with `mark` in every text. */
async function fillTables(query: Query, user_id: string, mark: string): Promise<Rows> {
  const student = await insert(query, 'students', {
    ...STUDENT,
    user_id,
    name: `Marina ${mark}`,
    email: `marina@${mark}.test`,
    notes: `Joelho ${mark}`,
  })
  const pack = await insert(query, 'packages', {
    ...PACKAGE,
    user_id,
    student_id: student,
    name: `Pacote ${mark}`,
  })
  const club = await insert(query, 'clubs', { user_id, name: `Clube ${mark}`, address: `Rua ${mark}` })
  const gone = await insert(query, 'sessions', {
    user_id,
    teacher: 'Ana',
    date: '2026-01-02T12:00:00Z',
    day: '2026-01-02',
  })
  await query('delete from public.sessions where id = $1', [gone])
  const session = await insert(query, 'sessions', {
    user_id,
    date: '2026-02-01T10:00:00Z',
    teacher: `Ana ${mark}`,
    notes: `Saque ${mark}`,
  })
  const seat = { user_id, session_id: session, student_id: student }
  await insert(query, 'session_package_assignments', { ...seat, package_id: pack })
  await insert(query, 'session_feedbacks', {
    ...seat,
    rating: 4,
    notes: `Forehand ${mark}`,
    private_notes: `Medo de rede ${mark}`,
    club_id: club,
  })
  const of = { user_id, student_id: student, package_id: pack }
  await insert(query, 'payments', {
    ...of,
    amount: 50,
    paid_on: '2026-02-01',
    method: 'pix',
    payer_name: `Mãe ${mark}`,
    note: `Em mãos ${mark}`,
  })
  await insert(query, 'message_templates', { user_id, kind: 'low_credits', body: `Oi! ${mark}` })
  await insert(query, 'notices', { user_id, kind: 'low_credits', student_id: student, cause: mark })
  const extension = await insert(query, 'package_extensions', { ...of, days: 7, reason: `Viagem ${mark}` })
  const slot = await insert(query, 'lesson_slots', {
    user_id,
    weekday: 2,
    start_time: '07:00',
    starts_on: '2026-01-01',
    club_id: club,
  })
  await insert(query, 'lesson_slot_students', { user_id, slot_id: slot, student_id: student })
  await insert(query, 'slot_exceptions', { user_id, slot_id: slot, slot_date: '2026-02-10', reason: 'rain' })
  const recess = await insert(query, 'recesses', { user_id, first_day: '2026-12-20', last_day: '2026-12-26' })
  const skipped = { user_id, slot_id: slot, slot_date: '2026-12-22', reason: 'recess', recess_id: recess }
  await insert(query, 'slot_exceptions', skipped)
  const agreed = { user_id, version: 1, starts_on: '2026-01-01', notice_hours: 24, makeup_days: 30 }
  await insert(query, 'agreements', { ...agreed, note: `Traga água ${mark}` })
  await insert(query, 'agreement_confirmations', { user_id, student_id: student, version: 1 })
  await insert(query, 'lesson_replies', {
    user_id,
    slot_id: slot,
    slot_date: '2026-02-17',
    student_id: student,
    reply: 'coming',
    told_by: 'student',
    for_start: '2026-02-17T10:00:00Z',
  })
  const freed = { user_id, slot_id: slot, slot_date: '2026-02-24', for_start: '2026-02-24T10:00:00Z' }
  await insert(query, 'occurrence_guests', { ...freed, student_id: student, source: 'coach' })
  const offered = { ...freed, id: randomUUID(), places: 1, closes_at: '2026-02-24T08:00:00Z' }
  await insert(query, 'openings', offered)
  await insert(query, 'opening_invites', { user_id, opening_id: offered.id, student_id: student })
  await insert(query, 'agenda_feeds', { user_id, token: randomBytes(32).toString('hex') })
  const alert = await insert(query, 'alerts', {
    user_id,
    type: 'low_credits',
    priority: 'low',
    student_id: student,
    student_name: `Marina ${mark}`,
    message: `Créditos ${mark}`,
    dedupe_key: `low_credits:${student}`,
  })
  return { student, package: pack, session, club, alert, slot, extension, recess }
}

function kindOf(path: string): keyof typeof sent.kinds {
  if (path.startsWith('/auth/')) return 'auth'
  if (path.startsWith('/rest/v1/rpc/')) return 'function'
  return /^\/rest\/v1\/\w/.test(path) ? 'table' : 'other'
}

/** What a request asks for, in the words of `reachOf`. */
function asked(who: 'coach' | 'visitor', method: string, path: string, body: unknown): string[] {
  const [resource = '', search = ''] = (path.split('/rest/v1/')[1] ?? '').split('?')
  const [first]: unknown[] = Array.isArray(body) ? body : [body]
  const written = ['POST', 'PATCH'].includes(method) && !resource.startsWith('rpc/') ? Object(first) : {}
  return [
    `${who} ${method} ${resource}`,
    ...Object.keys(written).map((column) => `column ${resource}.${column}`),
    ...[...search.matchAll(/\w+!(\w+)\(/g)].map(([, key]) => `embedded ${resource} ${key}`),
  ]
}

async function send(
  { fetch, url, anonKey }: Backend,
  actor: Actor,
  method: string,
  path: string,
  { body, raw, headers = {} }: Sent = {},
): Promise<Answer> {
  const all = {
    apikey: anonKey,
    ...(actor.token === null ? {} : { authorization: `Bearer ${actor.token}` }),
    ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  const content = raw ?? (body === undefined ? null : JSON.stringify(body))
  const began = performance.now()
  const response = await fetch(new Request(url + path, { method, headers: kept, body: content }))
  // Requests that the victim sends are no attacks.
  if (actor.name !== SECRET) {
    sent.requests += 1
    sent.kinds[kindOf(path)] += 1
    for (const what of asked(actor.token === null ? 'visitor' : 'coach', method, path, body))
      sent.reached.add(what)
    for (const [name, value] of Object.entries(headers)) sent.headers.add(`${name}: ${value ?? ''}`)
  }
  const text = await response.text()
  const json = parsed(text)
  const what = `${actor.name}: ${method} ${path.slice(0, 200)} ${String(content).slice(0, 200)}`
  if (actor.name !== SECRET) {
    const spoken = `${text}\n${[...response.headers].join('\n')}`
    expect(spoken, `${what} is told nothing of the victim`).not.toContain(SECRET)
  }
  return {
    status: response.status,
    code: textIn(json, 'error_code') ?? textIn(json, 'code'),
    message: textIn(json, 'message') ?? textIn(json, 'msg'),
    text,
    json,
    headers: response.headers,
    ms: performance.now() - began,
  }
}

/** Errors of @supabase/lite 0.10 for requests that it cannot parse or translate; PostgREST would answer 400. */
const NOT_UNDERSTOOD =
  /Missing closing quote|Invalid time value|The "string" argument must be|is not a function|Cannot convert object to primitive|Invalid input for|array dimensions exceeds|Unexpected end of input|Expected/

/**
 * Fails on a server error (5xx) or a slow answer. The embedded library's errors for what it cannot parse are allowed.
 */
export function expectAnswered(answer: Answer, what: string): void {
  const isLibrary = answer.code === 'SUP' && NOT_UNDERSTOOD.test(answer.message ?? '')
  if (!isLibrary) expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  expect(answer.ms, what).toBeLessThan(5_000)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The value of `name` in an object if that is a text, else null. */
export function textIn(json: unknown, name: string): string | null {
  if (typeof json !== 'object' || json === null) return null
  const value: unknown = Reflect.get(json, name)
  return typeof value === 'string' ? value : null
}
