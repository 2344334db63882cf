-- What a plan does to packages: a sale, adjustments, edits, removals, and their money. private.apply_plan calls these
-- functions.

-- Security definer: no role may update used_outside.
create function private.adjust_package(change jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me  constant uuid := private.coach();
  pkg public.packages;
  why constant text := btrim(change ->> 'reason');
begin
  if change ->> 'id' is null or private.is_seen(why) is not true then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'an adjustment without a package or a reason';
  end if;
  select * into pkg from public.packages where user_id = me and id = (change ->> 'id')::uuid for no key update;
  if pkg.id is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = change ->> 'id'; end if;
  if (pkg.total_classes, pkg.used_outside) is distinct from
     ((change -> 'expected' ->> 'total_classes')::integer, (change -> 'expected' ->> 'used_outside')::integer) then
    raise sqlstate 'PT409' using message = 'stale_package', detail = pkg.id::text;
  end if;
  -- Without a difference in credits no line is written, so nothing could hold the reason.
  if (change ->> 'total_classes')::integer - (change ->> 'used_outside')::integer
     = pkg.total_classes - pkg.used_outside then
    raise sqlstate 'PT400' using message = 'nothing_changed', detail = pkg.id::text;
  end if;
  update public.packages
     set total_classes = (change ->> 'total_classes')::integer, used_outside = (change ->> 'used_outside')::integer,
         name = change ->> 'name'
   where user_id = me and id = pkg.id;
  -- The line that the trigger has just written: nobody else gets a number before this transaction ends.
  update public.credit_ledger set reason = why
   where user_id = me and id = (select last from private.ledger_numbers where user_id = me);
end $$;
comment on function private.adjust_package(jsonb) is
  'Adjusts the credits of a package of the caller, if total and used_outside are as expected: {id, total_classes, '
  'used_outside, name, reason, expected}. PT409 stale_package, PT404 package_not_found, PT400 nothing_changed.';
grant execute on function private.adjust_package(jsonb) to authenticated, service_role;

-- Undoing a sale must not take along what came after it: a payment, an adjustment, more time, another renewal.
create function private.remove_package(change jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me       constant uuid := private.coach();
  pkg      constant uuid := change ->> 'id';
  expected constant jsonb := private.part(change -> 'expected', '{}');
  now_is   jsonb;
begin
  if not expected ?& array['total_classes', 'used_outside', 'extended_days', 'price', 'paid_total', 'purchase_date',
                           'payment_date', 'validity_days', 'renews_monthly', 'payments'] then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a removal that does not say what it expects';
  end if;
  select to_jsonb(p) || jsonb_build_object('payments', (
           select coalesce(jsonb_agg(y.id order by y.id), '[]') from public.payments y
            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id))
    into now_is from public.packages p where p.user_id = me and p.id = pkg;
  -- The coach has deleted the package meanwhile.
  if now_is is null then return; end if;
  if not now_is @> expected or jsonb_array_length(now_is -> 'payments') <> jsonb_array_length(expected -> 'payments')
     or exists (select from public.packages f
                 where f.user_id = me and f.student_id = (now_is ->> 'student_id')::uuid and f.renews = pkg) then
    raise sqlstate 'PT409' using message = 'stale_sale', detail = pkg::text;
  end if;
  delete from public.packages where user_id = me and id = pkg;
end $$;
comment on function private.remove_package(jsonb) is
  'Deletes a package of the caller that is as its sale left it: {id, expected}. PT409 stale_sale.';
grant execute on function private.remove_package(jsonb) to authenticated, service_role;

-- 'Editar Pacote' and 'Apagar pacote': nothing changes unless the package is as the coach saw it. Security invoker, so
-- that private.keep_sold takes the edit as one of the sale.
create function private.edit_package(change jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  pkg    constant uuid := change ->> 'id';
  entered constant jsonb := change -> 'values';
  now_is jsonb;
  next   uuid;
begin
  -- A corrected payment is another one, also where the sum is the same.
  select to_jsonb(p) || jsonb_build_object('payments', (
           select coalesce(string_agg(y.id::text, ',' order by y.id), '') from public.payments y
            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id))
    into now_is from public.packages p where p.user_id = me and p.id = pkg;
  if now_is is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = pkg::text; end if;
  if not now_is @> private.part(change -> 'expected', '{}') then
    raise sqlstate 'PT409' using message = 'stale_package', detail = pkg::text;
  end if;
  if change ->> 'op' = 'delete' then
    select f.id into next from public.packages f
     where f.user_id = me and f.student_id = (now_is ->> 'student_id')::uuid and f.renews = pkg;
    delete from public.packages where user_id = me and id = pkg;
    -- What renewed the deleted package renews the one before it, which would else wait for a renewal that it has.
    update public.packages p set renews = b.id from public.packages b
     where p.user_id = me and p.id = next
       and b.user_id = me and b.student_id = p.student_id and b.id = (now_is ->> 'renews')::uuid;
    return;
  end if;
  update public.packages p
     set name = entered ->> 'name', total_classes = (entered ->> 'total_classes')::integer,
         price = (entered ->> 'price')::numeric, purchase_date = (entered ->> 'purchase_date')::date,
         payment_date = (entered ->> 'payment_date')::date, renews_monthly = (entered ->> 'renews_monthly')::boolean,
         validity_days = (entered ->> 'validity_days')::integer,
         expiry_date = case when entered ? 'expiry_date' then (entered ->> 'expiry_date')::date else p.expiry_date end
   where p.user_id = me and p.id = pkg;
end $$;
comment on function private.edit_package(jsonb) is
  'Edits a package of the caller, or deletes it, if it is as expected: {op: edit or delete, id, expected, values}. '
  'PT409 stale_package, PT404 package_not_found, 23503: a lesson uses it.';
grant execute on function private.edit_package(jsonb) to authenticated, service_role;

create function private.sell(me uuid, sold jsonb, payment jsonb, renewed uuid) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  pkg   constant uuid := sold ->> 'id';
  buyer constant uuid := sold ->> 'student_id';
  costs numeric;  -- the price as stored
begin
  if exists (select from public.packages p where p.user_id = me and p.student_id = buyer and p.renews = renewed) then
    raise sqlstate 'PT409' using message = 'renewed_already', detail = renewed::text;
  end if;
  insert into public.packages (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date,
                               expiry_date, validity_days, renews_monthly)
  select p.id, me, p.student_id, p.name, p.total_classes, p.price, p.purchase_date, p.payment_date, p.expiry_date,
         p.validity_days, coalesce(p.renews_monthly, false)
    from jsonb_to_record(sold) as p (id uuid, student_id uuid, name text, total_classes integer, price numeric,
                                     purchase_date date, payment_date date, expiry_date date, validity_days integer,
                                     renews_monthly boolean)
  returning price into costs;
  if renewed is not null then
    update public.packages
       -- Null, if the package to renew was deleted meanwhile.
       set renews = (select p.id from public.packages p
                      where p.user_id = me and p.student_id = buyer and p.id = renewed)
     where user_id = me and id = pkg;
  end if;
  -- The plain insert has written one payment of the whole price; the sale says what was received.
  delete from public.payments where user_id = me and package_id = pkg;
  if payment = '{}' then return; end if;
  insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note,
                               own)
  select coalesce(y.id, gen_random_uuid()), me, buyer, pkg, 'payment', y.amount, y.paid_on, coalesce(y.method, 'other'),
         y.payer_name, y.note, y.amount = costs
    from jsonb_to_record(payment) as y (id uuid, amount numeric, paid_on date, method text, payer_name text, note text)
   where y.amount <= costs;
  if not found then raise sqlstate 'PT400' using message = 'overpaid'; end if;
end $$;
comment on function private.sell(uuid, jsonb, jsonb, uuid) is
  'Inserts a new package, what was received for it, and the monthly package that it renews. PT400 overpaid, PT409 '
  'renewed_already.';
grant execute on function private.sell(uuid, jsonb, jsonb, uuid) to authenticated, service_role;

-- A definer function, so that a discount and a refund leave what was sold as it is (private.keep_sold).
create function private.change_price(package_id uuid, price numeric, payment_date date) returns void
language sql volatile security definer set search_path = '' as $$
  update public.packages p
     set price = coalesce(change_price.price, p.price),
         payment_date = coalesce(change_price.payment_date, p.payment_date)
   where p.user_id = private.coach() and p.id = change_price.package_id
$$;
comment on function private.change_price(uuid, numeric, date) is
  'Changes price and payment date of a package of the caller; a null leaves that value as it is.';
grant execute on function private.change_price(uuid, numeric, date) to authenticated, service_role;

create function private.write_money(me uuid, money jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  pkg     constant uuid := money ->> 'package_id';
  added   constant jsonb := private.part(money -> 'add', '[]');
  old_ids constant uuid[] := array(select jsonb_array_elements_text(private.part(money -> 'remove', '[]'))::uuid);
  sold    public.packages;
  step    text;
  gone    integer := 0;
  n       integer;
begin
  select * into sold from public.packages where user_id = me and id = pkg;
  if sold.id is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = pkg::text; end if;
  if (sold.price, sold.paid_total, sold.payment_date) is distinct from
     ((money -> 'expected' ->> 'price')::numeric, (money -> 'expected' ->> 'paid_total')::numeric,
      (money -> 'expected' ->> 'payment_date')::date) then
    raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
  end if;
  -- First what raises the sum received (new payments, removed refunds), then what lowers it. So a correction is refused
  -- only if at its end more is given back than received.
  foreach step in array array['payment', 'refund'] loop
    insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note,
                                 own)
    select p.id, me, sold.student_id, pkg, p.kind, p.amount, p.paid_on, p.method, p.payer_name, p.note,
           -- A correction of its day, method or texts leaves the sale's own payment the sale's own. An undo sends
           -- `own`, to put it back as it was.
           p.kind is distinct from 'refund'
           and (p.own is true or exists (select from public.payments y
                        where y.user_id = me and y.student_id = sold.student_id and y.package_id = pkg
                          and y.id = any (old_ids)
                          and y.own and y.amount = p.amount))
      from jsonb_to_recordset(added) as p (id uuid, kind text, amount numeric, paid_on date, method text,
                                           payer_name text, note text, own boolean)
     where (coalesce(p.kind, '') = 'refund') = (step = 'refund');
    delete from public.payments y
     where y.user_id = me and y.package_id = pkg and y.student_id = sold.student_id and y.id = any (old_ids)
       and y.kind <> step;
    get diagnostics n = row_count;
    gone := gone + n;
  end loop;
  -- Another device has corrected an entry meanwhile, to the same sum.
  if gone <> cardinality(old_ids) then
    raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
  end if;
  if money ? 'price' or money ? 'payment_date' then
    perform private.change_price(pkg, (money ->> 'price')::numeric, (money ->> 'payment_date')::date);
  end if;
  -- A lower price may leave more received than the package costs. A new payment may not add to that; an undo, which
  -- sends `own`, may put one back.
  if jsonb_path_exists(added, '$[*] ? (@.kind == "payment" && !exists(@.own))')
     and (select p.open_amount from public.packages p where p.user_id = me and p.id = pkg)
         < least(sold.open_amount, 0) then
    raise sqlstate 'PT400' using message = 'overpaid';
  end if;
end $$;
comment on function private.write_money(uuid, jsonb) is
  'Writes the money of a package after its sale: {package_id, expected: {price, paid_total, payment_date}, add: '
  '[payment or refund], remove: [ids], price, payment_date}. PT409 stale_money, PT404 package_not_found, PT400 '
  'overpaid.';
grant execute on function private.write_money(uuid, jsonb) to authenticated, service_role;
