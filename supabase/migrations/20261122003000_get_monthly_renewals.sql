-- Packages that are renewed every month and wait for their next renewal.
create function private.monthly_renewals(coach uuid, month date) returns setof public.packages
language sql stable security invoker set search_path = '' as $$
  select p.* from public.packages p
    join public.students s on s.user_id = coach and s.id = p.student_id
   where p.user_id = coach and p.renews_monthly
     -- A package sold from the 25th on belongs to the month that follows. One that has waited for longer than a year is
     -- history.
     and p.purchase_date < (month - interval '1 month' + interval '24 days')::date
     and p.purchase_date >= (month - interval '1 year')::date
     and s.status = 'active' and s.anonymized_at is null
     and not exists (select from public.packages f
                      where f.user_id = coach and f.student_id = p.student_id and f.renews = p.id)
$$;
comment on function private.monthly_renewals(uuid, date) is
  'Packages marked ''Renovar todo mês'' that wait to be renewed for the month with this first day.';
grant execute on function private.monthly_renewals(uuid, date) to authenticated, service_role;

-- With one plan for all packages: planning took longer than reading.
create function private.bought_instead(pkg public.packages, month date) returns date
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
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
end $$;
comment on function private.bought_instead(public.packages, date) is
  'The start of the package of several classes that the student has bought for the month with this first day without '
  'renewing one, some of them left, or of the monthly one that goes on in place of this one; null without any.';
grant execute on function private.bought_instead(public.packages, date) to authenticated, service_role;

-- The others are listed too, so that a coach may renew them early, but neither counted nor ticked. Whoever got all the
-- money back has left: one press must not sell to that student again.
create function private.is_renewal_due(pkg public.packages, month date) returns boolean
language sql stable security invoker set search_path = '' as $$
  select (pkg.remaining_classes <= 0 or coalesce(pkg.expiry_date < month + 7, false))
         and private.bought_instead(pkg, month) is null
         and (pkg.paid_total > 0 or not exists (select from public.payments r
                                                 where r.user_id = pkg.user_id and r.student_id = pkg.student_id
                                                   and r.package_id = pkg.id and r.kind = 'refund'))
$$;
comment on function private.is_renewal_due(public.packages, date) is
  'The package ends before the 8th of the month with this first day, or has no credits left; its student has bought '
  'none for that month instead, and has not got all the money back.';
grant execute on function private.is_renewal_due(public.packages, date) to authenticated, service_role;

create function public.get_monthly_renewals(month date) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
                                'student_name', s.name, 'due', private.is_renewal_due(p, month),
                                'bought', private.bought_instead(p, month))
                              order by s.name, p.purchase_date, p.id), '[]')
      from private.monthly_renewals(me, month) p
      join public.students s on s.user_id = me and s.id = p.student_id);
end $$;
comment on function public.get_monthly_renewals(date) is
  'The packages of the caller that wait to be renewed for the month with this first day, with student_name, `due` and '
  '`bought`: the start of what the student has bought for that month instead, or null.';
grant execute on function public.get_monthly_renewals(date) to authenticated, service_role;
