-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Deletes a student of the caller with everything about them: lessons alone, packages, feedback, alerts, ledger, and the notes of group lessons unless erase_group_notes is false. Answers what preview_student_removal said, with how many students (0 or 1) and lessons went. `seen`: what preview_student_removal said to the coach, without `mentions`; PT409 stale_student: it is something else by now.
CREATE OR REPLACE FUNCTION public.delete_student(student_uuid uuid, erase_group_notes boolean DEFAULT true, seen jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_student(student_uuid, erase_group_notes, seen)
$function$;
grant execute to authenticated;
