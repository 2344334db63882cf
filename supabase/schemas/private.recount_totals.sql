-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Inserts the totals and days of a coach who has none, computed from the rows.
CREATE OR REPLACE FUNCTION private.recount_totals(coach uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.coach_totals (user_id, active_students, lessons, held, unassigned_lessons, rating_sum,
                                   rating_count)
  select coach, (select count(*) from public.students where user_id = coach and status = 'active'),
         count(*), count(*) filter (where cancelled_reason is null), count(*) filter (where unassigned_count > 0),
         coalesce(sum(rating_sum), 0), coalesce(sum(rating_count), 0)
    from public.sessions where user_id = coach;
  insert into public.coach_days (user_id, day, lessons, held, rating_sum, rating_count, revenue)
  select coach, day, sum(lessons), sum(held), sum(rating_sum), sum(rating_count), sum(revenue)
    from (select (date at time zone 'UTC')::date as day, 1 as lessons, (cancelled_reason is null)::integer as held,
                 rating_sum, rating_count, 0 as revenue
            from public.sessions where user_id = coach
          union all
          select purchase_date, 0, 0, 0, 0, price from public.packages where user_id = coach) x
   group by day;
  select private.recount_money(coach);
$function$;
