-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Offers places of an occurrence of the caller to students: {id, slot_id, slot_date, starts_at, places, closes_at, students}. The same id again asks those who were not asked yet. Answers {id, places, taken, closes_at, closed_at, students}, where `students` is everybody who was asked. PT400 bad_opening, PT404 occurrence_not_found, student_not_found, PT409 occurrence_not_planned, opening_exists, opening_changed, student_inactive, PT410 student_anonymized.
CREATE OR REPLACE FUNCTION public.open_places(opening jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.open_places(opening)
$function$;
grant execute to authenticated, service_role;
