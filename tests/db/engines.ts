import { afterAll, beforeAll, describe } from 'vitest'
import { openPglite } from '../support/pglite'
import type { PostgresServer } from '../support/postgres'
import type { TestDatabase } from '../support/postgres-database'
import { sharedPostgres } from '../support/shared-postgres'

/** Defines the same tests on PostgreSQL 17 and PGlite, each with one new database. */
export function onBothEngines(define: (db: () => TestDatabase) => void): void {
  describe('on PostgreSQL 17', () => {
    let server: PostgresServer
    let database: TestDatabase
    beforeAll(async () => {
      server = sharedPostgres()
      database = await server.createDatabase()
    })
    afterAll(() => server.close())
    define(() => database)
  })
  describe('on PGlite', () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await openPglite()
    })
    afterAll(() => database.close())
    define(() => database)
  })
}
