import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { StatementPage } from '@/packages/statement/rules'
import { measure } from '../bench/measure'
import { refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import {
  makeCoach,
  makePackage,
  makeSale,
  makeStudent,
  registerLesson,
  insertUngranted,
} from '../support/world/sql'
import { expectNoBrokenRules } from './broken-rules'
import { callWith, exportOf } from './rights-world'

/** The lines of a student's statement (docs/product.md, 'Statement'). */

type Line = StatementPage['lines'][number]

const ARGUMENTS = {
  package_uuid: 'uuid',
  today: 'date',
  since: 'timestamptz',
  until: 'timestamptz',
  before: 'bigint',
  page_size: 'integer',
} as const
type Asked = Partial<Record<keyof typeof ARGUMENTS, string | number>>

const callOf = (student: string, asked: Asked) => {
  const named = Object.entries(asked).map(([name, value]) => {
    const [, type] = Object.entries(ARGUMENTS).find(([key]) => key === name) ?? []
    return `, ${name} => '${value}'::${type}`
  })
  return `public.get_credit_statement('${student}'${named.join('')})`
}

const told = ({ lines }: Pick<StatementPage, 'lines'>) =>
  lines.map(({ kind, delta, package_name, balance_after }) => [kind, delta, package_name, balance_after])

const lessonOf = ({
  attendance,
  lesson_day,
  lesson_date,
}: Pick<Line, 'attendance' | 'lesson_day' | 'lesson_date'>) => [attendance, lesson_day, lesson_date]

/** Columns of a line that the student's page leaves out. */
const IDS = ['id', 'package_id', 'session_id']

// SQL by which a coach changes the lesson $1.
const seat = (attendance: string, uses: string | null) =>
  `update public.session_package_assignments set attendance = '${attendance}',
          package_id = ${uses === null ? 'null' : `'${uses}'`} where session_id = $1`
const lesson = (set: string) => `update public.sessions set ${set} where id = $1`
const deleted = 'delete from public.sessions where id = $1'
// The lines that these changes write.
const used = (attendance: string, day: string) => ['consume', attendance, day, null]
const returned = (attendance: string | null, day: string, reason: string | null = null) => [
  'refund',
  attendance,
  day,
  reason,
]

const db = await ownDatabase()

const statementOf = async (coach: string, student: string, asked: Asked = {}) => {
  const rows = await db.as(coach)<{ answer: StatementPage }>(`select ${callOf(student, asked)} as answer`)
  const [row] = rows
  if (!row) throw new Error('get_credit_statement answered no row')
  return row.answer
}

/** Two packages with a lesson each, of which the second lesson was deleted and the first package adjusted. */
async function history() {
  const { coach, student, pack: first } = await makeSale(db)
  const second = await makePackage(db, coach, student, { name: 'Avulsa', total_classes: 2 })
  const taught = (pack: string, date: string) =>
    registerLesson(db, coach, [{ student, package: pack }], {
      session: { id: randomUUID(), teacher: 'Ana', date },
    })
  const kept = await taught(first, '2026-02-02T12:00:00Z')
  const gone = await taught(second, '2026-02-03T12:00:00Z')
  await db.asUser(coach, async (query) => {
    await query('delete from public.sessions where id = $1', [gone.id])
    await query('delete from public.packages where id = $1', [second])
    await query('update public.packages set total_classes = 6 where id = $1', [first])
  })
  return { coach, student, first, second, kept: kept.id, gone: gone.id }
}
const ALL = [
  ['adjust', 2, 'Pacote de 4 aulas', 5],
  ['void', -2, 'Avulsa', 3],
  ['refund', 1, 'Avulsa', 5],
  ['consume', -1, 'Avulsa', 4],
  ['consume', -1, 'Pacote de 4 aulas', 5],
  ['purchase', 2, 'Avulsa', 6],
  ['purchase', 4, 'Pacote de 4 aulas', 4],
]

it('every line says what, of which package and lesson, and the balance after it; newest first', async () => {
  const { coach, student, first, kept, gone } = await history()
  const all = await statementOf(coach, student)
  expect(told(all)).toEqual(ALL)
  expect(all).toMatchObject({
    total_credits: 5,
    opening_balance: 0,
    closing_balance: 5,
    more: false,
    expired: [],
  })
  expect(all.lines[4]).toEqual({
    id: expect.any(Number),
    kind: 'consume',
    delta: -1,
    created_at: expect.any(String),
    package_id: first,
    package_name: 'Pacote de 4 aulas',
    session_id: kept,
    lesson_date: '2026-02-02T12:00:00+00:00',
    lesson_day: '2026-02-02',
    attendance: 'present',
    cancelled_reason: null,
    reason: null,
    told_at: null,
    told_for: null,
    told_by: null,
    told_outcome: null,
    agreement_version: null,
    notice_hours: null,
    balance_after: 5,
  })
  // The lesson is deleted, but its line keeps the day.
  expect(all.lines[2]).toMatchObject({ session_id: gone, lesson_day: '2026-02-03', attendance: null })
  await expectNoBrokenRules(db)
})

it('of one package, also of one that is gone: its lines, with its own balances', async () => {
  const { coach, student, first, second } = await history()
  const one = await statementOf(coach, student, { package_uuid: first })
  expect(one).toMatchObject({ total_credits: 5, opening_balance: 0, closing_balance: 5 })
  expect(told(one).map(([kind, , , balance]) => [kind, balance])).toEqual([
    ['adjust', 5],
    ['consume', 3],
    ['purchase', 4],
  ])
  const other = await statementOf(coach, student, { package_uuid: second })
  expect(other).toMatchObject({ total_credits: 0, closing_balance: 0 })
  expect(told(other).map(([, , , balance]) => balance)).toEqual([0, 2, 1, 2])
  expect(await statementOf(coach, student, { package_uuid: randomUUID() })).toMatchObject({
    opening_balance: 0,
    closing_balance: 0,
    lines: [],
  })
})

it('page by page it is the whole, whatever the size of a page', async () => {
  const { coach, student } = await history()
  for (const page_size of [1, 3, 7, 9]) {
    const lines: Line[] = []
    let page = await statementOf(coach, student, { page_size })
    for (lines.push(...page.lines); page.more; lines.push(...page.lines))
      page = await statementOf(coach, student, { page_size, before: lines.at(-1)?.id ?? 0 })
    expect(told({ ...page, lines })).toEqual(ALL)
    // The balances are those of the whole period, not of the page.
    expect(page).toMatchObject({ opening_balance: 0, closing_balance: 5 })
  }
})

it('a period opens and closes with the balances around its lines', async () => {
  const { coach, student, first } = await history()
  const { lines } = await statementOf(coach, student)
  const at = (index: number) => lines.at(index)?.created_at ?? ''
  for (const [from, to] of [
    [-1, 0],
    [-3, 0],
    [-2, -4],
    [-1, -1],
  ] as const) {
    const period = await statementOf(coach, student, { since: at(from), until: at(to) })
    const [low, high] = [lines.length + from, to === 0 ? 0 : lines.length + to]
    expect(period.lines).toEqual(lines.slice(high + 1, low + 1))
    expect(period.opening_balance + period.lines.reduce((sum, { delta }) => sum + delta, 0)).toBe(
      period.closing_balance,
    )
    expect(period.opening_balance).toBe(lines[low + 1]?.balance_after ?? 0)
  }
  const ofPackage = await statementOf(coach, student, { package_uuid: first, since: at(-3) })
  expect(ofPackage).toMatchObject({ opening_balance: 4, closing_balance: 5 })
  const empty = await statementOf(coach, student, { since: '2999-01-01', until: '2999-02-01' })
  expect(empty).toMatchObject({ opening_balance: 5, closing_balance: 5, lines: [], more: false })
  const early = await statementOf(coach, student, { until: '1999-01-01' })
  expect(early).toMatchObject({ opening_balance: 0, closing_balance: 0, lines: [] })
})

it('credits expire on the device’s day, move nothing, and come back with a longer validity', async () => {
  const { coach, student, first } = await history()
  const expired = async (today: string) => (await statementOf(coach, student, { today })).expired
  expect(await expired('2026-03-10')).toEqual([])
  expect(await expired('2026-03-11')).toEqual([
    { package_id: first, package_name: 'Pacote de 4 aulas', credits: 5, expiry_date: '2026-03-10' },
  ])
  expect(await statementOf(coach, student, { today: '2026-03-11' })).toMatchObject({ closing_balance: 5 })
  await db.asUser(coach, (query) =>
    insertUngranted(query, 'package_extensions', {
      user_id: coach,
      student_id: student,
      package_id: first,
      days: 7,
      reason: 'Viagem',
    }),
  )
  expect(await expired('2026-03-17')).toEqual([])
  expect(await expired('2026-03-18')).toHaveLength(1)
})

it('a lesson is told as it is now, a deleted one as it last was: to coach and student, in the export', async () => {
  const { coach, student, pack } = await makeSale(db)
  const rain = [lesson(`cancelled_reason = 'rain'`), seat('cancelled', null)]
  const moved = `date = '2026-02-09T15:00:00Z', day = '2026-02-09'`
  const hours: Record<string, string> = { '2026-02-02': '12:00', '2026-02-09': '15:00' }
  for (const [name, changes, lines] of [
    ['missed', [seat('absent', pack)], [used('absent', '2026-02-02')]],
    ['came', [seat('absent', pack), seat('present', pack)], [used('present', '2026-02-02')]],
    ['moved', [lesson(moved)], [used('present', '2026-02-09')]],
    [
      'missed, then excused, then moved',
      [seat('absent', pack), seat('excused', null), lesson(moved)],
      [returned('excused', '2026-02-09'), used('absent', '2026-02-09')],
    ],
    [
      'missed, then deleted',
      [seat('absent', pack), deleted],
      [returned(null, '2026-02-02'), used('absent', '2026-02-02')],
    ],
    [
      'excused, then moved, then deleted',
      [seat('excused', null), lesson(moved), deleted],
      [returned('excused', '2026-02-09'), used('present', '2026-02-09')],
    ],
    [
      'another reason, then deleted',
      [...rain, lesson(`cancelled_reason = 'venue'`), deleted],
      [returned('cancelled', '2026-02-02', 'venue'), used('present', '2026-02-02')],
    ],
  ] as const) {
    const { id } = await registerLesson(db, coach, [{ student, package: pack }], {
      session: { id: randomUUID(), teacher: 'Ana', date: '2026-02-02T12:00:00Z', day: '2026-02-02' },
    })
    await db.asUser(coach, async (query) => {
      await query('delete from public.session_feedbacks where session_id = $1', [id])
      for (const change of changes) await query(change, [id])
    })
    const { lines: all } = await statementOf(coach, student)
    const own = all.filter(({ session_id }) => session_id === id)
    expect(
      own.map((line) => [line.kind, line.attendance, line.lesson_day, line.cancelled_reason]),
      name,
    ).toEqual(lines)
    for (const { lesson_date, lesson_day } of own) {
      const at = new Date(`${lesson_day}T${hours[lesson_day ?? '']}Z`)
      expect(new Date(lesson_date ?? ''), name).toEqual(at)
    }
    const page = await db.asAnon((query) =>
      callWith<{ statement: Line[] }>(query, 'get_student_public_data', student),
    )
    expect(page.statement.slice(0, own.length), name).toEqual(
      own.map((line) => Object.fromEntries(Object.entries(line).filter(([column]) => !IDS.includes(column)))),
    )
    const file = (await exportOf(db, coach)).credit_ledger.filter(({ session_id }) => session_id === id)
    expect(file.map(lessonOf).toReversed(), name).toEqual(own.map(lessonOf))
    await db.as(coach)(deleted, [id])
  }
  await expectNoBrokenRules(db)
})

it('of nobody, and of another coach’s student, there is none', async () => {
  const { coach, student } = await history()
  const stranger = await makeCoach(db)
  for (const [who, id] of [
    [coach, randomUUID()],
    [stranger, student],
  ] as const)
    expect(await refusal(statementOf(who, id))).toEqual({ code: 'PT404', message: 'student_not_found' })
})

it('a page of five thousand lines costs what one of fifty costs, of any period and package', async () => {
  const coach = await makeCoach(db)
  const student = { few: await makeStudent(db, coach), many: await makeStudent(db, coach) }
  const pack = randomUUID()
  await db.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica')
    const linesOf = (id: string, count: number) =>
      sql.unsafe(`insert into public.credit_ledger (user_id, id, student_id, package_id, kind, delta, created_at,
                                                    package_balance_after, balance_after)
        select '${coach}', (select coalesce(max(id), 0) from public.credit_ledger) + n, ${id},
               case when n % 2 = 0 then '${pack}'::uuid else gen_random_uuid() end, 'adjust', 1,
               timestamptz '2026-01-01' + n * interval '1 hour', n, n from generate_series(1, ${count}) n`)
    // Lines of other students, so that a plan for a small table would be wrong.
    await linesOf(`md5((n % 400)::text)::uuid`, 40_000)
    await linesOf(`'${student.few}'`, 50)
    await linesOf(`'${student.many}'`, 5000)
  })
  await db.sql.unsafe('vacuum analyze')
  // The size of a page. Some questions find less than a page among fifty lines, so 5,000 lines may cost this much more.
  const PAGE = 30
  // Ids are random, so a page of lines may begin in one leaf of an index and end in the next one: one more descent.
  const DESCENT = 4
  const costs = async (asked: Asked, plans?: 'generic plans') => {
    const of = (id: string) =>
      measure(db, coach, { screen: 'Statement', name: 'page', sql: `select ${callOf(id, asked)}` }, plans)
    return { few: await of(student.few), many: await of(student.many) }
  }
  const newest = await db.sql<{ id: number }[]>`
    select id from public.credit_ledger where student_id = ${student.many} order by id offset 2500 limit 1`
  for (const plans of [undefined, 'generic plans'] as const) {
    for (const asked of [
      {},
      { package_uuid: pack },
      { since: '2026-01-02', until: '2026-01-03' },
      { since: '2026-01-02', package_uuid: pack },
    ]) {
      const { few, many } = await costs({ today: '2026-02-01', ...asked }, plans)
      expect(many.rows, JSON.stringify(asked)).toBeLessThanOrEqual(few.rows + 12 + PAGE)
      expect(many.blocks, JSON.stringify(asked)).toBeLessThanOrEqual(few.blocks + PAGE + DESCENT)
    }
    const middle = await costs({ before: newest[0]?.id ?? 0 }, plans)
    expect(middle.many.blocks).toBeLessThan(middle.few.blocks * 1.2 + 40)
  }
})
