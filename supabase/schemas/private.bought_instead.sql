-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The start of the package of several classes, some of them left, that the student has bought for the month with this first day without renewing one; null without any.
CREATE OR REPLACE FUNCTION private.bought_instead(pkg packages, month date)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select min(f.purchase_date) from public.packages f
   where f.user_id = pkg.user_id and f.student_id = pkg.student_id and f.renews is null and f.total_classes > 1
     -- Whoever has used it up needs another one; and the index of these spares reading a student's whole past.
     and f.remaining_classes > 0
     and f.purchase_date >= (month - interval '1 month' + interval '24 days')::date
     and f.purchase_date < (month + interval '1 month')::date
$function$;
grant execute to authenticated, service_role;
