-- The coach's money month by month, and what is open.
create function public.get_finance(month_days date[], today date) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  if cardinality(month_days) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
  return (
    select jsonb_build_object('months', coalesce(jsonb_agg(jsonb_build_object(
             'month', month_days[m.i], 'sold', s.sold, 'received', s.received) order by m.i), '[]'))
      from generate_series(1, cardinality(month_days) - 1) m (i)
     cross join lateral (
       select coalesce(sum(d.revenue), 0) as sold, coalesce(sum(d.received), 0) as received from public.coach_days d
        where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1]) s
  ) || (
    select jsonb_build_object('open', coalesce(sum(d.open_amount), 0),
                              'overdue', coalesce(sum(d.open_amount) filter (where d.day < today), 0))
      from public.coach_days d where d.user_id = me and d.open_amount <> 0
  ) || (
    select jsonb_build_object('sold_later', coalesce(sum(d.revenue), 0)) from public.coach_days d
     where d.user_id = me and d.day >= month_days[cardinality(month_days)] and d.revenue <> 0);
end $$;
comment on function public.get_finance(date[], date) is
  'Money of the caller, from running sums: {months: [{month, sold, received}], open, overdue, sold_later}, one month '
  'for each period between two neighbours of the given days. sold_later: packages that start on or after the last of '
  'these days.';
grant execute on function public.get_finance(date[], date) to authenticated, service_role;
