/** Hosted projects from before 2026 have pg_graphql; PostgreSQL from npm does not, so this fakes its catalogue row. */
export const PG_GRAPHQL = `set local allow_system_table_mods = on;
  insert into pg_extension select 99999, 'pg_graphql', 10, 'public'::regnamespace, true, '1.5', null, null
   where not exists (select from pg_extension where extname = 'pg_graphql')`

/**
 * Violations of the rule that every key of a coach's data begins with the coach. `says` is what our check must report.
 */
export const KEY_PLANTS: readonly { plant: string; says: string }[] = [
  {
    plant: 'create unique index clubs_name_idx on public.clubs (name)',
    says: 'a unique key that does not begin with the coach: clubs_name_idx',
  },
  {
    plant: `alter table public.alerts drop constraint alerts_pkey, add primary key (id)`,
    says: 'a unique key that does not begin with the coach: alerts_pkey',
  },
  {
    plant: `create unique index clubs_lower_name_idx on public.clubs (lower(name), user_id)`,
    says: 'a unique key that does not begin with the coach: clubs_lower_name_idx',
  },
  {
    plant: `alter table public.clubs add constraint clubs_id_key unique (id);
      create table public.bookings (user_id uuid not null, id uuid not null, club_id uuid, primary key (user_id, id),
        constraint bookings_club_fkey foreign key (club_id) references public.clubs (id))`,
    says: 'a foreign key that does not begin with the coach: bookings_club_fkey',
  },
  {
    plant: `alter table public.clubs add constraint clubs_id_user_id_key unique (id, user_id);
      create table public.courts (user_id uuid not null, id uuid not null, club_id uuid, primary key (user_id, id),
        constraint courts_club_fkey foreign key (user_id, club_id) references public.clubs (id, user_id))`,
    says: 'a foreign key that does not begin with the coach: courts_club_fkey',
  },
  {
    plant: 'create table public.holidays (day date primary key)',
    says: 'a table whose rows have no coach: holidays',
  },
]

/**
 * One violation for each lint of Supabase's advisors, by the lint's name: SQL for the superuser that creates its own
 * objects, so that all violations fit into one database. `says` is what our own check must report.
 */
