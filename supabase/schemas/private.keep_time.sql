-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a slot replaced another one that had the same time: takes over since when its lessons begin at that time.
CREATE OR REPLACE FUNCTION private.keep_time(slot uuid, before lesson_slots)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.lesson_slots s set time_since = before.time_since
   where s.user_id = private.coach() and s.id = slot and s.user_id = before.user_id and s.start_time = before.start_time
     and coalesce(s.weekday, extract(dow from s.starts_on))
         = coalesce(before.weekday, extract(dow from before.starts_on))
     -- Each of its occurrences was one of the other slot.
     and s.starts_on >= before.starts_on and coalesce(s.ends_on, 'infinity') <= coalesce(before.ends_on, 'infinity')
$function$;
grant execute to authenticated, service_role;
