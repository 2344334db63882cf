-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- More days for a package, or a floor, and their cause: by hand, a recess (batch_id), a lesson and its student (session_id), or an occurrence that was skipped (slot_id, slot_date).
create table package_extensions (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  student_id uuid not null,
  package_id uuid not null,
  days integer,
  until_day date, -- A floor, instead of days: the package is valid at least until then (docs/data-model.md, 'Replies and how they are judged'). Given by private.keep_floor.
  reason text not null,
  batch_id uuid,
  session_id uuid,
  slot_id uuid,
  slot_date date,
  day date, -- The day that a lesson or a skip makes up for: the lesson's, or the one on which the occurrence would have begun. Extensions for one day do not add up; the longest counts.
  kept boolean default false not null, -- The cause stood when its lesson or slot was deleted or the student was anonymised, so the days stay for good.
  created_at timestamp with time zone default now() not null,
  constraint package_extensions_pkey PRIMARY KEY (user_id, id),
  constraint package_extensions_one_per_occurrence UNIQUE (user_id, slot_id, slot_date, package_id),
  constraint package_extensions_one_per_recess UNIQUE (user_id, batch_id, package_id),
  constraint package_extensions_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id) ON DELETE CASCADE,
  constraint package_extensions_recess_fkey FOREIGN KEY (user_id, batch_id) REFERENCES recesses(user_id, id) ON DELETE SET NULL (batch_id),
  constraint package_extensions_day_of_cause CHECK (((day IS NULL) = ((session_id IS NULL) AND (slot_id IS NULL)))),
  constraint package_extensions_days_check CHECK (((days >= 1) AND (days <= 365))),
  constraint package_extensions_days_or_floor CHECK ((num_nonnulls(days, until_day) = 1)),
  constraint package_extensions_floor_of_lesson CHECK (((until_day IS NULL) OR ((session_id IS NOT NULL) AND (((until_day - day) >= 1) AND ((until_day - day) <= 90))))),
  constraint package_extensions_occurrence_whole CHECK (((slot_id IS NULL) = (slot_date IS NULL))),
  constraint package_extensions_one_cause CHECK ((num_nonnulls(batch_id, session_id, slot_id) <= 1)),
  constraint package_extensions_real_days CHECK ((((until_day >= '2000-01-01'::date) AND (until_day <= '2100-12-31'::date)) AND ((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)) AND ((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint package_extensions_reason_check CHECK ((private.is_seen(reason) AND (char_length(reason) <= 200)))
);
CREATE UNIQUE INDEX package_extensions_one_per_lesson ON public.package_extensions USING btree (user_id, session_id, package_id, ((until_day IS NULL)));
CREATE INDEX package_extensions_package_idx ON public.package_extensions USING btree (user_id, student_id, package_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER extensions_deleted AFTER DELETE ON public.package_extensions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.extensions_changed();
CREATE TRIGGER extensions_inserted AFTER INSERT ON public.package_extensions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.extensions_changed();
CREATE TRIGGER extensions_updated AFTER UPDATE ON public.package_extensions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.extensions_changed();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.package_extensions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
