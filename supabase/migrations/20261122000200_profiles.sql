-- The coach's own data: one row per account, made by a trigger when the account is made.
--
-- Names refuse the invisible characters that reverse the writing direction (here and in students, clubs, packages and
-- sessions): inside a name they would reverse the words that follow it, also on the student's public page. Forms strip
-- them when they are typed or pasted.
create table public.profiles (
  id         uuid primary key references auth.users (id) on delete cascade,
  name       text not null check (btrim(name) <> '' and char_length(name) <= 255),
  phone      text check (phone ~ '^[0-9]{8,15}$'),
  main_sport text not null default 'Tênis' check (btrim(main_sport) <> '' and char_length(main_sport) <= 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_name_has_no_bidi_controls check (name !~ '[\u202A-\u202E\u2066-\u2069]')
);
comment on table public.profiles is 'A coach. Owner of every other row, directly or through user_id.';

alter table public.profiles enable row level security;
create policy "own profile: read" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "own profile: update" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
grant select, update (name, phone, main_sport) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create trigger touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- A visitor can send any metadata with a sign-up. It is cleaned here and must never make the sign-up fail.
create function private.make_profile(account uuid, email text, meta jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.profiles (id, name, phone, main_sport)
  select account,
         left(coalesce(nullif(btrim(regexp_replace(meta ->> 'name', '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''),
                       nullif(btrim(regexp_replace(split_part(email, '@', 1), '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''),
                       'Professor'), 255),
         substring(regexp_replace(meta ->> 'phone', '[^0-9]', '', 'g') from '^[0-9]{8,15}$'),
         left(coalesce(nullif(btrim(meta ->> 'main_sport'), ''), 'Tênis'), 60)
  on conflict (id) do nothing
$$;
comment on function private.make_profile(uuid, text, jsonb) is
  'A profile for an account: name from the metadata, else the part of the e-mail before the at-sign.';

create function private.account_created() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.make_profile(new.id, new.email, new.raw_user_meta_data);
  return new;
end $$;
create trigger make_profile after insert on auth.users
  for each row execute function private.account_created();

-- Accounts that existed before this migration.
do $$ begin perform private.make_profile(id, email, raw_user_meta_data) from auth.users; end $$;

create function private.require_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.coach() is not null and not exists (select from public.profiles where id = private.coach()) then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  return null;
end $$;
comment on function private.require_account() is
  'Before a coach writes: a token outlives its account by up to an hour; it gets PT401 account_closed, not a key error.';
