-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The e-mail that the caller signs in with.
CREATE OR REPLACE FUNCTION private.login_email()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select email from auth.users where id = private.coach()
$function$;
grant execute to authenticated;
