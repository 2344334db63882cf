-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Alerts of one coach. Deleted with the student, lesson or package it is about.
create table alerts (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  type text not null,
  priority text not null,
  student_id uuid,
  session_id uuid,
  package_id uuid,
  student_name text,
  message text not null,
  facts jsonb default '{}'::jsonb not null, -- The figures that the message was made from; the app compares and shows them.
  dedupe_key text not null,
  resolved boolean default false not null, -- Whether the alert is closed: by the coach, or because its cause ended.
  ended boolean default false not null, -- Whether the cause ended.
  open_key text generated always as (
CASE
    WHEN ended THEN NULL::text
    ELSE dedupe_key
END) stored, -- The cause, while it lasts; null once it ended.
  created_at timestamp with time zone default now() not null,
  constraint alerts_pkey PRIMARY KEY (user_id, id),
  constraint alerts_one_per_cause UNIQUE (user_id, open_key),
  constraint alerts_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id) ON DELETE CASCADE,
  constraint alerts_session_fkey FOREIGN KEY (user_id, session_id) REFERENCES sessions(user_id, id) ON DELETE CASCADE,
  constraint alerts_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint alerts_dedupe_key_check CHECK (((char_length(dedupe_key) >= 1) AND (char_length(dedupe_key) <= 200))),
  constraint alerts_ended_is_resolved CHECK ((resolved OR (NOT ended))),
  constraint alerts_facts_check CHECK (((jsonb_typeof(facts) = 'object'::text) AND (octet_length((facts)::text) <= 2000))),
  constraint alerts_message_check CHECK (((char_length(message) >= 1) AND (char_length(message) <= 500))),
  constraint alerts_package_of_student CHECK (((student_id IS NOT NULL) OR (package_id IS NULL))),
  constraint alerts_priority_check CHECK ((priority = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text]))),
  constraint alerts_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint alerts_student_name_check CHECK ((char_length(student_name) <= 100)),
  constraint alerts_type_check CHECK ((type = ANY (ARRAY['low_credits'::text, 'expiring_package'::text, 'expired_package'::text, 'unassigned_session'::text, 'no_club_registered'::text, 'payment_overdue'::text])))
);
CREATE INDEX alerts_open_by_student_idx ON public.alerts USING btree (user_id, student_id) WHERE ((open_key IS NOT NULL) AND (type <> 'unassigned_session'::text));
CREATE INDEX alerts_open_idx ON public.alerts USING btree (user_id, created_at DESC) WHERE (NOT resolved);
CREATE INDEX alerts_package_idx ON public.alerts USING btree (user_id, student_id, package_id);
CREATE INDEX alerts_session_idx ON public.alerts USING btree (user_id, session_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, type, priority, student_id, session_id, package_id, student_name, message, facts, dedupe_key), select (every column), update (priority, student_name, message, facts, resolved, ended) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.alerts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'open_key is not null');
CREATE TRIGGER limit_reopened AFTER UPDATE ON public.alerts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'open_key is not null');
CREATE TRIGGER require_account BEFORE INSERT ON public.alerts FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.alerts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
