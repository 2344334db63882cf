-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- 'Li os combinados': when a student first confirmed a version. It decides nothing.
create table agreement_confirmations (
  user_id uuid not null,
  student_id uuid not null,
  version integer not null,
  confirmed_at timestamp with time zone default now() not null,
  constraint agreement_confirmations_pkey PRIMARY KEY (user_id, student_id, version),
  constraint agreement_confirmations_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint agreement_confirmations_version_fkey FOREIGN KEY (user_id, version) REFERENCES agreements(user_id, version) ON DELETE CASCADE,
  constraint agreement_confirmations_real_days CHECK (((confirmed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (confirmed_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX agreement_confirmations_version_idx ON public.agreement_confirmations USING btree (user_id, version);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.agreement_confirmations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
