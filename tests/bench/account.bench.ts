import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseExport } from '@/domain/data-export.schema'
import { expectBooksInOrder, makeCoach } from '../db/world'
import { type PostgresDatabase, type PostgresServer, queryOf, startPostgres } from '../support/postgres'
import { addUp, coachesOf, makeHistory } from './world'

/** A whole account at once (issue 6, 'Rights'): 300 students with 20,000 lessons, eleven a day for five years. */
const LESSONS = 20_000

let server: PostgresServer
let database: PostgresDatabase
beforeAll(async () => {
  server = await startPostgres()
  database = await server.createDatabase()
  await database.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica')
    const query = queryOf(sql)
    await makeHistory(query, coachesOf('select n::text from generate_series(1, 300) n'), {
      students: 10,
      lessons: 200,
      everyMinutes: 720,
    })
    await makeHistory(query, coachesOf(`values ('veteran')`), {
      students: 300,
      lessons: LESSONS,
      everyMinutes: 131,
    })
    await addUp(query)
  })
  await database.sql.unsafe('vacuum analyze')
}, 300_000)
afterAll(() => server.stop())

async function timed<T>(work: () => Promise<T> | T): Promise<[number, T]> {
  const start = performance.now()
  const answer = await work()
  return [Math.round(performance.now() - start), answer]
}

it('exports, imports and deletes an account of 20,000 lessons', async () => {
  const rows = await database.sql<{ id: string }[]>`select md5('coachveteran')::uuid as id`
  const veteran = rows[0]?.id ?? ''
  const figures: Record<string, string> = {}
  const [exported, text] = await timed(async () => {
    const answer = await database.asUser(veteran, (query) =>
      query<{ text: string }>('select public.export_my_data()::text as text'),
    )
    return answer[0]?.text ?? ''
  })
  figures['export'] = `${exported} ms, ${(text.length / 1e6).toFixed(1)} MB`

  const file = JSON.stringify({ ...JSON.parse(text), notice: 'x' })
  const [parsed, document] = await timed(() => parseExport(file))
  expect(document.success).toBe(true)
  figures['read the file'] = `${parsed} ms`

  const heir = await makeCoach(database)
  const sent = JSON.stringify({ ...JSON.parse(text), credit_ledger: [] })
  figures['sent'] = `${(sent.length / 1e6).toFixed(1)} MB`
  const [imported] = await timed(() =>
    database.asUser(heir, (query) =>
      query('select public.import_my_data($1::text::jsonb, $2::text::uuid)', [sent, randomUUID()]),
    ),
  )
  figures['import'] = `${imported} ms`
  await expectBooksInOrder(database)

  const [deleted] = await timed(() => database.sql.begin((sql) => closeAccount(queryOf(sql), veteran)))
  figures['delete'] = `${deleted} ms`
  await expectBooksInOrder(database)
  console.table(figures)
}, 600_000)

async function closeAccount(query: ReturnType<typeof queryOf>, coach: string): Promise<void> {
  const session = randomUUID()
  await query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, coach])
  const claims = JSON.stringify({ role: 'authenticated', sub: coach, session_id: session })
  await query(`set local role authenticated; select set_config('request.jwt.claims', '${claims}', true);`)
  await query('select public.delete_my_account()')
}
