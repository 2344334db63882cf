-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The unanswered occurrences of the next four weeks at which an active student is expected, or the given one of these; with `others_until` those that are over and have not lapsed, and those after the four weeks until then. `entry`: the JSON of the public page, which names no other student.
CREATE OR REPLACE FUNCTION private.next_lessons(coach uuid, student uuid, only_slot uuid DEFAULT NULL::uuid, only_day date DEFAULT NULL::date, others_until date DEFAULT NULL::date)
 RETURNS TABLE(slot_id uuid, slot_date date, starts_at timestamp with time zone, slots uuid[], reply text, deadline timestamp with time zone, would_be text, agreement_version integer, entry json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  zone  constant text := private.coach_time_zone(coach);
  today constant date := (now() at time zone zone)::date;
begin
  return query
  -- From yesterday on: a lesson of yesterday may run past midnight.
  select n.slot_id, n.slot_date, n.starts_at, n.slots, r.reply, d.deadline, j.would_be, n.version,
         json_build_object(
           'starts_at', n.starts_at, 'minutes', n.minutes, 'club', c.name, 'slot_id', n.slot_id,
           'slot_date', n.slot_date,
           'reply', r.reply, 'replied_at', r.replied_at, 'told_by', r.told_by, 'outcome', r.outcome,
           'deadline', d.deadline, 'can_reply', n.version is not null and n.starts_at > now(), 'would_be', j.would_be,
           -- By the version that the seat will keep (private.told_of).
           'makeup_days', (select g.makeup_days from public.agreements g
                            where g.user_id = coach and g.version = coalesce(n.version, r.agreement_version)))
    from (select x.*, y.id || y.replaces as slots, (v.judge).version as version, (v.judge).notice_hours as notice_hours
            from (select o.slot_id, o.slot_date, o.starts_at, o.minutes, o.club_id, o.reason, o.holds_since
                    from private.occurrences(coach, today - case when others_until is null then 1 else 7 end,
                                             case when others_until is null then today + 28
                                                  else greatest(others_until, today) end) o
                   where only_slot is null
                  union all
                  select only_slot, only_day, o.starts_at, o.minutes, o.club_id, o.reason, o.holds_since
                    from private.occurrence(coach, only_slot, only_day) o
                   where only_slot is not null
                     and (o.starts_at at time zone zone)::date between today - 1 and today + 28) x
            join public.students st on st.user_id = coach and st.id = student and st.status = 'active'
           cross join lateral (select * from public.lesson_slots where user_id = coach and id = x.slot_id offset 0) y
            left join public.sessions l on l.user_id = coach and l.slot_id = x.slot_id and l.slot_date = x.slot_date
           cross join lateral (select private.judging_version(coach, x.starts_at) as judge offset 0) v
           where x.reason is null and l.id is null
             and (x.starts_at + make_interval(mins => x.minutes) > now()
                  and (x.starts_at at time zone zone)::date <= today + 28)
                 = (others_until is null)
             -- As private.expected has it, for this student alone.
             and (exists (select from public.lesson_slot_students e
                           where e.user_id = coach and e.slot_id = x.slot_id and e.student_id = student)
                  or exists (select from public.occurrence_guests g
                              where g.user_id = coach and g.student_id = student and g.slot_date = x.slot_date
                                and (g.slot_id = x.slot_id and (g.source = 'coach' or g.for_start = x.starts_at)
                                     or g.slot_id = any (y.replaces) and g.for_start = x.starts_at)))) n
    left join public.clubs c on c.user_id = coach and c.id = n.club_id
    left join lateral (select * from private.replies(coach, n.slots, n.slot_date, n.starts_at) y
                        where y.student_id = student) r on true
   cross join lateral (select private.reply_deadline(n.starts_at, n.holds_since, n.notice_hours::integer) as deadline) d
   cross join lateral (
     select case when now() <= d.deadline then 'kept' when now() > d.deadline then 'late' end as would_be) j;
end $function$;
