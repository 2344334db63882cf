import { afterAll, beforeAll, describe } from 'vitest'
import { openPglite } from '../support/pglite'
import { startPostgres } from '../support/postgres'
import type { TestDatabase } from '../support/postgres-database'

/** Defines the same tests on PostgreSQL 17 and PGlite, each with one new database. */
export function onBothEngines(define: (db: () => TestDatabase) => void): void {
  describe('on PostgreSQL 17', () => {
    let database: TestDatabase
    let stop: () => Promise<void>
    beforeAll(async () => {
      const server = await startPostgres()
      stop = () => server.stop()
      database = await server.createDatabase()
    })
    afterAll(() => stop())
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
