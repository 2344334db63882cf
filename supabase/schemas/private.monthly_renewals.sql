-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Packages marked 'Renovar todo mês' that wait to be renewed for the month with this first day.
CREATE OR REPLACE FUNCTION private.monthly_renewals(coach uuid, month date)
 RETURNS SETOF packages
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.* from public.packages p
    join public.students s on s.user_id = coach and s.id = p.student_id
   where p.user_id = coach and p.renews_monthly
     -- A package sold from the 25th on belongs to the month that follows. One that has waited for longer than a year is
     -- history.
     and p.purchase_date < (month - interval '1 month' + interval '24 days')::date
     and p.purchase_date >= (month - interval '1 year')::date
     and s.status = 'active' and s.anonymized_at is null
     and not exists (select from public.packages f
                      where f.user_id = coach and f.student_id = p.student_id and f.renews = p.id)
$function$;
grant execute to authenticated, service_role;
