-- The agenda: one read, one write, the calendar feed (docs/product.md, 'Agenda', 'Calendar').
create function public.get_agenda(from_day date, to_day date) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 400 then
    raise sqlstate 'PT400' using message = 'bad_range';
  end if;
  return jsonb_build_object(
    'time_zone', (select p.time_zone from public.profiles p where p.id = me),
    'occurrences', coalesce((
      select jsonb_agg(jsonb_build_object(
               'slot_id', o.slot_id, 'slot_date', o.slot_date, 'starts_at', o.starts_at, 'day', o.day,
               'minutes', o.minutes, 'club_id', o.club_id, 'reason', o.reason, 'moved_to', o.moved_to,
               'session_id', l.id, 'cancelled_reason', l.cancelled_reason,
               -- Of a lesson those who were in it; of what is unanswered the active ones who are expected.
               'students', case when l.id is null then w.expected else l.participants end)
               order by o.starts_at, o.slot_id)
        from private.occurrences(me, from_day, to_day) o
       cross join lateral (
         select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id), '[]') as expected
           from public.lesson_slot_students e join public.students s on s.user_id = e.user_id and s.id = e.student_id
          where e.user_id = me and e.slot_id = o.slot_id and s.status = 'active') w
        left join lateral (
         select x.id, x.cancelled_reason, coalesce((
                  select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id)
                    from public.session_package_assignments a
                    join public.students s on s.user_id = a.user_id and s.id = a.student_id
                   where a.user_id = me and a.session_id = x.id), '[]') as participants
           from public.sessions x
          where x.user_id = me and x.slot_id = o.slot_id and x.slot_date = o.slot_date offset 0) l on true), '[]'));
end $$;
comment on function public.get_agenda(date, date) is
  'Occurrences whose local day is in the range, by instant: {time_zone, occurrences: [{slot_id, slot_date, starts_at, day, '
  'minutes, club_id, reason, moved_to, session_id, cancelled_reason, students: [{id, name}]}]}. At most 401 days (PT400 bad_range).';
grant execute on function public.get_agenda(date, date) to authenticated, service_role;

