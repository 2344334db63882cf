-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- One occurrence, as private.occurrences has it, on whatever day it is now. `slots`: its slot and the slots that it replaced. No row: the slot has no occurrence on that day.
CREATE OR REPLACE FUNCTION private.occurrence(coach uuid, slot uuid, on_day date)
 RETURNS TABLE(starts_at timestamp with time zone, minutes smallint, club_id uuid, reason text, holds_since timestamp with time zone, slots uuid[])
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
