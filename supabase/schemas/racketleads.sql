-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Beta leads. Insert only; read by the service role.
create table racketleads (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email text not null,
  phone text not null,
  country text not null,
  sports text[] default '{}'::text[] not null,
  heard_from text not null,
  language text not null,
  created_at timestamp with time zone default now() not null,
  constraint racketleads_pkey PRIMARY KEY (id),
  constraint racketleads_country_check CHECK ((private.is_seen(country) AND (char_length(country) <= 60))),
  constraint racketleads_email_check CHECK (((char_length(email) <= 255) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'::text))),
  constraint racketleads_heard_from_check CHECK ((private.is_seen(heard_from) AND (char_length(heard_from) <= 120))),
  constraint racketleads_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint racketleads_name_check CHECK ((private.is_seen(name) AND (char_length(name) <= 255))),
  constraint racketleads_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{6,14}$'::text)),
  constraint racketleads_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint racketleads_sports_check CHECK (((cardinality(sports) <= 12) AND private.is_list(sports) AND (char_length(array_to_string(sports, ''::text)) <= 400)))
);
CREATE INDEX racketleads_recent_idx ON public.racketleads USING btree (created_at);
policy "anyone may leave a lead" for insert to anon, authenticated with check (language = ANY (ARRAY['pt'::text, 'en'::text]));
grant insert (id, name, email, phone, country, sports, heard_from, language) to anon;
grant insert (id, name, email, phone, country, sports, heard_from, language) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_rate BEFORE INSERT ON public.racketleads FOR EACH ROW EXECUTE FUNCTION private.limit_lead_rate();
