-- The dashboard in two requests, each of which reads as much in the tenth year as in the first. The device passes the
-- instants and dates at which its days, weeks and months begin: the server is in UTC, a day ahead of São Paulo from
-- 21:00. The figures include what a new account has done of its first steps (docs/product.md, 'First steps').
create function public.get_dashboard_stats(day_start timestamptz, day_end timestamptz, month_start date) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;
comment on function public.get_dashboard_stats(timestamptz, timestamptz, date) is
  'Figures of the caller: {totalActiveStudents, todaysSessions, monthlyRevenue, openAmount, openByDay, renewals, '
  'averageRating, firstSteps}. todaysSessions: lessons held in [day_start, day_end). monthlyRevenue: price of the '
  'packages that start in the month from month_start. renewals: due in that month, and in the next one. '
  'averageRating: one decimal, or null without feedback.';
grant execute on function public.get_dashboard_stats(timestamptz, timestamptz, date) to authenticated, service_role;

-- A period in any time zone: whole UTC days come from coach_days, the partial first and last day from the lessons of
-- that day. All periods in one statement: one call per period was planned anew each time.
create function private.lessons_per_period(since timestamptz[], until timestamptz[])
returns table (period integer, lessons bigint, rating_sum bigint, rating_count bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return query
  -- The first day (in UTC) that begins within the period, and the day in which it ends.
  with periods as (
    select p.i, p.low, p.high,
           (p.low at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date as first_day,
           (p.high at time zone 'UTC')::date as end_day
      from unnest(since, until) with ordinality as p (low, high, i)
  ), bounded as (
    select b.*, least(b.first_day::timestamp at time zone 'UTC', b.high) as head_end from periods b
  )
  select b.i::integer, coalesce(sum(x.lessons), 0)::bigint, coalesce(sum(x.rating_sum), 0)::bigint,
         coalesce(sum(x.rating_count), 0)::bigint
    from bounded b
    left join lateral (
      select d.held, d.rating_sum, d.rating_count from public.coach_days d
       where d.user_id = me and d.day >= b.first_day and d.day < b.end_day
      union all
      select (s.cancelled_reason is null)::integer, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= b.low and s.date < b.head_end
      union all
      select (s.cancelled_reason is null)::integer, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= greatest(b.end_day::timestamp at time zone 'UTC', b.head_end)
         and s.date < b.high) x (lessons, rating_sum, rating_count) on true
   group by b.i;
end $$;
comment on function private.lessons_per_period(timestamptz[], timestamptz[]) is
  'Lessons held by the caller in each [since, until) and their ratings, periods counted from 1; infinity is open.';
grant execute on function private.lessons_per_period(timestamptz[], timestamptz[]) to authenticated, service_role;

create function public.get_dashboard_charts(
  week_starts timestamptz[], month_starts timestamptz[], month_days date[]
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  weeks  constant integer := greatest(cardinality(week_starts) - 1, 0);
  months constant integer := greatest(cardinality(month_starts) - 1, 0);
  by_week  jsonb;
  by_month jsonb;
begin
  if greatest(cardinality(week_starts), cardinality(month_starts), cardinality(month_days)) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
  select coalesce(jsonb_agg(f.lessons order by f.period) filter (where f.period <= weeks), '[]'),
         coalesce(jsonb_agg(round(f.rating_sum::numeric / nullif(f.rating_count, 0), 1) order by f.period)
                    filter (where f.period > weeks), '[]')
    into by_week, by_month
    from private.lessons_per_period(week_starts[:weeks] || month_starts[:months],
                                    week_starts[2:] || month_starts[2:]) f;
  return jsonb_build_object('lessonsByWeek', by_week, 'ratingByMonth', by_month) || (
    select jsonb_build_object('revenueByMonth', coalesce(jsonb_agg(s.revenue order by m.i), '[]'),
                              'receivedByMonth', coalesce(jsonb_agg(s.received order by m.i), '[]'))
      from generate_series(1, cardinality(month_days) - 1) m (i)
     cross join lateral (
       select coalesce(sum(d.revenue), 0) as revenue, coalesce(sum(d.received), 0) as received from public.coach_days d
        where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1]) s);
end $$;
comment on function public.get_dashboard_charts(timestamptz[], timestamptz[], date[]) is
  'Charts of the caller: {lessonsByWeek, ratingByMonth (one decimal, or null), revenueByMonth, receivedByMonth}, one '
  'number for each period between two neighbours of the given starts.';
grant execute on function public.get_dashboard_charts(timestamptz[], timestamptz[], date[])
  to authenticated, service_role;
