import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { App } from '@supabase/lite'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import type { PostgresConnection } from '@supabase/lite/postgres'
import { addressOf } from './address.ts'
import { ROOT } from './config.ts'
import { surviveLostConnections } from './lost-connections.ts'
import { PREPARED, prepareOnce } from './statements.ts'

/** Where the data lives: in a folder or in memory (both PGlite), or on a PostgreSQL server. */
export type Storage =
  | { kind: 'folder'; path: string }
  | { kind: 'memory' }
  | { kind: 'postgres'; connectionString: string }

type Connection = PgliteConnection | PostgresConnection

export interface Database {
  connection: Connection
  /** Runs any number of statements as the database owner, bypassing row-level security. */
  run: (script: string) => Promise<void>
  /** As `run`, but in one transaction. */
  runAtOnce: (script: string) => Promise<void>
  /** Runs one statement as the database owner and returns its rows. */
  rows: <Row>(query: string, values?: unknown[]) => Promise<Row[]>
}

interface Script {
  version: string
  name: string
  sql: string
}

/**
 * What a hosted project has before our first migration but @supabase/lite does not create: the API's roles, and their
 * access to `auth`, because policies call auth.uid().
 */
const PREPARATION = `
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin bypassrls;
  end if;
end $$;
grant usage on schema public, auth to anon, authenticated, service_role;
`

/**
 * PostgREST returns instants as ISO 8601 with 'T' (the only form that Safari parses) and numeric as JSON numbers. The
 * library would pass on PostgreSQL's text for both.
 */
const asJson = {
  instant: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  numeric: (text: string) => Number(text),
}
function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
const PGLITE_PARSERS = { parsers: { 1184: asJson.instant, 1700: asJson.numeric } }
/** The array types that we or the library read. */
const ARRAYS_READ = [
  'bool',
  'char',
  'date',
  'int4',
  'int8',
  'jsonb',
  'name',
  'numeric',
  'oid',
  'text',
  'timestamptz',
  'uuid',
  'varchar',
]
const POSTGRES_TYPES = {
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => String(value),
    parse: asJson.instant,
  },
  // The library already sends function arguments as JSON text; the driver would encode them twice.
  json: {
    to: 114,
    from: [114, 3802],
    serialize: jsonText,
    parse: (text: string): unknown => JSON.parse(text),
  },
  jsonb: { to: 3802, from: [], serialize: jsonText, parse: (text: string): unknown => JSON.parse(text) },
  numeric: { to: 1700, from: [1700], serialize: (value: unknown) => String(value), parse: asJson.numeric },
}

/** Thrown when a database was built by other migrations than the current ones, so that it must be built anew. */
export class OutdatedDatabaseError extends Error {
  override name = 'OutdatedDatabaseError'

  constructor(reason: string) {
    super(`${reason} Start over with an empty one: npm run db:reset`)
  }
}

const copy = async (snapshot: string) => ({ loadDataDir: new Blob([await readFile(snapshot)]) })

/** The migrations in order. */
async function readMigrations(root: string = ROOT): Promise<Script[]> {
  const folder = path.join(root, 'supabase/migrations')
  const files = (await readdir(folder)).filter((file) => /^\d{14}_.+\.sql$/.test(file)).toSorted()
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -4),
      sql: await readFile(path.join(folder, file), 'utf8'),
    })),
  )
}

/**
 * Opens the database, applies new migrations, and loads the seed if `seed` is set and it is not loaded yet. A new
 * PGlite database is copied from a snapshot in node_modules/.cache if there is one, so that every test file can afford
 * its own. Throws an error that names the migration if one fails; OutdatedDatabaseError if the database was built by
 * other migrations.
 */
export async function openDatabase(storage: Storage, { seed }: { seed: boolean }): Promise<Database> {
  if (storage.kind === 'postgres') {
    const { createPostgresConnection } = await import('@supabase/lite/postgres')
    const { url, host } = addressOf(storage.connectionString)
    const connection = createPostgresConnection({
      url,
      postgresOptions: { ...host, onnotice: () => {}, types: POSTGRES_TYPES },
    })
    surviveLostConnections(connection.driver)
    return prepare(postgresDatabase(connection), seed)
  }
  const snapshot = await snapshotPath(seed)
  if (storage.kind === 'folder') {
    // A first start that was interrupted leaves half a database, which PostgreSQL cannot open.
    const unfinished = `${storage.path}-unfinished`
    if (existsSync(unfinished)) await rm(storage.path, { recursive: true, force: true })
    const isNew = !existsSync(storage.path)
    if (isNew) await writeFile(unfinished, '')
    await mkdir(storage.path, { recursive: true })
    // A seeded snapshot lasts a day; the empty one spares the migrations too, and the seed is loaded into it.
    const nearest = [snapshot, await snapshotPath(false)].find((file) => isNew && existsSync(file))
    const from = nearest === undefined ? {} : await copy(nearest)
    const database = await prepare(pgliteDatabase(await openPglite(from, storage.path)), seed)
    await rm(unfinished, { force: true })
    return database
  }
  if (existsSync(snapshot)) {
    return keepGrants(pgliteDatabase(await openPglite(await copy(snapshot))))
  }
  const connection = await openPglite()
  const database = await prepare(pgliteDatabase(connection), seed)
  await saveSnapshot(snapshot, await connection.driver.dumpDataDir('none'))
  return database
}

async function openPglite(from: { loadDataDir?: Blob } = {}, url?: string): Promise<PgliteConnection> {
  const connection = await createPgliteConnection({
    ...(url !== undefined && { url }),
    pgliteOptions: { ...from, ...PGLITE_PARSERS },
  })
  await keepFewParsers(connection.driver)
  prepareOnce(connection.driver)
  return connection
}

