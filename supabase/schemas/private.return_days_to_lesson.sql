-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After insert of a lesson that was deleted before: the days that were kept follow the lesson again.
CREATE OR REPLACE FUNCTION private.return_days_to_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.package_extensions e set kept = false
    from new_rows n, public.students s
   where e.user_id = n.user_id and e.session_id = n.id and e.kept
     -- The days of a student who was anonymised meanwhile stay kept: that student does not return with the lesson.
     and s.user_id = e.user_id and s.id = e.student_id and s.anonymized_at is null;
  return null;
end $function$;
