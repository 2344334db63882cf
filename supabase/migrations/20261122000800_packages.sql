-- Prepaid lessons. No role writes a balance: used_classes counts the lessons that name the package, remaining_classes
-- is generated from it, and one check refuses an impossible balance.
create table public.packages (
  id                uuid not null default gen_random_uuid(),
  user_id           uuid not null default auth.uid(),
  student_id        uuid not null,
  name              text not null check (private.is_seen(name) and char_length(name) <= 120),
  total_classes     integer not null check (total_classes between 1 and 100),
  used_classes      integer not null default 0,
  price             numeric(10, 2) not null check (price >= 0),
  purchase_date     date not null,
  payment_date      date not null,
  expiry_date       date,
  status            text not null default 'active' check (status = 'active'),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  validity_days     integer check (validity_days between 1 and 365),
  extended_days     integer not null default 0 check (extended_days >= 0),
  used_outside      integer not null default 0 check (used_outside >= 0),
  remaining_classes integer not null generated always as (total_classes - used_classes - used_outside) stored,
  paid_total        numeric(12, 2) not null default 0,
  open_amount       numeric(12, 2) not null generated always as (price - paid_total) stored,
  renews_monthly    boolean not null default false,
  renews            uuid,
  sold_classes      integer not null check (sold_classes between 1 and 100),
  sold_price        numeric(10, 2) not null check (sold_price >= 0 and sold_price < 'NaN'),
  primary key (user_id, id),
  constraint packages_owner_key unique (user_id, student_id, id),
  constraint packages_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade,
  constraint packages_renews_fkey foreign key (user_id, student_id, renews)
    references public.packages (user_id, student_id, id) on delete set null (renews),
  constraint packages_used_within_total check (used_classes >= 0 and used_classes + used_outside <= total_classes),
  -- The package's own validity, without its extensions, is at most 365 days.
  constraint packages_validity check (
    validity_days is not null
    or (expiry_date is not null and expiry_date - extended_days between purchase_date and purchase_date + 365)),
  constraint packages_refunded_within_paid check (paid_total >= 0),
  constraint packages_name_has_no_bidi_controls check (name !~ '[\u202A-\u202E\u2066-\u2069]'),
  -- Postgres accepts 'NaN' as a price >= 0. NaN in a running sum could never be subtracted again.
  constraint packages_price_is_a_number check (price < 'NaN'),
  constraint packages_renews_another check (renews <> id)
);
comment on table public.packages is 'A package of prepaid lessons of one student.';
comment on column public.packages.used_classes is 'Kept by triggers: how many assignments name this package.';
comment on column public.packages.expiry_date is
  'The last valid day, extensions included. Null: the validity begins with the first lesson, and there is none yet.';
comment on column public.packages.status is
  'Always active: whether a package has expired depends on today and cannot be stored truthfully.';
comment on column public.packages.validity_days is
  'How many days the package is valid from its first lesson on; null: expiry_date was fixed at the sale.';
comment on column public.packages.extended_days is
  'Kept by triggers: how many days its extensions add (private.extended_days).';
comment on column public.packages.used_outside is
  'Credits that an adjustment or an import took, without a lesson in the app.';
comment on column public.packages.paid_total is 'Kept by triggers: its payments less its refunds.';
comment on column public.packages.open_amount is 'What is still owed; below 0 if more was received than it costs.';
comment on column public.packages.renews_monthly is
  'Marked ''Renovar todo mês'': the package waits for its renewal until another one renews it.';
comment on column public.packages.renews is
  'The monthly package that this one renews. Once this is null, that package waits for its renewal again.';
comment on column public.packages.sold_classes is
  'Kept by a trigger: how many lessons were sold, leaving out adjustments since then. A renewal sells as many.';
comment on column public.packages.sold_price is
  'Kept by a trigger: the price of the sale, leaving out discounts and refunds. A renewal has the same price.';
create index packages_with_credits_idx on public.packages (user_id, student_id) where remaining_classes > 0;
create index packages_open_idx on public.packages (user_id, student_id) where open_amount > 0;
create index packages_due_idx on public.packages (user_id, payment_date, id) where open_amount > 0;
create index packages_monthly_idx on public.packages (user_id, purchase_date) where renews_monthly;
create index packages_monthly_of_student_idx on public.packages (user_id, student_id, purchase_date)
  where renews_monthly;
-- If two devices renew the same package, one is refused. Partial: the planner used an index of all packages, being
-- small, to find one package of a student by its id.
create unique index packages_renewed_once on public.packages (user_id, student_id, renews) where renews is not null;

