-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.delete_my_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;
grant execute to authenticated;
