-- The calendar that other apps subscribe to (docs/product.md, 'Calendar'): anybody who knows the token in its address
-- can read it.
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

create trigger require_account before insert on public.agenda_feeds
  for each statement execute function private.require_account();

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
grant execute on function private.rotate_agenda_token() to authenticated, service_role;

create function public.rotate_agenda_token() returns text
language sql volatile security invoker set search_path = '' as $$
  select private.rotate_agenda_token()
$$;
comment on function public.rotate_agenda_token() is
  'Gives the caller''s calendar a new token, and answers it; the old address is empty from now on.';
grant execute on function public.rotate_agenda_token() to authenticated, service_role;

-- Calendars send `Accept: */*`, to which PostgREST answers JSON unless the return type is the any-type domain.
create domain public."*/*" as bytea;

-- A value of a calendar: control characters and line breaks, which could begin a property, become spaces.
create function private.ics_text(value text) returns text
language sql immutable strict security invoker set search_path = '' as $$
  select regexp_replace(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'),
                        '([\\;,])', '\\\1', 'g')
$$;

-- Folds a line at 75 octets. Each continuation begins with a space, and no character is split.
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

create function private.not_coming(names text[]) returns text
language sql immutable security invoker set search_path = ''
return case cardinality(names) when 1 then 'não vem: ' else 'não vêm: ' end || array_to_string(names, ', ');
comment on function private.not_coming(text[]) is 'Says in a calendar who does not come; null for nobody.';

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
             || 'DTEND:' || to_char((o.starts_at + make_interval(mins => o.minutes)) at time zone 'UTC',
                                    'YYYYMMDD"T"HH24MISS"Z"') || E'\r\n'
             || private.ics_line('SUMMARY:' || private.ics_text(coalesce(
                  left(w.names, 1000), case when l.id is null then 'Horário livre' else 'Aula' end)))
             || coalesce(private.ics_line('LOCATION:' || private.ics_text(c.name)), '')
             || E'END:VEVENT\r\n', '' order by o.starts_at, o.slot_id, o.slot_date)
      into events
      -- The nearest days first, in case there are more events than the limit.
      from (select x.*, y.id || y.replaces as slots
              from private.occurrences(coach, today - 7, today + 120) x
             cross join lateral (select * from public.lesson_slots where user_id = coach and id = x.slot_id offset 0) y
             where x.reason is null order by abs(x.day - today), x.starts_at, x.slot_id limit 2000) o
      left join public.clubs c on c.user_id = coach and c.id = o.club_id
      left join public.sessions l on l.user_id = coach and l.slot_id = o.slot_id and l.slot_date = o.slot_date
      -- As in the agenda: a lesson's participants, else the active students who are expected.
      left join lateral (
        -- All characters that the app takes for a space (`firstName`): which ones '\s' knows depends on the locale of
        -- the database.
        select nullif(concat_ws(
                 ' · ', string_agg(f.name, ', ' order by s.name, s.id) filter (where f.comes),
                 private.not_coming(array_agg(f.name order by s.name, s.id) filter (where not f.comes))), '') as names
          -- Plans are limited too (private.whole_plan), but plain inserts are not.
          from (select e.student_id from private.expected(coach, o.slots, o.slot_date, o.starts_at) e
                 where l.id is null
                union all
                select a.student_id from public.session_package_assignments a
                 where a.user_id = coach and a.session_id = l.id
                 limit 200) e
          -- A plain join read all students for each event.
         cross join lateral (select * from public.students where user_id = coach and id = e.student_id offset 0) s
          left join private.replies(coach, o.slots, o.slot_date, o.starts_at) r on r.student_id = s.id
         cross join lateral (select
                substring(s.name
                          from '[^\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+') as name,
                l.id is not null or r.reply is distinct from 'not_coming' as comes) f
         where s.anonymized_at is null and (s.status = 'active' or l.id is not null)) w on true
     where l.cancelled_reason is null;
  end if;
  -- Without METHOD, which would make it a message to an invited person (RFC 5545, 3.7.2).
  return E'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Voleio//Agenda//PT\r\nCALSCALE:GREGORIAN\r\n'
         || E'X-WR-CALNAME:Voleio\r\n' || coalesce(events, '') || E'END:VCALENDAR\r\n';
end $$;
comment on function private.agenda_feed(text) is
  'The calendar of a token; without events if the token is unknown or revoked.';
grant execute on function private.agenda_feed(text) to anon, authenticated, service_role;

-- Hosts send /agenda/{token}.ics here, with the public key in the address because calendars send no headers of ours.
-- The hosts' rules pass on whole path segments, so the token may still end with '.ics'.
create function public.get_agenda_feed(token text, apikey text default null) returns public."*/*"
language plpgsql stable security invoker set search_path = '' as $$
begin
  perform set_config('response.headers', '[{"Content-Type": "text/calendar; charset=utf-8"}, '
    '{"Cache-Control": "private, max-age=900"}, {"X-Robots-Tag": "noindex"}]', true);
  return convert_to(private.agenda_feed(split_part(token, '.', 1)), 'UTF8')::public."*/*";
end $$;
comment on function public.get_agenda_feed(text, text) is
  'The calendar of a token as text/calendar: seven days back, 120 ahead, at most 2,000 events. An unknown token gets '
  'an empty calendar.';
grant execute on function public.get_agenda_feed(text, text) to anon, authenticated, service_role;
