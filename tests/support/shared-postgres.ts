import { afterAll, inject } from 'vitest'
import { connectToServer, type PostgresDatabase, type PostgresServer } from './postgres.ts'

/** The server of this run (postgres.setup.ts). Whoever opens it closes it. */
export function sharedPostgres(): PostgresServer {
  return connectToServer(inject('postgresPort'))
}

let shared: Promise<PostgresDatabase> | undefined

/**
 * A migrated database for all test files of the process: a new one takes as long as twenty tests, and plans every
 * function anew. As in production there are other coaches' rows: each test makes its own coaches.
 */
export async function sharedDatabase(): Promise<PostgresDatabase> {
  return (shared ??= sharedPostgres().createDatabase())
}

/** For a file that changes the schema, breaks its rules or makes many rows. Closed after its tests. */
export async function ownDatabase(
  options: Parameters<PostgresServer['createDatabase']>[0] = {},
): Promise<PostgresDatabase> {
  const server = sharedPostgres()
  afterAll(() => server.close())
  return server.createDatabase(options)
}
