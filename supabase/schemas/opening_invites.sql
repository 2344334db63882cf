-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Which students were asked, and when they took a place. private.takers says who has a place now.
create table opening_invites (
  user_id uuid not null,
  opening_id uuid not null,
  student_id uuid not null,
  invited_at timestamp with time zone default now() not null,
  taken_at timestamp with time zone,
  constraint opening_invites_pkey PRIMARY KEY (user_id, opening_id, student_id),
  constraint opening_invites_opening_fkey FOREIGN KEY (user_id, opening_id) REFERENCES openings(user_id, id) ON DELETE CASCADE,
  constraint opening_invites_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint opening_invites_real_days CHECK (((invited_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (invited_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (taken_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (taken_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX opening_invites_newest_idx ON public.opening_invites USING btree (user_id, invited_at);
CREATE INDEX opening_invites_student_idx ON public.opening_invites USING btree (user_id, student_id);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.opening_invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('20000', 'invited_at > now() - interval ''90 days''');
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.opening_invites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
