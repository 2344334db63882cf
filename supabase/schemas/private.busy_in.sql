-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Who is expected at a lesson of these slots, in their next four weeks, and has another lesson at that hour.
CREATE OR REPLACE FUNCTION private.busy_in(me uuid, slots uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return private.busy_then(me, (
    select coalesce(jsonb_agg(jsonb_build_object(
             'before', null,
             'after', jsonb_build_object('slot_id', o.slot_id, 'slot_date', o.slot_date))), '[]')
      from (select greatest(min(s.starts_on), now()::date - 1) as since from public.lesson_slots s
             where s.user_id = me and s.id = any (slots)) r
     cross join lateral (select * from private.occurrences(me, r.since, r.since + 27)) o
     where o.slot_id = any (slots)));
end $function$;
grant execute to authenticated, service_role;
