-- What PostgREST asks before each request, in the request's transaction and role, of tables and functions alike.
create function private.check_request() returns void
language plpgsql stable security invoker set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
begin
  -- Such a count is read from the planner's statistics, which are made from the rows of all coaches: a filter for
  -- another coach's id was answered with how many rows that coach has. `count=exact` counts what row-level security
  -- shows. Of two `Prefer` headers PostgREST tells the database the last one alone (docs/proof.md, 'Attack'). A plan
  -- tells the same; a hosted project answers none unless somebody switches `pgrst.db_plan_enabled` on.
  if headers ->> 'prefer' ~* 'planned|estimated' or headers ->> 'accept' ~* 'vnd\.pgrst\.plan' then
    raise sqlstate 'PT400' using message = 'count_refused';
  end if;
end $$;
comment on function private.check_request() is
  'Before each request of the API: refuses counts and plans that are estimated from other coaches'' rows (PT400 count_refused).';
grant execute on function private.check_request() to anon, authenticated, service_role;

-- The role that PostgREST logs in with; the embedded API calls the function by itself
-- (supabase/embedded/request-headers.ts).
do $$ begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'private.check_request';
    notify pgrst, 'reload config';
  end if;
end $$;
