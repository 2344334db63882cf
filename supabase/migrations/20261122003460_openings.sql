-- Guests and openings (docs/data-model.md, 'Replies and how they are judged'). Their tables are written here, by the
-- functions that change or end an occurrence (20261122001915_expected.sql), by imports and by the removal of a student.

-- Lock order: the slot, the coach, then the student.
create function private.claim_occurrence(
  me uuid, inout slot uuid, on_day date, out starts_at timestamptz, out slots uuid[], out planned boolean
)
language plpgsql volatile security definer set search_path = '' as $$
declare
  o record;
begin
  perform private.claim_slot(me, slot);
  select * into o from private.occurrence(me, slot, on_day);
  if not found then raise sqlstate 'PT404' using message = 'occurrence_not_found', detail = on_day::text; end if;
  starts_at := o.starts_at;
  slots := o.slots;
  planned := o.reason is null
    and not exists (select from public.sessions x
                     where x.user_id = me and x.slot_id = claim_occurrence.slot and x.slot_date = on_day);
end $$;
comment on function private.claim_occurrence(uuid, uuid, date) is
  'Locks the slot of an occurrence of a coach. `starts_at`: when it begins; `slots`: its slot and the slots that it '
  'replaced; `planned`: it is neither skipped nor answered. PT404 occurrence_not_found.';

create function private.change_guest(
  slot uuid, slot_date date, student uuid, comes boolean, start timestamptz, op uuid
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  me       constant uuid := private.coach();
  is_again boolean := false;
  word     text;
  o        record;
  seat     record;
  taken    record;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- A repeat after a lost answer must not take back what another device did since.
  if op is not null then is_again := private.begin_operation(me, op, null) is not null; end if;
  select * into o from private.claim_occurrence(me, change_guest.slot, change_guest.slot_date);
  if not is_again then
    -- Nobody is taken out of a registered lesson here.
    if not o.planned then
      raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = change_guest.slot_date::text;
    end if;
    if (private.claim_student(me, student)).status <> 'active' and comes then
      raise sqlstate 'PT409' using message = 'student_inactive', detail = student::text;
    end if;
  end if;
  word := case when exists (select from private.replies(me, o.slots, change_guest.slot_date, o.starts_at) r
                             where r.student_id = student and r.reply = 'not_coming') then 'not_coming'
               else 'expected' end;
  select e.guest into seat
    from private.expected(me, o.slots, change_guest.slot_date, o.starts_at) e where e.student_id = student;
  if is_again or (comes and found) then return case when found then word end; end if;
  -- It must begin when the coach saw it begin, if the request says when.
  if comes and start <> o.starts_at then
    raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = start::text;
  end if;
  -- Also rows that are left from before the occurrence moved.
  delete from public.occurrence_guests g
   where g.user_id = me and g.slot_id = any (o.slots) and g.slot_date = change_guest.slot_date
     and g.student_id = student;
  if not comes then return case when seat.guest is false then word end; end if;
  -- A taker who was taken out gets the place back as it was, unless somebody else has taken it meanwhile.
  select x.id, x.places, i.taken_at into taken
    from public.openings x
    join public.opening_invites i
      on i.user_id = x.user_id and i.opening_id = x.id and i.student_id = change_guest.student
   where x.user_id = me and x.slot_id = any (o.slots) and x.slot_date = change_guest.slot_date
     and x.for_start = o.starts_at and i.taken_at is not null
   order by i.taken_at desc limit 1;
  if (select count(*) from private.takers(me, taken.id, o.slots, change_guest.slot_date, o.starts_at))
     >= taken.places then
    update public.opening_invites i set taken_at = null
     where i.user_id = me and i.opening_id = taken.id and i.student_id = change_guest.student;
    taken.taken_at := null;
  end if;
  insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start, created_at)
  values (me, change_guest.slot, change_guest.slot_date, student,
          case when taken.taken_at is null then 'coach' else 'opening' end, o.starts_at,
          coalesce(taken.taken_at, now()));
  return word;
end $$;
comment on function private.change_guest(uuid, date, uuid, boolean, timestamptz, uuid) is
  'Makes a student a guest of one occurrence, or takes the guest out, once per op. Answers `expected`: the student is '
  'expected now; `not_coming`: is expected, but said not to come; null: is not expected.';
