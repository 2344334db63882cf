import { gate } from '../support/gate'
import type { PostgresDatabase } from '../support/postgres'
import type { Query } from '../support/postgres-database'

export type Step = (query: Query) => Promise<unknown>

/** Waits until a query in this database waits for a lock. */
async function waitForBlockedQuery(database: PostgresDatabase): Promise<void> {
  for (;;) {
    const rows =
      await database.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (rows.length > 0) return
  }
}

/**
 * Runs `first` and, before it commits, `second` on another connection, which must wait for it. Returns the outcome of
 * `second`: its SQLSTATE, or 'done'.
 */
export async function overtake(
  database: PostgresDatabase,
  coach: string,
  first: Step,
  second: Step,
): Promise<string> {
  const [begun, committed] = [gate(), gate()]
  const one = database.asUser(coach, async (query) => {
    await first(query)
    begun.open()
    await committed.passed
  })
  await Promise.race([begun.passed, one])
  const two = database.asUser(coach, second).then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
  await Promise.race([waitForBlockedQuery(database), two])
  committed.open()
  await one
  return two
}
