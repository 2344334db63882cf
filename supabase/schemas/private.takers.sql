-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The students who have a place of an opening: active, took it, were not taken out since, and did not reply 'not_coming'.
CREATE OR REPLACE FUNCTION private.takers(coach uuid, opening uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select i.student_id
    from public.opening_invites i
    join private.coming(coach, slots, on_day, begins) c on c = i.student_id
   where i.user_id = coach and i.opening_id = opening and i.taken_at is not null;
end $function$;
grant execute to authenticated, service_role;
