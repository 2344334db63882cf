-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- When a deleted lesson was, and why it did not happen: for the lines of the ledger about it.
create table private.deleted_lessons (
  user_id uuid not null,
  id uuid not null,
  date timestamp with time zone not null,
  day date not null,
  cancelled_reason text,
  seats jsonb, -- By student, what the seats kept of replies (private.told), for an undo after the slot is gone.
  moved_to timestamp with time zone, -- The time to which its occurrence had moved; null: it had not, or there was none. An undo does not answer another hour.
  version bigint not null,
  constraint deleted_lessons_pkey PRIMARY KEY (user_id, id),
  constraint deleted_lessons_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint deleted_lessons_real_days CHECK (((date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (date < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date)) AND (moved_to >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (moved_to < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
