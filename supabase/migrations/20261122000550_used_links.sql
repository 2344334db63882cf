-- A public link that was ever given is never given again, to anybody (docs/product.md, 'Public student page'). The
-- links in use stand in `student_links`; of a link whose row is gone, with its student or with the whole account, a
-- hash stays here. The hash names no coach and no student, and nobody can make a link of it.
create table private.used_links (
  hash bytea primary key check (octet_length(hash) = 32)
);
comment on table private.used_links is
  'A hash of each public link whose row is gone, so that no other student gets it. Never purged: it grows with what is deleted.';

alter table private.used_links enable row level security;
-- No role of the API reads it: whoever has an old link would learn that it was one.
create policy "its triggers alone" on private.used_links for all to anon, authenticated
  using (false) with check (false);
grant all on private.used_links to service_role;

create function private.link_hash(link uuid) returns bytea
language sql immutable strict security invoker set search_path = ''
return sha256(uuid_send(link));
comment on function private.link_hash(uuid) is 'What private.used_links keeps of a link.';

create function private.remember_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into private.used_links (hash) select private.link_hash(l.link) from public.student_links l on conflict do nothing;
  else
    insert into private.used_links (hash) values (private.link_hash(old.link)) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.remember_link() is
  'When a row of student_links goes, by whatever way: keeps the hash of its link. A cascade runs this trigger too.';
