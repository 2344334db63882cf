-- What the coach should look at. A cause (dedupe_key) has at most one alert until it ends: open, or closed by the
-- coach. Only after the cause has ended can it raise a new one.
create table public.alerts (
  id           uuid not null default gen_random_uuid(),
  user_id      uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  type         text not null check (type in
                 ('low_credits', 'expiring_package', 'expired_package', 'unassigned_session', 'no_club_registered',
                  'payment_overdue')),
  priority     text not null check (priority in ('high', 'medium', 'low')),
  student_id   uuid,
  session_id   uuid,
  package_id   uuid,
  student_name text check (char_length(student_name) <= 100),
  message      text not null check (char_length(message) between 1 and 500),
  facts        jsonb not null default '{}'
               check (jsonb_typeof(facts) = 'object' and octet_length(facts::text) <= 2000),
  dedupe_key   text not null check (char_length(dedupe_key) between 1 and 200),
  resolved     boolean not null default false,
  ended        boolean not null default false,
  -- Generated, with a plain unique constraint instead of a partial index, so that `on conflict` can name it.
  open_key     text generated always as (case when ended then null else dedupe_key end) stored,
  created_at   timestamptz not null default now(),
  primary key (user_id, id),
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
comment on table public.alerts is 'Alerts of one coach. Deleted with the student, lesson or package it is about.';
comment on column public.alerts.facts is 'The figures that the message was made from; the app compares and shows them.';
comment on column public.alerts.resolved is 'Whether the alert is closed: by the coach, or because its cause ended.';
comment on column public.alerts.ended is 'Whether the cause ended.';
comment on column public.alerts.open_key is 'The cause, while it lasts; null once it ended.';
create index alerts_open_idx on public.alerts (user_id, created_at desc) where not resolved;
create index alerts_package_idx on public.alerts (user_id, student_id, package_id);
create index alerts_session_idx on public.alerts (user_id, session_id);
create index alerts_open_by_student_idx on public.alerts (user_id, student_id)
  where open_key is not null and type <> 'unassigned_session';

alter table public.alerts enable row level security;
create policy "own rows" on public.alerts for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.alerts to authenticated;
grant insert (id, user_id, type, priority, student_id, session_id, package_id, student_name, message, facts, dedupe_key)
  on public.alerts to authenticated;
grant update (priority, student_name, message, facts, resolved, ended) on public.alerts to authenticated;
grant all on public.alerts to service_role;

create trigger require_account before insert on public.alerts
  for each statement execute function private.require_account();
create trigger limit_added after insert on public.alerts referencing new table as new_rows
  for each statement execute function private.limit_rows('10000', 'open_key is not null');
-- After updates too: one may reopen an alert whose cause had ended.
create trigger limit_reopened after update on public.alerts referencing new table as new_rows
  for each statement execute function private.limit_rows('10000', 'open_key is not null');

create function private.rename_in_alerts() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  -- Locked by key, as every writer of alerts does.
  perform from public.alerts
   where user_id = new.user_id and student_id = new.id and open_key is not null order by dedupe_key for no key update;
  update public.alerts set student_name = new.name
   where user_id = new.user_id and student_id = new.id and open_key is not null;
  return null;
end $$;
comment on function private.rename_in_alerts() is
  'After a student is renamed: puts the new name into alerts whose cause lasts, also into those that only session '
  'plans raise.';
create trigger rename_in_alerts after update of name on public.students
  for each row when (old.name <> new.name) execute function private.rename_in_alerts();
