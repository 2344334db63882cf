-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- At commit: refuses a cancelled lesson with a student who is not 'cancelled', and any other lesson with one who is (PT400 cancelled_in_part).
CREATE OR REPLACE FUNCTION private.refuse_cancelled_in_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.sessions s
              where s.user_id = new.user_id and s.id = new.id
                and s.cancelled_count <> case when s.cancelled_reason is null then 0 else s.student_count end) then
    raise sqlstate 'PT400' using message = 'cancelled_in_part', detail = new.id::text;
  end if;
  return null;
end $function$;
