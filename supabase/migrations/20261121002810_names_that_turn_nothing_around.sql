-- Characters that nobody sees and that turn the writing direction around: within a name they reversed the words that
-- follow it, ours ('vence em 3 dias') and those on the student's public page. Names of people who write from right to
-- left need none of them. Forms take them out as they are typed or pasted.
update public.profiles
   set name = coalesce(nullif(btrim(regexp_replace(name, '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''), 'Professor')
 where name ~ '[\u202A-\u202E\u2066-\u2069]';
update public.students set name = btrim(regexp_replace(name, '[\u202A-\u202E\u2066-\u2069]', '', 'g')) where name ~ '[\u202A-\u202E\u2066-\u2069]';
update public.clubs set name = regexp_replace(name, '[\u202A-\u202E\u2066-\u2069]', '', 'g') where name ~ '[\u202A-\u202E\u2066-\u2069]';
update public.packages set name = regexp_replace(name, '[\u202A-\u202E\u2066-\u2069]', '', 'g') where name ~ '[\u202A-\u202E\u2066-\u2069]';
update public.sessions set teacher = regexp_replace(teacher, '[\u202A-\u202E\u2066-\u2069]', '', 'g') where teacher ~ '[\u202A-\u202E\u2066-\u2069]';

alter table public.profiles add constraint profiles_name_turns_nothing check (name !~ '[\u202A-\u202E\u2066-\u2069]');
alter table public.students add constraint students_name_turns_nothing check (name !~ '[\u202A-\u202E\u2066-\u2069]');
alter table public.clubs add constraint clubs_name_turns_nothing check (name !~ '[\u202A-\u202E\u2066-\u2069]');
alter table public.packages add constraint packages_name_turns_nothing check (name !~ '[\u202A-\u202E\u2066-\u2069]');
alter table public.sessions add constraint sessions_teacher_turns_nothing check (teacher !~ '[\u202A-\u202E\u2066-\u2069]');

-- The metadata of a sign-up must never stop it: here they are taken out.
create or replace function private.make_profile(account uuid, email text, meta jsonb) returns void
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
