-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes the money of a package after its sale: {package_id, expected: {price, paid_total, payment_date}, add: [payment or refund], remove: [ids], price, payment_date}. PT409 stale_money, PT404 package_not_found, PT400 overpaid.
CREATE OR REPLACE FUNCTION private.write_money(me uuid, money jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
