-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A student of the caller is expected at one occurrence only; who is expected already stays so, and who had taken a place has it again. PT404 occurrence_not_found, student_not_found, PT409 occurrence_not_planned, PT410 student_anonymized.
CREATE OR REPLACE FUNCTION public.add_guest(slot uuid, slot_date date, student uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_guest(slot, slot_date, student, true)
$function$;
grant execute to authenticated, service_role;
