import { inject } from 'vitest'
import { connectToServer, type PostgresServer } from './postgres.ts'

/** The server of this Vitest project (postgres.setup.ts). Each file makes databases of its own, and closes them. */
export function sharedPostgres(): PostgresServer {
  return connectToServer(inject('postgresPort'))
}
