-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A coach's own text of one kind of message; without a row the app's text is used.
create table message_templates (
  user_id uuid default auth.uid() not null,
  kind text not null, -- The app's name of the kind; newer versions may add kinds.
  body text not null,
  updated_at timestamp with time zone default now() not null,
  constraint message_templates_pkey PRIMARY KEY (user_id, kind),
  constraint message_templates_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint message_templates_body_check CHECK ((private.is_seen(body) AND (char_length(body) <= 1000))),
  constraint message_templates_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint message_templates_real_days CHECK (((updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (user_id, kind, body), select (every column), update (user_id, kind, body) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.message_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('100');
CREATE TRIGGER require_account BEFORE INSERT ON public.message_templates FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER touch BEFORE UPDATE ON public.message_templates FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
