-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Deletes the caller's account with everything that is theirs, beta leads of the same confirmed e-mail and Auth's log included. PT403 password_needed: the login is more than ten minutes old. PT401 account_closed: there is no account. PT429 too_many_requests.
CREATE OR REPLACE FUNCTION public.delete_my_account()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '120s'
AS $function$
  select private.delete_my_account()
$function$;
grant execute to authenticated;
