-- What every later migration relies on: no default grants, and a schema that the API does not expose.

-- Supabase projects made before 2026 grant everything in `public` to the API roles, newer ones grant nothing. After
-- these lines both behave alike: each table and function states its own grants.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
-- Without `in schema`: the built-in EXECUTE for PUBLIC can only be revoked for the whole database.
alter default privileges revoke execute on functions from public;

-- Older projects have this extension. It would describe our tables to every signed-in user, and we do not use it.
drop extension if exists pg_graphql;

create schema private;
comment on schema private is
  'The API never exposes this schema. It holds security definer functions, trigger functions and bookkeeping.';
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Written as an expression, not as a string: it is bound when created, so that callers without `usage` on schema auth
-- (as in the embedded Supabase) can call it too.
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

create function private.is_list(list anyarray) returns boolean
language sql immutable security invoker set search_path = '' as $$
  select case when array_ndims(list) > 1 then false else array_position(list, null) is null end
$$;
comment on function private.is_list(anyarray) is
  'For checks: whether a list has neither nulls nor nested lists. Postgres accepts both in any array, and the app '
  'could not read them back.';
grant execute on function private.is_list(anyarray) to anon, authenticated, service_role;

-- The same characters as `trimmed` of the forms (src/core/text.schema.ts); a test compares both.
create function private.is_seen(value text) returns boolean
language sql immutable strict security invoker set search_path = '' as $$
  select value ~ ('[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f'
                  '\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0'
                  '\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]')
$$;
comment on function private.is_seen(text) is 'For checks: whether a text has a character that people can see.';
grant execute on function private.is_seen(text) to anon, authenticated, service_role;

-- Some lists are read whole, and one request could fill them. No lock is taken, so two concurrent requests may exceed
-- the limit by the rows of one request. That does no harm: a real coach has about a hundredth of the limit.
create function private.limit_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  coach uuid;
  held  bigint;
begin
  for coach in select distinct user_id from new_rows loop
    execute format('select count(*) from (select from %I.%I where user_id = $1 and %s limit %s + 1) held',
                   tg_table_schema, tg_table_name, coalesce(tg_argv[1], 'true'), tg_argv[0])
       into held using coach;
    if held > tg_argv[0]::bigint then
      raise sqlstate 'PT413' using message = 'too_many_rows', detail = tg_table_name;
    end if;
  end loop;
  return null;
end $$;
comment on function private.limit_rows() is
  'After insert or update: refuses more rows per coach than the first argument says (PT413 too_many_rows). The second '
  'argument, if given, is the condition for a row to count.';

-- A phone's clock may be hours off, and lessons registered offline carry that clock's dates. Devices call this function
-- because a page cannot read the Date header of a cross-origin answer.
create function public.get_server_time() returns timestamptz
language sql stable security invoker set search_path = ''
return now();
comment on function public.get_server_time() is 'The server''s clock, for a device to compare its own with.';
grant execute on function public.get_server_time() to authenticated, service_role;
