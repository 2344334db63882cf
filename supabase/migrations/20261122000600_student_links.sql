-- Public links: which student a link opens. Student ids are unique only within a coach, so the link cannot be looked up
-- in `students`: a second coach could use the same id. So the link is a key across coaches, in a small directory that a
-- distributed database would keep on every node.
--
-- The first link of a student is the student's id. If that id is or ever was a link, the student gets a fresh one, and
-- the coach is not told whether it is or was (docs/decisions/0017-keys-begin-with-the-coach.md). A link can be changed
-- (docs/product.md, 'Public student page'). A revoked link stays with its student; when the row of a link goes,
-- private.used_links keeps a hash.
create table public.student_links (
  link       uuid primary key,
  user_id    uuid not null,
  student_id uuid not null,
  created_at timestamptz not null default now(),
  revoked    boolean not null default false,
  constraint student_links_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.student_links is
  'Public links to students. Read by the functions of the public page, written by a trigger and rotate_student_link.';
comment on column public.student_links.revoked is 'Whether the link was replaced and no longer opens anything.';
create index student_links_student_idx on public.student_links (user_id, student_id);
create unique index student_links_one_current on public.student_links (user_id, student_id) where not revoked;

alter table public.student_links enable row level security;
-- No API role may read it: it says which coach a link leads to.
create policy "no role of the API" on public.student_links for all to anon, authenticated
  using (false) with check (false);
grant all on public.student_links to service_role;

create trigger remember_link after delete or update of link on public.student_links
  for each row execute function private.remember_link();
create trigger remember_links before truncate on public.student_links
  for each statement execute function private.remember_link();

create function private.create_student_link() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  fresh uuid;
begin
  -- Waits for a transaction that takes or removes the same link at this moment. What that transaction left in
  -- private.used_links is read by a second statement: the snapshot of the first one does not have it.
  insert into public.student_links (link, user_id, student_id) values (new.id, new.user_id, new.id)
  on conflict (link) do nothing;
  if found and not exists (select from private.used_links u where u.hash = private.link_hash(new.id)) then
    return null;
  end if;
  fresh := gen_random_uuid();
  delete from public.student_links l where l.link = new.id and l.user_id = new.user_id and l.student_id = new.id;
  insert into public.student_links (link, user_id, student_id) values (fresh, new.user_id, new.id);
  update public.students s set link = fresh where s.user_id = new.user_id and s.id = new.id;
  return null;
end $$;
comment on function private.create_student_link() is
  'After a student is inserted: writes the first public link, which is the student''s id, or a fresh one if that id '
  'is or was a link.';
create trigger create_link after insert on public.students
  for each row execute function private.create_student_link();

create function public.get_student_link(student uuid) returns uuid
language plpgsql stable security invoker set search_path = '' as $$
declare
  link uuid;
begin
  select coalesce(s.link, s.id) into link from public.students s where s.user_id = private.coach() and s.id = student;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  return link;
end $$;
comment on function public.get_student_link(uuid) is
  'The link that opens the page of a student of the caller. PT404 student_not_found.';
grant execute on function public.get_student_link(uuid) to authenticated, service_role;

create function private.rotate_student_link(student uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me    constant uuid := private.coach();
  fresh constant uuid := gen_random_uuid();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Of two devices, the second waits here and then revokes the link that the first one made.
  perform private.claim_student(me, student);
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
  'Gives a student of the caller a new link and answers it; the old one opens nothing from now on. PT404 '
  'student_not_found, PT410 student_anonymized.';
grant execute on function public.rotate_student_link(uuid) to authenticated, service_role;
