-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before update of notes: refuses notes on a lesson that an anonymised student attended (PT410).
CREATE OR REPLACE FUNCTION private.refuse_anonymized_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  anonymized uuid;
begin
  select s.id into anonymized
    from public.session_package_assignments a join public.students s on s.user_id = a.user_id and s.id = a.student_id
   where a.user_id = new.user_id and a.session_id = new.id and s.anonymized_at is not null limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'lesson_anonymized', detail = anonymized::text;
  end if;
  return new;
end $function$;
