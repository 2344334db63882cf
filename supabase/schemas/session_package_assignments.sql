-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- One student in one lesson: who came, and the package whose credit it used.
create table session_package_assignments (
  user_id uuid default auth.uid() not null,
  session_id uuid not null,
  student_id uuid not null,
  package_id uuid,
  manually_assigned boolean default false not null,
  assigned_at timestamp with time zone default now() not null,
  attendance text default 'present'::text not null,
  charged boolean generated always as ((attendance = ANY (ARRAY['present'::text, 'absent'::text]))) stored not null, -- Whether the row takes a credit. Charged without a package is 'sem pacote'.
  constraint session_package_assignments_pkey PRIMARY KEY (user_id, session_id, student_id),
  constraint assignments_attendance_key UNIQUE (user_id, session_id, student_id, attendance),
  constraint assignments_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id),
  constraint assignments_session_fkey FOREIGN KEY (user_id, session_id) REFERENCES sessions(user_id, id) ON DELETE CASCADE,
  constraint assignments_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint assignments_uncharged_takes_no_credit CHECK ((charged OR (package_id IS NULL))),
  constraint session_package_assignments_attendance_check CHECK ((attendance = ANY (ARRAY['present'::text, 'absent'::text, 'excused'::text, 'cancelled'::text]))),
  constraint session_package_assignments_real_days CHECK (((assigned_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (assigned_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX assignments_owed_idx ON public.session_package_assignments USING btree (user_id, student_id) WHERE (charged AND (package_id IS NULL));
CREATE INDEX assignments_package_idx ON public.session_package_assignments USING btree (user_id, student_id, package_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (user_id, session_id, student_id, package_id, manually_assigned, attendance), select (every column), update (package_id, manually_assigned, assigned_at, attendance) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER assignments_deleted AFTER DELETE ON public.session_package_assignments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER assignments_inserted AFTER INSERT ON public.session_package_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER assignments_updated AFTER UPDATE ON public.session_package_assignments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.session_package_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
