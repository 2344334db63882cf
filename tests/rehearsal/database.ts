import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { addressOf } from '../../supabase/embedded/address.ts'
import { ROOT } from '../../supabase/embedded/config.ts'
import { readMigrations } from '../support/postgres-hosted.ts'
import { connect, startPostgres } from '../support/postgres.ts'

/** Supabase's CLI in the version that docs/deploy.md names. */
const TOOL = 'supabase@3.1.0'

export interface PushedDatabase {
  /** The superuser's connection string. */
  url: string
  /** Names in the migration history, in order. */
  pushed: string[]
  /** The CLI's output when asked to push again. */
  pushedAgain: string
  stop: () => Promise<void>
}

/**
 * A new PostgreSQL 17 with a hosted project's roles and Auth tables, to which our migrations were pushed as an operator
 * does it: with Supabase's CLI, as `postgres`, which is no superuser.
 */
export async function startPushedDatabase(): Promise<PushedDatabase> {
  const server = await startPostgres()
  try {
    // By TCP, as an operator's tool reaches it.
    const { url } = addressOf(await server.createEmptyDatabase())
    const owner = await makeHosted(url)
    await push(owner)
    const pushedAgain = await push(owner)
    const sql = connect(url, 1)
    const history = await sql<{ version: string }[]>`
      select version from supabase_migrations.schema_migrations order by version`
    // The CLI records single statements, but the embedded API compares whole files at each start.
    for (const { name, sql: text } of await readMigrations())
      await sql`update supabase_migrations.schema_migrations set statements = array[${text}]
                 where version = ${name.slice(0, 14)}`
    await sql.end()
    return { url, pushed: history.map(({ version }) => version), pushedAgain, stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Creates what Supabase creates before our migrations; returns the connection string of role `postgres`. */
async function makeHosted(url: string): Promise<string> {
  const connection = createPostgresConnection({ url, postgresOptions: { onnotice: () => {} } })
  await new App({ connection, auth: { enabled: true } }).ensureSystemSchema()
  await connection.close()
  const owner = new URL(url)
  owner.username = 'postgres'
  const sql = connect(url, 1)
  await sql.unsafe(`
    alter role postgres password 'local';
    alter database ${owner.pathname.slice(1)} owner to postgres;
    grant usage on schema auth to postgres, anon, authenticated, service_role;
    grant all on all tables in schema auth to postgres;
    -- The CLI must create it, as postgres.
    drop schema if exists supabase_migrations cascade;`)
  await sql.end()
  return owner.href
}

async function push(url: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    'npx',
    ['--yes', TOOL, 'db', 'push', `--remote=${url}`, '--yes', '--workdir', ROOT],
    {
      env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1', PGSSLMODE: 'disable' },
      shell: process.platform === 'win32',
    },
  )
  return `${stdout}\n${stderr}`
}
