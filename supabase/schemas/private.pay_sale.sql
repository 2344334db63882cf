-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After packages are inserted: pays each with one payment of the whole price on its payment date.
CREATE OR REPLACE FUNCTION private.pay_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.payments (user_id, student_id, package_id, amount, paid_on, method, own)
  select user_id, student_id, id, price, payment_date, 'other', true from new_rows where price > 0;
  return null;
end $function$;
