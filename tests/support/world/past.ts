import type { LocalDate, Uuid } from '@/core/model'
import type { Backend } from '../backend'

/** Rows that only time, another coach's choice or the database itself would have written, by SQL. */

/** Combinados that began 60 days ago. */
export const agreedLongAgo = ({ sql }: Backend, coach: Uuid, { notice = 24, makeup = 0 } = {}) =>
  sql(
    `insert into public.agreements (user_id, version, starts_on, notice_hours, makeup_days, created_at)
     values ($1, 1, current_date - 60, $2, $3, now() - interval '60 days') on conflict do nothing`,
    [coach, notice, makeup],
  )

/**
 * The student is known not to come to the lesson that begins at `start`: noted by the coach, or told by the link so
 * many hours before, and judged.
 */
export const notComing = (
  { sql }: Backend,
  coach: Uuid,
  { slotId, slotDate }: { slotId: Uuid; slotDate: LocalDate },
  student: Uuid | undefined,
  start: Date,
  told?: { hours: number; outcome: 'kept' | 'late' },
) =>
  sql(
    `insert into public.lesson_replies (user_id, slot_id, slot_date, student_id, reply, replied_at, told_by, for_start,
                                        outcome, agreement_version)
     values ($1, $2, $3, $4, 'not_coming', coalesce($5::text::timestamptz - make_interval(hours => $6::int), now()), $7,
             $5::text::timestamptz, $8, $9)`,
    [
      coach,
      slotId,
      slotDate,
      student ?? '',
      start.toISOString(),
      told?.hours ?? null,
      told ? 'student' : 'coach',
      told?.outcome ?? null,
      told ? 1 : null,
    ],
  )

/** The absence in this lesson was told by the link so many hours before, in time. */
export const wasTold = ({ sql }: Backend, lesson: Uuid, hours: number) =>
  sql(
    `update public.session_package_assignments a
        set agreement_version = 1, told_by = 'student', told_outcome = 'kept', told_for = s.date,
            told_at = s.date - make_interval(hours => $2::int)
       from public.sessions s where s.id = $1 and a.session_id = s.id`,
    [lesson, hours],
  )

/** The package is valid at least until this day, by an absence that was told in time. */
export const giveFloor = ({ sql }: Backend, pkg: Uuid, until: LocalDate) =>
  sql(
    `insert into public.package_extensions (user_id, student_id, package_id, until_day, reason, session_id, day, kept)
     select user_id, student_id, id, $2::date, 'Reposição', gen_random_uuid(), $2::date - 30, true
       from public.packages where id = $1`,
    [pkg, until],
  )

/** The package is valid for so many days more: for a journey, or because of a lesson. */
export const giveDays = (
  { sql }: Backend,
  pkg: Uuid,
  days: number,
  lesson?: { id: Uuid; day: LocalDate; reason: string },
) =>
  sql(
    `insert into public.package_extensions (user_id, student_id, package_id, days, reason, session_id, day)
     select user_id, student_id, id, $2, $3, $4, $5::date from public.packages where id = $1`,
    [pkg, days, lesson?.reason ?? 'Viagem', lesson?.id ?? null, lesson?.day ?? null],
  )
