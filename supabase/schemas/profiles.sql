-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A coach. Owner of every other row, directly or through user_id.
create table profiles (
  id uuid not null,
  name text not null,
  phone text,
  main_sport text default 'Tênis'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  package_order text default 'oldest'::text not null, -- Which package a lesson takes: the oldest, or the one that expires first.
  cancel_extension_days integer default 0 not null, -- 'Validade extra em aula cancelada': the days that are ticked at first when a lesson is cancelled; 0: the coach chooses.
  time_zone text, -- IANA name, from the coach's device. The local times of slots are in this zone. Null: not known yet.
  pix_type text,
  pix_key text, -- In the canonical form of its type. PIX codes are made from it in the app.
  pix_name text, -- As a PIX code holds it: printable ASCII.
  pix_city text,
  show_pix boolean default false not null, -- Whether students see on their page what they owe, with the PIX key.
  renewal_due_day integer default 5 not null, -- Day of the month on which monthly renewals are due.
  first_steps_closed boolean default false not null, -- Whether the coach closed 'Primeiros passos'.
  replies_seen_at timestamp with time zone, -- Up to this time 'Hoje' has shown the replies of students to the coach, who then left the screen.
  time_zone_since timestamp with time zone, -- Kept by a trigger: when the time zone last changed, and with it the instant of every local time of a slot. Null: never.
  agreements_written integer default 0 not null, -- Kept by save_agreement: the number of the last agreement version. The number of a version that was replaced before it began is not used again.
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_agreements_written_check CHECK (((agreements_written >= 0) AND (agreements_written <= 1000000))),
  constraint profiles_cancel_extension_days_check CHECK (((cancel_extension_days >= 0) AND (cancel_extension_days <= 365))),
  constraint profiles_main_sport_check CHECK (((btrim(main_sport) <> ''::text) AND (char_length(main_sport) <= 60))),
  constraint profiles_name_check CHECK ((private.is_seen(name) AND (char_length(name) <= 255))),
  constraint profiles_name_has_no_bidi_controls CHECK ((name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint profiles_package_order_check CHECK ((package_order = ANY (ARRAY['oldest'::text, 'expires_first'::text]))),
  constraint profiles_phone_check CHECK ((phone ~ '^[0-9]{8,15}$'::text)),
  constraint profiles_pix_city_check CHECK ((pix_city ~ '^[!-~]([ -~]{0,13}[!-~])?$'::text)),
  constraint profiles_pix_is_whole CHECK ((num_nonnulls(pix_type, pix_key, pix_name, pix_city) = ANY (ARRAY[0, 4]))),
  constraint profiles_pix_key_check CHECK ((pix_key ~ '^[!-~]{1,77}$'::text)),
  constraint profiles_pix_name_check CHECK ((pix_name ~ '^[!-~]([ -~]{0,23}[!-~])?$'::text)),
  constraint profiles_pix_type_check CHECK ((pix_type = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'phone'::text, 'email'::text, 'evp'::text]))),
  constraint profiles_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (replies_seen_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (replies_seen_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (time_zone_since >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (time_zone_since < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint profiles_renewal_due_day_check CHECK (((renewal_due_day >= 1) AND (renewal_due_day <= 28))),
  constraint profiles_time_zone_check CHECK (((char_length(time_zone) <= 60) AND private.is_time_zone(time_zone)))
);
policy "own profile: read" for select to authenticated using (id = ( SELECT auth.uid() AS uid));
policy "own profile: update" for update to authenticated using (id = ( SELECT auth.uid() AS uid)) with check (id = ( SELECT auth.uid() AS uid));
grant select (every column), update (name, phone, main_sport, package_order, cancel_extension_days, time_zone, pix_type, pix_key, pix_name, pix_city, show_pix, renewal_due_day, first_steps_closed, replies_seen_at) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER create_coach_totals AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.create_coach_totals();
CREATE TRIGGER follow_zone AFTER UPDATE OF time_zone ON public.profiles FOR EACH ROW WHEN ((COALESCE(old.time_zone, 'America/Sao_Paulo'::text) <> COALESCE(new.time_zone, 'America/Sao_Paulo'::text))) EXECUTE FUNCTION private.follow_zone();
CREATE TRIGGER new_zone BEFORE UPDATE OF time_zone ON public.profiles FOR EACH ROW WHEN ((COALESCE(old.time_zone, 'America/Sao_Paulo'::text) <> COALESCE(new.time_zone, 'America/Sao_Paulo'::text))) EXECUTE FUNCTION private.note_new_zone();
CREATE TRIGGER touch BEFORE UPDATE ON public.profiles FOR EACH ROW WHEN ((NOT ((old.replies_seen_at IS DISTINCT FROM new.replies_seen_at) OR (old.agreements_written IS DISTINCT FROM new.agreements_written)))) EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER unseen_never BEFORE UPDATE OF replies_seen_at ON public.profiles FOR EACH ROW WHEN (((new.replies_seen_at < old.replies_seen_at) OR ((new.replies_seen_at > now()) AND (new.replies_seen_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))) EXECUTE FUNCTION private.keep_seen();
