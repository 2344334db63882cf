-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a coach writes: a token outlives its account by up to an hour; it gets PT401 account_closed, not a key error.
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
