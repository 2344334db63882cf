-- The dashboard in two calls, each of which reads as much in the tenth year as in the first.

-- The four figures (spec 7). The device says which instants and which date are its own 'today' and 'this month': the
-- server is in UTC, a day ahead of São Paulo from 21:00.
create function public.get_dashboard_stats(day_start timestamptz, day_end timestamptz, month_start date) returns jsonb
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
comment on function public.get_dashboard_stats(timestamptz, timestamptz, date) is
  'Figures of the caller: lessons in [day_start, day_end), revenue since month_start; averageRating is null without feedback.';
grant execute on function public.get_dashboard_stats(timestamptz, timestamptz, date) to authenticated, service_role;

-- Of any period in any time zone: whole days in UTC come from coach_days, the rest of the first and last day from
-- their lessons.
create function private.figures_between(since timestamptz, until timestamptz)
returns table (lessons bigint, rating_sum bigint, rating_count bigint)
language plpgsql stable security invoker set search_path = '' as $$
declare
  me constant uuid := private.coach();
  -- The first day that begins within the period, and the day in which it ends.
  first_day constant date := since at time zone 'UTC' + interval '1 day' - interval '1 microsecond';
  end_day   constant date := until at time zone 'UTC';
  head_end   constant timestamptz := least(first_day::timestamp at time zone 'UTC', until);
  tail_start constant timestamptz := greatest(end_day::timestamp at time zone 'UTC', head_end);
begin
  return query
  select coalesce(sum(x.lessons), 0)::bigint, coalesce(sum(x.rating_sum), 0)::bigint, coalesce(sum(x.rating_count), 0)::bigint
    from (select d.lessons, d.rating_sum, d.rating_count from public.coach_days d
           where d.user_id = me and d.day >= first_day and d.day < end_day
          union all
          select 1, s.rating_sum, s.rating_count from public.sessions s
           where s.user_id = me and s.date >= since and s.date < head_end
          union all
          select 1, s.rating_sum, s.rating_count from public.sessions s
           where s.user_id = me and s.date >= tail_start and s.date < until) x;
end $$;
comment on function private.figures_between(timestamptz, timestamptz) is
  'Lessons of the caller in [since, until) and their ratings; infinity is open.';
grant execute on function private.figures_between(timestamptz, timestamptz) to authenticated, service_role;

-- A period is given by the instants (or dates) at which the device's weeks and months begin; the last one only ends
-- the one before.
create function public.get_dashboard_charts(week_starts timestamptz[], month_starts timestamptz[], month_days date[])
returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  return jsonb_build_object(
    'lessonsByWeek', (
      select coalesce(jsonb_agg(f.lessons order by w.i), '[]')
        from generate_series(1, cardinality(week_starts) - 1) w (i),
             private.figures_between(week_starts[w.i], week_starts[w.i + 1]) f),
    'ratingByMonth', (
      select coalesce(jsonb_agg(round(f.rating_sum::numeric / nullif(f.rating_count, 0), 1) order by m.i), '[]')
        from generate_series(1, cardinality(month_starts) - 1) m (i),
             private.figures_between(month_starts[m.i], month_starts[m.i + 1]) f),
    'revenueByMonth', (
      select coalesce(jsonb_agg((select coalesce(sum(d.revenue), 0) from public.coach_days d
                                  where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1])
                                order by m.i), '[]')
        from generate_series(1, cardinality(month_days) - 1) m (i)));
end $$;
comment on function public.get_dashboard_charts(timestamptz[], timestamptz[], date[]) is
  'Charts of the caller: {lessonsByWeek, ratingByMonth (one decimal, or null), revenueByMonth}, one number for each '
  'period between two neighbours of the given starts.';
grant execute on function public.get_dashboard_charts(timestamptz[], timestamptz[], date[]) to authenticated, service_role;

-- The four newest students, without reading the others.
create index students_newest_idx on public.students (user_id, created_at desc, id);
