-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Figures of the caller: {totalActiveStudents, todaysSessions, monthlyRevenue, openAmount, openByDay, renewals, averageRating, firstSteps}. todaysSessions: lessons held in [day_start, day_end). monthlyRevenue: price of the packages that start in the month from month_start. renewals: due in that month, and in the next one. averageRating: one decimal, or null without feedback.
CREATE OR REPLACE FUNCTION public.get_dashboard_stats(day_start timestamp with time zone, day_end timestamp with time zone, month_start date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me     constant uuid := private.coach();
  totals public.coach_totals;
begin
  select * into totals from public.coach_totals where user_id = me;
  return jsonb_build_object(
    'totalActiveStudents', coalesce(totals.active_students, 0),
    'todaysSessions', (select count(*) from public.sessions
                        where user_id = me and date >= day_start and date < day_end and cancelled_reason is null),
    'monthlyRevenue', (select coalesce(sum(revenue), 0) from public.coach_days
                        where user_id = me and day >= month_start and day < (month_start + interval '1 month')::date),
    'openAmount', (select coalesce(sum(open_amount), 0) from public.coach_days where user_id = me and open_amount <> 0),
    -- By due day, because the device's day decides which of it is overdue. Amounts from more than 31 days before the
    -- month are overdue on any day of it, so they are one sum.
    'openByDay', (select coalesce(jsonb_object_agg(o.due, o.amount), '{}')
                    from (select greatest(day, month_start - 31) as due, sum(open_amount) as amount
                            from public.coach_days where user_id = me and open_amount <> 0 group by 1) o),
    -- For this month and the next one: the day decides which of them the coach is asked about.
    'renewals', (select jsonb_agg((select count(*) from private.monthly_renewals(me, m.month) p
                                    where private.is_renewal_due(p, m.month)) order by m.month)
                   -- Not generate_series: from 'infinity' it would never end, and hold a connection until the timeout.
                   from unnest(array[month_start, (month_start + interval '1 month')::date]) m (month)),
    'averageRating', round(totals.rating_sum::numeric / nullif(totals.rating_count, 0), 1),
    -- Null: the coach closed them.
    'firstSteps', (select jsonb_build_object(
                     -- Read from the index: `exists` was planned as a scan of all coaches' packages.
                     'student', (select id from public.students where user_id = me order by id limit 1) is not null,
                     'package', (select id from public.packages where user_id = me order by id limit 1) is not null,
                     'lesson', coalesce(totals.held, 0) > 0,
                     'link', exists (select from public.notices where user_id = me and kind = 'student_link'))
                     from public.profiles where id = me and not first_steps_closed));
end $function$;
grant execute to authenticated, service_role;
