-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before update of what was seen: a device that knows less than another one makes nothing new again.
CREATE OR REPLACE FUNCTION private.keep_seen()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.replies_seen_at := old.replies_seen_at;
  return new;
end $function$;
