-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether an absence gave a package a floor, whether or not the floor stands.
CREATE OR REPLACE FUNCTION private.has_floor(coach uuid, student uuid, pkg uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return exists (select from public.package_extensions e
                  where e.user_id = coach and e.student_id = student and e.package_id = pkg
                    and e.until_day is not null);
end $function$;
