import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { mapRecord } from '@/core/records'
import { STUDENT_COLUMNS } from '@/students/student.schema'
import { ownDatabase } from '../support/shared-postgres'
import { insert, makeCoach, makePackage, makeStudent, STUDENT } from '../support/world/sql'

/**
 * Forms compare the version of a row (docs/product.md, 'Two devices'). If a client may write a column that does not
 * move the version, a form on another device overwrites that column unnoticed.
 */

/** Where each table keeps its version. Rows that belong to a lesson share the lesson's version. */
const LESSON = '(select s.version from public.sessions s where s.user_id = t.user_id and s.id = t.session_id)'
const VERSIONS: Record<string, string> = {
  clubs: 't.updated_at',
  lesson_slots: 't.updated_at',
  message_templates: 't.updated_at',
  packages: 't.updated_at',
  profiles: 't.updated_at',
  session_feedbacks: LESSON,
  session_package_assignments: LESSON,
  sessions: 't.version',
  students: 't.updated_at',
}

/** Tables whose versions no form compares, and why. */
const WITHOUT: Record<string, string> = {
  alerts: 'The rules refresh an alert, and closing one is one column: the last one wins.',
  notices: 'One column, a time.',
}

/** Columns that no form shows: when and how a package was chosen, and what the coach has looked at. */
const UNSEEN = [
  'profiles.replies_seen_at',
  'session_package_assignments.assigned_at',
  'session_package_assignments.manually_assigned',
  'session_package_assignments.spared_package_id',
]

/** SQL that changes each column; some columns change together. */
const CHANGES: Record<string, Record<string, string>> = {
  clubs: {
    name: `name = 'Outro'`,
    address: `address = 'Rua B'`,
    phone: `phone = '5511987650000'`,
    is_default: 'is_default = not is_default',
  },
  lesson_slots: { ends_on: `ends_on = date '2026-12-01'` },
  message_templates: { body: `body = 'Outro'`, kind: `kind = 'expired_package'` },
  packages: {
    name: `name = 'Outro'`,
    total_classes: 'total_classes = total_classes + 1',
    price: 'price = price + 1',
    purchase_date: 'purchase_date = purchase_date - 1',
    payment_date: 'payment_date = payment_date + 1',
    expiry_date: 'expiry_date = expiry_date + 1',
    validity_days: 'validity_days = 30',
    renews_monthly: 'renews_monthly = not renews_monthly',
    renews:
      'renews = (select o.id from public.packages o where o.student_id = t.student_id and o.id <> t.id)',
  },
  profiles: {
    name: `name = 'Outra'`,
    phone: `phone = '5511987650000'`,
    main_sport: `main_sport = 'Padel'`,
    package_order: `package_order = 'expires_first'`,
    cancel_extension_days: 'cancel_extension_days = 7',
    time_zone: `time_zone = 'America/Manaus'`,
    pix_type: `pix_type = 'evp'`,
    pix_key: `pix_key = 'b'`,
    pix_name: `pix_name = 'B'`,
    pix_city: `pix_city = 'B'`,
    show_pix: 'show_pix = not show_pix',
    renewal_due_day: 'renewal_due_day = 9',
    first_steps_closed: 'first_steps_closed = not first_steps_closed',
  },
  session_feedbacks: {
    rating: 'rating = 2',
    notes: `notes = 'Outra'`,
    private_notes: `private_notes = 'Outra'`,
    tags: `tags = '{Voleio}'`,
    club_id: 'club_id = (select c.id from public.clubs c limit 1)',
  },
  session_package_assignments: { package_id: 'package_id = null', attendance: `attendance = 'absent'` },
  sessions: {
    date: `date = date - interval '1 hour'`,
    day: 'day = day - 1',
    teacher: `teacher = 'Outra'`,
    notes: `notes = 'Outra'`,
    cancelled_reason: `cancelled_reason = 'rain'`,
    slot_id: `slot_id = (select o.id from public.lesson_slots o limit 1), slot_date = date '2026-02-03'`,
    slot_date: `slot_id = (select o.id from public.lesson_slots o limit 1), slot_date = date '2026-02-03'`,
  },
  students: {
    // Every update of an own student counts as an edit, also one that changes nothing.
    ...mapRecord(STUDENT_COLUMNS, (_, column) => `${column} = ${column}`),
    name: `name = 'Outra'`,
    notes: `notes = 'Outra'`,
  },
}