alter table public.packages enable row level security;
create policy "own rows" on public.packages for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.packages to authenticated;
grant insert (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date,
              validity_days, renews_monthly)
  on public.packages to authenticated;
grant update (name, total_classes, price, purchase_date, payment_date, expiry_date, validity_days, renews_monthly,
              renews)
  on public.packages to authenticated;
grant all on public.packages to service_role;

create trigger log_inserted_id before insert on public.packages
  for each row execute function private.log_inserted_id();

-- Definer functions write adjustments and discounts (private.adjust_package, private.change_price). If the role
-- `authenticated` itself writes a total or a price, the form is editing the sale.
create function private.keep_sold() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.sold_classes := coalesce(new.sold_classes, new.total_classes);
    new.sold_price := coalesce(new.sold_price, new.price);
  elsif current_user = 'authenticated' then
    if new.total_classes <> old.total_classes then new.sold_classes := new.total_classes; end if;
    if new.price <> old.price then new.sold_price := new.price; end if;
  end if;
  return new;
end $$;
comment on function private.keep_sold() is
  'Before a package is inserted, or its total or price changes: keeps what was sold (sold_classes, sold_price).';
create trigger sold_inserted before insert on public.packages for each row execute function private.keep_sold();
create trigger sold_edited before update of total_classes, price on public.packages
  for each row when ((old.total_classes, old.price) is distinct from (new.total_classes, new.price))
  execute function private.keep_sold();

-- Only edits of the package stamp updated_at, not columns that follow from lessons and payments.
create trigger touch before update on public.packages
  for each row when (
    (old.name, old.total_classes, old.price, old.purchase_date, old.payment_date, old.validity_days, old.extended_days,
     old.used_outside, old.renews_monthly, old.renews)
      is distinct from
    (new.name, new.total_classes, new.price, new.purchase_date, new.payment_date, new.validity_days, new.extended_days,
     new.used_outside, new.renews_monthly, new.renews)
    or (new.validity_days is null and old.expiry_date is distinct from new.expiry_date))
  execute function private.touch_updated_at();

-- Totals of students move by increments. Recomputing a sum would read the snapshot from before the row lock and lose
-- what a concurrent transaction did; `x = x + d` is applied to the row as it is now.
create function private.packages_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
  lines private.ledger_line[];
begin
  -- The lock order of every writer: lessons, packages by id, students by id.
  perform from public.students s join (select distinct user_id, student_id from changed) c
       on s.user_id = c.user_id and s.id = c.student_id order by s.user_id, s.id for no key update of s;

  if tg_op <> 'UPDATE' then
    update public.students s
       set total_credits = s.total_credits + sign * d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from changed group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (c.user_id, c.student_id, c.id, c.name, null,
                               case tg_op when 'INSERT' then 'purchase' else 'void' end, sign * c.remaining_classes,
                               case tg_op when 'INSERT' then c.remaining_classes else 0 end,
                               null, null, null, null, null, null, null, null, null, null)::private.ledger_line
                     from changed c);

  else
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, n.student_id, sum(n.remaining_classes - o.remaining_classes)::integer as credits
              from old_rows o join changed n using (user_id, id)
             where (o.total_classes, o.used_classes, o.used_outside, o.purchase_date, o.expiry_date, o.validity_days,
                    o.extended_days)
                   is distinct from
                   (n.total_classes, n.used_classes, n.used_outside, n.purchase_date, n.expiry_date, n.validity_days,
                    n.extended_days)
             group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    -- assignments_changed writes the lines of lessons; this function writes only corrections of the total.
    lines := array(select row (n.user_id, n.student_id, n.id, n.name, null, 'adjust',
                               n.total_classes - n.used_outside - o.total_classes + o.used_outside,
                               n.remaining_classes, null, null, null, null, null, null, null, null, null, null
                              )::private.ledger_line
                     from old_rows o join changed n using (user_id, id)
                    where o.total_classes - o.used_outside <> n.total_classes - n.used_outside);
  end if;
  if cardinality(lines) > 0 then perform private.write_ledger(lines); end if;
  return null;
end $$;
comment on function private.packages_changed() is
  'After a statement on packages: moves total_credits and credits_version of the students, and writes the ledger.';
create trigger packages_inserted after insert on public.packages referencing new table as changed
  for each statement execute function private.packages_changed();
create trigger packages_updated after update on public.packages
  referencing old table as old_rows new table as changed
  for each statement execute function private.packages_changed();
create trigger packages_deleted after delete on public.packages referencing old table as changed
  for each statement execute function private.packages_changed();
