import { startBackend, type Backend, type Coach } from '../support/backend'
import { queryOf, type PostgresDatabase, type PostgresServer } from '../support/postgres'
import type { Query, TestDatabase } from '../support/postgres-database'
import { copyToBaseline } from './baseline/schema'
import { addUp, coachesOf, makeHistory, type Size } from './world'

/** A database behind the API, with a few coaches who can sign in. */
export interface LoadWorld {
  /** Sessions of all coaches together. */
  lessons: number
  coaches: number
  backend: Backend
  database: TestDatabase & Pick<PostgresDatabase, 'sql'>
  /** Has 2% of all sessions, so that a hundred times the rows is also a hundred times the own history. */
  busy: Coach & { size: Size }
  /** Coaches with the average amount of data. */
  average: Coach[]
  close: () => Promise<void>
}

/** The average of 2,000 coaches with 1,000,000 sessions. */
export const AVERAGE = { students: 20, lessons: 500, everyMinutes: 720 } as const satisfies Size
/** Five years of eleven sessions a day, in the large world. */
const BUSY = { students: 60, share: 0.02, everyMinutes: 131 } as const

/** Students with a public page: with two students, every second session is the first one's. */
export const PUBLIC = [
  { key: 'public-10', lessons: 10 },
  { key: 'public-1000', lessons: 1000 },
] as const

/** Server settings that keep housekeeping out of the measurements. */
export const SETTINGS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
  'pg_stat_statements.max=10000',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'autovacuum=off',
]

/**
 * Drops indexes without a constraint and returns their definitions: building them at the end takes a fraction of the
 * time.
 */
async function takeIndexes(query: Query): Promise<{ definition: string }[]> {
  const indexes = await query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await query(`drop index ${name}`)
  return indexes
}

const FAST = `set local work_mem = '512MB'; set local maintenance_work_mem = '512MB'`

/** SQL for coaches with accounts: keys and ids. */
const withIds = (coaches: readonly { key: string; id: string }[]) =>
  `values ${coaches.map(({ key, id }) => `('${key}', '${id}'::uuid)`).join(', ')}`

/**
 * Makes `lessons` sessions in a new database, for our app and the baseline.
 *
 * @param signedIn how many average coaches have an account.
 * @param others keys of further coaches, without one.
 */
export async function makeWorld(
  server: PostgresServer,
  lessons: number,
  signedIn: number,
  others: Readonly<Record<string, Size>> = {},
): Promise<LoadWorld> {
  const url = await server.createEmptyDatabase()
  const backend = await startBackend({ data: { connectionString: url }, schemas: ['baseline'] })
  const database = server.open(url)
  const coaches = Math.max(signedIn, Math.round(lessons / AVERAGE.lessons))
  const accounts = await Promise.all(
    Array.from({ length: signedIn }, (_, n) => backend.coach({ email: `average-${n}@voleio.test` })),
  )
  const busy = await backend.coach({ email: 'busy@voleio.test' })
  const size = { ...BUSY, lessons: Math.round(lessons * BUSY.share) }

  await database.sql.begin(async (sql) => {
    await sql.unsafe(`${FAST}; set local session_replication_role = replica`)
    const query = queryOf(sql)
    await query('create extension pg_stat_statements')
    const indexes = await takeIndexes(query)
    await makeHistory(
      query,
      `${withIds(accounts.map(({ id }, n) => ({ key: `${n}`, id })))} union all
       select n::text, md5('coach' || n)::uuid from generate_series(${signedIn}, ${coaches - 1}) n`,
      AVERAGE,
    )
    await makeHistory(query, withIds([{ key: 'busy', id: busy.id }]), size)
    const ofPublic = PUBLIC.map(({ key, lessons: own }): [string, Size] => [
      key,
      { students: 2, lessons: own * 2, everyMinutes: 720 },
    ])
    for (const [key, sizeOf] of [...ofPublic, ...Object.entries(others)])
      await makeHistory(query, coachesOf(`values ('${key}')`), sizeOf)
    await addUp(query)
    for (const { definition } of indexes) await query(definition)
  })
  // Credits for the sessions that are registered while measuring.
  await database.asUser(busy.id, (query) =>
    query(`insert into public.packages (user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date)
           select user_id, id, 'Pacote de 100 aulas', 100, 8000, current_date, current_date, current_date + 300
             from public.students where user_id = auth.uid()`),
  )
  await database.sql.begin(async (sql) => {
    await sql.unsafe(FAST)
    await copyToBaseline(queryOf(sql))
  })
  // As autovacuum would.
  await database.sql.unsafe('vacuum analyze')
  return {
    lessons,
    coaches,
    backend,
    database,
    busy: { ...busy, size },
    average: accounts,
    close: async () => {
      await backend.close()
      await database.close()
    },
  }
}
