-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Takes a guest out of an occurrence, once per op; a place that the guest took is free again. Answers and refuses as add_guest does.
CREATE OR REPLACE FUNCTION public.remove_guest(slot uuid, slot_date date, student uuid, op uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_guest(slot, slot_date, student, false, null, op)
$function$;
grant execute to authenticated, service_role;
