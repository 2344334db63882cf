-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Computes extended_days (private.extended_days), and with it the expiry, of these packages.
CREATE OR REPLACE FUNCTION private.recount_validity(coach uuid, package_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if cardinality(package_ids) = 0 then return; end if;
  -- Locked by a statement of its own, so that the next one sees what another transaction changed of the causes before
  -- it released the lock.
  perform from public.packages where user_id = coach and id = any (package_ids) order by id for no key update;
  update public.packages p
     set extended_days = c.days,
         expiry_date = case when p.validity_days is null then p.expiry_date + (c.days - p.extended_days)
                            else p.expiry_date end
    from public.packages q
   cross join lateral (
     select private.extended_days(q.user_id, q.student_id, q.id, q.expiry_date - q.extended_days) as days) c
   where q.user_id = coach and q.id = any (package_ids)
     and p.user_id = q.user_id and p.id = q.id and p.extended_days <> c.days;
end $function$;