grant execute on function private.change_guest(uuid, date, uuid, boolean, timestamptz, uuid)
  to authenticated, service_role;

create function public.add_guest(
  slot uuid, slot_date date, student uuid, start timestamptz default null, op uuid default null
) returns text
language sql volatile security invoker set search_path = '' as $$
  select private.change_guest(slot, slot_date, student, true, start, op)
$$;
comment on function public.add_guest(uuid, date, uuid, timestamptz, uuid) is
  'Makes a student of the caller a guest of one occurrence, which begins at `start` (null: whenever it does), once '
  'per op. A student who is expected already stays so; a taker who was taken out gets the place back. Answers '
  '`expected`, `not_coming` if the student said so, or null if the student is not expected. PT404 '
  'occurrence_not_found, student_not_found, PT409 occurrence_not_planned, student_inactive, PT410 student_anonymized.';
grant execute on function public.add_guest(uuid, date, uuid, timestamptz, uuid) to authenticated, service_role;

create function public.remove_guest(slot uuid, slot_date date, student uuid, op uuid default null) returns text
language sql volatile security invoker set search_path = '' as $$
  select private.change_guest(slot, slot_date, student, false, null, op)
$$;
comment on function public.remove_guest(uuid, date, uuid, uuid) is
  'Takes a guest out of an occurrence, once per op; a place that the guest took is free again. Answers and refuses as '
  'add_guest does.';
grant execute on function public.remove_guest(uuid, date, uuid, uuid) to authenticated, service_role;

-- Otherwise a student who becomes active again would have a place that somebody else took meanwhile.
create function private.release_places() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.occurrence_guests g
   where g.user_id = new.user_id and g.student_id = new.id and g.source = 'opening' and g.for_start > now();
  return null;
end $$;
comment on function private.release_places() is
  'After a student became inactive: frees the places that the student took.';
create trigger release_places after update of status on public.students
  for each row when (old.status = 'active' and new.status <> 'active') execute function private.release_places();

create function private.open_places(asked jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  opening constant uuid := asked ->> 'id';
  on_day constant date := asked ->> 'slot_date';
  ends   constant timestamptz := asked ->> 'closes_at';
  o      record;
  known  public.openings;
  person uuid;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if opening is null or asked ->> 'slot_id' is null or on_day is null or ends is null
     or jsonb_typeof(asked -> 'places') is distinct from 'number'
     or jsonb_typeof(asked -> 'students') is distinct from 'array'
     or jsonb_array_length(asked -> 'students') > 200
     or (asked ->> 'places')::numeric not in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10) then
    raise sqlstate 'PT400' using message = 'bad_opening';
  end if;
  select * into o from private.claim_occurrence(me, (asked ->> 'slot_id')::uuid, on_day);
  select * into known from public.openings x where x.user_id = me and x.id = opening;
  if known.id is not null then
    if (known.places, known.closes_at) is distinct from ((asked ->> 'places')::smallint, ends)
       or known.slot_date <> on_day or not known.slot_id = any (o.slots) then
      raise sqlstate 'PT409' using message = 'opening_changed', detail = opening::text;
    end if;
  else
    if not o.planned or o.starts_at <= now() then
      raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = on_day::text;
    end if;
    -- It must begin when the coach saw it begin.
    if (asked ->> 'starts_at')::timestamptz <> o.starts_at then
      raise sqlstate 'PT409' using message = 'occurrence_not_planned', detail = asked ->> 'starts_at';
    end if;
    if ends <= now() or ends > o.starts_at then
      raise sqlstate 'PT400' using message = 'bad_opening', detail = 'closes_at';
    end if;
    if (private.open_opening(me, o.slots, on_day, o.starts_at)).id is not null then
      raise sqlstate 'PT409' using message = 'opening_exists', detail = on_day::text;
    end if;
    -- Who took a place of an earlier offer, and was taken out since, has no place to come back to.
    update public.opening_invites i set taken_at = null
     where i.user_id = me and i.taken_at is not null
       and i.opening_id = any (array(select x.id from public.openings x
                                      where x.user_id = me and x.slot_id = any (o.slots) and x.slot_date = on_day))
       and not exists (select from private.expected(me, o.slots, on_day, o.starts_at) e
                        where e.student_id = i.student_id);
    insert into public.openings (user_id, id, slot_id, slot_date, for_start, places, closes_at, seats)
    select me, opening, o.slot, on_day, o.starts_at, (asked ->> 'places')::smallint, ends,
           (asked ->> 'places')::smallint + count(*)
      from private.coming(me, o.slots, on_day, o.starts_at)
    returning * into known;
  end if;
  -- An opening that has ended asks nobody else.
  if known.closed_at is null and known.closes_at > now() and o.starts_at = known.for_start then
    for person in select distinct p::uuid from jsonb_array_elements_text(asked -> 'students') p order by 1 loop
      if (private.claim_student(me, person)).status <> 'active' then
        raise sqlstate 'PT409' using message = 'student_inactive', detail = person::text;
      end if;
      insert into public.opening_invites (user_id, opening_id, student_id) values (me, opening, person)
      on conflict do nothing;
    end loop;
  end if;
  return jsonb_build_object(
    'id', known.id, 'places', known.places, 'closes_at', known.closes_at,
    -- Also for an opening that ended by itself, so that a coach whose request is repeated after a lost answer writes to
    -- nobody.
    'closed_at', coalesce(known.closed_at, case when known.closes_at <= now() then known.closes_at end),
    'taken', (select count(*) from private.takers(me, known.id, o.slots, on_day, known.for_start)),
    'students', (select coalesce(jsonb_agg(i.student_id order by i.student_id), '[]') from public.opening_invites i
                  where i.user_id = me and i.opening_id = opening));
