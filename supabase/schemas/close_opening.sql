-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Ends an opening of the caller; takers keep their places. PT404 opening_not_found.
CREATE OR REPLACE FUNCTION public.close_opening(opening uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.close_opening(opening)
$function$;
grant execute to authenticated, service_role;
