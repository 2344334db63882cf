import { startBackend, type Backend, type Coach } from '../support/backend'
import { queryOf, type PostgresDatabase, type PostgresServer } from '../support/postgres'
import type { Query, TestDatabase } from '../support/postgres-database'
import { copyToBaseline } from './baseline/schema'
import { addUp, coachesOf, makeHistory, type Size } from './world'

/** A database behind the API, with a few coaches who can sign in. */
export interface LoadWorld {
  /** Number of lessons of all coaches. */
  lessons: number
  coaches: number
  backend: Backend
  database: TestDatabase & Pick<PostgresDatabase, 'sql'>
  /**
   * The coach with 2% of all lessons, so that a hundred times the rows is also a hundred times this coach's history.
   */
  busy: Coach & { size: Size }
  /** Coaches with the average amount of data. */
  average: Coach[]
  close: () => Promise<void>
}

/** Size of an average coach, if 2,000 coaches have 1,000,000 lessons. */
export const AVERAGE = { students: 20, lessons: 500, everyMinutes: 720 } as const satisfies Size
/** Size of the busy coach: in the large world five years of eleven lessons a day. */
const BUSY = { students: 60, share: 0.02, everyMinutes: 131 } as const

/** Coaches with two students, so that every second lesson is on the first student's public page. */
export const PUBLIC = [
  { key: 'public-10', lessons: 10 },
  { key: 'public-1000', lessons: 1000 },
] as const

/** Settings that keep the server's background work out of the measurements. */
export const SETTINGS = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_planning=on',
  'pg_stat_statements.max=10000',
  'shared_buffers=1GB',
  'max_wal_size=8GB',
  'autovacuum=off',
]

/**
 * Drops the indexes that belong to no constraint, and returns their definitions: building them at the end takes a
 * fraction of the time.
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

/** SQL values for coaches with accounts: key and id. */
const withIds = (coaches: readonly { key: string; id: string }[]) =>
  `values ${coaches.map(({ key, id }) => `('${key}', '${id}'::uuid)`).join(', ')}`

/**
 * Creates `lessons` lessons in a new database, for our app and the baseline.
 *
 * @param signedIn number of average coaches with an account.
 * @param others keys and sizes of further coaches without an account.
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
  // Credits for the lessons that are registered during the measurements.
  await database.asUser(busy.id, (query) =>
    query(`insert into public.packages (user_id, student_id, name, total_classes, price, purchase_date,
                                        payment_date, expiry_date)
           select user_id, id, 'Pacote de 100 aulas', 100, 8000, current_date, current_date, current_date + 300
             from public.students where user_id = auth.uid()`),
  )
  await database.sql.begin(async (sql) => {
    await sql.unsafe(FAST)
    await copyToBaseline(queryOf(sql))
  })
  // Done by hand, because autovacuum is off.
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
