-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The time zone of a coach's agenda; São Paulo's until it is known.
CREATE OR REPLACE FUNCTION private.coach_time_zone(coach uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select p.time_zone from public.profiles p where p.id = coach), 'America/Sao_Paulo');
end $function$;
grant execute to authenticated, service_role;
