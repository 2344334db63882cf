-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks a student of a coach. PT404 student_not_found, PT410 student_anonymized.
CREATE OR REPLACE FUNCTION private.claim_student(me uuid, student uuid)
 RETURNS students
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.students;
begin
  select * into s from public.students x where x.user_id = me and x.id = student for no key update;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  if s.anonymized_at is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text;
  end if;
  return s;
end $function$;
