-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The secret address of a coach's calendar. A new token revokes the old one.
create table agenda_feeds (
  user_id uuid default auth.uid() not null,
  token text not null,
  created_at timestamp with time zone default now() not null,
  constraint agenda_feeds_pkey PRIMARY KEY (user_id),
  constraint agenda_feeds_token_key UNIQUE (token),
  constraint agenda_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint agenda_feeds_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint agenda_feeds_token_check CHECK ((token ~ '^[0-9a-f]{64}$'::text))
);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER require_account BEFORE INSERT ON public.agenda_feeds FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
