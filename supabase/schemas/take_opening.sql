-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The student of a link takes a place of an opening to which they were asked: {success, lesson} with the entry of next_lessons, or {success: false, error}. Who has it already is answered the same.
CREATE OR REPLACE FUNCTION public.take_opening(link uuid, opening uuid)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.take_opening(link, opening)
$function$;
grant execute to anon, authenticated, service_role;
