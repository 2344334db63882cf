-- Who is expected at an occurrence, and which of its places are offered (docs/data-model.md, 'Replies and how they are
-- judged').

create function private.expected(coach uuid, slots uuid[], on_day date, begins timestamptz)
returns table (student_id uuid, guest boolean, taken_at timestamptz)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
  select e.student_id, false, null::timestamptz
    from public.lesson_slot_students e where e.user_id = coach and e.slot_id = slots[1]
  union all
  select distinct on (g.student_id) g.student_id, true, case when g.source = 'opening' then g.created_at end
    from unnest(slots) i (id)
   cross join lateral (select * from public.occurrence_guests x
                        where x.user_id = coach and x.slot_id = i.id and x.slot_date = on_day offset 0) g
   -- A guest that the coach added to the slot itself moves with the lesson.
   where (g.for_start = begins or (g.slot_id = slots[1] and g.source = 'coach'))
     and not exists (select from public.lesson_slot_students e
                      where e.user_id = coach and e.slot_id = slots[1] and e.student_id = g.student_id);
end $$;
comment on function private.expected(uuid, uuid[], date, timestamptz) is
  'Who is expected at an occurrence beginning at `begins`: the students of its slot, the first of `slots`, and '
  'guests. `taken_at`: when a guest took an opening.';
grant execute on function private.expected(uuid, uuid[], date, timestamptz) to authenticated, service_role;

create function private.open_opening(coach uuid, slots uuid[], on_day date, begins timestamptz) returns public.openings
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  o public.openings;
begin
  select y.* into o
    from unnest(slots) i (id)
   cross join lateral (select * from public.openings x
                        where x.user_id = coach and x.slot_id = i.id and x.slot_date = on_day offset 0) y
   where y.for_start = begins and y.closed_at is null and y.closes_at > now()
   limit 1;
  return o;
end $$;
comment on function private.open_opening(uuid, uuid[], date, timestamptz) is
  'The open opening of an occurrence; nulls: none.';
grant execute on function private.open_opening(uuid, uuid[], date, timestamptz) to authenticated, service_role;

create function private.coming(coach uuid, slots uuid[], on_day date, begins timestamptz) returns setof uuid
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
  select e.student_id
    from private.expected(coach, slots, on_day, begins) e
    join public.students s on s.user_id = coach and s.id = e.student_id and s.status = 'active'
    left join private.replies(coach, slots, on_day, begins) r on r.student_id = e.student_id
   where r.reply is distinct from 'not_coming';
end $$;
comment on function private.coming(uuid, uuid[], date, timestamptz) is
  'The active students who are expected at an occurrence and did not reply ''not_coming''.';
grant execute on function private.coming(uuid, uuid[], date, timestamptz) to authenticated, service_role;

create function private.players(coach uuid, slots uuid[], on_day date, begins timestamptz)
returns table (student_id uuid, guest boolean)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  lesson public.sessions;
begin
  select * into lesson from public.sessions x where x.user_id = coach and x.slot_id = slots[1] and x.slot_date = on_day;
  return query
  select e.student_id, e.guest from private.expected(coach, slots, on_day, begins) e where lesson.id is null
  union all
  select a.student_id, e.student_id is null
    from public.session_package_assignments a
    left join public.lesson_slot_students e
      on e.user_id = coach and e.slot_id = slots[1] and e.student_id = a.student_id
   where a.user_id = coach and a.session_id = lesson.id and lesson.cancelled_reason is null;
end $$;
comment on function private.players(uuid, uuid[], date, timestamptz) is
  'Who has this lesson, as the agenda shows it: the participants of a registered one, nobody if it was cancelled, '
  'else who is expected. `guest`: not a student of the slot.';
grant execute on function private.players(uuid, uuid[], date, timestamptz) to authenticated, service_role;

create function private.takers(coach uuid, opening uuid, slots uuid[], on_day date, begins timestamptz)
returns setof uuid
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
  select i.student_id
    from public.opening_invites i
    join private.coming(coach, slots, on_day, begins) c on c = i.student_id
   where i.user_id = coach and i.opening_id = opening and i.taken_at is not null;
end $$;
comment on function private.takers(uuid, uuid, uuid[], date, timestamptz) is
  'The students who have a place of an opening: active, took it, were not taken out since, and did not reply '
  '''not_coming''.';
grant execute on function private.takers(uuid, uuid, uuid[], date, timestamptz) to authenticated, service_role;

-- An opening that has ended stays ended, even if the answer, the skip or the move is taken back.
create function private.end_openings() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  done record := coalesce(new, old);
begin
  update public.openings o set closed_at = now()
   where o.user_id = done.user_id and o.slot_date = done.slot_date and o.closed_at is null
     and o.slot_id = any (coalesce((select s.id || s.replaces from public.lesson_slots s
                                     where s.user_id = done.user_id and s.id = done.slot_id), array[done.slot_id]));
  return null;
end $$;
comment on function private.end_openings() is
  'After an occurrence was answered, skipped or moved, or came back to its time: ends its opening.';
create trigger end_openings after insert or update of slot_id, slot_date on public.sessions
  for each row when (new.slot_id is not null) execute function private.end_openings();
create trigger end_openings after insert or update of reason, moved_to on public.slot_exceptions
  for each row execute function private.end_openings();
create trigger end_openings_back after delete on public.slot_exceptions
  for each row when (old.moved_to is not null) execute function private.end_openings();

-- When a lesson moves, its takers are released, and they are not expected again when it comes back: they may have taken
-- another hour meanwhile. Guests that the coach added stay.
create function private.release_takers() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  gone constant public.slot_exceptions := case when tg_op = 'DELETE' then old else new end;
begin
  delete from public.occurrence_guests g
   where g.user_id = gone.user_id and g.slot_date = gone.slot_date and g.source = 'opening'
     and g.slot_id = any (coalesce((select s.id || s.replaces from public.lesson_slots s
                                     where s.user_id = gone.user_id and s.id = gone.slot_id), array[gone.slot_id]));
  return null;
end $$;
comment on function private.release_takers() is
  'After an occurrence moved, or came back to its time: its takers are not expected any more.';
create trigger release_takers_moved after insert on public.slot_exceptions
  for each row when (new.moved_to is not null) execute function private.release_takers();
create trigger release_takers_moved_on after update of moved_to on public.slot_exceptions
  for each row when (old.moved_to is distinct from new.moved_to) execute function private.release_takers();
create trigger release_takers_back after delete on public.slot_exceptions
  for each row when (old.moved_to is not null) execute function private.release_takers();

create function private.release_ended(ended uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me  constant uuid := private.coach();
  ids constant uuid[] := ended || array(select unnest(s.replaces) from public.lesson_slots s
                                         where s.user_id = me and (s.id = any (ended) or s.replaces && ended));
begin
  delete from public.occurrence_guests g
   -- Also of a lesson that has begun: its guests are named as released too.
   where g.user_id = me and g.for_start > now() - interval '30 days' and g.slot_id = any (ids)
     -- A guest of the coach stays in a lesson that moved.
     and not (g.source = 'coach' and exists (select from private.occurrence(me, g.slot_id, g.slot_date)))
     and not private.begins_then(me, g.slot_id, g.slot_date, g.for_start);
  update public.openings o set closed_at = now()
   where o.user_id = me and o.closes_at > now() and o.closed_at is null and o.slot_id = any (ids)
     and not private.begins_then(me, o.slot_id, o.slot_date, o.for_start);
end $$;
comment on function private.release_ended(uuid[]) is
  'After slots of the caller ended or were replaced: releases guests of occurrences that no longer begin at the same '
  'time, and ends their openings. Who was named as released is not expected again when the time comes back.';
grant execute on function private.release_ended(uuid[]) to authenticated, service_role;

create function private.hand_on(ended uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me constant uuid := private.coach();
begin
  update public.occurrence_guests g set slot_id = n.id
    from (select x.slot_id, x.slot_date, x.student_id, s.id
            from public.occurrence_guests x
            join public.lesson_slots s on s.user_id = x.user_id and s.replaces @> array[x.slot_id]
           cross join lateral (select * from private.occurrence(me, s.id, x.slot_date)) y
           -- A lesson that has begun may move to an hour to come.
           where x.user_id = me and x.for_start > now() - interval '30 days' and s.replaces && ended
             and y.starts_at = x.for_start) n
   where g.user_id = me and g.slot_id = n.slot_id and g.slot_date = n.slot_date and g.student_id = n.student_id;
  update public.openings o set slot_id = n.id
    from (select x.id as opening, s.id
            from public.openings x
            join public.lesson_slots s on s.user_id = x.user_id and s.replaces @> array[x.slot_id]
           cross join lateral (select * from private.occurrence(me, s.id, x.slot_date)) y
           where x.user_id = me and x.closes_at > now() and s.replaces && ended and y.starts_at = x.for_start) n
   where o.user_id = me and o.id = n.opening;
end $$;
comment on function private.hand_on(uuid[]) is
  'After slots of the caller were replaced: guests and openings of an occurrence that begins as before are the new '
  'slot''s. The coach''s guests move with it, and nobody is expected, and no place offered, at two slots that '
  'replaced one.';
grant execute on function private.hand_on(uuid[]) to authenticated, service_role;

create function private.begins_then(coach uuid, slot uuid, on_day date, begins timestamptz) returns boolean
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return exists (select from public.lesson_slots s
                  cross join lateral (select * from private.occurrence(coach, s.id, on_day)) y
                  where s.user_id = coach and (s.id = slot or s.replaces @> array[slot]) and y.starts_at = begins);
end $$;
comment on function private.begins_then(uuid, uuid, date, timestamptz) is
  'Whether an occurrence of a slot, or of one that replaced it, begins at `begins`.';
grant execute on function private.begins_then(uuid, uuid, date, timestamptz) to authenticated, service_role;

create function private.waits_for_answer(coach uuid, slot uuid, on_day date, begins timestamptz) returns boolean
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return begins <= now()
     and not exists (select from public.lesson_slots s
                      join public.sessions x on x.user_id = s.user_id and x.slot_id = s.id and x.slot_date = on_day
                      where s.user_id = coach and (s.id = slot or s.replaces @> array[slot]));
end $$;
comment on function private.waits_for_answer(uuid, uuid, date, timestamptz) is
  'Whether an occurrence has begun and has no lesson yet.';

create function private.is_moved_to(coach uuid, slot uuid, on_day date, begins timestamptz) returns boolean
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return exists (select from public.slot_exceptions e
                  join public.lesson_slots s on s.user_id = e.user_id and s.id = e.slot_id
                  where e.user_id = coach and e.slot_date = on_day and e.moved_to = begins
                    and (s.id = slot or s.replaces @> array[slot]));
end $$;
comment on function private.is_moved_to(uuid, uuid, date, timestamptz) is
  'Whether an occurrence of a slot, or of one that replaced it, was moved to `begins`.';

-- When the time zone changes, lessons keep their local time, and so do takers and openings: nobody is released. A moved
-- occurrence keeps its instant.
create function private.follow_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant text := coalesce(old.time_zone, 'America/Sao_Paulo');
  after  constant text := coalesce(new.time_zone, 'America/Sao_Paulo');
  today  constant date := (now() at time zone after)::date;
begin
  -- A version that has begun may have judged lessons: it must not become one that is still to begin, which a save
  -- replaces.
  update public.agreements a set starts_on = today
   where a.user_id = new.id and a.starts_on > today and a.starts_on <= (now() at time zone before)::date;
  -- Nor does one that was taken down judge again.
  update public.agreements a set ends_on = today - 1 where a.user_id = new.id and a.ends_on >= today;
  -- Replies keep their instant, so without this a taker who gave the place back would have it again, although it may be
  -- somebody else's by now.
  delete from public.occurrence_guests g
   where g.user_id = new.id and g.for_start > now() and g.source = 'opening'
     and exists (select from public.lesson_slots s
                  cross join lateral private.replies(new.id, s.id || s.replaces, g.slot_date, g.for_start) r
                  where s.user_id = new.id and (s.id = g.slot_id or s.replaces @> array[g.slot_id])
                    and r.student_id = g.student_id and r.reply = 'not_coming');
  update public.occurrence_guests g set for_start = g.for_start at time zone before at time zone after
   where g.user_id = new.id and g.for_start > now() - interval '30 days'
     and (g.for_start > now() or private.waits_for_answer(new.id, g.slot_id, g.slot_date, g.for_start))
     and not private.is_moved_to(new.id, g.slot_id, g.slot_date, g.for_start);
  -- Students tell anew, but nobody can tell of a lesson that has begun, in the old zone or in the new one.
  update public.lesson_replies r set for_start = r.for_start at time zone before at time zone after
   where r.user_id = new.id and r.for_start > now() - interval '30 days'
     and private.waits_for_answer(new.id, r.slot_id, r.slot_date,
                                  least(r.for_start, r.for_start at time zone before at time zone after))
     and not private.is_moved_to(new.id, r.slot_id, r.slot_date, r.for_start)
     and not exists (select from public.lesson_replies x
                      where x.user_id = r.user_id and x.slot_id = r.slot_id and x.slot_date = r.slot_date
                        and x.student_id = r.student_id
                        and x.told_by = r.told_by and x.for_start = r.for_start at time zone before at time zone after);
  update public.openings o set for_start = o.for_start at time zone before at time zone after,
                               -- A local time that summer time leaves out becomes an hour later, which may be after the
                               -- start.
                               closes_at = least(o.closes_at at time zone before at time zone after,
                                                 o.for_start at time zone before at time zone after)
   where o.user_id = new.id and o.for_start > now()
     and not private.is_moved_to(new.id, o.slot_id, o.slot_date, o.for_start);
  return null;
end $$;
comment on function private.follow_zone() is
  'After the time zone changed: moves guests, openings, and replies to lessons that have begun and are not answered '
  'to the same local time in the new zone. Versions of the agreement that have begun, or were taken down, stay so.';
create trigger follow_zone after update of time_zone on public.profiles
  for each row when (coalesce(old.time_zone, 'America/Sao_Paulo') <> coalesce(new.time_zone, 'America/Sao_Paulo'))
  execute function private.follow_zone();

create function private.guests_of_plan(me uuid, plan jsonb, coming boolean) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('slot_id', g.slot_id, 'slot_date', g.slot_date,
                                                          'student_id', g.student_id)), '[]')
      from public.occurrence_guests g
      join public.students p on p.user_id = me and p.id = g.student_id and p.status = 'active'
     where g.user_id = me and g.for_start > now() - interval '30 days'
       and exists (select from (select (o ->> 'slot_id')::uuid as slot_id, (o ->> 'slot_date')::date as on_day,
                                       null::date as last_day
                                  from jsonb_array_elements((plan #> '{skips,add}') || (plan #> '{skips,remove}')) o
                                union
                                select (s ->> 'slot_id')::uuid, null, (s ->> 'last_day')::date
                                  from jsonb_array_elements(plan #> '{slots,end}') s) c
                    where (c.on_day is null or c.on_day = g.slot_date)
                      -- An earlier day stays, also in a slot that the ended one had replaced.
                      and (c.last_day is null or c.last_day < g.slot_date)
                      -- The plan may name the guest's slot, its successor, or another slot that the successor replaced.
                      and (c.slot_id = g.slot_id
                           or exists (select from public.lesson_slots s
                                       where s.user_id = me and s.replaces @> array[g.slot_id]
                                         and (s.id = c.slot_id or s.replaces @> array[c.slot_id]))))
       -- The occurrence as it is now, possibly in a slot that replaced the guest's.
       and exists (select from public.lesson_slots s
                    cross join lateral (select * from private.occurrence(me, s.id, g.slot_date)) y
                    where s.user_id = me and (s.id = g.slot_id or s.replaces @> array[g.slot_id])
                      and (y.starts_at = g.for_start or (s.id = g.slot_id and g.source = 'coach')) and y.reason is null
                      -- A lesson may have moved from an hour that is past to one that is to come, with its guests; or
                      -- it does now. Nobody is told of a skip of what is past.
                      and (not coming or greatest(g.for_start, y.starts_at) > now()
                           or not jsonb_path_exists(plan, '$.skips.add[*].reason ? (@ != null)'))
                      -- A student of the slot is no guest any more.
                      and not (coming
                               and (exists (select from public.lesson_slot_students e
                                             where e.user_id = me and e.slot_id = s.id and e.student_id = g.student_id)
                                    or exists (select from private.replies(me, s.id || s.replaces, g.slot_date,
                                                                           y.starts_at) r
                                                where r.student_id = g.student_id and r.reply = 'not_coming')))));
end $$;
comment on function private.guests_of_plan(uuid, jsonb, boolean) is
  'The active guests of occurrences that a plan moves or takes out of the agenda, or of future ones that it skips, as '
  'long as the occurrence takes place. `coming`: only those who did not reply ''not_coming''.';
grant execute on function private.guests_of_plan(uuid, jsonb, boolean) to authenticated, service_role;

-- A skip does not end replies: they count again when the lesson is planned again.
create function private.replies_of_plan(me uuid, plan jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('slot_id', x.slot_id, 'slot_date', x.slot_date,
                                                          'student_id', x.student_id,
                                                          'told_for', x.for_start)), '[]')
      from public.lesson_replies x
     cross join lateral (select s.id, s.id || s.replaces as slots from public.lesson_slots s
                          where s.user_id = me and (s.id = x.slot_id or s.replaces @> array[x.slot_id])) n
     cross join lateral (select * from private.occurrence(me, n.id, x.slot_date)) y
     cross join lateral (select * from private.replies(me, n.slots, x.slot_date, x.for_start) w
                          where w.student_id = x.student_id and w.reply = 'not_coming') r
      join private.expected(me, n.slots, x.slot_date, x.for_start) e on e.student_id = x.student_id
      join public.students st on st.user_id = me and st.id = x.student_id and st.status = 'active'
     -- Also to a lesson that has begun and is not answered: at another hour the student is expected.
     where x.user_id = me and x.for_start > now() - interval '30 days' and x.reply = 'not_coming'
       and y.starts_at = x.for_start
       and exists (select from (select (o ->> 'slot_id')::uuid as slot_id, (o ->> 'slot_date')::date as on_day
                                  from jsonb_array_elements((plan #> '{skips,add}') || (plan #> '{skips,remove}')) o
                                union
                                select (s ->> 'slot_id')::uuid, null
                                  from jsonb_array_elements(plan #> '{slots,end}') s) c
                    where c.slot_id = any (n.slots)
                      -- Takers do not follow, and guests not to another slot, unless they become students of it.
                      and ((c.on_day = x.slot_date and e.taken_at is null)
                           or (c.on_day is null
                               and (not e.guest
                                    or exists (select from jsonb_array_elements(plan #> '{slots,add}') a
                                                where (a ->> 'replaces')::uuid = any (n.slots)
                                                  and a -> 'students' ? x.student_id::text))))));
end $$;
comment on function private.replies_of_plan(uuid, jsonb) is
  'The students who replied ''not_coming'' to an occurrence that a plan may move or take out of the agenda, each with '
  'the start that the reply was about (`told_for`).';
grant execute on function private.replies_of_plan(uuid, jsonb) to authenticated, service_role;
