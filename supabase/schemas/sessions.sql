-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A lesson: when, by whom, and the notes that every student of it can read.
create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  date timestamp with time zone default now() not null,
  day date not null, -- The local day of the lesson on the device that entered it. Decides which packages were valid.
  teacher text not null,
  notes text,
  student_count integer default 0 not null, -- Kept by triggers: how many students it has, whether they came or not.
  unassigned_count integer default 0 not null, -- Kept by triggers: how many of them are charged and have no package.
  rating_sum integer default 0 not null, -- Kept by triggers: the sum of the ratings of its feedback.
  rating_count integer default 0 not null, -- Kept by triggers: how many ratings its feedback has.
  version bigint default 1 not null, -- Rises with every change to the lesson, its students or its feedback. Plans name the version they were made from.
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  cancelled_reason text, -- Why the lesson did not happen; null: it did.
  cancelled_count integer default 0 not null, -- Kept by triggers: how many of its students are 'cancelled'.
  slot_id uuid, -- With slot_date, the occurrence that this lesson answers; null: the lesson is not from the agenda.
  slot_date date,
  constraint sessions_pkey PRIMARY KEY (user_id, id),
  constraint sessions_one_per_occurrence UNIQUE (user_id, slot_id, slot_date),
  constraint sessions_slot_fkey FOREIGN KEY (user_id, slot_id) REFERENCES lesson_slots(user_id, id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint sessions_cancelled_reason_check CHECK ((cancelled_reason = ANY (ARRAY['rain'::text, 'coach'::text, 'venue'::text, 'other'::text]))),
  constraint sessions_check CHECK (((unassigned_count >= 0) AND (unassigned_count <= student_count))),
  constraint sessions_check1 CHECK (((cancelled_count >= 0) AND (cancelled_count <= student_count))),
  constraint sessions_day_of_date CHECK (((day >= (((date AT TIME ZONE 'UTC'::text))::date - 1)) AND (day <= (((date AT TIME ZONE 'UTC'::text))::date + 1)))),
  constraint sessions_notes_check CHECK ((char_length(notes) <= 2000)),
  constraint sessions_occurrence_whole CHECK (((slot_id IS NULL) = (slot_date IS NULL))),
  constraint sessions_real_days CHECK (((date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (date < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)))),
  constraint sessions_student_count_check CHECK ((student_count >= 0)),
  constraint sessions_teacher_check CHECK ((private.is_seen(teacher) AND (char_length(teacher) <= 255))),
  constraint sessions_teacher_has_no_bidi_controls CHECK ((teacher !~ '[\u202A-\u202E\u2066-\u2069]'::text))
);
CREATE INDEX sessions_cancelled_idx ON public.sessions USING btree (user_id, date DESC, id DESC) WHERE (cancelled_reason IS NOT NULL);
CREATE INDEX sessions_date_idx ON public.sessions USING btree (user_id, date DESC, id DESC);
CREATE INDEX sessions_unassigned_idx ON public.sessions USING btree (user_id, date DESC, id DESC) WHERE (unassigned_count > 0);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, date, day, teacher, notes, created_at, cancelled_reason, slot_id, slot_date), select (every column), update (date, day, teacher, notes, cancelled_reason, slot_id, slot_date) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE CONSTRAINT TRIGGER cancelled_whole AFTER INSERT OR UPDATE ON public.sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.cancelled_reason IS NOT NULL) OR (new.cancelled_count > 0))) EXECUTE FUNCTION private.refuse_cancelled_in_part();
CREATE TRIGGER continue_version BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.continue_version();
CREATE TRIGGER end_openings AFTER INSERT OR UPDATE OF slot_id, slot_date ON public.sessions FOR EACH ROW WHEN ((new.slot_id IS NOT NULL)) EXECUTE FUNCTION private.end_openings();
CREATE TRIGGER end_skip BEFORE INSERT ON public.sessions FOR EACH ROW WHEN ((new.slot_id IS NOT NULL)) EXECUTE FUNCTION private.end_skip();
CREATE TRIGGER end_skip_linked BEFORE UPDATE OF slot_id, slot_date ON public.sessions FOR EACH ROW WHEN (((new.slot_id IS NOT NULL) AND ((old.slot_id IS DISTINCT FROM new.slot_id) OR (old.slot_date IS DISTINCT FROM new.slot_date)))) EXECUTE FUNCTION private.end_skip();
CREATE TRIGGER keep_days BEFORE DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.keep_days_of_lesson();
CREATE TRIGGER keep_deleted BEFORE DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_lesson();
CREATE TRIGGER lesson_linked AFTER UPDATE OF slot_id, slot_date ON public.sessions FOR EACH ROW WHEN (((old.slot_id IS DISTINCT FROM new.slot_id) OR (old.slot_date IS DISTINCT FROM new.slot_date))) EXECUTE FUNCTION private.lesson_linked();
CREATE TRIGGER lesson_moved AFTER UPDATE OF day ON public.sessions FOR EACH ROW WHEN ((old.day <> new.day)) EXECUTE FUNCTION private.lesson_moved();
CREATE CONSTRAINT TRIGGER lessons_counted AFTER INSERT OR DELETE ON public.sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_lessons();
CREATE CONSTRAINT TRIGGER lessons_recounted AFTER UPDATE ON public.sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((old.date IS DISTINCT FROM new.date) OR ((old.unassigned_count > 0) IS DISTINCT FROM (new.unassigned_count > 0))) OR (old.rating_sum IS DISTINCT FROM new.rating_sum)) OR (old.rating_count IS DISTINCT FROM new.rating_count)) OR ((old.cancelled_reason IS NULL) IS DISTINCT FROM (new.cancelled_reason IS NULL)))) EXECUTE FUNCTION private.count_lessons();
CREATE TRIGGER not_in_future BEFORE INSERT OR UPDATE OF date ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.refuse_future_session();
CREATE TRIGGER refuse_anonymized_notes BEFORE UPDATE OF notes ON public.sessions FOR EACH ROW WHEN (((new.notes IS NOT NULL) AND (new.notes IS DISTINCT FROM old.notes))) EXECUTE FUNCTION private.refuse_anonymized_notes();
CREATE TRIGGER require_account BEFORE INSERT ON public.sessions FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER return_days AFTER INSERT ON public.sessions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.return_days_to_lesson();
CREATE TRIGGER set_day BEFORE INSERT ON public.sessions FOR EACH ROW WHEN ((new.day IS NULL)) EXECUTE FUNCTION private.set_session_day();
CREATE TRIGGER touch BEFORE UPDATE ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.raise_session_version();
