import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/**
 * What migrations and policies need of a hosted Supabase project before our first migration: the API's roles, and
 * (HOSTED_AUTH) schema `auth` with `users`, `uid()`, `role()` and `jwt()`.
 */
export const HOSTED_ROLES = `
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
`

/** The part that each database needs; `owner` will apply the migrations. */
export const HOSTED_AUTH = `
create schema auth;
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text unique,
  email_confirmed_at timestamptz,
  raw_user_meta_data jsonb,
  created_at timestamptz not null default now()
);
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);
create table auth.audit_log_entries (
  instance_id uuid,
  id uuid primary key default gen_random_uuid(),
  payload json,
  created_at timestamptz not null default now(),
  ip_address varchar(64) not null default ''
);
create function auth.jwt() returns jsonb language sql stable
  as $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as $$ select auth.jwt() ->> 'role' $$;
grant usage on schema auth, public to anon, authenticated, service_role;
`

/** Older hosted projects automatically grant everything in `public` to the API's roles. */
export function automaticGrants(owner: string): string {
  return ['tables', 'sequences', 'functions']
    .map(
      (kind) =>
        `alter default privileges for role ${owner} in schema public
          grant all on ${kind} to anon, authenticated, service_role;`,
    )
    .join('\n')
}

/** The migrations in order, one script each. */
export async function readMigrations(): Promise<{ name: string; sql: string }[]> {
  const folder = fileURLToPath(new URL('../../supabase/migrations/', import.meta.url))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(folder + name, 'utf8') })))
}
