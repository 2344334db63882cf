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
  -- New rows of the coach wait for the profile; for those that are there, the lock order of every writer.
  perform from public.profiles where id = coach for update;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
  -- Whoever found a phone unlocked has a login, and not the password. (A login that is renewed keeps its age.)
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

-- Every lesson begins with these facts: a login without an account hears of it here. And what is left of the credits of
-- who was anonymised is nothing to look after.
create or replace function public.get_credit_facts(student_ids uuid[] default null, session_id uuid default null) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  lesson constant uuid := session_id;
  everyone constant boolean := student_ids is null and session_id is null;
  wanted  uuid[];
  in_use  uuid[];  -- packages that the lesson takes its credits from
begin
  if not exists (select from public.profiles where id = me) then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  if everyone then
    wanted := array(select s.id from public.students s
                     where s.user_id = me and (s.status = 'active' or s.total_credits > 0) and s.anonymized_at is null
                    union
                    select a.student_id from public.alerts a
                     where a.user_id = me and a.open_key is not null and a.type <> 'unassigned_session'
                       and a.student_id is not null);
  else
    wanted := student_ids || array(select a.student_id from public.session_package_assignments a
                                    where a.user_id = me and a.session_id = lesson);
    in_use := array(select a.package_id from public.session_package_assignments a
                     where a.user_id = me and a.session_id = lesson and a.package_id is not null);
  end if;

  return jsonb_build_object(
    'session', (
      select jsonb_build_object(
               'id', s.id, 'date', s.date, 'teacher', s.teacher, 'notes', s.notes, 'version', s.version,
               'assignments', coalesce((
                 select jsonb_agg(jsonb_build_object('student_id', a.student_id, 'package_id', a.package_id,
                                                     'manually_assigned', a.manually_assigned) order by a.student_id)
                   from public.session_package_assignments a
                  where a.user_id = s.user_id and a.session_id = s.id), '[]'),
               'feedbacks', coalesce((
                 select jsonb_agg(jsonb_build_object('student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                                                     'tags', f.tags, 'club_id', f.club_id) order by f.student_id)
                   from public.session_feedbacks f
                  where f.user_id = s.user_id and f.session_id = s.id), '[]'))
        from public.sessions s where s.user_id = me and s.id = lesson),
    'students', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'name', s.name, 'status', s.status, 'credits_version', s.credits_version,
               -- The first line of a student is a purchase. (As `exists` it was planned as one scan of the ledger.)
               'ever_had_package', coalesce((select true from public.credit_ledger l
                                              where l.user_id = s.user_id and l.student_id = s.id and l.kind = 'purchase'
                                              limit 1), false),
               'packages', coalesce((
                 select jsonb_agg(jsonb_build_object(
                          'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                          'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                          'expiry_date', p.expiry_date) order by p.purchase_date, p.expiry_date, p.id)
                   from (select * from public.packages
                          where user_id = s.user_id and student_id = s.id and remaining_classes > 0
                         union all
                         select * from public.packages
                          where user_id = s.user_id and student_id = s.id and id = any (in_use)
                            and remaining_classes = 0) p), '[]'))
               order by s.name, s.id)
        from public.students s where s.user_id = me and s.id = any (wanted)), '[]'),
    'alerts', coalesce((
      select jsonb_agg(jsonb_build_object(
               'dedupe_key', a.dedupe_key, 'type', a.type, 'student_id', a.student_id, 'session_id', a.session_id,
               'package_id', a.package_id, 'priority', a.priority, 'message', a.message, 'resolved', a.resolved)
               order by a.created_at, a.id)
        from (select * from public.alerts
               where user_id = me and open_key is not null and type <> 'unassigned_session' and everyone
              union all
              select * from public.alerts
               where user_id = me and open_key is not null and type <> 'unassigned_session'
                 and not everyone and student_id = any (wanted)
              union all
              select * from public.alerts
               where user_id = me and open_key is not null and type = 'unassigned_session'
                 and alerts.session_id = lesson) a), '[]'),
    'has_club', exists (select from public.clubs c where c.user_id = me),
    'default_club_id', (select c.id from public.clubs c where c.user_id = me and c.is_default));
end $$;
