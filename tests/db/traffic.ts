import { callsOf } from '../bench/calls'
import { addUp, coachesOf, makeHistory, type Size, studentOf } from '../bench/world'
import { connect, type PostgresDatabase, queryOf } from '../support/postgres'
import { becoming, type Query } from '../support/postgres-database'
import { leaveLead, PACKAGE } from '../support/world/sql'
import { insertion } from './tenants'

/**
 * Sizes of the coaches. Which index is cheapest depends on the amount of data: each index must be the cheapest for one
 * of these.
 */
const COACHES = {
  new: { students: 6, lessons: 48, everyMinutes: 1440 },
  busy: { students: 30, lessons: 1200, everyMinutes: 1440 },
} as const satisfies Record<string, Size>

/**
 * Sends every request of every screen once for each coach, then what deletes rows (club, package, student, coach) and a
 * visitor's lead. The tables are small, so sequential scans are disabled, which the planner would avoid anyway with
 * years of data. When this resolves, `pg_stat_user_indexes` has the counts.
 */
export async function playTraffic(database: PostgresDatabase): Promise<void> {
  for (const [key, size] of Object.entries(COACHES)) {
    // A connection flushes its statistics when it closes at the latest, so each coach gets a separate one.
    const sql = connect(database.url, 1)
    try {
      await playCoach(queryOf(sql), key, size)
    } finally {
      await sql.end()
    }
  }
}

async function playCoach(query: Query, key: string, size: Size): Promise<void> {
  await query(`begin; set local session_replication_role = replica`)
  await makeHistory(query, coachesOf(`values ('${key}')`), size)
  await addUp(query)
  await query('commit; analyze')
  const [student] = await query<{ coach: string; id: string; credits_version: number }>(
    `select user_id as coach, id, credits_version from public.students where id = ${studentOf(key, 0)}`,
  )
  if (!student) throw new Error('The coach was not made')
  const { coach } = student
  const as = async (role: string, work: () => Promise<unknown>) => {
    await query('begin')
    await query(
      `${becoming(role, role === 'authenticated' ? coach : undefined)} set local enable_seqscan = off;`,
    )
    await work()
    await query('commit')
  }
  for (const { sql } of callsOf({ coach, lessons: size.lessons, student }, new Date()))
    await as('authenticated', () => query(sql))
  await as('authenticated', async () => {
    // An agreement version that replaces another one, and the coach's note that a student does not come.
    for (const hours of [24, 48])
      await query(`select public.save_agreement(jsonb_build_object(
        'starts_on', current_date + 3, 'notice_hours', ${hours}, 'makeup_days', 0, 'note', null))`)
    await query(`select public.record_reply(jsonb_build_object('slot_id', o.slot_id, 'slot_date', o.slot_date,
        'student_id', e.student_id, 'reply', 'not_coming'))
      from private.occurrences('${coach}', current_date, current_date + 20) o
      join public.lesson_slot_students e on e.slot_id = o.slot_id limit 1`)
    // An opening for up to 20 active students, and the page of one of them.
    await query(`select public.open_places(jsonb_build_object('id', gen_random_uuid(), 'slot_id', o.slot_id,
        'slot_date', o.slot_date, 'places', 1, 'closes_at', o.starts_at, 'students', (select jsonb_agg(id) from (
          select id from public.students where status = 'active' limit 20) s)))
      from private.occurrences('${coach}', current_date + 2, current_date + 20) o where o.reason is null limit 1`)
    await query(`select public.get_student_public_data('${student.id}')`)
  })
  await as('authenticated', async () => {
    await query('delete from public.clubs')
    await query(insertion('public.packages', { ...PACKAGE, user_id: coach, student_id: student.id }))
    await query('delete from public.packages where used_classes = 0')
    await query(
      `delete from public.sessions where id = (select session_id from public.session_package_assignments
         where student_id = '${student.id}' and package_id is not null order by assigned_at desc limit 1)`,
    )
    await query(`select public.get_credit_statement('${student.id}')`)
    await query(`select public.delete_student('${student.id}')`)
  })
  await as('anon', () => leaveLead(query))
  await as('postgres', () => query(`delete from auth.users where id = '${coach}'`))
}
