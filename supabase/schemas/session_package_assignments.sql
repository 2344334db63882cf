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
  told_at timestamp with time zone, -- When it was told that the student would not come, by whom (told_by), and whether in time (told_outcome). Copied from the reply.
  told_for timestamp with time zone, -- The start that the reply was about. told_outcome was judged by it, even if the lesson has another date by now.
  told_by text,
  told_outcome text,
  agreement_version integer, -- The agreement version that judged this lesson; null: none did. No foreign key: a version that judged a lesson stays.
  spared_package_id uuid, -- For an excused student: the package that the lesson would have taken. Its validity gets a floor, if the agreement gives one (package_extensions.until_day). No foreign key: with two foreign keys to packages, the API could not embed the package of a seat by the table's name.
  constraint session_package_assignments_pkey PRIMARY KEY (user_id, session_id, student_id),
  constraint assignments_attendance_key UNIQUE (user_id, session_id, student_id, attendance),
  constraint assignments_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id),
  constraint assignments_session_fkey FOREIGN KEY (user_id, session_id) REFERENCES sessions(user_id, id) ON DELETE CASCADE,
  constraint assignments_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint assignments_spared_if_excused CHECK (((attendance = 'excused'::text) OR (spared_package_id IS NULL))),
  constraint assignments_told_whole CHECK (((num_nulls(told_at, told_for, told_by) = ANY (ARRAY[0, 3])) AND ((told_outcome IS NULL) OR (told_at IS NOT NULL)))),
  constraint assignments_uncharged_takes_no_credit CHECK ((charged OR (package_id IS NULL))),
  constraint session_package_assignments_attendance_check CHECK ((attendance = ANY (ARRAY['present'::text, 'absent'::text, 'excused'::text, 'cancelled'::text]))),
  constraint session_package_assignments_real_days CHECK (((assigned_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (assigned_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (told_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (told_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (told_for >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (told_for < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint session_package_assignments_told_by_check CHECK ((told_by = ANY (ARRAY['student'::text, 'coach'::text]))),
  constraint session_package_assignments_told_outcome_check CHECK ((told_outcome = ANY (ARRAY['kept'::text, 'late'::text])))
);
CREATE INDEX assignments_owed_idx ON public.session_package_assignments USING btree (user_id, student_id) WHERE (charged AND (package_id IS NULL));
CREATE INDEX assignments_package_idx ON public.session_package_assignments USING btree (user_id, student_id, package_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (user_id, session_id, student_id, package_id, manually_assigned, attendance, spared_package_id), select (every column), update (package_id, manually_assigned, assigned_at, attendance, spared_package_id) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER assignments_deleted AFTER DELETE ON public.session_package_assignments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER assignments_inserted AFTER INSERT ON public.session_package_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER assignments_updated AFTER UPDATE ON public.session_package_assignments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER copy_told BEFORE INSERT ON public.session_package_assignments FOR EACH ROW EXECUTE FUNCTION private.copy_told();
CREATE TRIGGER floor_deleted AFTER DELETE ON public.session_package_assignments FOR EACH ROW WHEN ((old.spared_package_id IS NOT NULL)) EXECUTE FUNCTION private.keep_floor();
CREATE TRIGGER floor_inserted AFTER INSERT ON public.session_package_assignments FOR EACH ROW WHEN ((new.spared_package_id IS NOT NULL)) EXECUTE FUNCTION private.keep_floor();
CREATE TRIGGER floor_updated AFTER UPDATE ON public.session_package_assignments FOR EACH ROW WHEN ((((((old.attendance IS DISTINCT FROM new.attendance) OR (old.told_outcome IS DISTINCT FROM new.told_outcome)) OR (old.spared_package_id IS DISTINCT FROM new.spared_package_id)) OR (old.agreement_version IS DISTINCT FROM new.agreement_version)) AND ((old.spared_package_id IS NOT NULL) OR (new.spared_package_id IS NOT NULL)))) EXECUTE FUNCTION private.keep_floor();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.session_package_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
