-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The start of the package of several classes that the student has bought for the month with this first day without renewing one, some of them left, or of the monthly one that goes on in place of this one; null without any.
CREATE OR REPLACE FUNCTION private.bought_instead(pkg packages, month date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- When the month after the package's own begins.
  next constant date := date_trunc('month', pkg.purchase_date - interval '24 days') + interval '1 month 24 days';
begin
  -- Two reads, each with its index: one read with both conditions takes a student's whole past.
  return least(
    (select min(f.purchase_date) from public.packages f
      where f.user_id = pkg.user_id and f.student_id = pkg.student_id and f.total_classes > 1 and f.renews is null
        -- Whoever has used it up needs another one.
        and f.remaining_classes > 0
        and f.purchase_date >= (month - interval '1 month' + interval '24 days')::date
        and f.purchase_date < (month + interval '1 month')::date),
    -- A monthly one of a later month goes on in its place, but not one that only renews what began with it.
    (select min(f.purchase_date) from public.packages f
      where f.user_id = pkg.user_id and f.student_id = pkg.student_id and f.total_classes > 1 and f.renews_monthly
        and f.purchase_date >= next and f.purchase_date < (month + interval '1 month')::date
        and not exists (
          with recursive earlier (id, since) as (
            select f.renews, f.purchase_date
            union
            select g.renews, g.purchase_date from earlier x
              join public.packages g on g.user_id = f.user_id and g.student_id = f.student_id and g.id = x.id)
          select from earlier x where x.since < next)));
end $function$;
grant execute to authenticated, service_role;
