-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Public links to students. Read by the functions of the public page, written by a trigger and rotate_student_link.
create table student_links (
  link uuid not null,
  user_id uuid not null,
  student_id uuid not null,
  created_at timestamp with time zone default now() not null,
  revoked boolean default false not null, -- Whether the link was replaced and no longer opens anything.
  constraint student_links_pkey PRIMARY KEY (link),
  constraint student_links_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint student_links_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE UNIQUE INDEX student_links_one_current ON public.student_links USING btree (user_id, student_id) WHERE (NOT revoked);
CREATE INDEX student_links_student_idx ON public.student_links USING btree (user_id, student_id);
policy "no role of the API" for all to anon, authenticated using false with check false;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER remember_link AFTER DELETE OR UPDATE OF link ON public.student_links FOR EACH ROW EXECUTE FUNCTION private.remember_link();
CREATE TRIGGER remember_links BEFORE TRUNCATE ON public.student_links FOR EACH STATEMENT EXECUTE FUNCTION private.remember_link();
