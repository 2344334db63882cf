import type { Query, TestDatabase } from '../support/postgres-database'
import type { Call } from './calls'
import { undone } from './measure'

/**
 * The lower bound of a request, in blocks of 8 kB: one index descent for every row that it must find, add or show.
 * Neighbouring rows share a descent, so a long list may need less.
 */

/** Blocks that are read to find one lesson by its key: the height of the index, and the row. */
export async function descentOf(db: TestDatabase, coach: string): Promise<number> {
  let blocks = Number.NaN
  await undone(db, coach, async (query) => {
    const [lesson] = await query<{ id: string }>(
      `select id from public.sessions where user_id = '${coach}' limit 1`,
    )
    const find = `explain (analyze, buffers, format json)
      select id, date from public.sessions where user_id = '${coach}' and id = '${lesson?.id ?? ''}'`
    // The first run also reads the catalogue, so it does not count.
    await query(find)
    const [plan] = await query<Plan>(find)
    const root = plan?.['QUERY PLAN'][0].Plan
    if (root) blocks = root['Shared Hit Blocks'] + root['Shared Read Blocks']
  })
  return blocks
}

interface Plan {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }]
}

/** The lower bound of a call: the rows in its answer, or the rows that it writes, times the height of the indexes. */
export async function lowerBoundOf(
  db: TestDatabase,
  coach: string,
  call: Call,
  descent: number,
): Promise<number> {
  let lowerBound = Number.NaN
  await undone(db, coach, async (query) => {
    // The statistics may already contain writes of earlier transactions.
    const before = await writesOf(query, descent)
    const [answer] = await query(call.sql)
    if (call.writes) await query('set constraints all immediate')
    lowerBound = call.writes ? (await writesOf(query, descent)) - before : objectsIn(lastOf(answer)) * descent
  })
  return lowerBound
}

/** The answer's last column is JSON text. */
function lastOf(answer: Record<string, unknown> | undefined): unknown {
  const text = Object.values(answer ?? {}).at(-1)
  return typeof text === 'string' ? JSON.parse(text) : null
}

/** Number of objects in an answer, each of which is a row of some table. */
function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + objectsIn(item), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, item) => sum + objectsIn(item), 1)
}

/**
 * Blocks for the writes of this transaction: an inserted row enters its table and every index and looks up every
 * foreign key; an updated row is found and written.
 */
async function writesOf(query: Query, descent: number): Promise<number> {
  const [sum] = await query<{ blocks: number }>(
    `select coalesce(sum(t.n_tup_ins * (1 + i.n * ($1 - 1) + k.n * $1) + t.n_tup_upd * ($1 + 1)), 0)::float8 as blocks
       from pg_stat_xact_user_tables t
       cross join lateral (select count(*) as n from pg_index where indrelid = t.relid) i
       cross join lateral (select count(*) as n from pg_constraint where conrelid = t.relid and contype = 'f') k
      where t.schemaname in ('public', 'private')`,
    [descent],
  )
  return sum?.blocks ?? Number.NaN
}
