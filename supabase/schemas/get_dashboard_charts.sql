-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Charts of the caller: {lessonsByWeek, ratingByMonth (one decimal, or null), revenueByMonth, receivedByMonth}, one number for each period between two neighbours of the given starts.
CREATE OR REPLACE FUNCTION public.get_dashboard_charts(week_starts timestamp with time zone[], month_starts timestamp with time zone[], month_days date[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
