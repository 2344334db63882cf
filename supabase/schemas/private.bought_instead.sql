-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The start of the package of several classes that the student has bought for the month with this first day without renewing one, some of them left, or of the monthly one that goes on in place of this one; null without any.
CREATE OR REPLACE FUNCTION private.bought_instead(pkg packages, month date)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select min(f.purchase_date) from public.packages f,
         -- When the month after the package's own begins.
         (select (date_trunc('month', pkg.purchase_date - interval '24 days') + interval '1 month 24 days')::date) n (ext)
   where f.user_id = pkg.user_id and f.student_id = pkg.student_id and f.total_classes > 1
     and f.purchase_date < (month + interval '1 month')::date
     -- Whoever has used it up needs another one; and the index of these spares reading a student's whole past.
     and (f.renews is null and f.remaining_classes > 0
          and f.purchase_date >= (month - interval '1 month' + interval '24 days')::date
          -- A monthly one of a later month goes on in its place, but not one that only renews what began with it.
          or f.renews_monthly and f.purchase_date >= n.ext
             and not exists (
               with recursive earlier (id, since) as (
                 select f.renews, f.purchase_date
                 union
                 select g.renews, g.purchase_date from earlier x
                   join public.packages g on g.user_id = f.user_id and g.student_id = f.student_id and g.id = x.id)
               select from earlier x where x.since < n.ext))
$function$;
grant execute to authenticated, service_role;
