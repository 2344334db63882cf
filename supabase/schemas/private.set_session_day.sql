-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson without a day is inserted: sets private.fallback_day.
CREATE OR REPLACE FUNCTION private.set_session_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.day := private.fallback_day(new.date);
  return new;
end $function$;
