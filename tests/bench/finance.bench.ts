import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectNoBrokenRules } from '../db/broken-rules'
import { type PostgresDatabase, type OwnPostgresServer, queryOf, startPostgres } from '../support/postgres'
import { makeCoach } from '../support/world/sql'
import { callsOf } from './calls'
import { measure } from './measure'
import { number, printTable } from './report'
import { addUp, coachesOf, makeHistory } from './world'

/**
 * What the money screens read for a coach with 10 packages and for one with 10,000, sold over three years, with a
 * lesson on each of these days. Both have ten unpaid packages, the newest.
 */
const PACKAGES = [10, 10_000] as const
const DAYS = 1095

let server: OwnPostgresServer
let database: PostgresDatabase
beforeAll(async () => {
  server = await startPostgres()
  database = await server.createDatabase()
  // Many other coaches, so that no table is small enough for a sequential scan.
  await database.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica')
    const query = queryOf(sql)
    const size = { students: 5, lessons: 30, everyMinutes: 1440 }
    await makeHistory(query, coachesOf('select n::text from generate_series(1, 1500) n'), size)
    await addUp(query)
  })
}, 300_000)
afterAll(() => server.stop())

async function coachWith(packages: number): Promise<{ coach: string; student: string }> {
  const coach = await makeCoach(database)
  await database.asOwner(async (query) => {
    await query(`insert into public.students (user_id, name, phone, gender, type, classe)
      select '${coach}', 'Aluno ' || n, '5511987654321', 'female', 'fixed', '3-classe' from generate_series(1, 100) n`)
    await query(`insert into public.sessions (user_id, date, day, teacher)
      select '${coach}', now() - n * interval '1 day', (now() - n * interval '1 day')::date, 'Ana'
        from generate_series(1, ${DAYS}) n`)
    await query(`insert into public.packages (user_id, student_id, name, total_classes, price, purchase_date,
                                              payment_date, expiry_date)
      select '${coach}', s.id, 'Pacote de 4 aulas', 4, 400, d.day, d.day, d.day + 30
        from generate_series(0, ${packages - 1}) n
       cross join lateral (select current_date - (n * ${DAYS} / ${packages}) as day) d
        join (select id, row_number() over (order by id) - 1 as place from public.students where user_id = '${coach}') s
          on s.place = n % 100`)
    await query(`delete from public.payments where user_id = '${coach}' and package_id in (
      select id from public.packages where user_id = '${coach}' order by payment_date desc, id limit 10)`)
  })
  const [student] = await database.asOwner((query) =>
    query<{ id: string }>(`select student_id as id from public.packages where user_id = $1 limit 1`, [coach]),
  )
  return { coach, student: student?.id ?? '' }
}

it(
  'the figures of money are read in as many rows for 10,000 packages as for 10',
  { timeout: 900_000 },
  async () => {
    const coaches = []
    for (const packages of PACKAGES) coaches.push(await coachWith(packages))
    await database.sql.unsafe('vacuum analyze')
    await expectNoBrokenRules(database)
    const costs = []
    for (const { coach, student } of coaches) {
      const calls = callsOf(
        { coach, lessons: DAYS, student: { id: student, credits_version: 0 } },
        new Date(),
      )
      const ofMoney = calls.filter(
        ({ screen, name, writes }) => !writes && (screen === 'Finance' || name === 'figures'),
      )
      const costOf = []
      for (const call of ofMoney)
        costOf.push({ name: `${call.screen}: ${call.name}`, ...(await measure(database, coach, call)) })
      costs.push(costOf)
    }
    const [few = [], many = []] = costs
    printTable(
      ['request', 'rows, 10 / 10,000 packages', 'blocks', 'ms', 'ratio of ms'],
      few.map((small, i) => {
        const large = many[i] ?? small
        return [
          small.name,
          `${number(small.rows)} / ${number(large.rows)}`,
          `${number(small.blocks)} / ${number(large.blocks)}`,
          `${number(small.ms, 2)} / ${number(large.ms, 2)}`,
          number(large.ms / small.ms, 2),
        ]
      }),
    )
    const figures = (of: typeof few) =>
      of.filter(({ name }) => name.endsWith('figures')).map(({ rows }) => rows)
    for (const [i, rows] of figures(many).entries())
      expect(rows).toBeLessThan((figures(few)[i] ?? 0) * 1.2 + 12)
  },
)
