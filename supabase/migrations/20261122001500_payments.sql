-- Money received for packages, and given back. What a package still owes is its price less these rows
-- (docs/product.md, 'Payments').
--
-- An ordinary insert of a package means that it is paid: a trigger writes one payment of the whole price. That payment
-- is the sale's own (`own`).
create table public.payments (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid(),
  student_id uuid not null,
  package_id uuid not null,
  kind       text not null default 'payment' check (kind in ('payment', 'refund')),
  -- Postgres takes 'NaN' as greater than any number.
  amount     numeric(10, 2) not null check (amount > 0 and amount < 'NaN'),
  paid_on    date not null,
  method     text not null check (method in ('pix', 'cash', 'card', 'transfer', 'other')),
  payer_name text check (private.is_seen(payer_name) and char_length(payer_name) <= 100),
  note       text check (char_length(note) <= 200),
  own        boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint payments_package_fkey foreign key (user_id, student_id, package_id)
    references public.packages (user_id, student_id, id) on delete cascade,
  constraint payments_payer_has_no_bidi_controls check (payer_name !~ '[\u202A-\u202E\u2066-\u2069]')
);
comment on table public.payments is 'Money received for a package, or given back. Deleted with the package.';
comment on column public.payments.paid_on is
  'The day on which the money was received or given back, as the coach says.';
comment on column public.payments.own is
  'The payment of the whole price that came with the sale, or the correction that replaced it. It follows price and '
  'payment date while it is the only payment and still the whole price on that date.';
create index payments_package_idx on public.payments (user_id, student_id, package_id);
create index payments_by_day_idx on public.payments (user_id, paid_on desc, created_at desc, id);

alter table public.payments enable row level security;
create policy "own rows" on public.payments for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.payments to authenticated;
grant insert (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own)
  on public.payments to authenticated;
grant all on public.payments to service_role;

create trigger log_inserted_id before insert on public.payments
  for each row execute function private.log_inserted_id();

create function private.payments_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    -- Only follow_sale changes an amount, and it has locked the package.
    update public.packages p set paid_total = p.paid_total + c.amount
      from (select user_id, n.student_id, n.package_id, sum(n.amount - o.amount) as amount
              from old_rows o join changed_rows n using (user_id, id) where n.amount <> o.amount group by 1, 2, 3) c
     where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id;
    return null;
  end if;
  -- Locked by id, as every writer locks packages.
  perform from public.packages p join (select distinct user_id, student_id, package_id from changed_rows) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p set paid_total = p.paid_total + sign * c.amount
    from (select user_id, student_id, package_id, sum(case kind when 'payment' then amount else -amount end) as amount
            from changed_rows group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id;
  return null;
end $$;
comment on function private.payments_changed() is 'After a statement on payments: moves paid_total of the packages.';
create trigger payments_inserted after insert on public.payments referencing new table as changed_rows
  for each statement execute function private.payments_changed();
create trigger payments_updated after update on public.payments
  referencing old table as old_rows new table as changed_rows
  for each statement execute function private.payments_changed();
create trigger payments_deleted after delete on public.payments referencing old table as changed_rows
  for each statement execute function private.payments_changed();

create function private.pay_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.payments (user_id, student_id, package_id, amount, paid_on, method, own)
  select user_id, student_id, id, price, payment_date, 'other', true from new_rows where price > 0;
  return null;
end $$;
comment on function private.pay_sale() is
  'After packages are inserted: pays each with one payment of the whole price on its payment date.';
create trigger sale_paid after insert on public.packages referencing new table as new_rows
  for each statement execute function private.pay_sale();

-- After a correction, or when the price was lowered after a refund, the sale's own payment is no longer the whole
-- price. It then stays what was received.
create function private.follow_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  payments constant public.payments[] := array(
    select p from public.payments p
     where p.user_id = new.user_id and p.student_id = new.student_id and p.package_id = new.id limit 2);
  only_one constant public.payments := payments[1];
  today constant date := (now() at time zone private.coach_time_zone(new.user_id))::date;
begin
  -- No money was received in the future.
  if new.payment_date > today
     and (new.payment_date <> old.payment_date or cardinality(payments) = 0) then
    return null;
  end if;
  if cardinality(payments) = 0 and old.price = 0 and new.price > 0 then
    insert into public.payments (user_id, student_id, package_id, amount, paid_on, method, own)
    values (new.user_id, new.student_id, new.id, new.price, new.payment_date, 'other', true);
  -- Any other payments are what the coach said was received: they stay, and the difference to the price shows.
  elsif cardinality(payments) = 1 and only_one.own
        and (only_one.amount, only_one.paid_on) = (old.price, old.payment_date) then
    if new.price = 0 then
      delete from public.payments where user_id = new.user_id and id = only_one.id;
    else
      update public.payments set amount = new.price, paid_on = new.payment_date
       where user_id = new.user_id and id = only_one.id;
    end if;
  end if;
  return null;
end $$;
comment on function private.follow_sale() is
  'After the price or payment date of a package changes: changes the sale''s own payment alike, while it is the only '
  'payment and still the whole price on that date. A package that was free and has no payment gets one. Neither for a '
  'date that becomes later than today: what was received stays, the rest is due then.';
create trigger sale_followed after update of price, payment_date on public.packages
  for each row when ((old.price, old.payment_date) is distinct from (new.price, new.payment_date))
  execute function private.follow_sale();
