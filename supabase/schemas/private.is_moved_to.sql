-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether an occurrence of a slot, or of one that replaced it, was moved to `begins`.
CREATE OR REPLACE FUNCTION private.is_moved_to(coach uuid, slot uuid, on_day date, begins timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return exists (select from public.slot_exceptions e
                  join public.lesson_slots s on s.user_id = e.user_id and s.id = e.slot_id
                  where e.user_id = coach and e.slot_date = on_day and e.moved_to = begins
                    and (s.id = slot or s.replaces @> array[slot]));
end $function$;
