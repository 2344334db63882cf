-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The openings for an active student: places left, whether this student has one, and until when it could be given back in time.
CREATE OR REPLACE FUNCTION private.openings_shown(coach uuid, student uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(json_agg(json_build_object(
             'id', o.id, 'starts_at', n.starts_at, 'minutes', n.minutes, 'club', c.name, 'closes_at', o.closes_at,
             'left', greatest(o.places - t.taken, 0), 'taken', t.own, 'deadline', d.deadline,
             'would_be', case when now() <= d.deadline then 'kept' when now() > d.deadline then 'late' end)
             order by n.starts_at, o.id), '[]')
      -- Limited, like packages and lessons below: each takes milliseconds.
      from (select x.* from public.opening_invites i
              join public.openings x on x.user_id = i.user_id and x.id = i.opening_id
             where i.user_id = coach and i.student_id = student and x.closed_at is null and x.closes_at > now()
             order by x.for_start, x.id limit 100) o
      join public.students st on st.user_id = coach and st.id = student and st.status = 'active'
     cross join lateral (select s.id as slot_id, y.starts_at, y.minutes, y.club_id, y.slots, y.holds_since
                           from public.lesson_slots s
                          cross join lateral (select * from private.occurrence(coach, s.id, o.slot_date)) y
                          where s.user_id = coach and (s.id = o.slot_id or s.replaces @> array[o.slot_id])
                            and y.starts_at = o.for_start and y.reason is null limit 1) n
     cross join lateral (select count(*)::integer as taken, coalesce(bool_or(x = student), false) as own
                           from private.takers(coach, o.id, n.slots, o.slot_date, o.for_start) x) t
     cross join lateral (select private.reply_deadline(n.starts_at, n.holds_since,
                                  (private.judging_version(coach, n.starts_at)).notice_hours::integer) as deadline) d
      left join public.clubs c on c.user_id = coach and c.id = n.club_id
     -- Not shown to a student who is expected there anyway, or by now has another lesson at that time.
     where (t.own
            or not private.has_lesson_then(coach, student, n.slot_id, o.slot_date, n.starts_at, n.minutes)
               and not exists (select from private.expected(coach, n.slots, o.slot_date, o.for_start) e
                                 left join private.replies(coach, n.slots, o.slot_date, o.for_start) r
                                   on r.student_id = e.student_id
                                where e.student_id = student and r.reply is distinct from 'not_coming')));
end $function$;
