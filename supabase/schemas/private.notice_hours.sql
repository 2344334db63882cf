-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The notice_hours of a version of a coach's agreement.
CREATE OR REPLACE FUNCTION private.notice_hours(coach uuid, version integer)
 RETURNS smallint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (select a.notice_hours from public.agreements a where a.user_id = coach and a.version = notice_hours.version);
end $function$;
