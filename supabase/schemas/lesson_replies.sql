-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Replies of students ('Vou', 'Não vou') to the occurrence of a slot. A reply counts while the occurrence begins at for_start (private.replies).
create table lesson_replies (
  user_id uuid not null,
  slot_id uuid not null,
  slot_date date not null,
  student_id uuid not null,
  reply text not null,
  replied_at timestamp with time zone default now() not null, -- When the student replied; for a note of the coach, when the student told the coach.
  told_by text not null,
  for_start timestamp with time zone not null,
  outcome text, -- Whether 'not_coming' was told in time ('kept') or not ('late'), by the agreement version that judges the lesson; null: no version judges it.
  agreement_version integer,
  came_back boolean default false not null, -- The coach knew before that the student would not come: by a note, or by a reply that was seen.
  constraint lesson_replies_pkey PRIMARY KEY (user_id, slot_id, slot_date, student_id, told_by, for_start),
  constraint lesson_replies_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint lesson_replies_coming_costs_nothing CHECK (((reply = 'not_coming'::text) OR (outcome IS NULL))),
  constraint lesson_replies_judged CHECK (((outcome IS NULL) = (agreement_version IS NULL))),
  constraint lesson_replies_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'late'::text]))),
  constraint lesson_replies_real_days CHECK ((((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)) AND (replied_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (replied_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (for_start >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (for_start < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint lesson_replies_reply_check CHECK ((reply = ANY (ARRAY['coming'::text, 'not_coming'::text]))),
  constraint lesson_replies_told_by_check CHECK ((told_by = ANY (ARRAY['student'::text, 'coach'::text])))
);
CREATE INDEX lesson_replies_start_idx ON public.lesson_replies USING btree (user_id, for_start);
CREATE INDEX lesson_replies_student_idx ON public.lesson_replies USING btree (user_id, student_id);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.lesson_replies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'for_start > now() - interval ''90 days''');
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.lesson_replies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
