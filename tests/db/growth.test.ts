import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { callsOf, publicPage } from '../bench/calls'
import { measure } from '../bench/measure'
import { addUp, coachesOf, makeHistory, studentOf } from '../bench/world'
import { queryOf } from '../support/postgres'
import { ownDatabase } from '../support/shared-postgres'
import { expectNoBrokenRules } from './broken-rules'

/**
 * A small version of `npm run bench` in every test run: two coaches with the same number of students and lessons per
 * week, one with ten times the history.
 */
const STUDENTS = 12
const PAST = { beginner: 300, veteran: 3000 } as const
/** Students of two more coaches, who have the past of the beginner; of the second each has four open alerts. */
const CROWD = 120
const LESSONS = { ...PAST, crowded: PAST.beginner, warned: PAST.beginner }
/** Lessons of one student of the veteran; every fourth lesson has two students. */
const OWN_LESSONS = (PAST.veteran / STUDENTS) * 1.25

const database = await ownDatabase()
beforeAll(async () => {
  await database.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica')
    const query = queryOf(sql)
    // Many other coaches, so that no table is small enough for a sequential scan. Each has so little data that a plan
    // for the average coach is wrong for these two.
    await makeHistory(query, coachesOf('select n::text from generate_series(1, 800) n'), {
      students: 5,
      lessons: 20,
      everyMinutes: 720,
    })
    for (const [key, lessons] of Object.entries(PAST))
      await makeHistory(query, coachesOf(`values ('${key}')`), {
        students: STUDENTS,
        lessons,
        everyMinutes: 720,
      })
    await makeHistory(query, coachesOf(`values ('crowded'), ('warned')`), {
      students: CROWD,
      lessons: PAST.beginner,
      everyMinutes: 720,
    })
    await addUp(query)
    await query(`insert into public.alerts (user_id, type, priority, student_id, student_name, message, dedupe_key)
      select s.user_id, t, 'high', s.id, s.name, '-', t || ':' || s.id
        from public.students s,
             unnest(array['low_credits', 'expiring_package', 'expired_package', 'payment_overdue']) t
       where s.user_id = (select user_id from public.students where id = ${studentOf('warned', 0)})`)
  })
  await database.sql.unsafe('vacuum analyze')
})

async function callsAs(key: keyof typeof LESSONS) {
  const rows = await database.owner<{ coach: string; id: string; credits_version: number }>(
    `select user_id as coach, id, credits_version from public.students where id = ${studentOf(key, 0)}`,
  )
  const [student] = rows
  if (!student) throw new Error(`The coach '${key}' was not made`)
  return callsOf({ coach: student.coach, lessons: LESSONS[key], student }, new Date()).map((call) => ({
    ...call,
    coach: student.coach,
  }))
}

it('the made-up past is one that the triggers could have kept', () => expectNoBrokenRules(database))

it('what is compared is really the rows that are read', async () => {
  const [few, many] = await Promise.all(
    (['beginner', 'veteran'] as const).map(async (key) => {
      const [call] = await callsAs(key)
      if (!call) throw new Error('there are calls')
      const counting = `select count(*) from public.sessions where user_id = '${call.coach}'`
      return measure(database, call.coach, { ...call, sql: counting })
    }),
  )
  expect(few?.rows).toBeGreaterThanOrEqual(PAST.beginner)
  expect(many?.rows).toBeGreaterThanOrEqual(PAST.veteran)
})

// From the sixth call on, a connection may use one generic plan for all coaches, so both kinds of plan must be good.
it.each(['planned anew', 'generic plans'] as const)(
  'ten times the past is not ten times the reading: %s',
  async (plans) => {
    const veteran = await callsAs('veteran')
    const grown: string[] = []
    let compared = 0
    for (const [index, call] of (await callsAs('beginner')).entries()) {
      const long = veteran[index]
      if (!long) throw new Error('both coaches make the same requests')
      const few = await measure(database, call.coach, call, plans, 1)
      const many = await measure(database, long.coach, long, plans, 1)
      const name = `${call.screen}, ${call.name}`
      // Calls that read one row per student read the same for both coaches; other calls may differ by where days begin.
      // Blocks reveal what row counts hide: the scan of a whole index for a few of its entries.
      if (call.grows === undefined || call.grows === 'students') {
        if (many.rows > few.rows * 1.2 + 12) grown.push(`${name}: ${few.rows} rows, then ${many.rows}`)
        if (many.blocks > few.blocks * 1.2 + 12)
          grown.push(`${name}: ${few.blocks} blocks, then ${many.blocks}`)
        compared += 1
      }
      // Finding one student's history must not read everybody's.
      if (call.grows === 'own lessons' && many.rows > OWN_LESSONS * 8)
        grown.push(`${name}: ${many.rows} rows for ${OWN_LESSONS} lessons`)
    }
    expect(grown).toEqual([])
    expect(compared).toBeGreaterThan(12)
  },
)

// The calendar's feed once read all students of the coach again for each lesson.
it.each(['planned anew', 'generic plans'] as const)(
  'all students are read once at most: %s',
  async (plans) => {
    const crowded = await callsAs('crowded')
    const grown: string[] = []
    for (const [index, call] of (await callsAs('beginner')).entries()) {
      const large = crowded[index]
      if (!large) throw new Error('both coaches make the same requests')
      if (call.grows !== undefined) continue
      const few = await measure(database, call.coach, call, plans, 1)
      const many = await measure(database, large.coach, large, plans, 1)
      if (many.rows > few.rows * 1.2 + 12 + CROWD)
        grown.push(`${call.screen}, ${call.name}: ${few.rows} rows, then ${many.rows}`)
    }
    expect(grown).toEqual([])
  },
)

// They once read the open alerts of all students.
it.each(['planned anew', 'generic plans'] as const)(
  'the facts about one student read the alerts of this student alone: %s',
  async (plans) => {
    const rows = async (key: keyof typeof LESSONS) => {
      const call = (await callsAs(key)).find(({ name }) => name === 'facts of one')
      if (!call) throw new Error('the facts about one student are read')
      return (await measure(database, call.coach, call, plans, 1)).rows
    }
    expect(await rows('warned')).toBeLessThanOrEqual((await rows('crowded')) + 4)
  },
)

it('a link that was changed reads no more than an unknown one, but for the link itself', async () => {
  const [student] = await database.owner<{ coach: string; link: string }>(
    `select user_id as coach, id as link from public.students where id = ${studentOf('veteran', 1)}`,
  )
  if (!student) throw new Error('the coach has more than one student')
  const { coach, link } = student
  const opened = await measure(database, coach, publicPage(link))
  await database.as(coach)('select public.rotate_student_link($1)', [link])
  const revoked = await measure(database, coach, publicPage(link))
  const unknown = await measure(database, coach, publicPage(randomUUID()))
  // The changed link costs its index entry and its row more than an unknown one.
  expect(revoked.rows - unknown.rows).toBeLessThanOrEqual(2)
  expect(revoked.blocks - unknown.blocks).toBeLessThanOrEqual(2)
  expect(opened.rows).toBeGreaterThan(100)
})
