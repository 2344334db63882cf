-- How long a package lasts: from its start, or from its first lesson, and longer by extensions (docs/product.md, 'Expiry',
-- 'More time').
create function private.set_expiry_from_first_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_day date;
begin
  if tg_op = 'UPDATE' and new.validity_days = old.validity_days
     and new.expiry_date is not null and new.expiry_date is distinct from old.expiry_date then
    -- A date of its own comes from a tab of an older version, which knows no other validity.
    new.validity_days := null;
    return new;
  end if;
  -- Lessons of before the start, settled later, do not start it.
  select min(s.day) into first_day
    from public.session_package_assignments a
    join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
   where a.user_id = new.user_id and a.student_id = new.student_id and a.package_id = new.id and s.day >= new.purchase_date;
  new.expiry_date := first_day + new.validity_days + new.extended_days;
  return new;
end $$;
comment on function private.set_expiry_from_first_lesson() is
  'Before insert or update of a package whose validity begins with its first lesson: its expiry.';
-- Before `touch` by name: its condition reads what this decides.
create trigger expiry_from_first_lesson before insert or update on public.packages
  for each row when (new.validity_days is not null) execute function private.set_expiry_from_first_lesson();

create function private.move_first_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved uuid[];
begin
  moved := array(select a.package_id from public.session_package_assignments a
                  where a.user_id = new.user_id and a.session_id = new.id and a.package_id is not null);
  perform from public.packages
   where user_id = new.user_id and id = any (moved) and validity_days is not null order by id for no key update;
  -- Its trigger computes the expiry.
  update public.packages set validity_days = validity_days
   where user_id = new.user_id and id = any (moved) and validity_days is not null;
  return null;
end $$;
comment on function private.move_first_lesson() is 'After a lesson moved: the packages that may begin with it.';
create trigger move_first_lesson after update of day on public.sessions
  for each row when (old.day <> new.day) execute function private.move_first_lesson();

create table public.package_extensions (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid(),
  student_id uuid not null,
  package_id uuid not null,
  days       integer not null check (days between 1 and 365),
  reason     text not null check (btrim(reason) <> '' and char_length(reason) <= 200),
  -- No key: what a deleted lesson gave stays.
  session_id uuid,
  day        date,
  batch_id   uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint package_extensions_one_per_day unique (user_id, student_id, package_id, day),
  constraint package_extensions_package_fkey foreign key (user_id, student_id, package_id)
    references public.packages (user_id, student_id, id) on delete cascade
);
comment on table public.package_extensions is 'More days for a package: by hand, for a lesson that did not happen, or for a recess.';
comment on column public.package_extensions.day is 'The day of the lesson it was given for: one extension per package and day.';
comment on column public.package_extensions.batch_id is 'The recess it belongs to.';
create index package_extensions_session_idx on public.package_extensions (user_id, session_id) where session_id is not null;
create index package_extensions_batch_idx on public.package_extensions (user_id, batch_id) where batch_id is not null;

alter table public.package_extensions enable row level security;
create policy "own rows" on public.package_extensions for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.package_extensions to authenticated;
grant insert (id, user_id, student_id, package_id, days, reason, session_id, day, batch_id) on public.package_extensions to authenticated;
grant all on public.package_extensions to service_role;

create function private.extensions_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock order of every writer: packages by id, students by id (in packages_changed).
  perform from public.packages p join (select distinct user_id, student_id, package_id from changed) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p
     set extended_days = p.extended_days + c.days,
         expiry_date = case when p.validity_days is null then p.expiry_date + c.days else p.expiry_date end
    from (select user_id, student_id, package_id, sum(case tg_op when 'INSERT' then days else -days end)::integer as days
            from changed group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id;
  return null;
end $$;
comment on function private.extensions_changed() is 'After a statement on extensions: the days and the expiry of their packages.';
create trigger extensions_inserted after insert on public.package_extensions referencing new table as changed
  for each statement execute function private.extensions_changed();
create trigger extensions_deleted after delete on public.package_extensions referencing old table as changed
  for each statement execute function private.extensions_changed();
