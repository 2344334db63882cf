-- The coach's texts of messages, and which message was opened for whom (docs/product.md, 'Messages to students').
-- Voleio sends nothing.
create table public.message_templates (
  user_id    uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind       text not null check (kind ~ '^[a-z_]{1,40}$'),
  body       text not null check (private.is_seen(body) and char_length(body) <= 1000),
  updated_at timestamptz not null default now(),
  primary key (user_id, kind)
);
comment on table public.message_templates is
  'A coach''s own text of one kind of message; without a row the app''s text is used.';
comment on column public.message_templates.kind is 'The app''s name of the kind; newer versions may add kinds.';

alter table public.message_templates enable row level security;
create policy "own rows" on public.message_templates for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.message_templates to authenticated;
grant insert (user_id, kind, body) on public.message_templates to authenticated;
grant update (user_id, kind, body) on public.message_templates to authenticated;
grant all on public.message_templates to service_role;

create trigger require_account before insert on public.message_templates
  for each statement execute function private.require_account();
create trigger touch before update on public.message_templates
  for each row execute function private.touch_updated_at();
create trigger limit_added after insert on public.message_templates referencing new table as new_rows
  for each statement execute function private.limit_rows('100');

create table public.notices (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind       text not null check (kind ~ '^[a-z_]{1,40}$'),
  student_id uuid,
  cause      text not null check (char_length(cause) between 1 and 200),
  opened_at  timestamptz not null default now(),
  primary key (user_id, id),
  constraint notices_one_per_cause unique nulls not distinct (user_id, student_id, kind, cause),
  constraint notices_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.notices is 'That a coach opened a message: to whom, why and when last. Never its text.';
comment on column public.notices.student_id is 'Null: the message was not to a student of the coach.';
comment on column public.notices.cause is 'What the message was about: the key of an alert, or ids joined by colons.';
create index notices_newest_idx on public.notices (user_id, opened_at desc);
-- Partial: most notices are not about links.
create index notices_of_links_idx on public.notices (user_id) where kind = 'student_link';

alter table public.notices enable row level security;
create policy "own rows" on public.notices for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.notices to authenticated;
grant insert (kind, student_id, cause) on public.notices to authenticated;
grant update (opened_at) on public.notices to authenticated;
grant all on public.notices to service_role;

create trigger require_account before insert on public.notices
  for each statement execute function private.require_account();
create trigger limit_added after insert on public.notices referencing new table as new_rows
  for each statement execute function private.limit_rows('10000', 'opened_at > now() - interval ''90 days''');
create trigger limit_reopened after update on public.notices referencing new table as new_rows
  for each statement execute function private.limit_rows('10000', 'opened_at > now() - interval ''90 days''');

create function public.record_notice(kind text, student uuid, cause text) returns timestamptz
language sql volatile security invoker set search_path = '' as $$
  insert into public.notices as n (kind, student_id, cause) values (record_notice.kind, student, record_notice.cause)
  on conflict on constraint notices_one_per_cause do update set opened_at = now()
  returning n.opened_at
$$;
comment on function public.record_notice(text, uuid, text) is
  'Notes that a message was opened now, and answers when. Sent twice it is the same notice.';
grant execute on function public.record_notice(text, uuid, text) to authenticated, service_role;