end $$;
grant execute on function private.open_places(jsonb) to authenticated, service_role;

create function public.open_places(opening jsonb) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.open_places(opening)
$$;
comment on function public.open_places(jsonb) is
  'Offers places of an occurrence of the caller to students: {id, slot_id, slot_date, starts_at, places, closes_at, '
  'students}. The same id again asks those who were not asked yet. Answers {id, places, taken, closes_at, closed_at, '
  'students}, where `students` is everybody who was asked. PT400 bad_opening, PT404 occurrence_not_found, '
  'student_not_found, PT409 occurrence_not_planned, opening_exists, opening_changed, student_inactive, PT410 '
  'student_anonymized.';
grant execute on function public.open_places(jsonb) to authenticated, service_role;

create function private.close_opening(opening uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me   constant uuid := private.coach();
  slot uuid;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  select o.slot_id into slot from public.openings o where o.user_id = me and o.id = opening;
  if not found then raise sqlstate 'PT404' using message = 'opening_not_found', detail = opening::text; end if;
  perform private.claim_slot(me, slot);
  update public.openings o set closed_at = now() where o.user_id = me and o.id = opening and o.closed_at is null;
end $$;
grant execute on function private.close_opening(uuid) to authenticated, service_role;

create function public.close_opening(opening uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.close_opening(opening)
$$;
comment on function public.close_opening(uuid) is
  'Ends an opening of the caller; takers keep their places. PT404 opening_not_found.';
grant execute on function public.close_opening(uuid) to authenticated, service_role;

create function private.has_lesson_then(
  coach uuid, student uuid, slot uuid, on_day date, starts_at timestamptz, minutes integer
) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := (has_lesson_then.starts_at at time zone private.coach_time_zone(coach))::date;
begin
  return exists (
    select from private.occurrences(coach, today - 1, today + 1) x
     cross join lateral (select y.id || y.replaces as slots from public.lesson_slots y
                          where y.user_id = coach and y.id = x.slot_id offset 0) c
     cross join lateral (select * from private.players(coach, c.slots, x.slot_date, x.starts_at) e
                          where e.student_id = student) e
      left join lateral (select * from private.replies(coach, c.slots, x.slot_date, x.starts_at) y
                          where y.student_id = student) r on true
     where x.reason is null and not (x.slot_id = slot and x.slot_date = on_day)
       and r.reply is distinct from 'not_coming'
       -- A lesson that begins when the other one ends does not overlap.
       and x.starts_at < has_lesson_then.starts_at + make_interval(mins => has_lesson_then.minutes)
       and x.starts_at + make_interval(mins => x.minutes) > has_lesson_then.starts_at);
end $$;
comment on function private.has_lesson_then(uuid, uuid, uuid, date, timestamptz, integer) is
  'Whether a student has another lesson that overlaps this one (private.players), and did not say not to come.';

create function private.busy_then(me uuid, skips jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  if skips = '[]' then return skips; end if;
  return (
    with back as materialized (
      select b.*, o.starts_at, o.starts_at + make_interval(mins => o.minutes) as ends_at, o.slots,
             s -> 'before' <> 'null' and s #>> '{after,moved_to}' is null and w.weekday is not null as is_usual
        from jsonb_array_elements(skips) s
       cross join lateral jsonb_to_record(coalesce(nullif(s -> 'after', 'null'), s -> 'before'))
                          b (slot_id uuid, slot_date date)
       cross join lateral (select * from private.occurrence(me, b.slot_id, b.slot_date)) o
        join public.lesson_slots w on w.user_id = me and w.id = b.slot_id
       where o.reason is null and o.starts_at > now()
    ), agenda as materialized (
      select x.*, x.starts_at + make_interval(mins => x.minutes) as ends_at
        from (select min(starts_at)::date - 2 as since, max(starts_at)::date + 2 as until from back) r
       cross join lateral (select * from private.occurrences(me, r.since, r.until)) x
       where x.reason is null
    )
    select coalesce(jsonb_agg(distinct jsonb_build_object('slot_id', b.slot_id, 'slot_date', b.slot_date,
                                                          'student_id', e.student_id, 'busy', true)), '[]')
      from back b
      join agenda x on x.starts_at < b.ends_at and x.ends_at > b.starts_at
                       and (x.slot_id, x.slot_date) <> (b.slot_id, b.slot_date)
     cross join lateral (select y.id || y.replaces as slots, y.weekday from public.lesson_slots y
                          where y.user_id = me and y.id = x.slot_id offset 0) c
     cross join lateral (select * from private.expected(me, b.slots, b.slot_date, b.starts_at)) e
      join lateral (select * from private.players(me, c.slots, x.slot_date, x.starts_at)) f
        on f.student_id = e.student_id
      join public.students p on p.user_id = me and p.id = e.student_id and p.status = 'active'
     -- Who has two weekly lessons at once was named when they began to be.
     where not (b.is_usual and x.moved_to is null and c.weekday is not null and not e.guest and not f.guest)
       and not exists (select from private.replies(me, b.slots, b.slot_date, b.starts_at) r
                        where r.student_id = e.student_id and r.reply = 'not_coming')
       and not exists (select from private.replies(me, c.slots, x.slot_date, x.starts_at) r
                        where r.student_id = e.student_id and r.reply = 'not_coming'));
end $$;
comment on function private.busy_then(uuid, jsonb) is
  'After occurrences were put back or moved (`skips` of effects): who is expected at one, and has another lesson at '
  'that hour.';
grant execute on function private.busy_then(uuid, jsonb) to authenticated, service_role;

create function private.busy_in(me uuid, slots uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return private.busy_then(me, (
    select coalesce(jsonb_agg(jsonb_build_object(
             'before', null,
             'after', jsonb_build_object('slot_id', o.slot_id, 'slot_date', o.slot_date))), '[]')
      from (select greatest(min(s.starts_on), now()::date - 1) as since from public.lesson_slots s
             where s.user_id = me and s.id = any (slots)) r
     cross join lateral (select * from private.occurrences(me, r.since, r.since + 27)) o
     where o.slot_id = any (slots)));
end $$;
comment on function private.busy_in(uuid, uuid[]) is
  'Who is expected at a lesson of these slots, in their next four weeks, and has another lesson at that hour.';
grant execute on function private.busy_in(uuid, uuid[]) to authenticated, service_role;

create function private.is_offered(coach uuid, student uuid, slots uuid[], on_day date, begins timestamptz)
returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (private.open_opening(coach, slots, on_day, begins)).id is not null
      or exists (select from unnest(slots) i (id)
                   join public.openings o
                     on o.user_id = coach and o.slot_id = i.id and o.slot_date = on_day and o.for_start = begins
                  cross join lateral private.takers(coach, o.id, slots, on_day, begins) t
                  where t <> student)
      -- Others have filled the hour since this taker gave the place back.
      or coalesce((select count(*) from private.coming(coach, slots, on_day, begins) c where c <> student)
                  >= (select o.seats from private.expected(coach, slots, on_day, begins) e
                        join public.opening_invites i
                          on i.user_id = coach and i.student_id = e.student_id and i.taken_at = e.taken_at
                        join public.openings o on o.user_id = coach and o.id = i.opening_id
                       where e.student_id = student), false);
end $$;
comment on function private.is_offered(uuid, uuid, uuid[], date, timestamptz) is
  'Whether the place of a student who said not to come was offered: the occurrence has an open opening, another '
  'student who took one, or, if this student had taken one, as many others who come as were to come with this one.';

create function private.take_opening(link uuid, opening uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone constant text := 'Esta oferta terminou';
  s    public.students;
  o    public.openings;
  n    record;
  slot uuid;
begin
  s := private.visitor(link);
  if s.id is not null then
    select x.slot_id into slot from public.openings x where x.user_id = s.user_id and x.id = opening;
    s := private.claim_visit(link, slot);
  end if;
  if s.id is null then return private.refuse_stranger(link, gone); end if;
  -- Read after the lock, so that another taker, a skip or a move is seen.
  select x.* into o
    from public.openings x
    join public.opening_invites i on i.user_id = x.user_id and i.opening_id = x.id and i.student_id = s.id
   where x.user_id = s.user_id and x.id = opening;
  if not found or s.status <> 'active' then return private.refuse_visitor(gone); end if;
  slot := private.slot_now(s.user_id, o.slot_id, o.slot_date, o.for_start);
  select * into n from private.occurrence(s.user_id, slot, o.slot_date);
  if not found or n.starts_at <> o.for_start or n.reason is not null or n.starts_at <= now()
     or exists (select from public.sessions y
                 where y.user_id = s.user_id and y.slot_id = slot and y.slot_date = o.slot_date) then
    return private.refuse_visitor(gone);
  end if;
  if not exists (select from private.takers(s.user_id, o.id, n.slots, o.slot_date, o.for_start) t where t = s.id) then
    if o.closed_at is not null or o.closes_at <= now() then return private.refuse_visitor(gone); end if;
    if (select count(*) from private.takers(s.user_id, o.id, n.slots, o.slot_date, o.for_start)) >= o.places then
      return private.refuse_visitor('Este horário já foi preenchido');
    end if;
    if private.has_lesson_then(s.user_id, s.id, slot, o.slot_date, n.starts_at, n.minutes)
       -- A student who is expected there already has no place to take.
       or exists (select from private.expected(s.user_id, n.slots, o.slot_date, o.for_start) e
                    left join private.replies(s.user_id, n.slots, o.slot_date, o.for_start) r on r.student_id = s.id
                   where e.student_id = s.id and r.reply is distinct from 'not_coming') then
      return private.refuse_visitor(gone);
    end if;
    if not private.may_change(link, s.user_id) then
      return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
    end if;
    if exists (select from private.replies(s.user_id, n.slots, o.slot_date, o.for_start) r
                where r.student_id = s.id and r.reply = 'not_coming') then
      perform private.put_reply(
        row (s.user_id, slot, o.slot_date, s.id, 'coming', now(), 'student', o.for_start, null, null,
             false)::public.lesson_replies, n.slots);
    end if;
    if not exists (select from public.lesson_slot_students e
                    where e.user_id = s.user_id and e.slot_id = slot and e.student_id = s.id) then
      delete from public.occurrence_guests g
       where g.user_id = s.user_id and g.slot_id = any (n.slots) and g.slot_date = o.slot_date and g.student_id = s.id;
      insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start)
      values (s.user_id, slot, o.slot_date, s.id, 'opening', o.for_start);
    end if;
    update public.opening_invites i set taken_at = now()
     where i.user_id = s.user_id and i.opening_id = o.id and i.student_id = s.id;
  end if;
  return json_build_object('success', true, 'lesson', (
    select x.entry from private.next_lessons(s.user_id, s.id, slot, o.slot_date) x));
end $$;
grant execute on function private.take_opening(uuid, uuid) to anon, authenticated, service_role;

create function public.take_opening(link uuid, opening uuid) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.take_opening(link, opening)
$$;
comment on function public.take_opening(uuid, uuid) is
  'Gives the student of a link a place of an opening to which they were asked: {success, lesson} with the entry of '
  'next_lessons, or {success: false, error}. A student who has a place already gets the same answer.';
grant execute on function public.take_opening(uuid, uuid) to anon, authenticated, service_role;
