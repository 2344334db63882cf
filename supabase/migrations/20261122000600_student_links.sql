-- Public links: which student a link opens. Student ids are unique only within a coach, so the link cannot be looked up in
-- `students`: a second coach could use the same id. This is the one key that is unique across coaches, a small directory
-- that a distributed database would keep on every node.
--
-- The first link of a student is the student's id. Whoever registers a link first keeps it; a later student with the same
-- id simply has no link, and their coach is not told (docs/decisions/0017-keys-begin-with-the-coach.md). A link can be
-- changed (docs/product.md, 'Public student page'). A revoked one stays, so that no other student can get it.
create table public.student_links (
  link       uuid primary key,
  user_id    uuid not null,
  student_id uuid not null,
  created_at timestamptz not null default now(),
  revoked    boolean not null default false,
  constraint student_links_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.student_links is 'Public links to students. Read by get_student_public_data, written by a trigger and rotate_student_link.';
comment on column public.student_links.revoked is 'Opens nothing any more.';
create index student_links_student_idx on public.student_links (user_id, student_id);
create unique index student_links_one_current on public.student_links (user_id, student_id) where not revoked;

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

-- Answers the student's id if there is no link: nobody learns that another coach has it.
create function private.get_student_link(student uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students s where s.user_id = me and s.id = student) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text;
  end if;
  return coalesce((select l.link from public.student_links l
                    where l.user_id = me and l.student_id = student and not l.revoked), student);
end $$;
grant execute on function private.get_student_link(uuid) to authenticated, service_role;

create function public.get_student_link(student uuid) returns uuid
language sql stable security invoker set search_path = '' as $$
  select private.get_student_link(student)
$$;
comment on function public.get_student_link(uuid) is 'The link that opens the page of a student of the caller. PT404 student_not_found.';
grant execute on function public.get_student_link(uuid) to authenticated, service_role;

create function private.rotate_student_link(student uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me    constant uuid := private.coach();
  fresh constant uuid := gen_random_uuid();
  since timestamptz;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Of two devices one waits here, and revokes what the other has made.
  select s.anonymized_at into since from public.students s where s.user_id = me and s.id = student for no key update;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  if since is not null then raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text; end if;
  update public.student_links l set revoked = true where l.user_id = me and l.student_id = student and not l.revoked;
  insert into public.student_links (link, user_id, student_id) values (fresh, me, student);
  update public.students s set link = fresh where s.user_id = me and s.id = student;
  return fresh;
end $$;
grant execute on function private.rotate_student_link(uuid) to authenticated, service_role;

create function public.rotate_student_link(student uuid) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.rotate_student_link(student)
$$;
comment on function public.rotate_student_link(uuid) is
  'Gives a student of the caller a new link and answers it; the old one opens nothing from now on. PT404 student_not_found, '
  'PT410 student_anonymized.';
grant execute on function public.rotate_student_link(uuid) to authenticated, service_role;