-- All writes of slots: all or nothing, exactly once per op_id.
create function public.apply_slot_plan(plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  op_id  constant uuid := plan ->> 'op_id';
  added  constant jsonb := coalesce(nullif(plan -> 'add', 'null'), '[]');
  ended  constant jsonb := coalesce(nullif(plan -> 'end', 'null'), '[]');
  skips  constant jsonb := coalesce(nullif(plan -> 'skips', 'null'), '{}');
  change jsonb;
  slot   public.lesson_slots;
  last   date;
  clubs  uuid[];
  known  uuid[];  -- students who may be expected
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null or jsonb_typeof(added) <> 'array' or jsonb_typeof(ended) <> 'array' or jsonb_typeof(skips) <> 'object'
     or jsonb_array_length(added) > 100 or jsonb_array_length(ended) > 100 then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  insert into private.applied_ops (user_id, op_id) values (me, op_id) on conflict do nothing;
  if not found then return jsonb_build_object('replayed', true); end if;

  -- A club deleted meanwhile becomes null instead of refusing the slot.
  with locked as (select id from public.clubs
                   where user_id = me and id = any (array(select (s ->> 'club_id')::uuid from jsonb_array_elements(added) s))
                   order by id for key share)
  select array_agg(id) into clubs from locked;

  perform private.lock_slots(me, array(select (e ->> 'slot_id')::uuid from jsonb_array_elements(ended) e), skips);
  -- Somebody who was deleted or anonymised meanwhile is left out. Before a slot is deleted: delete_student locks the
  -- student before the student's rows.
  with locked as (select id from public.students
                   where user_id = me and anonymized_at is null
                     and id = any (array(select p::uuid from jsonb_array_elements(added) s
                                          cross join jsonb_array_elements_text(coalesce(nullif(s -> 'students', 'null'), '[]')) p))
                   order by id for key share)
  select array_agg(id) into known from locked;

  for change in select e from jsonb_array_elements(ended) e loop
    select * into slot from public.lesson_slots where user_id = me and id = (change ->> 'slot_id')::uuid;
    if slot.id is null then raise sqlstate 'PT404' using message = 'slot_not_found', detail = change ->> 'slot_id'; end if;
    if slot.updated_at is distinct from (change ->> 'expected')::timestamptz then
      raise sqlstate 'PT409' using message = 'stale_slot', detail = slot.id::text;
    end if;
    last := change ->> 'last_day';
    if exists (select from public.sessions where user_id = me and slot_id = slot.id and (last is null or slot_date > last)) then
      raise sqlstate 'PT409' using message = 'occurrence_answered', detail = slot.id::text;
    end if;
    if last is null or last < slot.starts_on then
      delete from public.lesson_slots where user_id = me and id = slot.id;
    else
      update public.lesson_slots set ends_on = last where user_id = me and id = slot.id;
      delete from public.slot_exceptions where user_id = me and slot_id = slot.id and slot_date > last;
    end if;
  end loop;

  for change in select s from jsonb_array_elements(added) s loop
    insert into public.lesson_slots (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on)
    values ((change ->> 'id')::uuid, me, (change ->> 'weekday')::smallint, (change ->> 'start_time')::time,
            (change ->> 'minutes')::smallint,
            (select c from unnest(clubs) c where c = (change ->> 'club_id')::uuid),
            (change ->> 'starts_on')::date, (change ->> 'ends_on')::date);
    insert into public.lesson_slot_students (user_id, slot_id, student_id)
    select distinct me, (change ->> 'id')::uuid, p::uuid
      from jsonb_array_elements_text(coalesce(nullif(change -> 'students', 'null'), '[]')) p
     where p::uuid = any (known);
  end loop;
  perform private.write_exceptions(me, skips);
  return jsonb_build_object('replayed', false);
end $$;
comment on function public.apply_slot_plan(jsonb) is
  'Writes slots and exceptions of the caller, exactly once per op_id: {op_id, end: [{slot_id, expected, last_day}], add: '
  '[{id, weekday, start_time, minutes, club_id, starts_on, ends_on, students}], skips: {add: [{slot_id, slot_date, reason, '
  'moved_to}], remove: [{slot_id, slot_date}]}}. A slot that ends before it starts, or on no day, is deleted. PT409 '
  'occurrence_answered: a lesson is registered after the last day; stale_slot: changed since; PT404 slot_not_found; PT400 bad_plan.';
grant execute on function public.apply_slot_plan(jsonb) to authenticated, service_role;

-- The address of the calendar: whoever knows the token reads it.
create table public.agenda_feeds (
  user_id    uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  token      text not null unique check (token ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
comment on table public.agenda_feeds is 'The secret address of a coach''s calendar. A new token revokes the old one.';
alter table public.agenda_feeds enable row level security;
create policy "own rows" on public.agenda_feeds for select to authenticated using (user_id = (select auth.uid()));
grant select on public.agenda_feeds to authenticated;
grant all on public.agenda_feeds to service_role;

create function private.rotate_agenda_token() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  fresh constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if private.coach() is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  insert into public.agenda_feeds as f (user_id, token) values (private.coach(), fresh)
  on conflict (user_id) do update set token = fresh, created_at = now();
  return fresh;
end $$;
create trigger require_account before insert on public.agenda_feeds
  for each statement execute function private.require_account();
create function public.rotate_agenda_token() returns text
language sql volatile security invoker set search_path = '' as $$
  select private.rotate_agenda_token()
$$;
comment on function public.rotate_agenda_token() is
  'Gives the caller''s calendar a new token, and answers it; the old address is empty from now on.';
grant execute on function private.rotate_agenda_token() to authenticated, service_role;
grant execute on function public.rotate_agenda_token() to authenticated, service_role;

-- Calendars send `Accept: */*`, to which PostgREST answers JSON unless the return type is the any-type domain.
create domain public."*/*" as bytea;

-- A value of a calendar: control characters and line breaks, which could begin a property, become spaces.
create function private.ics_text(value text) returns text
language sql immutable strict security invoker set search_path = '' as $$
  select regexp_replace(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'), '([\\;,])', '\\\1', 'g')
$$;
-- A line of at most 75 octets; what follows begins with a space. Never within a character.
create function private.ics_line(line text) returns text
language plpgsql immutable strict security invoker set search_path = '' as $$
declare
  folded text := '';
  width  integer := 0;
  letter text;
begin
  if octet_length(line) <= 75 then return line || E'\r\n'; end if;
  foreach letter in array regexp_split_to_array(line, '') loop
    if width + octet_length(letter) > 75 then
      folded := folded || E'\r\n ';
      width := 1;
    end if;
    folded := folded || letter;
    width := width + octet_length(letter);
  end loop;
  return folded || E'\r\n';
end $$;
grant execute on function private.ics_text(text) to anon, authenticated, service_role;
grant execute on function private.ics_line(text) to anon, authenticated, service_role;

create function private.agenda_feed(feed_token text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  coach  uuid;
  today  date;
  events text;
begin
  select f.user_id into coach from public.agenda_feeds f where f.token = feed_token;
  if coach is not null then
    today := (now() at time zone private.coach_time_zone(coach))::date;
    select string_agg(
             E'BEGIN:VEVENT\r\n'
             || 'UID:' || o.slot_id || '-' || to_char(o.slot_date, 'YYYY-MM-DD') || E'\r\n'
             || 'DTSTAMP:' || to_char(now() at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') || E'\r\n'
             || 'DTSTART:' || to_char(o.starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') || E'\r\n'
             || 'DTEND:' || to_char((o.starts_at + make_interval(mins => o.minutes)) at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') || E'\r\n'
             || private.ics_line('SUMMARY:' || private.ics_text(coalesce(w.names, case when l.id is null then 'Horário livre' else 'Aula' end)))
             || coalesce(private.ics_line('LOCATION:' || private.ics_text(c.name)), '')
             || E'END:VEVENT\r\n', '' order by o.starts_at, o.slot_id)
      into events
      from private.occurrences(coach, today - 7, today + 120) o
      left join public.clubs c on c.user_id = coach and c.id = o.club_id
      left join public.sessions l on l.user_id = coach and l.slot_id = o.slot_id and l.slot_date = o.slot_date
      -- As in the agenda: of a lesson those who were in it, else the active ones who are expected.
      left join lateral (
        select string_agg(substring(s.name from '\S+'), ', ' order by s.name, s.id) as names
          from (select e.student_id from public.lesson_slot_students e
                 where l.id is null and e.user_id = coach and e.slot_id = o.slot_id
                union all
                select a.student_id from public.session_package_assignments a
                 where a.user_id = coach and a.session_id = l.id) e
          join public.students s on s.user_id = coach and s.id = e.student_id
         where s.anonymized_at is null and (s.status = 'active' or l.id is not null)) w on true
     where o.reason is null and l.cancelled_reason is null;
  end if;
  -- Without METHOD: that would be a message to an invited person (RFC 5545, 3.7.2).
  return E'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Voleio//Agenda//PT\r\nCALSCALE:GREGORIAN\r\n'
         || E'X-WR-CALNAME:Voleio\r\n' || coalesce(events, '') || E'END:VCALENDAR\r\n';
end $$;
comment on function private.agenda_feed(text) is 'The calendar of a token; without events if the token is unknown or revoked.';
grant execute on function private.agenda_feed(text) to anon, authenticated, service_role;

-- Hosts send /agenda/{token}.ics here, with the public key in the address because calendars send no headers of ours. Their
-- rules pass on whole segments of a path, so the token may still end with '.ics'.
create function public.get_agenda_feed(token text, apikey text default null) returns public."*/*"
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform set_config('response.headers', '[{"Content-Type": "text/calendar; charset=utf-8"}, '
    '{"Cache-Control": "private, max-age=900"}, {"X-Robots-Tag": "noindex"}]', true);
  return convert_to(private.agenda_feed(split_part(token, '.', 1)), 'UTF8')::public."*/*";
end $$;
comment on function public.get_agenda_feed(text, text) is
  'The calendar of a token as text/calendar: seven days back, 120 ahead. An unknown token gets an empty calendar.';
grant execute on function public.get_agenda_feed(text, text) to anon, authenticated, service_role;
