import { gate } from '../support/gate'
import type { PostgresDatabase } from '../support/postgres'
import type { Query } from '../support/postgres-database'

export type Step = (query: Query) => Promise<unknown>

/** Resolves when `count` queries in this database wait for a lock. */
export async function untilBlocked(database: PostgresDatabase, count: number): Promise<void> {
  for (;;) {
    const rows =
      await database.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (rows.length >= count) return
  }
}

/**
 * Runs `first` and, before it commits, `second` on another connection, which must wait for `first`. Returns the outcome
 * of `second`: its SQLSTATE, or 'done'. `other` is the coach of `second`, by default the same coach.
 */
export async function overtake(
  database: PostgresDatabase,
  coach: string,
  first: Step,
  second: Step,
  other: string = coach,
): Promise<string> {
  const [begun, committed] = [gate(), gate()]
  const one = database.asUser(coach, async (query) => {
    await first(query)
    begun.open()
    await committed.passed
  })
  await Promise.race([begun.passed, one])
  const two = database.asUser(other, second).then(
    () => 'done',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  )
  await Promise.race([untilBlocked(database, 1), two])
  committed.open()
  await one
  return two
}

/**
 * Holds the locks that `lock` takes until each write, begun one after the other, waits for them or for one before it:
 * then all must end. Returns what the writes are answered.
 */
export async function queueBehind(
  database: PostgresDatabase,
  lock: Step,
  writes: readonly (() => Promise<unknown>)[],
): Promise<unknown[]> {
  const [locked, free] = [gate(), gate()]
  const holder = database.asOwner(async (query) => {
    await lock(query)
    locked.open()
    await free.passed
  })
  await Promise.race([locked.passed, holder])
  const begun: Promise<unknown>[] = []
  for (const write of writes) {
    begun.push(write())
    await untilBlocked(database, begun.length)
  }
  free.open()
  const [, ...answers] = await Promise.all([holder, ...begun])
  return answers
}
