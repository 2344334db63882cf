-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether an occurrence has begun and has no lesson yet.
CREATE OR REPLACE FUNCTION private.waits_for_answer(coach uuid, slot uuid, on_day date, begins timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return begins <= now()
     and not exists (select from public.lesson_slots s
                      join public.sessions x on x.user_id = s.user_id and x.slot_id = s.id and x.slot_date = on_day
                      where s.user_id = coach and (s.id = slot or s.replaces @> array[slot]));
end $function$;
