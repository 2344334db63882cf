-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Who comes on that day only to a coming occurrence that a plan skips, moves or takes out of the agenda, as long as it takes place.
CREATE OR REPLACE FUNCTION private.guests_of_plan(me uuid, plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('slot_id', g.slot_id, 'slot_date', g.slot_date, 'student_id', g.student_id)), '[]')
      from (select (o ->> 'slot_id')::uuid as slot_id, (o ->> 'slot_date')::date as on_day
              from jsonb_array_elements((plan #> '{skips,add}') || (plan #> '{skips,remove}')) o
            union
            select (s ->> 'slot_id')::uuid, null from jsonb_array_elements(plan #> '{slots,end}') s) c
     -- Also who took it while it was that of a slot which this one replaced.
     cross join lateral (select c.slot_id as id union
                         select i from public.lesson_slots s cross join lateral unnest(s.id || s.replaces) i
                          where s.user_id = me and (s.id = c.slot_id or s.replaces @> array[c.slot_id])) i
     cross join lateral (select * from public.occurrence_guests x
                          where x.user_id = me and x.slot_id = i.id and (c.on_day is null or x.slot_date = c.on_day)
                            and x.for_start > now() offset 0) g
     -- Where the lesson stands now, also in a slot that took the place of this one.
     where exists (select from public.lesson_slots s
                    cross join lateral (select * from private.occurrence(me, s.id, g.slot_date)) y
                    where s.user_id = me and (s.id = g.slot_id or s.replaces @> array[g.slot_id])
                      and (y.starts_at = g.for_start or (s.id = g.slot_id and g.source = 'coach')) and y.reason is null));
end $function$;
grant execute to authenticated, service_role;
