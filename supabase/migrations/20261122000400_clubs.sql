-- Where lessons are given. At most one default club per coach: the only club, or the newest choice.
create table public.clubs (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name       text not null check (private.is_seen(name) and char_length(name) <= 255),
  address    text check (char_length(address) <= 300),
  phone      text check (phone ~ '^[0-9]{8,15}$'),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint clubs_name_has_no_bidi_controls check (name !~ '[\u202A-\u202E\u2066-\u2069]')
);
comment on table public.clubs is 'A club or venue of one coach.';
create unique index clubs_one_default_idx on public.clubs (user_id) where is_default;

alter table public.clubs enable row level security;
create policy "own rows" on public.clubs for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.clubs to authenticated;
grant insert (id, user_id, name, address, phone, is_default) on public.clubs to authenticated;
grant update (name, address, phone, is_default) on public.clubs to authenticated;
grant all on public.clubs to service_role;

create trigger log_inserted_id before insert on public.clubs
  for each row execute function private.log_inserted_id();
create trigger touch before update on public.clubs
  for each row execute function private.touch_updated_at();
create trigger limit_added after insert on public.clubs referencing new table as new_rows
  for each statement execute function private.limit_rows('500');

create function private.keep_one_default_club() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  -- Serialises two devices that choose a default at once: the second sees what the first one wrote.
  perform from public.profiles where id = new.user_id for no key update;
  new.is_default := new.is_default
    or not exists (select from public.clubs where user_id = new.user_id and id <> new.id);
  if new.is_default then
    update public.clubs set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  end if;
  return new;
end $$;
comment on function private.keep_one_default_club() is
  'Before a club is added or its default changes: makes the only club the default, and among several the newest '
  'choice.';
-- The depth condition skips the nested update above, during which the new default club may not exist yet.
create trigger z_one_default before insert or update of is_default on public.clubs
  for each row when (new.is_default or pg_trigger_depth() = 0) execute function private.keep_one_default_club();

create function private.choose_next_default_club() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  -- A loop, because the next club may be deleted at the same time.
  while exists (select from public.clubs where user_id = old.user_id)
    and not exists (select from public.clubs where user_id = old.user_id and is_default) loop
    update public.clubs set is_default = true
     where user_id = old.user_id
       and id = (select id from public.clubs where user_id = old.user_id order by name, id limit 1);
  end loop;
  return null;
end $$;
comment on function private.choose_next_default_club() is
  'After the default club is deleted: makes the next one by name the default.';
create trigger next_default after delete on public.clubs
  for each row when (old.is_default) execute function private.choose_next_default_club();
