-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A student who is expected at one occurrence only. A guest that the coach added stays one when the occurrence moves; a taker of an opening is a guest only while it begins at for_start.
create table occurrence_guests (
  user_id uuid not null,
  slot_id uuid not null,
  slot_date date not null,
  student_id uuid not null,
  source text not null,
  for_start timestamp with time zone not null,
  created_at timestamp with time zone default now() not null, -- When the coach added the guest, or when the student took the place.
  constraint occurrence_guests_pkey PRIMARY KEY (user_id, slot_id, slot_date, student_id),
  constraint occurrence_guests_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint occurrence_guests_real_days CHECK ((((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)) AND (for_start >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (for_start < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint occurrence_guests_source_check CHECK ((source = ANY (ARRAY['coach'::text, 'opening'::text])))
);
CREATE INDEX occurrence_guests_start_idx ON public.occurrence_guests USING btree (user_id, for_start);
CREATE INDEX occurrence_guests_student_idx ON public.occurrence_guests USING btree (user_id, student_id);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.occurrence_guests REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'for_start > now() - interval ''90 days''');
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.occurrence_guests REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
