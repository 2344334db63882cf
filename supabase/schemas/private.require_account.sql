-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a coach writes: refuses a token whose account is closed (PT401 account_closed). A token outlives its account by up to an hour, and would otherwise get a foreign-key error.
CREATE OR REPLACE FUNCTION private.require_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.coach() is not null and not exists (select from public.profiles where id = private.coach()) then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  return null;
end $function$;
