-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a slot is deleted, or ends on a last day: marks the days that its later skips give as kept.
CREATE OR REPLACE FUNCTION private.keep_days_of_skips(coach uuid, slot uuid, last_day date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.package_extensions e set kept = true
   where e.user_id = coach and e.slot_id = slot and (last_day is null or e.slot_date > last_day)
     and not e.kept and private.extension_stands(e)
$function$;
