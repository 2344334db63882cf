import { afterAll, inject } from 'vitest'
import { connectToServer, type PostgresDatabase, type PostgresServer } from './postgres.ts'

/** A client of the run's server (postgres.setup.ts). The caller closes it. */
export const sharedPostgres = (): PostgresServer => connectToServer(inject('postgresPort'))

let shared: Promise<PostgresDatabase> | undefined

/**
 * A migrated database for all test files of the process: creating one takes as long as twenty tests, and each new
 * database plans every function again. As in production, other coaches have rows in it, so each test creates its own
 * coaches.
 */
export const sharedDatabase = async (): Promise<PostgresDatabase> =>
  (shared ??= sharedPostgres().createDatabase())

/**
 * A database for one file that changes the schema, breaks its rules or creates many rows. It is closed after the file's
 * tests.
 */
export async function ownDatabase(
  options: Parameters<PostgresServer['createDatabase']>[0] = {},
): Promise<PostgresDatabase> {
  const server = sharedPostgres()
  afterAll(() => server.close())
  return server.createDatabase(options)
}
