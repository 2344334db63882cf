-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- That a coach opened a message: to whom, why and when last. Never its text.
create table notices (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  kind text not null,
  student_id uuid, -- Null: the message was not to a student of the coach.
  cause text not null, -- What the message was about: the key of an alert, or ids joined by colons.
  opened_at timestamp with time zone default now() not null,
  constraint notices_pkey PRIMARY KEY (user_id, id),
  constraint notices_one_per_cause UNIQUE NULLS NOT DISTINCT (user_id, student_id, kind, cause),
  constraint notices_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint notices_cause_check CHECK (((char_length(cause) >= 1) AND (char_length(cause) <= 200))),
  constraint notices_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint notices_real_days CHECK (((opened_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (opened_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX notices_newest_idx ON public.notices USING btree (user_id, opened_at DESC);
CREATE INDEX notices_of_links_idx ON public.notices USING btree (user_id) WHERE (kind = 'student_link'::text);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (kind, student_id, cause), select (every column), update (opened_at) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.notices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'opened_at > now() - interval ''90 days''');
CREATE TRIGGER limit_reopened AFTER UPDATE ON public.notices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'opened_at > now() - interval ''90 days''');
CREATE TRIGGER require_account BEFORE INSERT ON public.notices FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.notices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
