-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a lesson moved to another day: recomputes packages whose validity may begin with it, and moves its extensions and floors to that day.
CREATE OR REPLACE FUNCTION private.lesson_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved uuid[];
begin
  moved := array(select a.package_id from public.session_package_assignments a
                  where a.user_id = new.user_id and a.session_id = new.id and a.package_id is not null);
  perform from public.packages
   where user_id = new.user_id and id = any (moved) and validity_days is not null order by id for no key update;
  -- The trigger expiry_from_first_lesson computes the expiry.
  update public.packages set validity_days = validity_days
   where user_id = new.user_id and id = any (moved) and validity_days is not null;
  update public.package_extensions set day = new.day, until_day = until_day + (new.day - old.day)
   where user_id = new.user_id and session_id = new.id and not kept;
  return null;
end $function$;
