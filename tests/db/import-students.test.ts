import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { PACKAGE_LIMITS } from '@/core/constants'
import { refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { callJson, makeCoach, makeStudent, PACKAGE, STUDENT } from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'

/** Importing a spreadsheet as students and packages (docs/product.md, 'Importing students'). */

interface Answer {
  replayed: boolean
  students: number
  packages: number
  credits: number
}

const student = (fields: object = {}) => ({ ...STUDENT, id: randomUUID(), status: 'active', ...fields })
const pack = (fields: object = {}) => ({
  ...PACKAGE,
  id: randomUUID(),
  name: 'Pacote de 10 aulas',
  total_classes: 10,
  used_outside: 0,
  validity_days: null,
  paid: null,
  ...fields,
})
const planOf = (...rows: object[]) => ({ op_id: randomUUID(), rows })

const db = await ownDatabase()

const send = (coach: string, plan: object) => callJson<Answer>(db.as(coach), 'import_students', plan)
const linesOf = (id: string) =>
  db.owner<{ line: string }>(
    `select concat_ws(' ', kind, delta, balance_after, reason) as line from public.credit_ledger
        where student_id = $1 order by id`,
    [id],
  )
const moneyOf = async (id: string) => {
  const [row] = await db.owner<{ money: string }>(
    `select concat_ws(' ', p.price, p.paid_total, p.open_amount,
                        (select string_agg(concat_ws(' ', y.amount, y.paid_on, y.own), ',') from public.payments y
                          where y.package_id = p.id)) as money
         from public.packages p where p.id = $1`,
    [id],
  )
  return row?.money
}
const countOf = async (coach: string) => {
  const [row] = await db.owner<{ count: number }>(
    'select count(*)::int as count from public.students where user_id = $1',
    [coach],
  )
  return row?.count
}

it('half-used packages have the right balance, and a statement that explains it', async () => {
  const coach = await makeCoach(db)
  const [half, full, none] = [student(), student({ name: 'Bruno' }), student({ name: 'Caio' })]
  const plan = planOf(
    { student: half, package: pack({ used_outside: 7 }) },
    { student: full, package: pack({ total_classes: 4, name: 'Pacote de 4 aulas' }) },
    { student: none, package: null },
  )
  expect(await send(coach, plan)).toMatchObject({ replayed: false, students: 3, packages: 2, credits: 7 })
  expect(await linesOf(half.id)).toEqual([
    { line: 'purchase 10 10' },
    { line: 'adjust -7 3 Usadas antes do Voleio' },
  ])
  expect(await linesOf(full.id)).toEqual([{ line: 'purchase 4 4' }])
  expect(await send(coach, plan)).toMatchObject({ replayed: true, students: 3, packages: 2, credits: 7 })
  expect(await countOf(coach)).toBe(3)
  await expectNoBrokenRules(db)
})

it('a package is paid on its payment date, unless the file says less', async () => {
  const coach = await makeCoach(db)
  const packs = [
    pack({ price: 400, payment_date: '2026-01-12' }),
    pack({ price: 400, paid: 150.5 }),
    pack({ price: 400, paid: 0 }),
    pack({ price: 400, paid: 400 }),
    pack({ price: 400, paid: 400, paid_on: '2026-01-08' }),
    pack({ price: 400, paid: 100, paid_on: '2026-01-08' }),
    pack({ price: 400, paid: 0, payment_date: '2098-01-12' }),
    pack({ price: 400, paid: 100, payment_date: '2098-01-12', paid_on: '2026-01-08' }),
    pack({ price: 0 }),
  ]
  await send(coach, planOf(...packs.map((sold) => ({ student: student(), package: sold }))))
  expect(await Promise.all(packs.map(({ id }) => moneyOf(id)))).toEqual([
    '400.00 400.00 0.00 400.00 2026-01-12 t',
    '400.00 150.50 249.50 150.50 2026-01-10 f',
    '400.00 0.00 400.00',
    '400.00 400.00 0.00 400.00 2026-01-10 t',
    '400.00 400.00 0.00 400.00 2026-01-08 t',
    '400.00 100.00 300.00 100.00 2026-01-08 f',
    '400.00 0.00 400.00',
    '400.00 100.00 300.00 100.00 2026-01-08 f',
    '0.00 0.00 0.00',
  ])
  await expectNoBrokenRules(db)
})

it('all or nothing: one bad row saves none, and the same operation can be mended', async () => {
  const coach = await makeCoach(db)
  const good = { student: student(), package: pack() }
  const bad: [object, { code: string }][] = [
    [{ student: student({ phone: '123' }), package: null }, { code: '23514' }],
    [{ student: student(), package: pack({ used_outside: 11 }) }, { code: '23514' }],
    [{ student: student(), package: pack({ used_outside: -1 }) }, { code: '23514' }],
    [{ student: student(), package: pack({ paid: 400.01, price: 400 }) }, { code: 'PT400' }],
    [{ student: student(), package: pack({ paid: -1, price: 400 }) }, { code: '23514' }],
    [{ student: student(), package: { ...pack(), id: null } }, { code: 'PT400' }],
    [{ student: { ...student(), id: null }, package: null }, { code: 'PT400' }],
    [{ student: good.student, package: null }, { code: '23505' }],
  ]
  const { op_id } = planOf()
  for (const [row, refused] of bad) {
    expect(await refusal(send(coach, { op_id, rows: [good, row] }))).toMatchObject(refused)
    expect(await countOf(coach)).toBe(0)
  }
  expect(await send(coach, { op_id, rows: [good] })).toMatchObject({ replayed: false, students: 1 })
  await expectNoBrokenRules(db)
})

it('refuses a student who exists or was deleted, and plans that no screen makes', async () => {
  const coach = await makeCoach(db)
  const known = await makeStudent(db, coach)
  const row = { student: student({ id: known }), package: null }
  expect(await refusal(send(coach, planOf(row)))).toMatchObject({ code: '23505' })
  await db.as(coach)('select public.delete_student($1)', [known])
  expect(await refusal(send(coach, planOf(row)))).toMatchObject({ code: 'PT410' })
  const many = Array.from({ length: 1001 }, () => ({ student: student(), package: null }))
  // A plan with the most rows that a file may have is refused only for its student, not for its size.
  expect(await refusal(send(coach, planOf(row, ...many.slice(2))))).toMatchObject({ code: 'PT410' })
  for (const plan of [
    planOf(),
    planOf(...many),
    { rows: [row] },
    { op_id: randomUUID() },
    { op_id: randomUUID(), rows: 'x' },
    { op_id: randomUUID(), rows: [1] },
  ]) {
    expect(await refusal(send(coach, plan))).toMatchObject({ code: 'PT400' })
  }
})

it('a file of many students counts its totals once, not with each row', async () => {
  const coach = await makeCoach(db)
  const rows = Array.from({ length: 200 }, (_, i) => ({
    student: student({ name: `Aluno ${i}` }),
    package: pack({ used_outside: 7, paid: 0 }),
  }))
  const written = await db.asUser(coach, async (query) => {
    expect(await callJson<Answer>(query, 'import_students', planOf(...rows))).toMatchObject({ credits: 600 })
    await query('set constraints all immediate')
    return query<{ name: string; n: number }>(
      `select relname as name, (n_tup_ins + n_tup_upd)::int as n from pg_stat_xact_user_tables
        where relname in ('coach_totals', 'coach_days') order by 1`,
    )
  })
  expect(written.map(({ name }) => name)).toEqual(['coach_days', 'coach_totals'])
  for (const { name, n } of written) expect(n, name).toBeLessThan(10)
})

it('packages of one day, all at the greatest price, add up', async () => {
  const coach = await makeCoach(db)
  const price = PACKAGE_LIMITS.priceMax
  const rows = Array.from({ length: 101 }, (_, i) => ({
    student: student({ name: `Aluno ${i}` }),
    package: pack({ price }),
  }))
  expect(await send(coach, planOf(...rows))).toMatchObject({ packages: 101 })
  const [day] = await db.owner<{ revenue: string }>(
    'select revenue::text from public.coach_days where user_id = $1 and revenue > 0',
    [coach],
  )
  expect(day?.revenue).toBe((101 * price).toFixed(2))
})
