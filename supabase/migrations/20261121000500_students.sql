-- The people a coach teaches. The id is also the secret of the student's public link, hence a random one.
create table public.students (
  id              uuid primary key default gen_random_uuid(),
  user_id         uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name            text not null check (name = btrim(name) and char_length(name) between 2 and 100),
  email           text check (char_length(email) <= 255),
  phone           text not null check (phone ~ '^[0-9]{8,15}$'),
  gender          text not null check (gender in ('male', 'female')),
  type            text not null check (type in ('fixed', 'occasional')),
  classe          text not null check (classe in
                    ('profissional', '1-classe', '2-classe', '3-classe', '4-classe', '5-classe', '6-classe', '7-classe')),
  status          text not null default 'active' check (status in ('active', 'inactive')),
  notes           text check (char_length(notes) <= 500),
  total_credits   integer not null default 0 check (total_credits >= 0),
  credits_version bigint not null default 0,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint students_owner_key unique (user_id, id)
);
comment on table public.students is 'A student of one coach. Deleted through delete_student only.';
comment on column public.students.total_credits is
  'Kept by triggers: the sum of remaining_classes over the packages, expired ones included.';
comment on column public.students.credits_version is
  'Kept by triggers: rises with every change to this student''s packages. Plans name the version they were made from.';

alter table public.students enable row level security;
create policy "own rows" on public.students for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.students to authenticated;
grant insert (id, user_id, name, email, phone, gender, type, classe, status, notes) on public.students to authenticated;
grant update (name, email, phone, gender, type, classe, status, notes) on public.students to authenticated;
grant all on public.students to service_role;

create trigger remember before insert on public.students
  for each row execute function private.remember_row();
-- Not on the kept columns: a lesson is not an edit of the student.
create trigger touch before update of name, email, phone, gender, type, classe, status, notes on public.students
  for each row execute function private.touch_updated_at();
