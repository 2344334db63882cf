-- The dashboard in two calls, each of which reads as much in the tenth year as in the first.

-- The same question and the same four answers as before, from the running sums.
create or replace function public.get_dashboard_stats(day_start timestamptz, day_end timestamptz, month_start date) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  totals public.coach_totals;
begin
  select * into totals from public.coach_totals where user_id = me;
  return jsonb_build_object(
    'totalActiveStudents', coalesce(totals.active_students, 0),
    'todaysSessions', (select count(*) from public.sessions where user_id = me and date >= day_start and date < day_end),
    'monthlyRevenue', (select coalesce(sum(revenue), 0) from public.coach_days where user_id = me and day >= month_start),
    'averageRating', round(totals.rating_sum::numeric / nullif(totals.rating_count, 0), 1));
end $$;

-- A period is given by the instants (or dates) at which the device's weeks and months begin; the last one only ends
-- the one before. Whole days in UTC come from coach_days, the rest of the first and last day from their lessons.
create function public.get_dashboard_charts(week_starts timestamptz[], month_starts timestamptz[], month_days date[])
returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  answer jsonb;
begin
  with starts as (
    select 'week' as unit, i, t as since, lead(t) over (order by i) as until from unnest(week_starts) with ordinality x (t, i)
    union all
    select 'month', i, t, lead(t) over (order by i) from unnest(month_starts) with ordinality x (t, i)
  ), days as (
    -- The first day that begins within the period, and the day in which it ends.
    select unit, i, since, until,
           (since at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date as first_day,
           (until at time zone 'UTC')::date as end_day
      from starts where until is not null
  ), edges as (
    select *, least(first_day::timestamp at time zone 'UTC', until) as head_end,
           greatest(end_day::timestamp at time zone 'UTC', least(first_day::timestamp at time zone 'UTC', until)) as tail_start
      from days
  ), periods as (
    select e.unit, e.i, sum(x.lessons) as lessons, sum(x.rating_sum) as rating_sum, sum(x.rating_count) as rating_count
      from edges e
      left join lateral (
        select d.lessons, d.rating_sum, d.rating_count from public.coach_days d
         where d.user_id = me and d.day >= e.first_day and d.day < e.end_day
        union all
        select 1, s.rating_sum, s.rating_count from public.sessions s
         where s.user_id = me and s.date >= e.since and s.date < e.head_end
        union all
        select 1, s.rating_sum, s.rating_count from public.sessions s
         where s.user_id = me and s.date >= e.tail_start and s.date < e.until) x on true
     group by e.unit, e.i
  )
  select jsonb_build_object(
           'lessonsByWeek', coalesce(jsonb_agg(coalesce(lessons, 0) order by i) filter (where unit = 'week'), '[]'),
           'ratingByMonth', coalesce(jsonb_agg(round(rating_sum::numeric / nullif(rating_count, 0), 1) order by i)
                                       filter (where unit = 'month'), '[]'))
    into answer from periods;
  return answer || jsonb_build_object(
    'revenueByMonth', (
      select coalesce(jsonb_agg((select coalesce(sum(d.revenue), 0) from public.coach_days d
                                  where d.user_id = me and d.day >= m.since and d.day < m.until) order by m.i), '[]')
        from (select i, t as since, lead(t) over (order by i) as until
                from unnest(month_days) with ordinality x (t, i)) m
       where m.until is not null));
end $$;
comment on function public.get_dashboard_charts(timestamptz[], timestamptz[], date[]) is
  'Charts of the caller: {lessonsByWeek, ratingByMonth (one decimal, or null), revenueByMonth}, one number for each '
  'period between two neighbours of the given starts.';
grant execute on function public.get_dashboard_charts(timestamptz[], timestamptz[], date[]) to authenticated, service_role;

-- The four newest students, without reading the others.
create index students_newest_idx on public.students (user_id, created_at desc, id);
