-- The people a coach teaches. The coach's device makes the id, which is also the first public link, unless that id is
-- or was a link already (student_links).
create table public.students (
  id              uuid not null default gen_random_uuid(),
  user_id         uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name            text not null
                  check (name !~ '^\s|\s$' and private.is_seen(name) and char_length(name) between 2 and 100),
  email           text check (char_length(email) <= 255 and email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'),
  phone           text not null,
  gender          text not null check (gender in ('male', 'female')),
  type            text not null check (type in ('fixed', 'occasional')),
  classe          text not null
                  check (classe in ('profissional', '1-classe', '2-classe', '3-classe', '4-classe', '5-classe',
                                    '6-classe', '7-classe')),
  status          text not null default 'active' check (status in ('active', 'inactive')),
  notes           text check (char_length(notes) <= 500),
  total_credits   integer not null default 0 check (total_credits >= 0),
  credits_version bigint not null default 0,
  anonymized_at   timestamptz,
  link            uuid,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  primary key (user_id, id),
  constraint students_name_has_no_bidi_controls check (name !~ '[\u202A-\u202E\u2066-\u2069]'),
  constraint students_phone_check check (phone ~ '^[0-9]{8,15}$' or (anonymized_at is not null and phone = '')),
  -- Gender, type and class too: together they can identify a person (the one woman who played as a professional).
  constraint students_anonymized_is_empty
    check (anonymized_at is null
           or ((name, phone, gender, type, classe, status)
               = ('Aluno anonimizado', '', 'male', 'occasional', '7-classe', 'inactive')
               and email is null and notes is null))
);
comment on table public.students is 'A student of one coach. Deleted through delete_student only.';
comment on column public.students.total_credits is
  'Kept by triggers: the sum of remaining_classes over the packages, expired ones included.';
comment on column public.students.credits_version is
  'Kept by triggers: rises with every change to this student''s packages. Plans name the version they were made from.';
comment on column public.students.link is
  'Kept by the functions of student_links: the public link, if it is not the student''s id.';
comment on column public.students.anonymized_at is
  'Since when this row identifies nobody. Set by anonymize_student, irreversibly.';
-- The newest students, without reading the others.
create index students_newest_idx on public.students (user_id, created_at desc, id);

alter table public.students enable row level security;
create policy "own rows" on public.students for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.students to authenticated;
grant insert (id, user_id, name, email, phone, gender, type, classe, status, notes) on public.students to authenticated;
grant update (name, email, phone, gender, type, classe, status, notes) on public.students to authenticated;
grant all on public.students to service_role;

create trigger log_inserted_id before insert on public.students
  for each row execute function private.log_inserted_id();
-- Triggers that move credits raise credits_version, and the functions of student_links set the link. Any other update
-- is an edit of the student.
create trigger touch before update on public.students
  for each row when (old.credits_version = new.credits_version and old.link is not distinct from new.link)
  execute function private.touch_updated_at();

create function private.claim_student(me uuid, student uuid) returns public.students
language plpgsql volatile security definer set search_path = '' as $$
declare
  s public.students;
begin
  select * into s from public.students x where x.user_id = me and x.id = student for no key update;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  if s.anonymized_at is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text;
  end if;
  return s;
end $$;
comment on function private.claim_student(uuid, uuid) is
  'Locks a student of a coach. PT404 student_not_found, PT410 student_anonymized.';
