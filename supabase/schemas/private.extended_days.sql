-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- How many days extensions add to a package's own last day: the sum of those by hand, those of recesses and, for each day that lessons and skips make up for, the most that stand; or what the highest floor needs, if that is more. A floor adds to the sum at most the days from its lesson to itself, so that absences do not chain.
CREATE OR REPLACE FUNCTION private.extended_days(coach uuid, student uuid, pkg uuid, own_last_day date)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  given integer;
  apart integer;
begin
  select coalesce(sum(d.days), 0) into given
    from (select max(e.days) as days
            from public.package_extensions e
           where e.user_id = coach and e.student_id = student and e.package_id = pkg and e.until_day is null
             and private.extension_stands(e)
           group by coalesce(e.day::text, e.id::text)) d;
  if own_last_day is null then return given; end if;
  select max(least(f.until_day - own_last_day, given + (f.until_day - f.day))) into apart
    from public.package_extensions f
   where f.user_id = coach and f.student_id = student and f.package_id = pkg and f.until_day is not null
     and private.extension_stands(f);
  return greatest(given, apart);
end $function$;
