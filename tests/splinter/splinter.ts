import { parseArgs } from 'node:util'
import { PLANTS } from '../db/lint-plants'
import { playTraffic } from '../db/traffic'
import { type PostgresDatabase, startPostgres } from '../support/postgres'
import { type Linter, linterFrom } from './linter'

/** Lints about data or server rather than the schema. The command plays the traffic that they need. */
const NO_MATTER_OF_SCHEMA = ['table_bloat', 'unused_replication_slot', 'unused_index']

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Runs the linter and prints its findings. Returns the exit code: 0 without findings. */
export async function splinter(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { planted: { type: 'boolean', default: false } },
  })
  const linter = await linterFrom(positionals[0] ?? process.env['SPLINTER'])
  if (typeof linter === 'string') {
    print(linter)
    return 1
  }
  const server = await startPostgres()
  try {
    // The stricter case: a project from before 2026, in which the API's roles automatically get all rights on every
    // table.
    const database = await server.createDatabase({ grants: 'automatic' })
    await expose(database, values.planted ? 'public,pgmq_public' : 'public')
    print(`${linter.name}, on PostgreSQL 17`)
    return values.planted ? await plant(linter, database) : await look(linter, database)
  } finally {
    await server.stop()
  }
}

/** Sets the exposed schemas where lints read them, as on a hosted project (`[api] schemas` in supabase/config.toml). */
async function expose(database: PostgresDatabase, schemas: string): Promise<void> {
  const name = new URL(database.url).pathname.slice(1)
  await database.sql.unsafe(`alter database ${name} set pgrst.db_schemas = '${schemas}'`)
}

async function look(linter: Linter, database: PostgresDatabase): Promise<number> {
  await playTraffic(database)
  const findings = await linter.findings(database)
  for (const { level, name, detail } of findings) print(`${level} ${name}: ${detail}`)
  const known = new Set([...PLANTS.map(({ lint }) => lint), ...NO_MATTER_OF_SCHEMA])
  const unknown = (linter.lints ?? []).filter((lint) => !known.has(lint))
  for (const lint of unknown) print(`${lint}: a lint that tests/db/lint-plants.ts does not know yet`)
  print(findings.length === 0 ? 'It has nothing to say.' : `${findings.length} findings`)
  return findings.length + unknown.length === 0 ? 0 : 1
}

async function plant(linter: Linter, database: PostgresDatabase): Promise<number> {
  for (const { plant: violation } of PLANTS) await database.sql.unsafe(violation)
  const heard = new Set((await linter.findings(database)).map(({ name }) => name))
  const expected = [...new Set(PLANTS.map(({ lint }) => lint))].filter((lint) => linter.knows(lint))
  for (const lint of expected) print(`${heard.has(lint) ? 'noticed' : 'MISSED '} ${lint}`)
  const missed = expected.filter((lint) => !heard.has(lint))
  print(`${expected.length - missed.length} of ${expected.length} planted violations noticed`)
  return missed.length === 0 ? 0 : 1
}
