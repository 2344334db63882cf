-- Where lessons are given. At most one default club per coach: the newest choice wins.
create table public.clubs (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name       text not null check (btrim(name) <> '' and char_length(name) <= 255),
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

create function private.unset_other_default_clubs() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  -- Serialises two devices that choose a default at once: the second sees what the first one wrote.
  perform from public.profiles where id = new.user_id for no key update;
  update public.clubs set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  return new;
end $$;
comment on function private.unset_other_default_clubs() is 'Before a club becomes the default: the others are no longer.';
create trigger z_one_default before insert or update of is_default on public.clubs
  for each row when (new.is_default) execute function private.unset_other_default_clubs();
