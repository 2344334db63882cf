-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes received and open amounts of all days of a coach, computed from the rows. For days that have none yet.
CREATE OR REPLACE FUNCTION private.recount_money(coach uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.coach_days as d (user_id, day, received, open_amount)
  select coach, x.day, sum(x.received), sum(x.open_amount)
    from (select paid_on as day, case kind when 'payment' then amount else -amount end as received, 0 as open_amount
            from public.payments where user_id = coach
          union all
          select payment_date, 0, open_amount from public.packages where user_id = coach and open_amount > 0) x
   group by x.day
  on conflict on constraint coach_days_pkey do update
     set received = excluded.received, open_amount = excluded.open_amount
$function$;
