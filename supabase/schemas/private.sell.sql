-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Inserts a new package, what was received for it, and the monthly package that it renews. PT400 overpaid, PT409 renewed_already.
CREATE OR REPLACE FUNCTION private.sell(me uuid, sold jsonb, payment jsonb, renewed uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
