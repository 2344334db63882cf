-- A price and a day are more in Postgres than on any screen: 'NaN' is at least 0, and '-infinity', '4713-01-01 BC' and
-- the year 12026 are dates. Sent to the API they would poison sums that can only be added to (NaN - NaN is NaN),
-- and stop every screen that shows the day. (NaN is greater than every number.)
alter table public.packages
  add constraint packages_price_is_a_number check (price < 'NaN'),
  add constraint packages_real_days check (
    purchase_date between date '1900-01-01' and date '9999-12-31'
    and payment_date between date '1900-01-01' and date '9999-12-31'
    and expiry_date between date '1900-01-01' and date '9999-12-31');
-- A check must not depend on the session's time zone, hence the one written out. (The other end is the trigger's.)
alter table public.sessions
  add constraint sessions_real_day check (date >= timestamptz '1900-01-01 00:00:00+00');

-- A device asks for weeks and months of a chart, some ten of each; nobody may ask for a hundred thousand.
create or replace function public.get_dashboard_charts(
  week_starts timestamptz[], month_starts timestamptz[], month_days date[]
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  if greatest(cardinality(week_starts), cardinality(month_starts), cardinality(month_days)) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
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
