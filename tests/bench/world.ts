import { createHash } from 'node:crypto'

/** How much data a generated coach has. */
export interface Size {
  students: number
  lessons: number
  /** Minutes between two lessons, counted back from now. */
  everyMinutes: number
}

/** Lessons per package, and the credits left in the last package. */
const PACKAGE_SIZE = 8
const CREDITS_LEFT = 3
/** Slots of a coach that have not ended, and lessons per slot that has ended. */
const SLOTS = 6
const SESSIONS_OF_SLOT = 20

/** SQL for the id of a generated student; numbers start at 0. */
export const studentOf = (key: string, number: number): string => `md5('student${key}-${number}')::uuid`

/** The same id, computed in TypeScript. */
export function studentId(key: string, number: number): string {
  const hash = createHash('md5').update(`student${key}-${number}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** SQL for coaches whose ids follow from their keys. `keys` is SQL for one text column. */
export const coachesOf = (keys: string): string =>
  `select key, md5('coach' || key)::uuid from (${keys}) keys (key)`

/** SQL for the rating of everybody in a lesson. */
const ratingOf = (lesson: string): string => `(1 + abs(hashtext(${lesson}::text)) % 5)`

/** SQL for the id of a generated slot; refers to the row's column `key`. */
const slotOf = (n: string): string => `md5('slot' || key || '-' || (${n}))::uuid`

/** Runs a statement without row-level security and triggers. */
type Run = (statement: string) => Promise<unknown>

/**
 * Generates coaches with their history by plain SQL, without triggers; `addUp` then writes what triggers would have
 * written. Every fourth lesson has two students, one in fifty has no package, and every eighth lesson of a student
 * starts a new package. The week has a few slots; each ended slot has its lessons, and every slot has exceptions.
 *
 * @param coaches SQL for key (text) and id (uuid); accounts that do not exist are created.
 */
export async function makeHistory(query: Run, coaches: string, size: Size): Promise<void> {
  const { students, lessons, everyMinutes } = size
  const coach = 'coach_id'
  const student = (n: string) => `md5('student' || key || '-' || (${n}) % ${students})::uuid`
  const packageOf = (n: string) => `case when i % 50 = 10 then null else
    md5('package' || key || '-' || (${n}) % ${students} || '-' || i / ${students * PACKAGE_SIZE})::uuid end`
  const made = `(${coaches}) coaches (key, coach_id)`
  const everySlot = `${made}, generate_series(0, ${SLOTS + Math.floor((lessons - 1) / SESSIONS_OF_SLOT)}) n`
  // More than a day apart, because a slot has one occurrence a day.
  const fromSlot = `i % ${Math.ceil(1440 / everyMinutes) + 1} = 0`
  const everyLesson = `${made}, generate_series(0, ${lessons - 1}) i`

  await query(
    `insert into auth.users (id, email)
     select ${coach}, 'bench-' || key || '@voleio.test' from ${made} on conflict do nothing`,
  )
  await query(
    `insert into public.profiles (id, name) select ${coach}, 'Ana Ribeiro' from ${made} on conflict do nothing`,
  )
  await query(
    `insert into public.clubs (user_id, name, is_default) select ${coach}, 'Clube', true from ${made}`,
  )
  await query(`insert into public.students (id, user_id, name, phone, gender, type, classe, created_at)
    select ${student('n')}, ${coach}, 'Aluno ' || n, '5511987654321', 'female', 'fixed', '3-classe',
           now() - ${lessons * everyMinutes} * interval '1 minute' + n * interval '1 minute'
      from ${made}, generate_series(0, ${students - 1}) n`)
  await query(`insert into public.student_links (link, user_id, student_id)
    select ${student('n')}, ${coach}, ${student('n')} from ${made}, generate_series(0, ${students - 1}) n`)
  await query(`insert into public.lesson_slots (id, user_id, weekday, start_time, starts_on, ends_on)
    select ${slotOf('n')}, ${coach}, n % 7, time '07:00' + n % 12 * interval '1 hour', current_date - 6000,
           case when n >= ${SLOTS} then current_date - n end
      from ${everySlot}`)
  await query(`insert into public.agenda_feeds (user_id, token)
    select ${coach}, repeat(md5('token' || key), 2) from ${made}`)
  await query(`insert into public.lesson_slot_students (user_id, slot_id, student_id)
    select ${coach}, ${slotOf('n')}, ${student('n + other')} from ${everySlot}, generate_series(0, 1) other`)
  // The newest began more than 120 minutes ago: a lesson that a measurement registers now may not stand beside it.
  const began = `now() - (i * ${everyMinutes} + 121) * interval '1 minute'`
  // Inserted with their counters, because updating them later would write every lesson twice.
  await query(`insert into public.sessions (id, user_id, date, day, teacher, notes, student_count, unassigned_count,
                                            rating_sum, rating_count, slot_id, slot_date)
    select id, ${coach}, ${began}, private.fallback_day(${began}), 'Ana Ribeiro', 'Saque e voleio',
           present, case when i % 50 = 10 then present else 0 end, present * ${ratingOf('id')}, present,
           case when ${fromSlot} then ${slotOf(`${SLOTS} + i / ${SESSIONS_OF_SLOT}`)} end,
           case when ${fromSlot} then private.fallback_day(${began}) end
      from (select ${coach}, key, i, md5('lesson' || key || '-' || i)::uuid as id,
                  case when i % 4 = 0 then 2 else 1 end as present
              from ${everyLesson}) l`)
  // An occurrence with a lesson gets no exception.
  await query(`insert into public.slot_exceptions (user_id, slot_id, slot_date, reason, moved_to)
    select ${coach}, ${slotOf('n')}, day, case when week = 0 then 'rain' end,
           case when week > 0 then day + interval '36 hours' end
      from ${everySlot}, generate_series(0, 2) week,
           lateral (select current_date + (n % 7 - extract(dow from current_date)::integer + 7) % 7
                           - 7 * (week + case when n >= ${SLOTS} then n else 0 end) as day) d
     where not exists (select from public.sessions x
                        where x.user_id = ${coach} and x.slot_id = ${slotOf('n')} and x.slot_date = day)`)
  await query(`insert into public.session_package_assignments (user_id, session_id, student_id, package_id)
    select ${coach}, md5('lesson' || key || '-' || i)::uuid, ${student('i')}, ${packageOf('i')} from ${everyLesson}
    union all
    select ${coach}, md5('lesson' || key || '-' || i)::uuid, ${student('i + 1')}, ${packageOf('i + 1')}
      from ${everyLesson} where i % 4 = 0`)
}

/**
 * Writes what triggers maintain and what depends on attendance: feedback, packages, ledger, alerts, messages, sums. A
 * third of the students owe their newest package, and half of the students renew theirs every month.
 */
export async function addUp(query: Run): Promise<void> {
  await query(`insert into public.session_feedbacks (user_id, session_id, student_id, rating, notes, tags)
    select user_id, session_id, student_id, ${ratingOf('session_id')}, 'Mais perna no saque', '{Saque,Voleio}'
      from public.session_package_assignments`)
  await query(`insert into public.packages (id, user_id, student_id, name, total_classes, used_classes, price,
                                            paid_total, purchase_date, payment_date, expiry_date, renews_monthly,
                                            sold_classes, sold_price)
    select package_id, user_id, student_id, 'Pacote de 8 aulas',
           used + case when newest then ${CREDITS_LEFT} else 0 end, used, 640,
           case when newest and place % 3 = 0 then 0 else 640 end, began, began,
           began + 300, newest and place % 2 = 0, used + case when newest then ${CREDITS_LEFT} else 0 end, 640
      from (select *, row_number() over (partition by user_id, student_id order by began desc) = 1 as newest,
                   dense_rank() over (partition by user_id order by student_id) as place
              from (select a.user_id, a.student_id, a.package_id, count(*)::integer as used, min(s.date)::date as began
                      from public.session_package_assignments a
                      join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
                     where a.package_id is not null group by 1, 2, 3) g) p`)
  await query(`insert into public.payments (user_id, student_id, package_id, amount, paid_on, method, own)
    select user_id, student_id, id, price, payment_date, 'other', true from public.packages where open_amount = 0`)
  // A message after every fourth lesson, which has two students.
  await query(`insert into public.notices (user_id, kind, student_id, cause, opened_at)
    select a.user_id, 'lesson_summary', a.student_id, s.id::text, s.date
      from public.sessions s
      join public.session_package_assignments a on a.user_id = s.user_id and a.session_id = s.id
     where s.student_count = 2`)
  await query(`insert into public.message_templates (user_id, kind, body)
    select id, 'lesson_summary', 'Oi, {nome}!' from public.profiles on conflict do nothing`)
  const order = 'order by at, package_id, session_id nulls first'
  await query(`insert into public.credit_ledger (user_id, id, student_id, package_id, session_id, kind, delta,
                                                 created_at, package_name, lesson_date, lesson_day, attendance,
                                                 package_balance_after, balance_after)
    select user_id, row_number() over (partition by user_id ${order}), student_id, package_id, session_id, kind,
           delta, at, 'Pacote de 8 aulas', date, day, attendance,
           sum(delta) over (partition by user_id, student_id, package_id ${order}),
           sum(delta) over (partition by user_id, student_id ${order})
      from (select user_id, student_id, id as package_id, null::uuid as session_id, 'purchase' as kind,
                   total_classes as delta, purchase_date::timestamptz as at, null::timestamptz as date,
                   null::date as day, null as attendance
              from public.packages
            union all
            select a.user_id, a.student_id, a.package_id, a.session_id, 'consume', -1, s.date, s.date, s.day,
                   a.attendance
              from public.session_package_assignments a
              join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
             where a.package_id is not null) l`)
  await query(`insert into private.ledger_numbers (user_id, last)
    select user_id, max(id) from public.credit_ledger group by 1
    on conflict (user_id) do update set last = excluded.last`)
  // Every used-up package had its alert once; lessons without a package still have theirs.
  await query(`insert into public.alerts (user_id, type, priority, student_id, session_id, package_id, student_name,
                                          message, dedupe_key, resolved, ended, created_at)
    select user_id, 'low_credits', 'high', student_id, null::uuid, null::uuid, 'Aluno', 'Está sem créditos',
           'low_credits:' || student_id, true, true, purchase_date from public.packages where remaining_classes = 0
    union all
    select a.user_id, 'unassigned_session', 'high', a.student_id, a.session_id, null, n.name, 'Aula sem pacote',
           'unassigned_session:' || a.session_id || ':' || a.student_id, false, false, s.date
      from public.session_package_assignments a
      join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
      join public.students n on n.user_id = a.user_id and n.id = a.student_id
     where a.package_id is null`)
  await query(`update public.students s set total_credits = p.credits, credits_version = p.packages
      from (select user_id, student_id, sum(remaining_classes) as credits, count(*) as packages
              from public.packages group by 1, 2) p
     where s.user_id = p.user_id and s.id = p.student_id`)
  await query(`insert into public.coach_totals (user_id, active_students, lessons, held, unassigned_lessons,
                                                rating_sum, rating_count)
    select s.user_id, st.n, count(*), count(*), count(*) filter (where s.unassigned_count > 0),
           sum(s.rating_sum), sum(s.rating_count)
      from public.sessions s
      join (select user_id, count(*) as n from public.students where status = 'active' group by 1) st using (user_id)
     group by 1, 2
    on conflict (user_id) do update
       set active_students = excluded.active_students, lessons = excluded.lessons,
           held = excluded.held, unassigned_lessons = excluded.unassigned_lessons, rating_sum = excluded.rating_sum,
           rating_count = excluded.rating_count`)
  await query(`insert into public.coach_days (user_id, day, lessons, held, rating_sum, rating_count, revenue, received,
                                              open_amount)
    select user_id, day, sum(lessons), sum(lessons), sum(rating_sum), sum(rating_count), sum(revenue), sum(received),
           sum(open_amount)
      from (select user_id, (date at time zone 'UTC')::date as day, 1 as lessons, rating_sum, rating_count,
                   0 as revenue, 0 as received, 0 as open_amount
              from public.sessions
            union all
            select user_id, purchase_date, 0, 0, 0, price, paid_total, open_amount from public.packages) x
     group by 1, 2`)
}
