import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresDatabase, type PostgresServer, queryOf, startPostgres } from '../support/postgres'
import { callsOf, type Subject } from './calls'
import { type Cost, measure } from './measure'
import { addUp, coachesOf, makeHistory, studentOf, type Size } from './world'

/**
 * `npm run bench`: what each request of each screen reads for one coach with a short and one with a long past, among
 * the lessons of others. BENCH_LESSONS makes those fewer. The table goes to docs/performance.md.
 */
const OTHERS = Number(process.env['BENCH_LESSONS'] ?? 1_000_000)
const LESSONS_OF_OTHER = 2000
const SIZES = {
  short: { students: 3, lessons: 20, everyMinutes: 1440 },
  long: { students: 300, lessons: 20_000, everyMinutes: 131 },
} as const satisfies Record<string, Size>

let server: PostgresServer
let database: PostgresDatabase
const print = (line: string) => process.stdout.write(`${line}\n`)

const cell = (small: number, large: number, digits = 0) =>
  `${small.toFixed(digits).padStart(7)} ${large.toFixed(digits).padStart(8)}`

beforeAll(async () => {
  const began = Date.now()
  server = await startPostgres()
  database = await server.createDatabase()
  await database.sql.begin(async (sql) => {
    await sql.unsafe(`set local session_replication_role = replica; set local work_mem = '256MB'`)
    const query = queryOf(sql)
    const coaches = Math.max(1, Math.round(OTHERS / LESSONS_OF_OTHER))
    await makeHistory(query, coachesOf(`select n::text from generate_series(1, ${coaches}) n`), {
      students: 20,
      lessons: LESSONS_OF_OTHER,
      everyMinutes: 720,
    })
    for (const [key, size] of Object.entries(SIZES))
      await makeHistory(query, coachesOf(`values ('${key}')`), size)
    await addUp(query)
  })
  // As autovacuum does on a server.
  await database.sql.unsafe('vacuum analyze')
  print(
    `${OTHERS.toLocaleString('en')} lessons of others made in ${Math.round((Date.now() - began) / 1000)} s\n`,
  )
}, 600_000)
afterAll(() => server.stop())

async function subjectOf(key: keyof typeof SIZES): Promise<Subject> {
  const rows = await database.asOwner((query) =>
    query<{ coach: string; id: string; credits_version: number }>(
      `select user_id as coach, id, credits_version from public.students
        where id = ${studentOf(key, 0)}`,
    ),
  )
  const [row] = rows
  if (!row) throw new Error(`The coach '${key}' was not made`)
  return { coach: row.coach, lessons: SIZES[key].lessons, student: row }
}

it('prints what every screen reads, for both coaches side by side', async () => {
  const now = new Date()
  const [short, long] = [await subjectOf('short'), await subjectOf('long')]
  const longCalls = callsOf(long, now)
  print(
    '| screen | request | rows read, short / long | blocks, short / long | ms, short / long | may grow with |',
  )
  print('|---|---|---|---|---|---|')
  const costs: [string, Cost, Cost][] = []
  for (const [index, call] of callsOf(short, now).entries()) {
    const other = longCalls[index]
    if (!other) throw new Error('both coaches make the same requests')
    const small = await measure(database, short.coach, call)
    const large = await measure(database, long.coach, other)
    if (!call.grows) costs.push([`${call.screen}: ${call.name}`, small, large])
    print(
      `| ${call.screen} | ${call.name} | ${cell(small.rows, large.rows)} | ${cell(small.blocks, large.blocks)} ` +
        `| ${cell(small.ms, large.ms, 1)} | ${call.grows ?? ''} |`,
    )
  }
  // Bounds that 1,000 times the history must not move; tests/db/growth.test.ts compares more closely.
  expect(costs.filter(([, , large]) => large.rows > 700).map(([name]) => name)).toEqual([])
}, 240_000)
