-- PostgREST calls this before each request, to tables and functions alike, in the request's transaction and role.
create function private.check_request() returns void
language plpgsql stable security invoker set search_path = '' as $$
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
end $$;
comment on function private.check_request() is
  'Before each request of the API: refuses counts and plans that are estimated from other coaches'' rows (PT400 '
  'count_refused).';
grant execute on function private.check_request() to anon, authenticated, service_role;

-- PostgREST logs in with the role `authenticator`. The embedded API calls the function without this setting
-- (supabase/embedded/request-headers.ts).
do $$ begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'private.check_request';
    notify pgrst, 'reload config';
  end if;
end $$;
