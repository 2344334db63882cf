-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before the time zone changes: stamps time_zone_since, since when lessons begin at the times of the new zone.
CREATE OR REPLACE FUNCTION private.note_new_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.time_zone_since := now();
  return new;
end $function$;
