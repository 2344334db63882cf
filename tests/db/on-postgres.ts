import { afterAll, beforeAll } from 'vitest'
import type { PostgresDatabase, PostgresServer } from '../support/postgres'
import { sharedPostgres } from '../support/shared-postgres'

/** Defines tests on one new database of PostgreSQL 17. */
export function onPostgres(define: (db: () => PostgresDatabase) => void): void {
  let server: PostgresServer
  let database: PostgresDatabase
  beforeAll(async () => {
    server = sharedPostgres()
    database = await server.createDatabase()
  })
  afterAll(() => server.close())
  define(() => database)
}
