-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a slot is deleted: marks the days that its skips give as kept.
CREATE OR REPLACE FUNCTION private.keep_days_of_slot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_days_of_skips(old.user_id, old.id, null);
  return old;
end $function$;
