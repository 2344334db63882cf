-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Rating, notes and tags for one student of one lesson.
create table session_feedbacks (
  user_id uuid default auth.uid() not null,
  session_id uuid not null,
  student_id uuid not null,
  rating smallint not null,
  notes text,
  tags text[] default '{}'::text[] not null,
  club_id uuid,
  created_at timestamp with time zone default now() not null,
  attendance text generated always as ('present'::text) stored not null,
  private_notes text, -- Only the coach sees them: in no public answer and no message.
  constraint session_feedbacks_pkey PRIMARY KEY (user_id, session_id, student_id, attendance),
  constraint feedbacks_attendance_fkey FOREIGN KEY (user_id, session_id, student_id, attendance) REFERENCES session_package_assignments(user_id, session_id, student_id, attendance) ON DELETE CASCADE,
  constraint feedbacks_club_fkey FOREIGN KEY (user_id, club_id) REFERENCES clubs(user_id, id) ON DELETE SET NULL (club_id),
  constraint session_feedbacks_notes_check CHECK ((char_length(notes) <= 2000)),
  constraint session_feedbacks_private_notes_check CHECK ((char_length(private_notes) <= 2000)),
  constraint session_feedbacks_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint session_feedbacks_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint session_feedbacks_tags_check CHECK (((cardinality(tags) <= 20) AND private.is_list(tags) AND (char_length(array_to_string(tags, ''::text)) <= 800)))
);
CREATE INDEX feedbacks_club_idx ON public.session_feedbacks USING btree (user_id, club_id);
CREATE INDEX feedbacks_student_idx ON public.session_feedbacks USING btree (user_id, student_id, session_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (user_id, session_id, student_id, rating, notes, tags, club_id, created_at, private_notes), select (every column), update (rating, notes, tags, club_id, private_notes) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER feedbacks_deleted AFTER DELETE ON public.session_feedbacks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.feedbacks_changed();
CREATE TRIGGER feedbacks_inserted AFTER INSERT ON public.session_feedbacks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.feedbacks_changed();
CREATE TRIGGER feedbacks_updated AFTER UPDATE ON public.session_feedbacks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.feedbacks_changed();
CREATE TRIGGER refuse_anonymized_edit BEFORE UPDATE OF notes, tags, private_notes ON public.session_feedbacks FOR EACH ROW WHEN (((new.notes IS NOT NULL) OR (new.tags <> '{}'::text[]) OR (new.private_notes IS NOT NULL))) EXECUTE FUNCTION private.refuse_anonymized_edit();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.session_feedbacks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
