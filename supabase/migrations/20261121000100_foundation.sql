-- What every later migration stands on: nothing is granted by accident, and a schema the API never shows.

-- Projects made before 2026 grant everything in `public` to the API roles; newer ones grant nothing.
-- After these lines both are the same, and every grant of ours is written out beside its table or function.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
-- Without `in schema`: the built-in EXECUTE of PUBLIC can only be taken away for the whole database.
alter default privileges revoke execute on functions from public;

create schema private;
comment on schema private is
  'Never among the schemas the API exposes: security definer functions, trigger functions and bookkeeping.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Written as an expression, not as a text: it is bound when created, so a caller without `usage` on schema
-- auth (the embedded Supabase gives none) can still be asked who they are.
create function private.coach() returns uuid
language sql stable security invoker set search_path = ''
return auth.uid();
comment on function private.coach() is 'The signed-in coach, or null.';
grant execute on function private.coach() to authenticated, service_role;

create function private.touch_updated_at() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;
comment on function private.touch_updated_at() is 'Before update: stamps updated_at.';
