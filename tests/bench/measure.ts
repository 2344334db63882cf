import type { Query, TestDatabase } from '../support/postgres-database'
import type { Call } from './calls'

export interface Cost {
  /** Rows and index entries of our tables that were read, inside functions as well: the maximum of all repetitions. */
  rows: number
  blocks: number
  ms: number
}

/** Rows that scans returned in this transaction: of tables for sequential scans, else of indexes. */
const ROWS_READ = `select coalesce(sum(pg_stat_get_xact_tuples_returned(c.oid)), 0)::float8 as n
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where n.nspname in ('public', 'private') and c.relkind in ('r', 'i')`

interface Explained {
  'QUERY PLAN': [
    { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }; 'Execution Time': number },
  ]
}

/** From the sixth call on, a connection may use a generic plan; fewer repetitions would not show its cost. */
const REPETITIONS = 7

/**
 * Runs a call as this coach, with row-level security, and rolls back its writes.
 *
 * @param as 'superuser': for the coach, without row-level security. 'generic plans': as the coach, on a connection that
 * planned every statement for the average coach. 'planned anew': with a new plan for this coach each time. With either
 * of the last two, one repetition shows everything that is read.
 */
export async function measure(
  db: TestDatabase,
  coach: string,
  call: Call,
  as?: 'superuser' | 'generic plans' | 'planned anew',
  repetitions = REPETITIONS,
): Promise<Cost> {
  const [rows, blocks, times]: number[][] = [[], [], []]
  for (let i = 0; i <= repetitions; i++) {
    await undone(db, coach, async (query) => {
      if (as === 'superuser') await query('set local role none')
      if (as === 'generic plans') await query('set local plan_cache_mode = force_generic_plan')
      if (as === 'planned anew') await query('set local plan_cache_mode = force_custom_plan')
      const before = await rowsRead(query)
      const [explained] = await query<Explained>(`explain (analyze, buffers, format json) ${call.sql}`)
      if (call.writes) await query('set constraints all immediate')
      const plan = explained?.['QUERY PLAN'][0]
      if (!plan) throw new Error(`No plan for ${call.name}`)
      if (i === 0) return
      rows?.push((await rowsRead(query)) - before)
      blocks?.push(plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'])
      times?.push(plan['Execution Time'])
    })
  }
  return { rows: Math.max(...(rows ?? [])), blocks: median(blocks), ms: median(times) }
}

async function rowsRead(query: Query): Promise<number> {
  return (await query<{ n: number }>(ROWS_READ))[0]?.n ?? 0
}

class TakenBack extends Error {}

/** Runs `work` as this coach in one transaction that is rolled back. */
export async function undone(
  db: TestDatabase,
  coach: string,
  work: (query: Query) => Promise<void>,
): Promise<void> {
  try {
    await db.asUser(coach, async (query) => {
      await work(query)
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}

/** The number below which this share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (numbers: readonly number[] = []): number => percentile(numbers, 0.5)

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
