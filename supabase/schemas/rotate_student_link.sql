-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Gives a student of the caller a new link and answers it; the old one opens nothing from now on. PT404 student_not_found, PT410 student_anonymized.
CREATE OR REPLACE FUNCTION public.rotate_student_link(student uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.rotate_student_link(student)
$function$;
grant execute to authenticated, service_role;
