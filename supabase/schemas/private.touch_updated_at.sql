-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before update: stamps updated_at.
CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;
