-- What the agenda shows (docs/product.md, 'Agenda').
create function private.with_replies(coach uuid, ids uuid[], slots uuid[], on_day date, begins timestamptz)
returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'guest', coalesce(e.guest, false),
                                                 'taken_at', e.taken_at, 'reply', r.reply, 'replied_at', r.replied_at,
                                                 'told_by', r.told_by, 'outcome', r.outcome)
                              || case when r.came_back then '{"came_back": true}' else '{}'::jsonb end
                              order by s.name, s.id), '[]')
      from public.students s
      left join private.replies(coach, slots, on_day, begins) r on r.student_id = s.id
      left join private.expected(coach, slots, on_day, begins) e on e.student_id = s.id
     where s.user_id = coach and s.id = any (ids));
end $$;
comment on function private.with_replies(uuid, uuid[], uuid[], date, timestamptz) is
  'These students of a coach, by name, each with the reply that counts for an occurrence, and whether they are guests.';
grant execute on function private.with_replies(uuid, uuid[], uuid[], date, timestamptz) to authenticated, service_role;

create function private.opening_shown(coach uuid, slots uuid[], on_day date, begins timestamptz) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  o public.openings;
begin
  o := private.open_opening(coach, slots, on_day, begins);
  if o.id is null then return null; end if;
  return jsonb_build_object(
    'id', o.id, 'places', o.places, 'closes_at', o.closes_at,
    'taken', (select count(*) from private.takers(coach, o.id, slots, on_day, begins)),
    'invites', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'invited_at', i.invited_at,
                                                             'taken_at', i.taken_at)
                                          order by i.invited_at, s.name, s.id), '[]')
                  from public.opening_invites i
                  join public.students s on s.user_id = i.user_id and s.id = i.student_id
                 where i.user_id = coach and i.opening_id = o.id));
end $$;
comment on function private.opening_shown(uuid, uuid[], date, timestamptz) is
  'The open opening of an occurrence, also while it is full, with the students who were asked; null: none.';
grant execute on function private.opening_shown(uuid, uuid[], date, timestamptz) to authenticated, service_role;

create function public.get_agenda(from_day date, to_day date) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
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
end $$;
comment on function public.get_agenda(date, date) is
  'Occurrences whose local day is in the range, ordered by instant: {time_zone, occurrences: [{slot_id, slot_date, '
  'start_time, starts_at, day, minutes, club_id, reason, moved_to, session_id, session_date, cancelled_reason, '
  'students: [{id, name, guest, taken_at, reply, replied_at, told_by, outcome}], opening: {id, places, taken, '
  'closes_at, invites: [{id, name, invited_at, taken_at}]}}], lessons: those without a slot, [{id, starts_at, day, '
  'cancelled_reason, students}]}. At most 401 days (PT400 bad_range).';
grant execute on function public.get_agenda(date, date) to authenticated, service_role;
