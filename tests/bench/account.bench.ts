import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseExport } from '@/rights/export.schema'
import { expectNoBrokenRules } from '../db/broken-rules'
import { closeAccount, exportOf, importInto } from '../db/rights-world'
import { type PostgresDatabase, type OwnPostgresServer, queryOf, startPostgres } from '../support/postgres'
import { makeCoach } from '../support/world/sql'
import { print } from './report'
import { addUp, coachesOf, makeHistory } from './world'

/**
 * Time to export, import and delete an account with eleven lessons a day, after fifteen months and after five years.
 * Four times the lessons should take about four times as long.
 */
const MOST = Math.min(20_000, Number(process.env['BENCH_LESSONS'] ?? 1_000_000) / 50)
const SIZES = [MOST / 4, MOST]

let server: OwnPostgresServer
let database: PostgresDatabase
beforeAll(async () => {
  server = await startPostgres()
  database = await server.createDatabase()
  await database.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica')
    const query = queryOf(sql)
    const others = { students: 10, lessons: 200, everyMinutes: 720 }
    await makeHistory(query, coachesOf('select n::text from generate_series(1, 300) n'), others)
    for (const lessons of SIZES) {
      await makeHistory(query, coachesOf(`values ('${lessons}')`), {
        students: 300,
        lessons,
        everyMinutes: 131,
      })
    }
    await addUp(query)
    // No slot ends before its last lesson: an import would refuse that lesson.
    await query(`update public.lesson_slots l set ends_on = s.last
      from (select user_id, slot_id, max(slot_date) as last from public.sessions group by 1, 2) s
     where l.user_id = s.user_id and l.id = s.slot_id and l.ends_on < s.last`)
  })
  await database.sql.unsafe('vacuum analyze')
}, 300_000)
afterAll(() => server.stop())

async function timed<T>(work: () => Promise<T> | T): Promise<[ms: number, answer: T]> {
  const start = performance.now()
  const answer = await work()
  return [performance.now() - start, answer]
}

it(
  'an account is exported, read back, imported and closed in time that grows with its lessons',
  { timeout: 900_000 },
  async () => {
    const rows: string[][] = []
    for (const lessons of SIZES) {
      const [coach] = await database.sql<
        { id: string }[]
      >`select md5('coach' || ${lessons}::text)::uuid as id`
      const [exporting, data] = await timed(() => exportOf(database, coach?.id ?? ''))
      const file = JSON.stringify({ ...data, notice: 'Aviso' })
      const [reading, read] = await timed(() => parseExport(file))
      expect(read.success).toBe(true)
      const heir = await makeCoach(database)
      const sent = { ...data, alerts: data.alerts.filter(({ ended }) => !ended) }
      const [importing] = await timed(() => importInto(database, heir, sent))
      await expectNoBrokenRules(database)
      const [closing] = await timed(() => closeAccount(database, coach?.id ?? ''))
      await expectNoBrokenRules(database)
      const megabytes = (file.length / 1e6).toFixed(1)
      const seconds = [exporting, reading, importing, closing].map((ms) => (ms / 1000).toFixed(1))
      rows.push([lessons.toLocaleString('en'), megabytes, ...seconds])
    }
    print('| lessons | file, MB | export, s | read the file, s | import, s | close, s |')
    print('|---|---|---|---|---|---|')
    for (const row of rows) print(`| ${row.join(' | ')} |`)
  },
)
