-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before replies_seen_at moves back: keeps the later time, so that a device that is behind does not make seen replies new again.
CREATE OR REPLACE FUNCTION private.keep_seen()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.replies_seen_at := old.replies_seen_at;
  return new;
end $function$;
