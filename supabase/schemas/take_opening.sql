-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Gives the student of a link a place of an opening to which they were asked: {success, lesson} with the entry of next_lessons, or {success: false, error}. A student who has a place already gets the same answer.
CREATE OR REPLACE FUNCTION public.take_opening(link uuid, opening uuid)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.take_opening(link, opening)
$function$;
grant execute to anon, authenticated, service_role;
