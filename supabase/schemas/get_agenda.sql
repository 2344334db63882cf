-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Occurrences whose local day is in the range, ordered by instant: {time_zone, occurrences: [{slot_id, slot_date, start_time, starts_at, day, minutes, club_id, reason, moved_to, session_id, session_date, cancelled_reason, students: [{id, name, guest, taken_at, reply, replied_at, told_by, outcome}], opening: {id, places, taken, closes_at, invites: [{id, name, invited_at, taken_at}]}}], lessons: those without a slot, [{id, starts_at, day, cancelled_reason, students}]}. At most 401 days (PT400 bad_range).
CREATE OR REPLACE FUNCTION public.get_agenda(from_day date, to_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  me   constant uuid := private.coach();
  -- Of a coach with slots the zone in which they are planned, by which `private.refuse_lesson_beside` judges too.
  zone constant text := coalesce((select p.time_zone from public.profiles p where p.id = me),
                                 (select private.coach_time_zone(me)
                                    from public.lesson_slots l where l.user_id = me limit 1));
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 400 then
    raise sqlstate 'PT400' using message = 'bad_range';
  end if;
  return jsonb_build_object(
    'time_zone', zone,
    'occurrences', coalesce((
      select jsonb_agg(jsonb_build_object(
               'slot_id', o.slot_id, 'slot_date', o.slot_date, 'start_time', c.start_time, 'starts_at', o.starts_at,
               'day', o.day, 'minutes', o.minutes, 'club_id', o.club_id, 'reason', o.reason, 'moved_to', o.moved_to,
               'session_id', l.id, 'session_date', l.date, 'cancelled_reason', l.cancelled_reason,
               -- For a lesson, its participants; for an unanswered occurrence, the active students who are expected.
               'students', private.with_replies(me, case when l.id is null then w.expected else l.participants end,
                                                c.slots, o.slot_date, o.starts_at),
               'opening', case when l.id is null and o.reason is null
                               then private.opening_shown(me, c.slots, o.slot_date, o.starts_at) end)
               order by o.starts_at, o.slot_id, o.slot_date)
        from private.occurrences(me, from_day, to_day) o
       cross join lateral (select y.id || y.replaces as slots, y.start_time from public.lesson_slots y
                            where y.user_id = me and y.id = o.slot_id offset 0) c
       cross join lateral (
         select array_agg(s.id) as expected
           from private.expected(me, c.slots, o.slot_date, o.starts_at) e
           join public.students s on s.user_id = me and s.id = e.student_id
          where s.status = 'active') w
        left join lateral (
         select x.id, x.date, x.cancelled_reason, array(
                  select a.student_id from public.session_package_assignments a
                   where a.user_id = me and a.session_id = x.id) as participants
           from public.sessions x
          where x.user_id = me and x.slot_id = o.slot_id and x.slot_date = o.slot_date offset 0) l on true), '[]'),
    -- By date, which has an index; a lesson's local day is at most one day away from its date. The range is joined:
    -- with constants the planner guessed that all lessons of a coach lie in it, and read those of years.
    'lessons', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', x.id, 'starts_at', x.date, 'day', d.day, 'cancelled_reason', x.cancelled_reason,
               'students', coalesce((
                  select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id)
                    from public.session_package_assignments a
                    join public.students s on s.user_id = a.user_id and s.id = a.student_id
                   where a.user_id = me and a.session_id = x.id), '[]'))
               order by x.date, x.id)
        from unnest(array[(from_day - 1)::timestamp at time zone 'UTC'],
                    array[(to_day + 2)::timestamp at time zone 'UTC']) r (since, before)
       cross join lateral (select * from public.sessions y
                            where y.user_id = me and y.date >= r.since and y.date < r.before offset 0) x
       cross join lateral (select coalesce((x.date at time zone zone)::date, x.day) as day) d
       where x.slot_id is null and d.day between from_day and to_day), '[]'));
end $function$;
grant execute to authenticated, service_role;
