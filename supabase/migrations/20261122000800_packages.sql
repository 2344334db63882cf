-- Prepaid lessons. No role writes a balance: used_classes counts the lessons that name the package, remaining_classes is
-- generated from it, and one check refuses an impossible balance.
create table public.packages (
  id                uuid not null default gen_random_uuid(),
  user_id           uuid not null default auth.uid(),
  student_id        uuid not null,
  name              text not null check (btrim(name) <> '' and char_length(name) <= 120),
  total_classes     integer not null check (total_classes between 1 and 100),
  used_classes      integer not null default 0,
  remaining_classes integer not null generated always as (total_classes - used_classes) stored,
  price             numeric(10, 2) not null check (price >= 0),
  purchase_date     date not null,
  payment_date      date not null,
  expiry_date       date not null,
  status            text not null default 'active' check (status = 'active'),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (user_id, id),
  constraint packages_owner_key unique (user_id, student_id, id),
  constraint packages_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade,
  constraint packages_used_within_total check (used_classes between 0 and total_classes),
  constraint packages_validity check (expiry_date between purchase_date and purchase_date + 365),
  constraint packages_name_has_no_bidi_controls check (name !~ '[\u202A-\u202E\u2066-\u2069]'),
  -- Postgres accepts 'NaN' as a price >= 0 and '-infinity' as a date. NaN in a running sum could never be subtracted
  -- again, and no screen can show such a day.
  constraint packages_price_is_a_number check (price < 'NaN'),
  constraint packages_real_days check (
    purchase_date between date '1900-01-01' and date '9999-12-31'
    and payment_date between date '1900-01-01' and date '9999-12-31'
    and expiry_date between date '1900-01-01' and date '9999-12-31')
);
comment on table public.packages is 'A package of prepaid lessons of one student.';
comment on column public.packages.used_classes is 'Kept by triggers: how many assignments name this package.';
comment on column public.packages.expiry_date is 'The last day on which the package is valid.';
comment on column public.packages.status is
  'Always active: whether a package has expired depends on today and cannot be stored truthfully.';
create index packages_with_credits_idx on public.packages (user_id, student_id) where remaining_classes > 0;

alter table public.packages enable row level security;
create policy "own rows" on public.packages for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.packages to authenticated;
grant insert (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date)
  on public.packages to authenticated;
grant update (name, total_classes, price, purchase_date, payment_date, expiry_date) on public.packages to authenticated;
grant all on public.packages to service_role;

create trigger log_inserted_id before insert on public.packages
  for each row execute function private.log_inserted_id();
-- Triggers move used_classes; any other update is an edit of the package.
create trigger touch before update on public.packages
  for each row when (old.used_classes = new.used_classes) execute function private.touch_updated_at();

-- Totals of students move by increments. Recomputing a sum would read the snapshot from before the row lock and lose
-- what a concurrent transaction did; `x = x + d` is applied to the row as it is now.
create function private.packages_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock order of every writer: lessons, packages by id, students by id.
  if tg_op = 'DELETE' then
    perform from public.students s join (select distinct user_id, student_id from old_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  else
    perform from public.students s join (select distinct user_id, student_id from new_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  end if;

  if tg_op = 'INSERT' then
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from new_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    insert into public.credit_ledger (user_id, student_id, package_id, kind, delta)
    select user_id, student_id, id, 'purchase', remaining_classes from new_rows;

  elsif tg_op = 'DELETE' then
    update public.students s
       set total_credits = s.total_credits - d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from old_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    -- No line for a student who is being deleted in this statement: the ledger goes with the student.
    insert into public.credit_ledger (user_id, student_id, package_id, kind, delta)
    select o.user_id, o.student_id, o.id, 'void', -o.remaining_classes
      from old_rows o join public.students s on s.user_id = o.user_id and s.id = o.student_id;

  else
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, n.student_id, sum(n.remaining_classes - o.remaining_classes)::integer as credits
              from old_rows o join new_rows n using (user_id, id)
             where (o.total_classes, o.used_classes, o.purchase_date, o.expiry_date)
                <> (n.total_classes, n.used_classes, n.purchase_date, n.expiry_date)
             group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    -- assignments_changed writes what lessons use and refund; this writes only corrections of the total.
    insert into public.credit_ledger (user_id, student_id, package_id, kind, delta)
    select user_id, n.student_id, id, 'adjust', n.total_classes - o.total_classes
      from old_rows o join new_rows n using (user_id, id)
     where n.total_classes <> o.total_classes;
  end if;
  return null;
end $$;
comment on function private.packages_changed() is
  'After a statement on packages: total_credits and credits_version of the students, and the ledger.';
create trigger packages_inserted after insert on public.packages referencing new table as new_rows
  for each statement execute function private.packages_changed();
create trigger packages_updated after update on public.packages referencing old table as old_rows new table as new_rows
  for each statement execute function private.packages_changed();
create trigger packages_deleted after delete on public.packages referencing old table as old_rows
  for each statement execute function private.packages_changed();
