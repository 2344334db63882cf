-- Closing an account: one delete, with which every row of the coach goes by its foreign keys.
create function private.close_account(account uuid) returns void
language plpgsql volatile security invoker set search_path = '' as $$
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
end $$;
comment on function private.close_account(uuid) is
  'Deletes an account with everything that belongs to it. For delete_my_account and for an operator '
  '(supabase/operator/erase-again.sql).';

create function private.delete_my_account() returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  coach constant uuid := private.coach();
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  perform private.take_turn(coach);
  -- Blocks new rows of the coach; existing rows are then locked in the lock order of every writer.
  perform from public.profiles where id = coach for update;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
  -- A person who found a phone unlocked has the login, not the password. Refreshing a login does not renew its age.
  if not exists (select from auth.sessions
                  where id = (auth.jwt() ->> 'session_id')::uuid and user_id = coach
                    and created_at > now() - interval '10 minutes') then
    raise sqlstate 'PT403' using message = 'password_needed';
  end if;
  perform from public.sessions where user_id = coach order by id for update;
  perform from public.packages where user_id = coach order by id for update;
  perform from public.students where user_id = coach order by id for update;

  perform private.close_account(coach);
end $$;

create function public.delete_my_account() returns void
language sql volatile security invoker set search_path = '' set statement_timeout = '120s' as $$
  select private.delete_my_account()
$$;
comment on function public.delete_my_account() is
  'Deletes the caller''s account with everything that is theirs, beta leads of the same confirmed e-mail and Auth''s '
  'log included. PT403 password_needed: the login is more than ten minutes old. PT401 account_closed: there is no '
  'account. PT429 too_many_requests.';
grant execute on function private.delete_my_account() to authenticated;
grant execute on function public.delete_my_account() to authenticated;
