import { afterAll, beforeAll } from 'vitest'
import type { PostgresServer } from '../support/postgres'
import type { TestDatabase } from '../support/postgres-database'
import { sharedPostgres } from '../support/shared-postgres'

/** Defines tests on one new database of PostgreSQL 17. */
export function onPostgres(define: (db: () => TestDatabase) => void): void {
  let server: PostgresServer
  let database: TestDatabase
  beforeAll(async () => {
    server = sharedPostgres()
    database = await server.createDatabase()
  })
  afterAll(() => server.close())
  define(() => database)
}
