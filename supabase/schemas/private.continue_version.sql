-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson is inserted: if an undo brings a deleted lesson back, its version is higher than ever before. So a device that read it before the deletion can neither change nor undo what it has not seen.
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
