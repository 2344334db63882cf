-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- What the public page shows to anybody with the link: {success, student, teacher, packages, sessions, next_lessons, openings, unanswered, agreement, next_confirmed_at, cancel_extension_days, package_order, time_zone, uses_agenda, statement}, `open` only if the coach shows it and something is owed, or {success: false, error}.
CREATE OR REPLACE FUNCTION public.get_student_public_data(student_uuid uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.student_public_data(student_uuid)
$function$;
grant execute to anon, authenticated, service_role;
