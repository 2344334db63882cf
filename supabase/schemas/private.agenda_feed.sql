-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The calendar of a token; without events if the token is unknown or revoked.
CREATE OR REPLACE FUNCTION private.agenda_feed(feed_token text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute to anon, authenticated, service_role;
