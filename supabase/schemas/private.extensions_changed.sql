-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a statement on extensions: recounts the validity of their packages.
CREATE OR REPLACE FUNCTION private.extensions_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
begin
  for c in select user_id, array_agg(distinct package_id) as package_ids from changed group by user_id loop
    perform private.recount_validity(c.user_id, c.package_ids);
  end loop;
  return null;
end $function$;
