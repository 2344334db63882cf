import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAgreementWorld } from '../db/agreement-world'
import { type OwnPostgresServer, type PostgresDatabase, startPostgres } from '../support/postgres'
import { median } from './measure'
import { number, printTable } from './report'

/**
 * What a student's page and one reply cost for a coach with 50 students and 5,000 replies, and what 40 replies at the
 * same time cost.
 */
const STUDENTS = 50
const CLASS = 40
const REPLIES = 5_000
const TIMES = 21

async function timed(ask: (turn: number) => Promise<unknown>): Promise<number> {
  const times = []
  for (let turn = 0; turn < TIMES; turn++) {
    const began = performance.now()
    await ask(turn)
    times.push(performance.now() - began)
  }
  return median(times)
}

let server: OwnPostgresServer
let database: PostgresDatabase
beforeAll(async () => {
  server = await startPostgres()
  database = await server.createDatabase()
}, 120_000)
afterAll(() => server.stop())

it('the page and a reply of a student', { timeout: 300_000 }, async () => {
  const world = await makeAgreementWorld(database)
  const { coach } = world
  const lesson = await world.lessonIn(72)
  // Ten lessons a week in which five students are expected, with replies over two years.
  await world.asOwner(
    `insert into public.students (user_id, name, phone, gender, type, classe)
     select $1, 'Aluno ' || n, '5511987654321', 'female', 'fixed', '3-classe' from generate_series(2, $2::text::int) n`,
    [coach, String(STUDENTS)],
  )
  await world.asOwner(
    `with slots as (
       insert into public.lesson_slots (user_id, weekday, start_time, minutes, starts_on)
       select $1, 1 + n % 5, make_time(7 + n, 0, 0), 60, current_date - 730
         from generate_series(0, 9) n returning id, weekday, start_time),
     expected as (
       insert into public.lesson_slot_students (user_id, slot_id, student_id)
       select $1, s.id, p.id from (select id, row_number() over (order by id) as place from slots) s
         join (select id, row_number() over (order by id) as place from public.students where user_id = $1) p
           on p.place % 10 = s.place % 10
       returning slot_id, student_id)
     insert into public.lesson_replies (user_id, slot_id, slot_date, student_id, reply, replied_at, told_by, for_start,
                                         outcome, agreement_version)
     select $1, e.slot_id, d.day, e.student_id, 'not_coming', d.start - interval '2 days', 'student', d.start, 'kept', 1
       from expected e join slots s on s.id = e.slot_id
      cross join lateral (select day::date as day, (day + s.start_time) at time zone 'UTC' as start
                            from generate_series(current_date - 730, current_date + 27, interval '1 day') day
                           where extract(dow from day) = s.weekday) d
      limit $2::text::int`,
    [coach, String(REPLIES)],
  )
  await database.sql.unsafe('vacuum analyze')
  const [told] = await world.asOwner(
    'select count(*)::int as count from public.lesson_replies where user_id = $1',
    [coach],
  )
  expect(told).toEqual({ count: REPLIES })

  const page = await timed(async () => expect((await world.page()).next_lessons).not.toEqual([]))
  // Each reply changes the one before.
  const reply = await timed(async (turn) =>
    expect(await world.reply(lesson, turn % 2 === 0 ? 'not_coming' : 'coming')).toMatchObject({
      success: true,
    }),
  )
  // All students reply at the same moment: replies to one lesson wait for each other.
  const others = await database.asOwner((query) =>
    query<{ id: string }>(
      'select id from public.students where user_id = $1 and id <> $2 limit $3::text::int',
      [coach, world.student, String(CLASS)],
    ),
  )
  const links = others.map(({ id }) => id)
  const shared = await world.lessonIn(96, 24 * 60, links)
  const began = performance.now()
  const took = await Promise.all(
    links.map(async (link) => {
      expect(await world.reply(shared, 'not_coming', { link })).toMatchObject({ success: true })
      return performance.now() - began
    }),
  )
  printTable(
    ['request', 'ms, median'],
    [
      ['page of a student', number(page, 1)],
      ['reply', number(reply, 1)],
      [`the last of ${CLASS} replies to one lesson, sent at once`, number(Math.max(...took), 0)],
    ],
  )
})
