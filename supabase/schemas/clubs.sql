-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A club or venue of one coach.
create table clubs (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  name text not null,
  address text,
  phone text,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint clubs_pkey PRIMARY KEY (user_id, id),
  constraint clubs_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint clubs_address_check CHECK ((char_length(address) <= 300)),
  constraint clubs_name_check CHECK ((private.is_seen(name) AND (char_length(name) <= 255))),
  constraint clubs_name_has_no_bidi_controls CHECK ((name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint clubs_phone_check CHECK ((phone ~ '^[0-9]{8,15}$'::text)),
  constraint clubs_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE UNIQUE INDEX clubs_one_default_idx ON public.clubs USING btree (user_id) WHERE is_default;
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, name, address, phone, is_default), select (every column), update (name, address, phone, is_default) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.clubs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('500');
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.clubs FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE TRIGGER next_default AFTER DELETE ON public.clubs FOR EACH ROW WHEN (old.is_default) EXECUTE FUNCTION private.choose_next_default_club();
CREATE TRIGGER touch BEFORE UPDATE ON public.clubs FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER z_one_default BEFORE INSERT OR UPDATE OF is_default ON public.clubs FOR EACH ROW WHEN ((new.is_default OR (pg_trigger_depth() = 0))) EXECUTE FUNCTION private.keep_one_default_club();
