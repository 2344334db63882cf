-- Leaving for good: one delete, everything else goes with it.

create function private.needs_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.coach() is not null and not exists (select from public.profiles where id = private.coach()) then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  return null;
end $$;
comment on function private.needs_account() is
  'Before a coach writes: a login outlives its account by up to an hour, and is told so (PT401) instead of a broken key.';
create trigger needs_account before insert on private.applied_ops
  for each statement execute function private.needs_account();
create trigger needs_account before insert on public.sessions
  for each statement execute function private.needs_account();
create trigger needs_account before insert on public.alerts
  for each statement execute function private.needs_account();

create function private.delete_my_account() returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  coach constant uuid := private.coach();
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Whoever found a phone unlocked has a login, and not the password. (A login that is renewed keeps its age.)
  if not exists (select from auth.sessions
                  where id = (auth.jwt() ->> 'session_id')::uuid and user_id = coach
                    and created_at > now() - interval '10 minutes') then
    raise sqlstate 'PT403' using message = 'password_needed';
  end if;
  -- New rows of the coach wait for the profile; for those that are there, the lock order of every writer.
  perform from public.profiles where id = coach for update;
  perform from public.sessions where user_id = coach order by id for update;
  perform from public.packages where user_id = coach order by id for update;
  perform from public.students where user_id = coach order by id for update;

  delete from public.racketleads
   where email = (select lower(email) from auth.users where id = coach and email_confirmed_at is not null);
  delete from auth.users where id = coach;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
end $$;

create function public.delete_my_account() returns void
language sql volatile security invoker set search_path = '' set statement_timeout = '60s' as $$
  select private.delete_my_account()
$$;
comment on function public.delete_my_account() is
  'Deletes the caller''s account with everything that is theirs, beta leads of the same confirmed e-mail included. '
  'PT403 password_needed: the login is not of the last ten minutes. PT401 account_closed: there is none.';
grant execute on function private.delete_my_account() to authenticated;
grant execute on function public.delete_my_account() to authenticated;
