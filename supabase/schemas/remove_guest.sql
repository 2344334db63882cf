-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A guest of an occurrence is not expected any more, which frees a place that was taken. PT404 occurrence_not_found, student_not_found.
CREATE OR REPLACE FUNCTION public.remove_guest(slot uuid, slot_date date, student uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_guest(slot, slot_date, student, false, null)
$function$;
grant execute to authenticated, service_role;
