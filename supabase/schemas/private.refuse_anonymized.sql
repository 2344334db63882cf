-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After insert: refuses new rows about an anonymised student (PT410).
CREATE OR REPLACE FUNCTION private.refuse_anonymized()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  anonymized uuid;
begin
  -- The foreign-key check ran before this and waited for a transaction that is anonymising the student.
  select s.id into anonymized from new_rows n join public.students s on s.user_id = n.user_id and s.id = n.student_id
   where s.anonymized_at is not null limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = anonymized::text;
  end if;
  return null;
end $function$;
