-- What the coach should look at. A cause (dedupe_key) holds at most one alert: open, or closed by the coach
-- while the cause lasts. Only when the cause has ended may it raise a new one.
create table public.alerts (
  id           uuid primary key default gen_random_uuid(),
  user_id      uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  type         text not null check (type in
                 ('low_credits', 'expiring_package', 'expired_package', 'unassigned_session', 'no_club_registered')),
  priority     text not null check (priority in ('high', 'medium', 'low')),
  student_id   uuid,
  session_id   uuid,
  package_id   uuid,
  student_name text check (char_length(student_name) <= 100),
  message      text not null check (char_length(message) between 1 and 500),
  dedupe_key   text not null check (char_length(dedupe_key) between 1 and 200),
  resolved     boolean not null default false,
  ended        boolean not null default false,
  -- Generated, and a plain constraint instead of a partial index, so that an upsert through the API can name it.
  open_key     text generated always as (case when ended then null else dedupe_key end) stored,
  created_at   timestamptz not null default now(),
  constraint alerts_one_per_cause unique (user_id, open_key),
  constraint alerts_ended_is_resolved check (resolved or not ended),
  constraint alerts_package_of_student check (student_id is not null or package_id is null),
  constraint alerts_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade,
  constraint alerts_session_fkey foreign key (user_id, session_id)
    references public.sessions (user_id, id) on delete cascade,
  constraint alerts_package_fkey foreign key (user_id, student_id, package_id)
    references public.packages (user_id, student_id, id) on delete cascade
);
comment on table public.alerts is 'Alerts of one coach. Leaves with the student, lesson or package it speaks of.';
comment on column public.alerts.resolved is 'Closed: by the coach, or because the cause ended.';
comment on column public.alerts.ended is 'The cause ended.';
comment on column public.alerts.open_key is 'The cause, while it lasts; null once it ended.';
create index alerts_open_idx on public.alerts (user_id, created_at desc) where not resolved;
create index alerts_package_idx on public.alerts (user_id, student_id, package_id);
create index alerts_session_idx on public.alerts (user_id, session_id);
create index alerts_held_idx on public.alerts (user_id, student_id)
  where open_key is not null and type <> 'unassigned_session';

alter table public.alerts enable row level security;
create policy "own rows" on public.alerts for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.alerts to authenticated;
grant insert (id, user_id, type, priority, student_id, session_id, package_id, student_name, message, dedupe_key)
  on public.alerts to authenticated;
grant update (priority, student_name, message, resolved, ended) on public.alerts to authenticated;
grant all on public.alerts to service_role;

create function public.apply_alert_plan(plan jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  to_raise constant jsonb := coalesce(nullif(plan -> 'raise', 'null'), '[]');
  to_end   constant jsonb := coalesce(nullif(plan -> 'end', 'null'), '[]');
  end_keys    text[];
  keys        text[];
  lesson_ids  uuid[];
  package_ids uuid[];
  student_ids uuid[];
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if jsonb_typeof(to_raise) <> 'array' or jsonb_typeof(to_end) <> 'array' then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  end_keys := array(select jsonb_array_elements_text(to_end));
  keys := end_keys || array(select r ->> 'dedupe_key' from jsonb_array_elements(to_raise) r);
  if keys = '{}' then return; end if;

  -- What the alerts speak of is kept from being deleted meanwhile, in the lock order of all writers (lessons,
  -- packages, students, and alerts last). What is gone already raises nothing: there is nothing to warn of.
  select array_agg(x.session_id), array_agg(x.package_id), array_agg(x.student_id) into lesson_ids, package_ids, student_ids
    from (select a.session_id, a.package_id, a.student_id
            from public.alerts a where a.user_id = me and a.open_key = any (keys)
          union all
          select r.session_id, r.package_id, r.student_id
            from jsonb_to_recordset(to_raise) as r (session_id uuid, package_id uuid, student_id uuid)) x;
  with locked as (select id from public.sessions where id = any (lesson_ids) order by id for key share)
  select array_agg(id) into lesson_ids from locked;
  with locked as (select id from public.packages where id = any (package_ids) order by id for key share)
  select array_agg(id) into package_ids from locked;
  with locked as (select id from public.students where id = any (student_ids) order by id for key share)
  select array_agg(id) into student_ids from locked;

  perform from public.alerts where user_id = me and open_key = any (keys) order by open_key for no key update;
  update public.alerts set resolved = true, ended = true where user_id = me and open_key = any (end_keys);

  -- An alert that is held follows the facts; one that the coach closed stays closed.
  insert into public.alerts as a
         (user_id, type, priority, student_id, session_id, package_id, student_name, message, dedupe_key)
  select me, r.type, r.priority, r.student_id, r.session_id, r.package_id, r.student_name, r.message, r.dedupe_key
    from jsonb_to_recordset(to_raise) as r (type text, priority text, student_id uuid, session_id uuid,
                                          package_id uuid, student_name text, message text, dedupe_key text)
   where (r.session_id is null or r.session_id = any (lesson_ids))
     and (r.package_id is null or r.package_id = any (package_ids))
     and (r.student_id is null or r.student_id = any (student_ids))
   order by r.dedupe_key
  on conflict (user_id, open_key) do update
     set priority = excluded.priority, student_name = excluded.student_name, message = excluded.message
   where (a.priority, a.student_name, a.message)
         is distinct from (excluded.priority, excluded.student_name, excluded.message);
end $$;
comment on function public.apply_alert_plan(jsonb) is
  'Applies an AlertPlan {raise, end} of the caller. Idempotent. PT401 not signed in, PT400 malformed.';
grant execute on function public.apply_alert_plan(jsonb) to authenticated, service_role;