const db = await ownDatabase()

/** Columns that a signed-in coach may update, by table. `user_id` is left out: an upsert of an own row names it. */
const written = () =>
  db.owner<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
          and a.attname <> 'user_id' and has_column_privilege('authenticated', c.oid, a.attnum, 'update')
        order by 1, 2`,
  )

/** A coach with a row in the given table, and the rows it needs. */
async function makeRows(table: string): Promise<string> {
  const coach = await makeCoach(db)
  const student = await makeStudent(db, coach)
  const [pack, lesson, slot] = [await makePackage(db, coach, student), randomUUID(), randomUUID()]
  await makePackage(db, coach, student, { price: 1 })
  await db.asOwner(async (query) => {
    const own = { user_id: coach }
    const seat = { ...own, session_id: lesson, student_id: student }
    await query(
      `update public.profiles set pix_type = 'email', pix_key = 'a', pix_name = 'A', pix_city = 'A' where id = $1`,
      [coach],
    )
    await insert(query, 'clubs', { ...own, name: 'Um' })
    await insert(query, 'clubs', { ...own, name: 'Dois' })
    await insert(query, 'message_templates', { ...own, kind: 'low_credits', body: 'Oi' })
    const time = { weekday: 2, start_time: '07:00', minutes: 60, starts_on: '2026-01-10' }
    await insert(query, 'lesson_slots', { ...own, id: slot, ...time })
    const when = { date: '2026-02-03T10:00:00Z', day: '2026-02-03' }
    await insert(query, 'sessions', { ...own, id: lesson, teacher: 'Ana', ...when })
    await insert(query, 'session_package_assignments', { ...seat, package_id: pack })
    // Only without feedback can the participant become absent.
    if (table === 'session_feedbacks') await insert(query, table, { ...seat, rating: 4 })
  })
  return coach
}

/** The columns that a coach can change without moving the version of the row. */
async function unmoved(table: string, columns: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const coach = await makeRows(table)
  for (const column of columns) {
    const change = CHANGES[table]?.[column]
    if (change === undefined) throw new Error(`Say above how ${table}.${column} changes`)
    const owner = table === 'profiles' ? 'id' : 'user_id'
    const versions = () =>
      db.owner(`select ${VERSIONS[table]}::text as version from public.${table} t where t.${owner} = $1`, [
        coach,
      ])
    const before = new Set((await versions()).map((row) => JSON.stringify(row)))
    // Compare only the row that was changed: making a club the default, for one, changes another club too.
    await db.asOwner(async (query) => {
      await query(`select set_config('role', 'authenticated', true)`)
      await query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: coach })])
      // The participants of a lesson are judged at the commit, as in a plan.
      await query('set constraints all deferred')
      await query(
        `update public.${table} t set ${change}
          where to_jsonb(t) = (select to_jsonb(u) from public.${table} u where u.${owner} = $1 limit 1)`,
        [coach],
      )
      if (column === 'cancelled_reason') {
        await query(
          `update public.session_package_assignments set attendance = 'cancelled', package_id = null`,
        )
      }
    })
    if ((await versions()).every((row) => before.has(JSON.stringify(row)))) found.push(column)
  }
  return found
}

it('every column that a coach may write is of a table whose version forms compare, or has a reason', async () => {
  const tables = [...new Set((await written()).map(({ name }) => name))]
  expect(tables).toEqual([...Object.keys(VERSIONS), ...Object.keys(WITHOUT)].toSorted())
})

it.each(Object.keys(VERSIONS))('every change of %s moves the version', async (table) => {
  const columns = (await written()).flatMap(({ name, column }) =>
    name === table && !UNSEEN.includes(`${name}.${column}`) ? [column] : [],
  )
  expect(columns).not.toEqual([])
  expect(await unmoved(table, columns)).toEqual([])
})

it('finds a column that a trigger passes over', async () => {
  expect(STUDENT).toHaveProperty('notes')
  await db.asOwner((query) =>
    query(`drop trigger touch on public.students;`).then(() =>
      query(`create trigger touch before update on public.students for each row
               when (old.notes is not distinct from new.notes) execute function private.touch_updated_at()`),
    ),
  )
  expect(await unmoved('students', ['name', 'notes'])).toEqual(['notes'])
})
