-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Kept by triggers: the totals of one coach over all rows.
create table coach_totals (
  user_id uuid not null,
  active_students integer default 0 not null,
  lessons integer default 0 not null,
  unassigned_lessons integer default 0 not null, -- Lessons in which at least one student is charged and has no package.
  rating_sum bigint default 0 not null,
  rating_count bigint default 0 not null,
  held integer default 0 not null, -- Lessons that were not cancelled.
  constraint coach_totals_pkey PRIMARY KEY (user_id),
  constraint coach_totals_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
