import { expect } from 'vitest'
import { startBackend, type Backend } from '../support/backend.ts'
import { becoming, type Query, type TestDatabase } from '../support/postgres-database.ts'
import { connect, queryOf } from '../support/postgres.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { type AccountIds, fillAccount } from '../support/world/account.ts'
import { insert, LEAD } from '../support/world/sql.ts'
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

export interface Scene {
  backend: Backend
  /** Runs SQL without row-level security, for checks and for the catalogue. */
  query: Query
  victim: Actor & { id: string; rows: AccountIds; email: string }
  hostile: Actor & { id: string; rows: AccountIds; email: string }
  visitor: Actor
  /** Sends one request. Fails if the answer contains the victim's secret or the server crashed. */
  ask: (actor: Actor, method: string, path: string, sent?: Sent) => Promise<Answer>
  /** Runs SQL as an actor without rolling it back. */
  database: TestDatabase
  /** Runs SQL as the actor's API role and rolls it back, for statements that PostgREST might be made to send. */
  asRole: (actor: Actor, work: (query: Query) => Promise<void>) => Promise<void>
  /** Another hostile coach, for attacks that may close the account. */
  another: () => Promise<Actor & { id: string; rows: AccountIds; email: string }>
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
    return { ...made, rows: (await fillAccount(query, made.id, name)).ids }
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
const NOT_UNDERSTOOD = new RegExp(
  'Missing closing quote|Invalid time value|The "string" argument must be|is not a function|' +
    'Cannot convert object to primitive|Invalid input for|array dimensions exceeds|Unexpected end of input|Expected',
)

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
