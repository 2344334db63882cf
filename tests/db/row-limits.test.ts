import { expect, it } from 'vitest'
import { queryOf } from '../support/postgres'
import { type Query, refusal } from '../support/postgres-database'
import { ownDatabase } from '../support/shared-postgres'
import { insert, makeCoach, makeStudent } from '../support/world/sql'

/** docs/product.md, 'Limits': lists that a single request could fill. */
const database = await ownDatabase()

const TOO_MANY = { code: 'PT413', message: 'too_many_rows' }
/**
 * By table: the most rows, SQL that adds `count` rows of the coach $1, and SQL that makes room for as many again
 * without deleting any (`put`) and takes that back (`back`).
 */
const LISTS: Record<string, { most: number; add: (count: string) => string; put?: string; back?: string }> = {
  clubs: { most: 500, add: (count) => `(user_id, name) select $1, 'Clube ' || n from ${count}` },
  message_templates: {
    most: 100,
    add: (count) => `(user_id, kind, body) select $1, 'k_' || translate(n::text || clock_timestamp()::text,
      '0123456789 -:.+', 'abcdefghij'), 'Oi' from ${count}`,
  },
  alerts: {
    most: 10_000,
    add: (count) => `(user_id, type, priority, message, dedupe_key)
      select $1, 'no_club_registered', 'low', 'x', gen_random_uuid() from ${count}`,
    put: 'resolved = true, ended = true',
    back: 'ended = false',
  },
  notices: {
    most: 10_000,
    add: (count) => `(user_id, kind, cause) select $1, 'low_credits', gen_random_uuid() from ${count}`,
    put: `opened_at = now() - interval '91 days'`,
    back: 'opened_at = now()',
  },
  slot_exceptions: {
    most: 20_000,
    add: (count) => `(user_id, slot_id, slot_date, reason)
      select s.user_id, s.id, date '2026-01-01' + n % 25000, 'rain' from ${count}, public.lesson_slots s
       where s.user_id = $1
          on conflict do nothing`,
  },
  agreements: {
    most: 1000,
    add: (count) => `(user_id, version, starts_on, notice_hours, makeup_days)
      select $1, n, date '2026-01-01', 24, 0 from ${count}`,
  },
  lesson_replies: {
    most: 10_000,
    add: (count) => `(user_id, slot_id, slot_date, student_id, reply, told_by, for_start)
      select s.user_id, gen_random_uuid(), date '2026-01-01', s.id, 'coming', 'coach', now()
        from ${count}, public.students s where s.user_id = $1`,
  },
  occurrence_guests: {
    most: 10_000,
    add: (count) => `(user_id, slot_id, slot_date, student_id, source, for_start)
      select s.user_id, gen_random_uuid(), date '2026-01-01', s.id, 'coach', now()
        from ${count}, public.students s where s.user_id = $1`,
  },
  openings: {
    most: 10_000,
    add: (count) => `(user_id, id, slot_id, slot_date, for_start, places, closes_at)
      select $1, gen_random_uuid(), gen_random_uuid(), date '2026-01-01', now(), 1, now() from ${count}`,
  },
}
/** The limit counts rows, whichever way they came; so many inserts through triggers would take seconds. */
const withoutTriggers = (work: (query: Query) => Promise<unknown>) =>
  database.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica')
    await work(queryOf(sql))
  })

/** Tables that only functions write, or in which a coach cannot name the coach. */
const BY_OWNER = [
  'slot_exceptions',
  'notices',
  'agreements',
  'lesson_replies',
  'occurrence_guests',
  'openings',
]

it.each(Object.entries(LISTS))(
  'a coach has no more %s than the limit, at once or one by one',
  async (table, { most, add, put, back }) => {
    const coach = await makeCoach(database)
    const slot = { user_id: coach, weekday: 2, start_time: '07:00', starts_on: '2026-01-01' }
    const fill = (from: number, to: number) => (query: Query) =>
      query(`insert into public.${table} ${add(`generate_series(${from}, ${to}) n`)}`, [coach])
    const asCoach = (work: (query: Query) => Promise<unknown>) =>
      BY_OWNER.includes(table) ? database.asOwner(work) : database.asUser(coach, work)
    await insert(database.owner, 'lesson_slots', slot)
    await makeStudent(database, coach)
    await withoutTriggers(fill(1, most - 1))
    expect(await refusal(asCoach(fill(most, most + 1)))).toMatchObject(TOO_MANY)
    await asCoach(fill(most, most))
    expect(await refusal(asCoach(fill(most + 1, most + 1)))).toMatchObject(TOO_MANY)
    if (put === undefined || back === undefined) return
    const set = (values: string) => database.as(coach)(`update public.${table} set ${values}`)
    await set(put)
    await asCoach(fill(1, 1))
    expect(await refusal(set(back))).toMatchObject(TOO_MANY)
  },
)
