-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The open opening of an occurrence; nulls: none.
CREATE OR REPLACE FUNCTION private.open_opening(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS openings
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
