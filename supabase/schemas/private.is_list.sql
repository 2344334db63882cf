-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- For checks: whether a list has neither nulls nor nested lists. Postgres accepts both in any array, and the app could not read them back.
CREATE OR REPLACE FUNCTION private.is_list(list anyarray)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when array_ndims(list) > 1 then false else array_position(list, null) is null end
$function$;
grant execute to anon, authenticated, service_role;
