-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before each request of the API: refuses counts and plans that are estimated from other coaches' rows (PT400 count_refused).
CREATE OR REPLACE FUNCTION private.check_request()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  -- The planner's statistics cover the rows of all coaches: a planned or estimated count with a filter for another
  -- coach's id answered how many rows that coach has. `count=exact` counts only what row-level security shows. If a
  -- request has two `Prefer` headers, PostgREST passes only the last one to the database (docs/proof.md, 'Attack'). An
  -- execution plan reveals the same estimates; a hosted project answers none unless somebody switches
  -- `pgrst.db_plan_enabled` on.
  if headers ->> 'prefer' ~* 'planned|estimated' or headers ->> 'accept' ~* 'vnd\.pgrst\.plan' then
    raise sqlstate 'PT400' using message = 'count_refused';
  end if;
end $function$;
grant execute to anon, authenticated, service_role;
