-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson is deleted: keeps when it was.
CREATE OR REPLACE FUNCTION private.keep_deleted_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- From the coach's row: of an account that is being closed nothing is kept.
  insert into private.deleted_lessons (user_id, id, date, day, cancelled_reason, version)
  select p.id, old.id, old.date, old.day, old.cancelled_reason, old.version from public.profiles p where p.id = old.user_id
  on conflict (user_id, id) do update
    set date = excluded.date, day = excluded.day, cancelled_reason = excluded.cancelled_reason, version = excluded.version;
  return old;
end $function$;
