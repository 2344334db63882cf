-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Deletes an account with everything that belongs to it. For delete_my_account and for an operator (supabase/operator/erase-again.sql).
CREATE OR REPLACE FUNCTION private.close_account(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  login record;
begin
  select u.id, u.email, u.email_confirmed_at into login from auth.users u where u.id = account;
  delete from public.racketleads l where l.email = lower(login.email) and login.email_confirmed_at is not null;
  -- Auth's own log names the account by id and address, in places that differ by action, and no foreign key deletes its
  -- entries.
  delete from auth.audit_log_entries e
   where position(login.id::text in e.payload::text) > 0
      or position(to_json(login.email)::text in e.payload::text) > 0;
  delete from auth.users u where u.id = account;
end $function$;
