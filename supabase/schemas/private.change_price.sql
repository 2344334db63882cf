-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Changes price and payment date of a package of the caller; a null leaves that value as it is.
CREATE OR REPLACE FUNCTION private.change_price(package_id uuid, price numeric, payment_date date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.packages p
     set price = coalesce(change_price.price, p.price),
         payment_date = coalesce(change_price.payment_date, p.payment_date)
   where p.user_id = private.coach() and p.id = change_price.package_id
$function$;
grant execute to authenticated, service_role;
