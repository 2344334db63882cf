-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson is inserted: one that returns by an undo has a newer version than it ever had, so that a device that saw it before the deletion neither changes nor undoes what it has not seen.
CREATE OR REPLACE FUNCTION private.continue_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select d.version + 1 into new.version from private.deleted_lessons d where d.user_id = new.user_id and d.id = new.id;
  new.version := coalesce(new.version, 1);
  return new;
end $function$;
