-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Computes extended_days, and with it the expiry, of these packages: the days by hand and of recesses, and for each day the most that stand for it.
CREATE OR REPLACE FUNCTION private.recount_validity(coach uuid, package_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if cardinality(package_ids) = 0 then return; end if;
  -- A statement of its own: what another transaction changed of the causes before it let go of the lock is then seen.
  perform from public.packages where user_id = coach and id = any (package_ids) order by id for no key update;
  update public.packages p
     set extended_days = c.days,
         expiry_date = case when p.validity_days is null then p.expiry_date + (c.days - p.extended_days) else p.expiry_date end
    from public.packages q
   cross join lateral (
     select coalesce(sum(d.days), 0)::integer as days
       from (select max(e.days) as days
               from public.package_extensions e
              where e.user_id = q.user_id and e.student_id = q.student_id and e.package_id = q.id and private.extension_stands(e)
              group by coalesce(e.day::text, e.id::text)) d) c
   where q.user_id = coach and q.id = any (package_ids) and p.user_id = q.user_id and p.id = q.id and p.extended_days <> c.days;
end $function$;
