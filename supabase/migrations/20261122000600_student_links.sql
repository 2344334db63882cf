-- Public links: which student a link opens. Student ids are unique only within a coach, so the link cannot be looked up in
-- `students`: a second coach could use the same id. This is the one key that is unique across coaches, a small directory
-- that a distributed database would keep on every node.
--
-- The first link of a student is the student's id. Whoever registers a link first keeps it; a later student with the same
-- id simply has no link, and their coach is not told (docs/decisions/0017-keys-begin-with-the-coach.md).
create table public.student_links (
  link       uuid primary key,
  user_id    uuid not null,
  student_id uuid not null,
  created_at timestamptz not null default now(),
  constraint student_links_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.student_links is 'Public links to students. Read by get_student_public_data, written by a trigger.';
create index student_links_student_idx on public.student_links (user_id, student_id);

alter table public.student_links enable row level security;
-- No role of the API reads it: a coach whose student has no link would learn that another coach uses the id.
create policy "no role of the API" on public.student_links for all to anon, authenticated
  using (false) with check (false);
grant all on public.student_links to service_role;

create function private.create_student_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.student_links (link, user_id, student_id) values (new.id, new.user_id, new.id)
  on conflict (link) do nothing;
  return null;
end $$;
comment on function private.create_student_link() is
  'After a student is inserted: the first public link. Does nothing when the link exists, so that no coach learns of it.';
create trigger create_link after insert on public.students
  for each row execute function private.create_student_link();
