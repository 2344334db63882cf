-- The coach's own data: one row per account, made by a trigger when the account is made.
--
-- Names refuse the invisible characters that reverse the writing direction (here and in students, clubs, packages and
-- sessions): inside a name they would reverse the words that follow it, also on the student's public page. Forms strip
-- them when they are typed or pasted.

create function private.is_time_zone(name text) returns boolean
language plpgsql immutable security invoker set search_path = '' as $$
begin
  perform timestamp '2000-01-01' at time zone name;
  -- 'EST' and '+03' have no summer time. Postgres accepts any word with a digit as a time zone ('No/Where3',
  -- 'Etc/GMT+99'). Browsers know neither those nor the copies below 'posix' and 'right', so every screen with a time
  -- would fail.
  return name ~ '^([A-Za-z_]+(/[A-Za-z_-]+)+|Etc/GMT(\+([0-9]|1[0-2])|-([0-9]|1[0-4]))|UTC)$'
     and name !~* '^(posix|right)/';
exception when invalid_parameter_value then
  return false;
end $$;
comment on function private.is_time_zone(text) is 'Whether this is the IANA name of a time zone.';
grant execute on function private.is_time_zone(text) to authenticated, service_role;

create table public.profiles (
  id                    uuid primary key references auth.users (id) on delete cascade,
  name                  text not null check (private.is_seen(name) and char_length(name) <= 255),
  phone                 text check (phone ~ '^[0-9]{8,15}$'),
  main_sport            text not null default 'Tênis' check (btrim(main_sport) <> '' and char_length(main_sport) <= 60),
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  -- The rules of lessons (docs/product.md, 'Rules of the coach'). Changing one does not change lessons that are already
  -- registered.
  package_order         text not null default 'oldest' check (package_order in ('oldest', 'expires_first')),
  cancel_extension_days integer not null default 0 check (cancel_extension_days between 0 and 365),
  time_zone             text check (char_length(time_zone) <= 60 and private.is_time_zone(time_zone)),
  pix_type              text check (pix_type in ('cpf', 'cnpj', 'phone', 'email', 'evp')),
  pix_key               text check (pix_key ~ '^[!-~]{1,77}$'),
  pix_name              text check (pix_name ~ '^[!-~]([ -~]{0,23}[!-~])?$'),
  pix_city              text check (pix_city ~ '^[!-~]([ -~]{0,13}[!-~])?$'),
  show_pix              boolean not null default false,
  renewal_due_day       integer not null default 5 check (renewal_due_day between 1 and 28),
  first_steps_closed    boolean not null default false,
  replies_seen_at       timestamptz,
  time_zone_since       timestamptz,
  agreements_written    integer not null default 0 check (agreements_written between 0 and 1000000),
  constraint profiles_name_has_no_bidi_controls check (name !~ '[\u202A-\u202E\u2066-\u2069]'),
  constraint profiles_pix_is_whole check (num_nonnulls(pix_type, pix_key, pix_name, pix_city) in (0, 4))
);
comment on table public.profiles is 'A coach. Owner of every other row, directly or through user_id.';
comment on column public.profiles.package_order is
  'Which package a lesson takes: the oldest, or the one that expires first.';
comment on column public.profiles.cancel_extension_days is
  '''Validade extra em aula cancelada'': the days that are ticked at first when a lesson is cancelled; 0: the coach '
  'chooses.';
comment on column public.profiles.time_zone is
  'IANA name, from the coach''s device. The local times of slots are in this zone. Null: not known yet.';
comment on column public.profiles.pix_key is
  'In the canonical form of its type. PIX codes are made from it in the app.';
comment on column public.profiles.pix_name is 'As a PIX code holds it: printable ASCII.';
comment on column public.profiles.show_pix is 'Whether students see on their page what they owe, with the PIX key.';
comment on column public.profiles.renewal_due_day is 'Day of the month on which monthly renewals are due.';
comment on column public.profiles.first_steps_closed is 'Whether the coach closed ''Primeiros passos''.';
comment on column public.profiles.replies_seen_at is
  'Up to this time ''Hoje'' has shown the replies of students to the coach, who then left the screen.';
comment on column public.profiles.time_zone_since is
  'Kept by a trigger: when the time zone last changed, and with it the instant of every local time of a slot. Null: '
  'never.';
comment on column public.profiles.agreements_written is
  'Kept by save_agreement: the number of the last agreement version. The number of a version that was replaced before '
  'it began is not used again.';

alter table public.profiles enable row level security;
create policy "own profile: read" on public.profiles
  for select to authenticated using (id = (select auth.uid()));
create policy "own profile: update" on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
grant select,
  update (name, phone, main_sport, package_order, cancel_extension_days, time_zone,
          pix_type, pix_key, pix_name, pix_city, show_pix, renewal_due_day, first_steps_closed, replies_seen_at)
  on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- replies_seen_at and agreements_written are not edits of the profile: its form would report them as edits from
-- elsewhere.
create trigger touch before update on public.profiles
  for each row when ((old.replies_seen_at, old.agreements_written)
                     is not distinct from (new.replies_seen_at, new.agreements_written))
  execute function private.touch_updated_at();

-- The trigger's name sorts after `touch`, whose condition has to read the value that the request sent.
create function private.keep_seen() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  new.replies_seen_at := greatest(old.replies_seen_at, least(new.replies_seen_at, now()));
  return new;
end $$;
comment on function private.keep_seen() is
  'Before replies_seen_at moves back, or beyond now: keeps the later time, so that a device that is behind does not '
  'make seen replies new again, and no time to come, which would hide replies that nobody has seen.';
create trigger unseen_never before update of replies_seen_at on public.profiles
  for each row when (new.replies_seen_at < old.replies_seen_at
                     -- profiles_real_days refuses what is later still.
                     or new.replies_seen_at > now() and new.replies_seen_at < '2101-01-01 00:00+00')
  execute function private.keep_seen();

create function private.coach_time_zone(coach uuid) returns text
language plpgsql stable security invoker set search_path = '' as $$
begin
  return coalesce((select p.time_zone from public.profiles p where p.id = coach), 'America/Sao_Paulo');
end $$;
comment on function private.coach_time_zone(uuid) is
  'The time zone of a coach''s agenda; São Paulo''s until it is known.';
grant execute on function private.coach_time_zone(uuid) to authenticated, service_role;

create function private.note_new_zone() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  new.time_zone_since := now();
  return new;
end $$;
comment on function private.note_new_zone() is
  'Before the time zone changes: stamps time_zone_since, since when lessons begin at the times of the new zone.';
create trigger new_zone before update of time_zone on public.profiles
  for each row when (coalesce(old.time_zone, 'America/Sao_Paulo') <> coalesce(new.time_zone, 'America/Sao_Paulo'))
  execute function private.note_new_zone();

-- A visitor can send any metadata with a sign-up. It is cleaned here and must never make the sign-up fail.
create function private.make_profile(account uuid, email text, meta jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.profiles (id, name, phone, main_sport)
  select account,
         coalesce((select n
                     from unnest(array[meta ->> 'name', split_part(email, '@', 1)]) with ordinality as given(typed, at),
                          left(btrim(regexp_replace(typed, '[\u202A-\u202E\u2066-\u2069]', '', 'g')), 255) as n
                    where private.is_seen(n)
                    order by at
                    limit 1), 'Professor'),
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
  'Before a coach writes: refuses a token whose account is closed (PT401 account_closed). A token outlives its '
  'account by up to an hour, and would otherwise get a foreign-key error.';
