-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After insert: refuses new rows about an anonymised student, of payments those with a payer or a note (PT410).
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
   where s.anonymized_at is not null
     -- What the student still owes can be received, lowered or written off, with figures but without texts.
     and (tg_table_name <> 'payments' or num_nonnulls(to_jsonb(n) ->> 'payer_name', to_jsonb(n) ->> 'note') > 0)
   limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = anonymized::text;
  end if;
  return null;
end $function$;
