-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Makes a student of the caller a guest of one occurrence, which begins at `start` (null: whenever it does), once per op. A student who is expected already stays so; a taker who was taken out gets the place back. Answers `expected`, `not_coming` if the student said so, or null if the student is not expected. PT404 occurrence_not_found, student_not_found, PT409 occurrence_not_planned, student_inactive, PT410 student_anonymized.
CREATE OR REPLACE FUNCTION public.add_guest(slot uuid, slot_date date, student uuid, start timestamp with time zone DEFAULT NULL::timestamp with time zone, op uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.change_guest(slot, slot_date, student, true, start, op)
$function$;
grant execute to authenticated, service_role;
