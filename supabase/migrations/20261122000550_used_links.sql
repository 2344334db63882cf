-- No public link is ever given twice (docs/product.md, 'Public student page'). `student_links` holds the links in use.
-- When a row is gone from it, with its student or with the whole account, a hash of its link stays here. The hash names
-- no coach and no student, and nobody can compute the link from it.
create table private.used_links (
  hash bytea primary key check (octet_length(hash) = 32)
);
comment on table private.used_links is
  'A hash of each public link whose row is gone, so that no other student gets that link. Never purged: it grows by a '
  'row with each link that goes.';

alter table private.used_links enable row level security;
-- No API role may read it: somebody with an old link could check that it once was a link.
create policy "its triggers alone" on private.used_links for all to anon, authenticated
  using (false) with check (false);
grant all on private.used_links to service_role;

create function private.link_hash(link uuid) returns bytea
language sql immutable strict security invoker set search_path = ''
return sha256(uuid_send(link));
comment on function private.link_hash(uuid) is 'The hash of a link, as private.used_links keeps it.';

create function private.remember_link() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into private.used_links (hash)
    select private.link_hash(l.link) from public.student_links l
    on conflict do nothing;
  else
    insert into private.used_links (hash) values (private.link_hash(old.link)) on conflict do nothing;
  end if;
  return null;
end $$;
comment on function private.remember_link() is
  'When a row of student_links is deleted or truncated, or its link changes: keeps the hash of the old link. A '
  'cascade runs this trigger too.';
