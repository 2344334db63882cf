-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A student of one coach. Deleted through delete_student only.
create table students (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  name text not null,
  email text,
  phone text not null,
  gender text not null,
  type text not null,
  classe text not null,
  status text default 'active'::text not null,
  notes text,
  total_credits integer default 0 not null, -- Kept by triggers: the sum of remaining_classes over the packages, expired ones included.
  credits_version bigint default 0 not null, -- Kept by triggers: rises with every change to this student's packages. Plans name the version they were made from.
  anonymized_at timestamp with time zone, -- Since when this row identifies nobody. Set by anonymize_student, irreversibly.
  link uuid, -- Kept by the functions of student_links: the public link, if it is not the student's id.
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint students_pkey PRIMARY KEY (user_id, id),
  constraint students_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint students_anonymized_is_empty CHECK (((anonymized_at IS NULL) OR (((name = 'Aluno anonimizado'::text) AND (phone = ''::text) AND (gender = 'male'::text) AND (type = 'occasional'::text) AND (classe = '7-classe'::text) AND (status = 'inactive'::text)) AND (email IS NULL) AND (notes IS NULL)))),
  constraint students_classe_check CHECK ((classe = ANY (ARRAY['profissional'::text, '1-classe'::text, '2-classe'::text, '3-classe'::text, '4-classe'::text, '5-classe'::text, '6-classe'::text, '7-classe'::text]))),
  constraint students_email_check CHECK (((char_length(email) <= 255) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'::text))),
  constraint students_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text]))),
  constraint students_name_check CHECK (((name !~ '^\s|\s$'::text) AND private.is_seen(name) AND ((char_length(name) >= 2) AND (char_length(name) <= 100)))),
  constraint students_name_has_no_bidi_controls CHECK ((name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint students_notes_check CHECK ((char_length(notes) <= 500)),
  constraint students_phone_check CHECK (((phone ~ '^[0-9]{8,15}$'::text) OR ((anonymized_at IS NOT NULL) AND (phone = ''::text)))),
  constraint students_real_days CHECK (((anonymized_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (anonymized_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint students_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint students_total_credits_check CHECK ((total_credits >= 0)),
  constraint students_type_check CHECK ((type = ANY (ARRAY['fixed'::text, 'occasional'::text])))
);
CREATE INDEX students_newest_idx ON public.students USING btree (user_id, created_at DESC, id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant insert (id, user_id, name, email, phone, gender, type, classe, status, notes), select (every column), update (name, email, phone, gender, type, classe, status, notes) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER create_link AFTER INSERT ON public.students FOR EACH ROW EXECUTE FUNCTION private.create_student_link();
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.students FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE TRIGGER refuse_anonymized_edit BEFORE UPDATE ON public.students FOR EACH ROW WHEN (((old.anonymized_at IS NOT NULL) AND (old.credits_version = new.credits_version))) EXECUTE FUNCTION private.refuse_anonymized_edit();
CREATE TRIGGER release_places AFTER UPDATE OF status ON public.students FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION private.release_places();
CREATE TRIGGER rename_in_alerts AFTER UPDATE OF name ON public.students FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION private.rename_in_alerts();
CREATE CONSTRAINT TRIGGER students_counted AFTER INSERT OR DELETE ON public.students DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_active_students();
CREATE CONSTRAINT TRIGGER students_recounted AFTER UPDATE ON public.students DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.count_active_students();
CREATE TRIGGER touch BEFORE UPDATE ON public.students FOR EACH ROW WHEN (((old.credits_version = new.credits_version) AND (NOT (old.link IS DISTINCT FROM new.link)))) EXECUTE FUNCTION private.touch_updated_at();
