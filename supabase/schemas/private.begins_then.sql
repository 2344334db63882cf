-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether an occurrence of a slot, or of one that replaced it, begins at `begins`.
CREATE OR REPLACE FUNCTION private.begins_then(coach uuid, slot uuid, on_day date, begins timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return exists (select from public.lesson_slots s
                  cross join lateral (select * from private.occurrence(coach, s.id, on_day)) y
                  where s.user_id = coach and (s.id = slot or s.replaces @> array[slot]) and y.starts_at = begins);
end $function$;
grant execute to authenticated, service_role;
