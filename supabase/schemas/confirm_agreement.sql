-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Stores that the student of a link has read a version of the agreement that the page shows. Answers {success, confirmed_at}, the time of the first confirmation, or {success: false, error}.
CREATE OR REPLACE FUNCTION public.confirm_agreement(link uuid, version integer)
 RETURNS json
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.confirm_agreement(link, version)
$function$;
grant execute to anon, authenticated, service_role;