export const PLANTS: readonly { lint: string; plant: string; says: string }[] = [
  {
    lint: 'unindexed_foreign_keys',
    plant: `create table public.without_index
      (id uuid primary key, user_id uuid not null references public.profiles (id))`,
    says: 'a foreign key without an index that begins with its columns in order: without_index_user_id_fkey',
  },
  {
    lint: 'auth_users_exposed',
    plant: `create view public.accounts as select * from auth.users; grant select on public.accounts to anon`,
    says: 'a view, which would pass row-level security: accounts',
  },
  {
    lint: 'auth_rls_initplan',
    plant: `create table public.asked_each_time (user_id uuid primary key);
      alter table public.asked_each_time enable row level security;
      create policy mine on public.asked_each_time to authenticated using (user_id = auth.uid())`,
    says: 'a policy that asks for the coach once per row: mine on asked_each_time',
  },
  {
    lint: 'auth_rls_initplan',
    plant: `create table public.asked_by_mail (mail text primary key);
      alter table public.asked_by_mail enable row level security;
      create policy mail on public.asked_by_mail to authenticated using (mail = (auth.jwt() ->> 'email'))`,
    says: 'a policy that asks for the coach once per row: mail on asked_by_mail',
  },
  {
    lint: 'no_primary_key',
    plant: `create table public.without_key (id uuid)`,
    says: 'no primary key: without_key',
  },
  {
    lint: 'multiple_permissive_policies',
    plant: `create policy "a second one" on public.clubs for select to authenticated
      using (user_id = (select auth.uid()))`,
    says: 'two policies that are both asked: a second one and own rows on clubs',
  },
  {
    lint: 'policy_exists_rls_disabled',
    plant: `alter table public.alerts disable row level security`,
    says: 'no row-level security: alerts',
  },
  {
    lint: 'rls_enabled_no_policy',
    plant: `create table public.without_policy (id uuid primary key);
      alter table public.without_policy enable row level security`,
    says: 'row-level security without a policy that says why: without_policy',
  },
  {
    lint: 'duplicate_index',
    plant: `create index sessions_again_idx on public.racketleads (created_at)`,
    says: 'two indexes of the same: racketleads_recent_idx and sessions_again_idx on racketleads',
  },
  {
    lint: 'security_definer_view',
    plant: `create view public.peek as select * from public.students; grant select on public.peek to anon`,
    says: 'a view, which would pass row-level security: peek',
  },
  {
    lint: 'function_search_path_mutable',
    plant: `create function public.anywhere() returns int language sql return 1`,
    says: 'a function with a search path that callers choose: anywhere',
  },
  {
    lint: 'rls_disabled_in_public',
    plant: `create table public.open_to_all (id uuid primary key); grant select on public.open_to_all to anon`,
    says: 'no row-level security: open_to_all',
  },
  {
    lint: 'extension_in_public',
    plant: `create extension citext schema public`,
    says: 'an extension, and this product needs none: citext',
  },
  {
    lint: 'rls_references_user_metadata',
    plant: `create table public.believed (id uuid primary key);
      alter table public.believed enable row level security;
      create policy "by word" on public.believed to authenticated
        using (((select auth.jwt()) -> 'user_metadata' ->> 'admin') = 'yes')`,
    says: 'a policy that believes what people say of themselves: by word on believed',
  },
  {
    lint: 'materialized_view_in_api',
    plant: `create materialized view public.copy as select 1 as one; grant select on public.copy to anon`,
    says: 'a view, which would pass row-level security: copy',
  },
  {
    lint: 'foreign_table_in_api',
    plant: `create schema fdw; create extension postgres_fdw schema fdw;
      create server elsewhere foreign data wrapper postgres_fdw;
      create foreign table public.elsewhere (id uuid) server elsewhere;
      grant select on public.elsewhere to anon`,
    says: 'a foreign table: elsewhere',
  },
  {
    lint: 'unsupported_reg_types',
    plant: `create table public.with_reg (id regprocedure primary key)`,
    says: 'a column of a type that no upgrade can carry: id of with_reg',
  },
  {
    lint: 'insecure_queue_exposed_in_api',
    plant: `create schema pgmq; create table pgmq.q_mails (id uuid primary key);
      grant usage on schema pgmq to anon; grant select on pgmq.q_mails to anon;
      select set_config('pgrst.db_schemas', 'public,pgmq_public', false)`,
    says: 'a schema, and the API shows one alone: pgmq',
  },
  {
    lint: 'fkey_to_auth_unique',
    plant: `create table public.by_mail (email text primary key references auth.users (email))`,
    says: 'a key that points into auth past its primary key: by_mail_email_fkey',
  },
  {
    lint: 'extension_versions_outdated',
    plant: `create schema old; create extension pg_trgm schema old version '1.3'`,
    says: 'an extension, and this product needs none: pg_trgm',
  },
  {
    lint: 'sensitive_columns_exposed',
    plant: `create table public.secrets (id uuid primary key, password text); grant select on public.secrets to anon`,
    says: 'no row-level security: secrets',
  },
  {
    lint: 'rls_policy_always_true',
    plant: `create policy "let in" on public.coach_totals for update to authenticated using (true)`,
    says: 'a policy that lets everything through: let in on coach_totals',
  },
  {
    lint: 'public_bucket_allows_listing',
    plant: `create schema storage; create table storage.buckets (id text primary key, name text, public boolean);
      insert into storage.buckets values ('photos', 'photos', true);
      create table storage.objects (id uuid primary key, bucket_id text);
      create policy listing on storage.objects for select to anon using (bucket_id = 'photos')`,
    says: 'a schema, and the API shows one alone: storage',
  },
  {
    lint: 'pg_graphql_authenticated_table_exposed',
    plant: PG_GRAPHQL,
    says: 'an extension, and this product needs none: pg_graphql',
  },
  {
    lint: 'pg_graphql_anon_table_exposed',
    plant: `${PG_GRAPHQL}; grant select on public.clubs to anon`,
    says: 'an extension, and this product needs none: pg_graphql',
  },
  {
    lint: 'anon_security_definer_function_executable',
    plant: `create function public.as_owner() returns int language sql security definer set search_path = '' return 1;
      grant execute on function public.as_owner() to anon`,
    says: 'a security definer function that the API shows: as_owner',
  },
  {
    lint: 'authenticated_security_definer_function_executable',
    plant: `create function public.as_owner_too() returns int
        language sql security definer set search_path = '' return 1;
      grant execute on function public.as_owner_too() to authenticated`,
    says: 'a security definer function that the API shows: as_owner_too',
  },
  {
    lint: 'rls_policy_null_auth_disjunct',
    plant: `create table public.for_visitors (user_id uuid primary key);
      alter table public.for_visitors enable row level security;
      create policy "or nobody" on public.for_visitors for select to authenticated
        using (auth.uid() is null or user_id = (select auth.uid()))`,
    says: 'a policy that opens to nobody in particular: or nobody on for_visitors',
  },
  {
    lint: 'invalid_index',
    plant: `create index half_made_idx on public.clubs (name);
      update pg_index set indisvalid = false where indexrelid = 'public.half_made_idx'::regclass`,
    says: 'an index that is not valid: half_made_idx',
  },
  {
    lint: 'autovacuum_disabled',
    plant: `alter table public.coach_days set (autovacuum_enabled = false)`,
    says: 'a table that is never vacuumed: coach_days',
  },
]
