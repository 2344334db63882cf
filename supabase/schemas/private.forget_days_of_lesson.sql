-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before an undo: deletes the days that a lesson gave. If the undo deletes the lesson, all of them; if it takes back the lesson's last change, those given since that change (`since`).
CREATE OR REPLACE FUNCTION private.forget_days_of_lesson(lesson uuid, since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Kept days stay: a deletion on another device made them permanent, or their student was anonymised since.
  delete from public.package_extensions
   where user_id = private.coach() and session_id = lesson and created_at >= since and not kept
     -- A floor goes only with its lesson: after an undone change private.keep_floor decides about it.
     and (until_day is null or since = '-infinity')
$function$;
grant execute to authenticated, service_role;
