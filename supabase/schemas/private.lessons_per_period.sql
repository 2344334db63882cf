-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Lessons held by the caller in each [since, until) and their ratings, periods counted from 1; infinity is open.
CREATE OR REPLACE FUNCTION private.lessons_per_period(since timestamp with time zone[], until timestamp with time zone[])
 RETURNS TABLE(period integer, lessons bigint, rating_sum bigint, rating_count bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
