-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before update: raises the version and stamps updated_at.
CREATE OR REPLACE FUNCTION private.raise_session_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$;
