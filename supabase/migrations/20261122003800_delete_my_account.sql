-- Closing an account: one delete, and every row of the coach goes with it by its keys.
create function private.delete_my_account() returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  coach constant uuid := private.coach();
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
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

  delete from public.racketleads
   where email = (select lower(email) from auth.users where id = coach and email_confirmed_at is not null);
  delete from auth.users where id = coach;
end $$;

create function public.delete_my_account() returns void
language sql volatile security invoker set search_path = '' set statement_timeout = '120s' as $$
  select private.delete_my_account()
$$;
comment on function public.delete_my_account() is
  'Deletes the caller''s account with everything that is theirs, beta leads of the same confirmed e-mail included. '
  'PT403 password_needed: the login is not of the last ten minutes. PT401 account_closed: there is none.';
grant execute on function private.delete_my_account() to authenticated;
grant execute on function public.delete_my_account() to authenticated;
