-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a statement on exceptions: recounts the validity of the packages to which a skip gave days.
CREATE OR REPLACE FUNCTION private.skips_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
begin
  for c in select e.user_id, array_agg(distinct e.package_id) as package_ids
             from changed x
             join public.package_extensions e
               on e.user_id = x.user_id and e.slot_id = x.slot_id and e.slot_date = x.slot_date
            group by e.user_id loop
    perform private.recount_validity(c.user_id, c.package_ids);
  end loop;
  return null;
end $function$;
