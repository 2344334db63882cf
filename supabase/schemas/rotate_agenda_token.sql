-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Gives the caller's calendar a new token, and answers it; the old address is empty from now on.
CREATE OR REPLACE FUNCTION public.rotate_agenda_token()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.rotate_agenda_token()
$function$;
grant execute to authenticated, service_role;
