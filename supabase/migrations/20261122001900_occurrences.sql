-- Computes the occurrences of slots, in one place for the agenda, the calendar and the student's page: first those on
-- the local days of slots, then those moved into the range, each at most once.
create function private.occurrences(coach uuid, from_day date, to_day date)
returns table (slot_id uuid, slot_date date, starts_at timestamptz, day date, minutes smallint, club_id uuid,
               reason text, moved_to timestamptz, holds_since timestamptz)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
  with zone as materialized (
    select private.coach_time_zone(coach) as name,
           (select p.time_zone_since from public.profiles p where p.id = coach) as since),
  days as (
    select s.id, d::date as day
      from public.lesson_slots s
     cross join lateral generate_series(
             (greatest(from_day, s.starts_on)
                + case when s.weekday is null then 0
                       else (s.weekday - extract(dow from greatest(from_day, s.starts_on))::integer + 7) % 7
                  end)::timestamp,
             least(to_day, s.ends_on)::timestamp, interval '7 days') d
     where s.user_id = coach and s.starts_on <= to_day
       and case when s.ends_on is null then 'infinity' else s.ends_on end >= from_day
    union
    -- This range is wide enough for every time zone; the local day decides below.
    select e.slot_id, e.slot_date
      from public.slot_exceptions e
     where e.user_id = coach and e.moved_to is not null
       and e.moved_to >= (from_day - 1)::timestamp at time zone 'UTC'
       and e.moved_to < (to_day + 2)::timestamp at time zone 'UTC'
    union
    -- Occurrences that were answered in another time zone; their lesson may be on another local day by now.
    select l.slot_id, l.slot_date
      from unnest(array[(from_day - 1)::timestamp at time zone 'UTC'],
                  array[(to_day + 2)::timestamp at time zone 'UTC']) r (since, before)
     cross join lateral (select * from public.sessions y
                          where y.user_id = coach and y.date >= r.since and y.date < r.before offset 0) l
     where (select zone.since from zone) is not null and l.created_at < (select zone.since from zone)
       and l.slot_id is not null
  )
  select s.id, days.day, at.instant, (at.instant at time zone zone.name)::date, s.minutes, s.club_id, e.reason,
         e.moved_to,
         -- The instant that an occurrence was moved to is the same in every zone.
         case when e.moved_to is not null then e.moved_at
              when l.date is not null then since.held
              else greatest(since.held, case when zone.since < at.instant then zone.since end) end
    from days
   cross join zone
   -- Looked up one by one: a plain join read all slots and exceptions of the past.
   cross join lateral (select * from public.lesson_slots where user_id = coach and id = days.id offset 0) s
    left join lateral (select x.reason, x.moved_to, x.moved_at from public.slot_exceptions x
                        where x.user_id = coach and x.slot_id = days.id and x.slot_date = days.day offset 0) e on true
   -- A lesson keeps its instant when the time zone changes, and replies to it count for the instant that they were
   -- about: the coach may have corrected the lesson's time since.
    left join lateral (select coalesce((select max(a.told_for) from public.session_package_assignments a
                                         where a.user_id = coach and a.session_id = x.id), x.date) as date
                         from public.sessions x
                        where zone.since is not null and x.user_id = coach and x.slot_id = days.id
                          and x.slot_date = days.day and x.created_at < zone.since offset 0) l on true
   cross join lateral (
     select coalesce(e.moved_to, l.date, (days.day + s.start_time) at time zone zone.name) as instant) at
   -- What came back to its time later, after a move, is another occurrence; a new zone gives what had begun no time.
   cross join lateral (
     select least(s.time_since, case when s.time_since > at.instant then s.created_at end) as held) since
   -- A moved occurrence is gone when its slot no longer has the original day.
   where days.day between s.starts_on and coalesce(s.ends_on, 'infinity')
     and (s.weekday is null or s.weekday = extract(dow from days.day))
     and (at.instant at time zone zone.name)::date between from_day and to_day;
end $$;
comment on function private.occurrences(uuid, date, date) is
  'The occurrences of a coach on the local days of a range, each with its instant; moved ones on the day they moved '
  'to, those answered in another time zone on the day of their lesson. A local time that summer time leaves out is an '
  'hour later; one that happens twice is the later one. `holds_since`: since when the occurrence begins at that '
  'instant.';
grant execute on function private.occurrences(uuid, date, date) to authenticated, service_role;

create function private.occurrence(coach uuid, slot uuid, on_day date)
returns table (starts_at timestamptz, minutes smallint, club_id uuid, reason text, holds_since timestamptz,
               slots uuid[])
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  zone_since constant timestamptz := (select p.time_zone_since from public.profiles p where p.id = coach);
begin
  return query
  select at.instant, s.minutes, s.club_id, e.reason,
         case when e.moved_to is not null then e.moved_at
              when l.date is not null then since.held
              else greatest(since.held, case when zone_since < at.instant then zone_since end) end,
         s.id || s.replaces
    from public.lesson_slots s
    left join public.slot_exceptions e on e.user_id = coach and e.slot_id = s.id and e.slot_date = on_day
    left join lateral (select coalesce((select max(a.told_for) from public.session_package_assignments a
                                         where a.user_id = coach and a.session_id = x.id), x.date) as date
                         from public.sessions x
                        where zone_since is not null and x.user_id = coach and x.slot_id = s.id and x.slot_date = on_day
                          and x.created_at < zone_since offset 0) l on true
   cross join lateral (
     select coalesce(e.moved_to, l.date,
                     (on_day + s.start_time) at time zone private.coach_time_zone(coach)) as instant) at
   cross join lateral (
     select least(s.time_since, case when s.time_since > at.instant then s.created_at end) as held) since
   where s.user_id = coach and s.id = slot and on_day between s.starts_on and coalesce(s.ends_on, 'infinity')
     and (s.weekday is null or s.weekday = extract(dow from on_day));
end $$;
comment on function private.occurrence(uuid, uuid, date) is
  'One occurrence, as private.occurrences has it, on whatever day it is now. `slots`: its slot and the slots that it '
  'replaced. No row: the slot has no occurrence on that day.';
grant execute on function private.occurrence(uuid, uuid, date) to authenticated, service_role;
