import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import { expect, it } from 'vitest'
import { HOSTED_AUTH, HOSTED_ROLES, readMigrations } from '../support/postgres-hosted'
import { PACKAGE, STUDENT } from '../support/world/sql'
import { brokenRules } from './broken-rules'
import { insertion } from './tenants'

/** The first migrations, which a database with coaches in it may already have. */
const BEFORE = '20261123'

it('a database of before, with its lessons and packages, comes to the same credits, paid and explained', async () => {
  const pglite = await PGlite.create()
  await pglite.exec(HOSTED_ROLES + HOSTED_AUTH)
  const migrations = await readMigrations()
  const [old, added] = [
    migrations.filter(({ name }) => name < BEFORE),
    migrations.filter(({ name }) => name >= BEFORE),
  ]
  expect(old.length * added.length).toBeGreaterThan(0)
  for (const { sql } of old) await pglite.exec(sql)

  const coach = randomUUID()
  await pglite.query('insert into auth.users (id, email) values ($1, $2)', [coach, 'ana@voleio.test'])
  const add = async (table: string, row: Record<string, string | number | null>) => {
    const id = randomUUID()
    const key = table === 'session_package_assignments' ? {} : { id }
    await pglite.exec(insertion(`public.${table}`, { ...key, user_id: coach, ...row }))
    return id
  }
  const student = await add('students', STUDENT)
  const gone = await add('students', { ...STUDENT, name: 'Zuleica' })
  const paid = await add('packages', { ...PACKAGE, student_id: student, price: 400.1 })
  const gift = await add('packages', { ...PACKAGE, student_id: student, price: 0 })
  const open = await add('packages', { ...PACKAGE, student_id: student, payment_date: '2999-01-01' })
  const anonymous = await add('packages', { ...PACKAGE, student_id: gone, price: 200 })
  const deleted = await add('packages', { ...PACKAGE, student_id: student })
  const session = await add('sessions', { teacher: 'Ana', date: '2026-02-01T12:00:00Z', day: '2026-02-01' })
  const lost = await add('sessions', { teacher: 'Ana', date: '2026-02-02T12:00:00Z', day: '2026-02-02' })
  for (const [student_id, session_id, package_id] of [
    [student, session, paid],
    [gone, session, null],
    [student, lost, deleted],
  ] as const)
    await add('session_package_assignments', { session_id, student_id, package_id })
  await pglite.exec(`delete from public.sessions where id = '${lost}';
    delete from public.packages where id = '${deleted}';
    select set_config('request.jwt.claims', '{"sub":"${coach}"}', false);
    select public.anonymize_student('${gone}')`)
  const updated = `select id, updated_at from public.packages order by id`
  const before = (await pglite.query(updated)).rows

  for (const { name, sql } of added)
    await pglite.exec(sql).catch((cause: unknown) => {
      throw new Error(`${name} failed`, { cause })
    })

  expect((await pglite.query(updated)).rows).toEqual(before)
  const query = async <Row extends object>(text: string) => (await pglite.query<Row>(text)).rows
  expect(await brokenRules(query)).toEqual([])
  const money = await query<{ id: string }>(
    `select id, paid_total::text as paid, open_amount::text as open,
            (select string_agg(concat_ws(' ', kind, amount, paid_on, method, own), ', ') from public.payments
              where package_id = p.id) as payments
       from public.packages p`,
  )
  const of = (id: string) => money.find((row) => row.id === id)
  expect(of(paid)).toMatchObject({
    paid: '400.10',
    open: '0.00',
    payments: 'payment 400.10 2026-01-10 other t',
  })
  expect(of(gift)).toMatchObject({ paid: '0.00', open: '0.00', payments: null })
  expect(of(open)).toMatchObject({ paid: '0.00', open: '400.00', payments: null })
  expect(of(anonymous)).toMatchObject({ paid: '200.00', payments: 'payment 200.00 2026-01-10 other t' })

  const [{ statement } = { statement: [] }] = await query<{ statement: object[] }>(
    `select public.get_credit_statement('${student}') -> 'lines' as statement`,
  )
  expect(statement).toMatchObject([
    { kind: 'void', balance_after: 11 },
    { kind: 'refund', balance_after: 15 },
    { kind: 'consume', balance_after: 14, attendance: 'present' },
    { kind: 'consume', package_name: PACKAGE.name, lesson_day: '2026-02-01', balance_after: 15 },
    { kind: 'purchase', balance_after: 16, package_name: null },
    { kind: 'purchase', balance_after: 12 },
    { kind: 'purchase', balance_after: 8 },
    { kind: 'purchase', balance_after: 4, delta: 4, package_name: PACKAGE.name },
  ])
  await pglite.close()
})
