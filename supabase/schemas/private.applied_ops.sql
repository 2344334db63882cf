-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Operation ids of plans, imports, noted replies and guests, and ids of students, packages, payments and clubs ever inserted. Outlives the rows.
create table private.applied_ops (
  user_id uuid not null,
  op_id uuid not null,
  applied_at timestamp with time zone default now() not null,
  content text, -- For a plan: a hash of what the coach entered, made on the device. A repeat with another hash was entered differently from what was saved. Kept for 30 days.
  effects jsonb, -- What the plan did, in ids and figures, to answer a repeat. Kept for 30 days.
  constraint applied_ops_pkey PRIMARY KEY (user_id, op_id),
  constraint applied_ops_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint applied_ops_content_check CHECK ((char_length(content) <= 64)),
  constraint applied_ops_real_days CHECK (((applied_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (applied_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX applied_ops_with_effects_idx ON private.applied_ops USING btree (user_id, applied_at) WHERE (effects IS NOT NULL);
policy "own memory: add" for insert to authenticated with check (user_id = ( SELECT auth.uid() AS uid));
policy "own memory: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
policy "own memory: what was done" for update to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant insert (user_id, op_id, content), select, update (content, effects) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER require_account BEFORE INSERT ON private.applied_ops FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
