-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a student is renamed: puts the new name into alerts whose cause lasts, also into those that only session plans raise.
CREATE OR REPLACE FUNCTION private.rename_in_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Locked by key, as every writer of alerts does.
  perform from public.alerts
   where user_id = new.user_id and student_id = new.id and open_key is not null order by dedupe_key for no key update;
  update public.alerts set student_name = new.name
   where user_id = new.user_id and student_id = new.id and open_key is not null;
  return null;
end $function$;
