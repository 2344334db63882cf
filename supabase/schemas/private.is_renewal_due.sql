-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The package ends before the 8th of the month with this first day, or has no credits left; its student has bought none for that month instead, and has not got all the money back.
CREATE OR REPLACE FUNCTION private.is_renewal_due(pkg packages, month date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (pkg.remaining_classes <= 0 or coalesce(pkg.expiry_date < month + 7, false))
         and private.bought_instead(pkg, month) is null
         and (pkg.paid_total > 0 or not exists (select from public.payments r
                                                 where r.user_id = pkg.user_id and r.student_id = pkg.student_id
                                                   and r.package_id = pkg.id and r.kind = 'refund'))
$function$;
grant execute to authenticated, service_role;
