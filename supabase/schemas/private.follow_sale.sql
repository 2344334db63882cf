-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After the price or payment date of a package changes: changes the sale's own payment alike, while it is the only payment and still the whole price on that date. A package that was free and has no payment gets one. Neither for a date that becomes later than today: what was received stays, the rest is due then.
CREATE OR REPLACE FUNCTION private.follow_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