/**
 * PGlite makes a parser for each of the catalogue's 300 array types and copies the list of all parsers several times
 * for each statement, which took longer than most statements. So only the types that somebody reads keep their parsers.
 */
async function keepFewParsers(driver: PgliteConnection['driver']): Promise<void> {
  const { rows } = await driver.query<{ type: number }>(
    `select typarray::int as type from pg_catalog.pg_type
     where typarray <> 0 and not (typnamespace = 'pg_catalog'::regnamespace and typname = any ($1))`,
    [ARRAYS_READ],
  )
  const unread = new Set(rows.map(({ type }) => String(type)))
  driver.parsers = Object.fromEntries(Object.entries(driver.parsers).filter(([type]) => !unread.has(type)))
}

function pgliteDatabase(connection: PgliteConnection): Database {
  const { driver } = connection
  return {
    connection,
    run: async (script) => void (await driver.exec(script)),
    runAtOnce: (script) => driver.transaction(async (transaction) => void (await transaction.exec(script))),
    rows: async <Row>(query: string, values: unknown[] = []) => (await driver.query<Row>(query, values)).rows,
  }
}

function postgresDatabase(connection: PostgresConnection): Database {
  const { driver } = connection
  return {
    connection,
    run: async (script) => void (await driver.unsafe(script)),
    runAtOnce: (script) => driver.begin(async (transaction) => void (await transaction.unsafe(script))),
    rows: async <Row>(query: string, values: unknown[] = []) => {
      // The driver declares its own parameter type; callers pass JSON values.
      const rows = await driver.unsafe<Row[] & Record<string, unknown>[]>(
        query,
        values.map(toParameter),
        PREPARED,
      )
      return [...rows]
    },
  }
}

function toParameter(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  throw new Error(`A parameter must be a text, a number, a boolean or null, not ${typeof value}`)
}

/**
 * On the first request the library would grant all rights on all tables to the API's roles, which would hide missing
 * grants from development and tests. This setting tells it that the grants are done.
 */
function keepGrants(database: Database): Database {
  Object.assign(database.connection, { rlsState: 'active' })
  return database
}

async function prepare(database: Database, seed: boolean): Promise<Database> {
  await new App({ connection: database.connection, auth: { enabled: true } }).ensureSystemSchema()
  await database.run(PREPARATION)
  await applyMigrations(database)
  if (seed) await loadSeed(database)
  return keepGrants(database)
}

async function applyMigrations(database: Database): Promise<void> {
  const history = await database.rows<{ version: string; sql: string | null }>(
    'select version, array_to_string(statements, chr(10)) as sql from supabase_migrations.schema_migrations',
  )
  const applied = new Map(history.map((line) => [line.version, line.sql]))
  const migrations = await readMigrations()
  const gone = [...applied.keys()].find((version) =>
    migrations.every((current) => current.version !== version),
  )
  if (gone !== undefined) {
    throw new OutdatedDatabaseError(
      `This database was made by an older version of the migrations (${gone} no longer exists).`,
    )
  }
  for (const { version, name, sql } of migrations) {
    const before = applied.get(version)
    if (before !== undefined) {
      if (before === sql) continue
      throw new OutdatedDatabaseError(
        `The migration ${version}_${name} changed after it was applied to this database.`,
      )
    }
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${literal(version)}, ${literal(name)}, array[${literal(sql)}]);`
    await inTransaction(database, `migration ${version}_${name}`, `${sql}\n;${record}`)
  }
}

async function loadSeed(database: Database): Promise<void> {
  const loaded = await database.rows('select path from supabase_migrations.seed_files limit 1')
  if (loaded.length > 0) return
  const sql = await readFile(path.join(ROOT, 'supabase/seed.sql'), 'utf8')
  const record = `insert into supabase_migrations.seed_files (path, hash)
    values ('supabase/seed.sql', ${literal(sha256(sql))});`
  await inTransaction(database, 'seed', `${sql}\n;${record}`)
}

async function inTransaction(database: Database, what: string, script: string): Promise<void> {
  try {
    await database.runAtOnce(script)
  } catch (cause) {
    throw new Error(`The ${what} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const SNAPSHOTS = path.join(ROOT, 'node_modules/.cache/voleio')

/**
 * One snapshot per state of the migrations. The seed's dates count back from today, so a seeded snapshot lasts one day.
 */
async function snapshotPath(seed: boolean): Promise<string> {
  const parts = (await readMigrations()).map(({ version, name, sql }) => `${version} ${name}\n${sql}`)
  parts.push(PREPARATION, await readFile(path.join(ROOT, 'node_modules/@supabase/lite/package.json'), 'utf8'))
  if (seed) {
    parts.push(await readFile(path.join(ROOT, 'supabase/seed.sql'), 'utf8'), seedDay())
  }
  return path.join(SNAPSHOTS, `${seed ? 'seeded' : 'empty'}-${sha256(parts.join('\n')).slice(0, 16)}.tar`)
}

/** The day from which the seed's dates count back. */
function seedDay(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
}

/**
 * Writes the snapshot under another name and renames it, so that a parallel test file never reads half a file. Deletes
 * snapshots older than a day.
 */
async function saveSnapshot(file: string, dump: Blob): Promise<void> {
  await mkdir(SNAPSHOTS, { recursive: true })
  const unfinished = `${file}.${process.pid}-${crypto.randomUUID()}`
  await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()))
  await rename(unfinished, file)
  const dayAgo = Date.now() - 86_400_000
  for (const name of await readdir(SNAPSHOTS)) {
    const old = path.join(SNAPSHOTS, name)
    const { mtimeMs } = await stat(old)
    if (mtimeMs < dayAgo) await rm(old, { force: true })
  }
}
