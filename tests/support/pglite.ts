import { PGlite, type Transaction } from '@electric-sql/pglite'
import { keepFewParsers } from '../../supabase/embedded/database'
import { becoming, type Query, type TestDatabase } from './postgres-database'
import { HOSTED_AUTH, HOSTED_ROLES, readMigrations } from './postgres-hosted'

let migrated: Promise<Blob> | undefined

/** Once per process: a copy is faster than setting up Postgres and migrating. */
async function migrate(): Promise<Blob> {
  const pglite = await PGlite.create()
  await pglite.exec(HOSTED_ROLES + HOSTED_AUTH)
  for (const { name, sql } of await readMigrations()) {
    await pglite.exec(sql).catch((cause: unknown) => {
      throw new Error(`Migration ${name} failed on PGlite: ${String(cause)}`, { cause })
    })
  }
  const copy = await pglite.dumpDataDir('none')
  await pglite.close()
  return copy
}

/** An empty migrated database in memory: PGlite with a single connection. */
export async function openPglite(): Promise<TestDatabase & { pglite: PGlite }> {
  const pglite = await PGlite.create({ loadDataDir: await (migrated ??= migrate()) })
  await keepFewParsers(pglite)
  const run = <T>(role: string, userId: string | undefined, work: (query: Query) => Promise<T>) =>
    pglite.transaction(async (transaction) => {
      await transaction.exec(becoming(role, userId))
      return work(queryOf(transaction))
    })
  return {
    pglite,
    asUser: (id, work) => run('authenticated', id, work),
    asAnon: (work) => run('anon', undefined, work),
    asService: (work) => run('service_role', undefined, work),
    asOwner: (work) => run('postgres', undefined, work),
    close: () => pglite.close(),
  }
}

function queryOf(transaction: Transaction): Query {
  return async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await transaction.query<Row>(text, [...values])).rows
}
