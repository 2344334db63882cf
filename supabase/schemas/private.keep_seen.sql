-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before replies_seen_at moves back, or beyond now: keeps the later time, so that a device that is behind does not make seen replies new again, and no time to come, which would hide replies that nobody has seen.
CREATE OR REPLACE FUNCTION private.keep_seen()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.replies_seen_at := greatest(old.replies_seen_at, least(new.replies_seen_at, now()));
  return new;
end $function$;
