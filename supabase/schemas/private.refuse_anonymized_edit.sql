-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before update: refuses edits of an anonymised student, their packages and feedback texts (PT410).
CREATE OR REPLACE FUNCTION private.refuse_anonymized_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student constant uuid := coalesce(to_jsonb(old) ->> 'student_id', to_jsonb(old) ->> 'id');
begin
  if exists (select from public.students s
              where s.user_id = old.user_id and s.id = student and s.anonymized_at is not null) then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text;
  end if;
  return new;
end $function$;
