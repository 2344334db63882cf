-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Days without lessons, the first and the last included. Recesses of one coach do not overlap (private.write_recess).
create table recesses (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  first_day date not null,
  last_day date not null,
  created_at timestamp with time zone default now() not null,
  constraint recesses_pkey PRIMARY KEY (user_id, id),
  constraint recesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint recesses_at_most_a_year CHECK ((((last_day - first_day) >= 0) AND ((last_day - first_day) <= 364))),
  constraint recesses_real_days CHECK ((((first_day >= '2000-01-01'::date) AND (first_day <= '2100-12-31'::date)) AND ((last_day >= '2000-01-01'::date) AND (last_day <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER require_account BEFORE INSERT ON public.recesses FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
