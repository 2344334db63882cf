-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before an undo deletes a lesson that was registered, or puts one back as it was before its last change: the days that it gave go with it, those of that change alone.
CREATE OR REPLACE FUNCTION private.forget_days_of_lesson(lesson uuid, since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- What is kept stays: a deletion on another device gave it for good, or its student was anonymised since.
  delete from public.package_extensions
   where user_id = private.coach() and session_id = lesson and created_at >= since and not kept
     -- A floor follows its lesson, whichever change of it is undone.
     and (until_day is null or since = '-infinity')
$function$;
grant execute to authenticated, service_role;
