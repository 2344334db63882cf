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
  cancel_extension_days integer default 0 not null, -- More days that a cancelled lesson gives by itself; 0: the coach is asked.
  time_zone text, -- IANA name, from the coach's device; in it the local times of slots become instants. Null: not known yet.
  pix_type text,
  pix_key text, -- In the canonical form of its type. PIX codes are made from it in the app.
  pix_name text, -- As a PIX code holds it: printable ASCII.
  pix_city text,
  show_pix boolean default false not null, -- Students see on their page what they owe, with the PIX key.
  renewal_due_day integer default 5 not null, -- Day of the month on which monthly renewals are due.
  first_steps_closed boolean default false not null, -- The coach closed 'Primeiros passos' for good.
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_id_fkey FOREIGN KEY (id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint profiles_cancel_extension_days_check CHECK (((cancel_extension_days >= 0) AND (cancel_extension_days <= 365))),
  constraint profiles_main_sport_check CHECK (((btrim(main_sport) <> ''::text) AND (char_length(main_sport) <= 60))),
  constraint profiles_name_check CHECK (((btrim(name) <> ''::text) AND (char_length(name) <= 255))),
  constraint profiles_name_has_no_bidi_controls CHECK ((name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint profiles_package_order_check CHECK ((package_order = ANY (ARRAY['oldest'::text, 'expires_first'::text]))),
  constraint profiles_phone_check CHECK ((phone ~ '^[0-9]{8,15}$'::text)),
  constraint profiles_pix_city_check CHECK ((pix_city ~ '^[!-~]([ -~]{0,13}[!-~])?$'::text)),
  constraint profiles_pix_is_whole CHECK ((num_nonnulls(pix_type, pix_key, pix_name, pix_city) = ANY (ARRAY[0, 4]))),
  constraint profiles_pix_key_check CHECK ((pix_key ~ '^[!-~]{1,77}$'::text)),
  constraint profiles_pix_name_check CHECK ((pix_name ~ '^[!-~]([ -~]{0,23}[!-~])?$'::text)),
  constraint profiles_pix_type_check CHECK ((pix_type = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'phone'::text, 'email'::text, 'evp'::text]))),
  constraint profiles_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint profiles_renewal_due_day_check CHECK (((renewal_due_day >= 1) AND (renewal_due_day <= 28))),
  constraint profiles_time_zone_check CHECK (((char_length(time_zone) <= 60) AND private.is_time_zone(time_zone)))
);
policy "own profile: read" for select to authenticated using (id = ( SELECT auth.uid() AS uid));
policy "own profile: update" for update to authenticated using (id = ( SELECT auth.uid() AS uid)) with check (id = ( SELECT auth.uid() AS uid));
grant select, update (name, phone, main_sport, package_order, cancel_extension_days, time_zone, pix_type, pix_key, pix_name, pix_city, show_pix, renewal_due_day, first_steps_closed) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER create_coach_totals AFTER INSERT ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.create_coach_totals();
CREATE TRIGGER touch BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Operation ids of plans and imports, and ids of students, packages, payments and clubs ever inserted. Outlives the rows.
create table private.applied_ops (
  user_id uuid not null,
  op_id uuid not null,
  applied_at timestamp with time zone default now() not null,
  content text, -- Of a plan: a hash of what the coach entered, made on the device. A repeat with another one is not what was saved. Kept for 30 days.
  effects jsonb, -- What the plan did, in ids and figures, for a repeat. Kept for 30 days.
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
  constraint clubs_name_check CHECK (((btrim(name) <> ''::text) AND (char_length(name) <= 255))),
  constraint clubs_name_has_no_bidi_controls CHECK ((name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint clubs_phone_check CHECK ((phone ~ '^[0-9]{8,15}$'::text)),
  constraint clubs_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE UNIQUE INDEX clubs_one_default_idx ON public.clubs USING btree (user_id) WHERE is_default;
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, name, address, phone, is_default), select, update (name, address, phone, is_default) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.clubs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('500');
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.clubs FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE TRIGGER next_default AFTER DELETE ON public.clubs FOR EACH ROW WHEN (old.is_default) EXECUTE FUNCTION private.choose_next_default_club();
CREATE TRIGGER touch BEFORE UPDATE ON public.clubs FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER z_one_default BEFORE INSERT OR UPDATE OF is_default ON public.clubs FOR EACH ROW WHEN ((new.is_default OR (pg_trigger_depth() = 0))) EXECUTE FUNCTION private.keep_one_default_club();

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
  constraint students_email_check CHECK ((char_length(email) <= 255)),
  constraint students_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text]))),
  constraint students_name_check CHECK (((name = btrim(name)) AND ((char_length(name) >= 2) AND (char_length(name) <= 100)))),
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
grant insert (id, user_id, name, email, phone, gender, type, classe, status, notes), select, update (name, email, phone, gender, type, classe, status, notes) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER create_link AFTER INSERT ON public.students FOR EACH ROW EXECUTE FUNCTION private.create_student_link();
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.students FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE TRIGGER refuse_anonymized_edit BEFORE UPDATE ON public.students FOR EACH ROW WHEN (((old.anonymized_at IS NOT NULL) AND (old.credits_version = new.credits_version))) EXECUTE FUNCTION private.refuse_anonymized_edit();
CREATE TRIGGER rename_in_alerts AFTER UPDATE OF name ON public.students FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION private.rename_in_alerts();
CREATE CONSTRAINT TRIGGER students_counted AFTER INSERT OR DELETE ON public.students DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_active_students();
CREATE CONSTRAINT TRIGGER students_recounted AFTER UPDATE ON public.students DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION private.count_active_students();
CREATE TRIGGER touch BEFORE UPDATE ON public.students FOR EACH ROW WHEN (((old.credits_version = new.credits_version) AND (NOT (old.link IS DISTINCT FROM new.link)))) EXECUTE FUNCTION private.touch_updated_at();

-- A hash of each public link whose row is gone, so that no other student gets it. Never purged: it grows with what is deleted.
create table private.used_links (
  hash bytea not null,
  constraint used_links_pkey PRIMARY KEY (hash),
  constraint used_links_hash_check CHECK ((octet_length(hash) = 32))
);
policy "its triggers alone" for all to anon, authenticated using false with check false;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;

-- Public links to students. Read by get_student_public_data, written by a trigger and rotate_student_link.
create table student_links (
  link uuid not null,
  user_id uuid not null,
  student_id uuid not null,
  created_at timestamp with time zone default now() not null,
  revoked boolean default false not null, -- Opens nothing any more.
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

-- Append-only. Per package the deltas add up to remaining_classes; for a deleted package, to 0.
create table credit_ledger (
  id bigint not null,
  user_id uuid not null,
  student_id uuid not null,
  package_id uuid not null,
  session_id uuid,
  kind text not null,
  delta integer not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  package_name text,
  lesson_date timestamp with time zone,
  lesson_day date,
  attendance text, -- Of the student in the lesson after the change: a refund for 'excused' says why. Null: the student is not in the lesson any more.
  cancelled_reason text,
  charged_as text, -- Of a refund: what the student was in the lesson while it was charged. A correction of the attendance writes no line.
  reason text, -- Why the coach adjusted the credits.
  package_balance_after integer, -- The credits of the package after this line.
  balance_after integer, -- The credits of the student after this line, expired ones included.
  constraint credit_ledger_pkey PRIMARY KEY (user_id, id),
  constraint credit_ledger_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint credit_ledger_attendance_check CHECK ((attendance = ANY (ARRAY['present'::text, 'absent'::text, 'excused'::text, 'cancelled'::text]))),
  constraint credit_ledger_cancelled_reason_check CHECK ((cancelled_reason = ANY (ARRAY['rain'::text, 'coach'::text, 'venue'::text, 'other'::text]))),
  constraint credit_ledger_charged_as_check CHECK ((charged_as = ANY (ARRAY['present'::text, 'absent'::text]))),
  constraint credit_ledger_kind_check CHECK ((kind = ANY (ARRAY['purchase'::text, 'adjust'::text, 'void'::text, 'consume'::text, 'refund'::text]))),
  constraint credit_ledger_package_name_check CHECK ((char_length(package_name) <= 120)),
  constraint credit_ledger_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (lesson_date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (lesson_date < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((lesson_day >= '2000-01-01'::date) AND (lesson_day <= '2100-12-31'::date)))),
  constraint credit_ledger_reason_check CHECK ((char_length(reason) <= 200))
);
CREATE INDEX credit_ledger_package_idx ON public.credit_ledger USING btree (user_id, student_id, package_id, id);
CREATE INDEX credit_ledger_refund_idx ON public.credit_ledger USING btree (user_id, student_id, session_id, id) WHERE (kind = 'refund'::text);
CREATE INDEX credit_ledger_student_idx ON public.credit_ledger USING btree (user_id, student_id, id);
CREATE INDEX credit_ledger_time_idx ON public.credit_ledger USING btree (user_id, student_id, created_at, id);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant select to service_role;
CREATE TRIGGER keep_line BEFORE UPDATE ON public.credit_ledger FOR EACH ROW EXECUTE FUNCTION private.keep_line();

-- The number of the last line of a coach's ledger. Written by private.write_ledger and imports.
create table private.ledger_numbers (
  user_id uuid not null,
  last bigint not null,
  constraint ledger_numbers_pkey PRIMARY KEY (user_id),
  constraint ledger_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
policy "its functions alone" for all to anon, authenticated using false with check false;

-- A package of prepaid lessons of one student.
create table packages (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  student_id uuid not null,
  name text not null,
  total_classes integer not null,
  used_classes integer default 0 not null, -- Kept by triggers: how many assignments name this package.
  price numeric(10,2) not null,
  purchase_date date not null,
  payment_date date not null,
  expiry_date date, -- The last day on which the package is valid, extensions included; null until the first lesson of one that starts with it.
  status text default 'active'::text not null, -- Always active: whether a package has expired depends on today and cannot be stored truthfully.
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  validity_days integer, -- The validity begins with the first lesson and lasts so many days; null: expiry_date was fixed at the sale.
  extended_days integer default 0 not null, -- Kept by triggers: the days of its extensions.
  used_outside integer default 0 not null, -- Credits that an adjustment took, without a lesson of the app.
  remaining_classes integer generated always as (((total_classes - used_classes) - used_outside)) stored not null,
  paid_total numeric(12,2) default 0 not null, -- Kept by triggers: its payments less its refunds.
  open_amount numeric(12,2) generated always as ((price - paid_total)) stored not null, -- What is still owed; below 0 if more was received than it costs.
  renews_monthly boolean default false not null, -- Marked 'Renovar todo mês': renewed when no package renews it yet.
  renews uuid, -- The monthly package that this one follows. Without it that one waits for its renewal again.
  sold_classes integer not null, -- Kept by a trigger: how many lessons were sold, without what was adjusted since. A renewal repeats them.
  sold_price numeric(10,2) not null, -- Kept by a trigger: the price of the sale, without discounts and refunds. A renewal repeats it.
  constraint packages_pkey PRIMARY KEY (user_id, id),
  constraint packages_owner_key UNIQUE (user_id, student_id, id),
  constraint packages_renews_fkey FOREIGN KEY (user_id, student_id, renews) REFERENCES packages(user_id, student_id, id) ON DELETE SET NULL (renews),
  constraint packages_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint packages_extended_days_check CHECK ((extended_days >= 0)),
  constraint packages_name_check CHECK (((btrim(name) <> ''::text) AND (char_length(name) <= 120))),
  constraint packages_name_has_no_bidi_controls CHECK ((name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint packages_price_check CHECK ((price >= (0)::numeric)),
  constraint packages_price_is_a_number CHECK ((price < 'NaN'::numeric)),
  constraint packages_real_days CHECK ((((purchase_date >= '2000-01-01'::date) AND (purchase_date <= '2100-12-31'::date)) AND ((payment_date >= '2000-01-01'::date) AND (payment_date <= '2100-12-31'::date)) AND ((expiry_date >= '2000-01-01'::date) AND (expiry_date <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint packages_refunded_within_paid CHECK ((paid_total >= (0)::numeric)),
  constraint packages_renews_another CHECK ((renews <> id)),
  constraint packages_sold_classes_check CHECK (((sold_classes >= 1) AND (sold_classes <= 100))),
  constraint packages_sold_price_check CHECK (((sold_price >= (0)::numeric) AND (sold_price < 'NaN'::numeric))),
  constraint packages_status_check CHECK ((status = 'active'::text)),
  constraint packages_total_classes_check CHECK (((total_classes >= 1) AND (total_classes <= 100))),
  constraint packages_used_outside_check CHECK ((used_outside >= 0)),
  constraint packages_used_within_total CHECK (((used_classes >= 0) AND ((used_classes + used_outside) <= total_classes))),
  constraint packages_validity CHECK (((validity_days IS NOT NULL) OR ((expiry_date IS NOT NULL) AND (((expiry_date - extended_days) >= purchase_date) AND ((expiry_date - extended_days) <= (purchase_date + 365)))))),
  constraint packages_validity_days_check CHECK (((validity_days >= 1) AND (validity_days <= 365)))
);
CREATE INDEX packages_due_idx ON public.packages USING btree (user_id, payment_date, id) WHERE (open_amount > (0)::numeric);
CREATE INDEX packages_monthly_idx ON public.packages USING btree (user_id, purchase_date) WHERE renews_monthly;
CREATE INDEX packages_open_idx ON public.packages USING btree (user_id, student_id) WHERE (open_amount > (0)::numeric);
CREATE UNIQUE INDEX packages_renewed_once ON public.packages USING btree (user_id, student_id, renews) WHERE (renews IS NOT NULL);
CREATE INDEX packages_with_credits_idx ON public.packages USING btree (user_id, student_id) WHERE (remaining_classes > 0);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date, validity_days, renews_monthly), select, update (name, total_classes, price, purchase_date, payment_date, expiry_date, validity_days, renews_monthly, renews) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER expiry_from_first_lesson BEFORE INSERT OR UPDATE ON public.packages FOR EACH ROW WHEN ((new.validity_days IS NOT NULL)) EXECUTE FUNCTION private.set_expiry_from_first_lesson();
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.packages FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE CONSTRAINT TRIGGER open_amount_counted AFTER INSERT OR DELETE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_open();
CREATE CONSTRAINT TRIGGER open_amount_recounted AFTER UPDATE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((GREATEST(old.open_amount, (0)::numeric) IS DISTINCT FROM GREATEST(new.open_amount, (0)::numeric)) OR (old.payment_date IS DISTINCT FROM new.payment_date))) EXECUTE FUNCTION private.count_open();
CREATE TRIGGER packages_deleted AFTER DELETE ON public.packages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.packages_changed();
CREATE TRIGGER packages_inserted AFTER INSERT ON public.packages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.packages_changed();
CREATE TRIGGER packages_updated AFTER UPDATE ON public.packages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.packages_changed();
CREATE TRIGGER refuse_anonymized_edit BEFORE UPDATE ON public.packages FOR EACH ROW WHEN ((((((((old.name IS DISTINCT FROM new.name) OR (old.total_classes IS DISTINCT FROM new.total_classes)) OR (old.purchase_date IS DISTINCT FROM new.purchase_date)) OR (old.validity_days IS DISTINCT FROM new.validity_days)) OR (old.extended_days IS DISTINCT FROM new.extended_days)) OR (old.used_outside IS DISTINCT FROM new.used_outside)) OR ((new.validity_days IS NULL) AND (old.expiry_date IS DISTINCT FROM new.expiry_date)))) EXECUTE FUNCTION private.refuse_anonymized_edit();
CREATE TRIGGER sale_followed AFTER UPDATE OF price, payment_date ON public.packages FOR EACH ROW WHEN (((old.price IS DISTINCT FROM new.price) OR (old.payment_date IS DISTINCT FROM new.payment_date))) EXECUTE FUNCTION private.follow_sale();
CREATE TRIGGER sale_paid AFTER INSERT ON public.packages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.pay_sale();
CREATE CONSTRAINT TRIGGER sales_counted AFTER INSERT OR DELETE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_revenue();
CREATE CONSTRAINT TRIGGER sales_recounted AFTER UPDATE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.price IS DISTINCT FROM new.price) OR (old.purchase_date IS DISTINCT FROM new.purchase_date))) EXECUTE FUNCTION private.count_revenue();
CREATE TRIGGER sold_edited BEFORE UPDATE OF total_classes, price ON public.packages FOR EACH ROW WHEN (((old.total_classes IS DISTINCT FROM new.total_classes) OR (old.price IS DISTINCT FROM new.price))) EXECUTE FUNCTION private.keep_sold();
CREATE TRIGGER sold_inserted BEFORE INSERT ON public.packages FOR EACH ROW EXECUTE FUNCTION private.keep_sold();
CREATE TRIGGER touch BEFORE UPDATE ON public.packages FOR EACH ROW WHEN ((((((((((((old.name IS DISTINCT FROM new.name) OR (old.total_classes IS DISTINCT FROM new.total_classes)) OR (old.price IS DISTINCT FROM new.price)) OR (old.purchase_date IS DISTINCT FROM new.purchase_date)) OR (old.payment_date IS DISTINCT FROM new.payment_date)) OR (old.validity_days IS DISTINCT FROM new.validity_days)) OR (old.extended_days IS DISTINCT FROM new.extended_days)) OR (old.used_outside IS DISTINCT FROM new.used_outside)) OR (old.renews_monthly IS DISTINCT FROM new.renews_monthly)) OR (old.renews IS DISTINCT FROM new.renews)) OR ((new.validity_days IS NULL) AND (old.expiry_date IS DISTINCT FROM new.expiry_date)))) EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.packages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();

-- Days without lessons, both included. Those of a coach do not overlap (private.write_recess).
create table recesses (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  first_day date not null,
  last_day date not null,
  created_at timestamp with time zone default now() not null,
  constraint recesses_pkey PRIMARY KEY (user_id, id),
  constraint recesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint recesses_at_most_a_year CHECK ((((last_day - first_day) >= 0) AND ((last_day - first_day) <= 364))),
  constraint recesses_real_days CHECK ((((first_day >= '2000-01-01'::date) AND (first_day <= '2100-12-31'::date)) AND ((last_day >= '2000-01-01'::date) AND (last_day <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER require_account BEFORE INSERT ON public.recesses FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();

-- A time at which the coach teaches: every week on a weekday, or on one date. Without students it is a free hour.
create table lesson_slots (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  weekday smallint, -- 0 is Sunday; null: only on the date starts_on = ends_on.
  start_time time without time zone not null, -- Local time in the coach's time zone.
  minutes smallint default 60 not null,
  club_id uuid,
  starts_on date not null,
  ends_on date,
  replaces uuid[] default '{}'::uuid[] not null, -- The slots whose place this one took ('Mudar deste dia em diante'), the last one first, also those that are gone.
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint lesson_slots_pkey PRIMARY KEY (user_id, id),
  constraint lesson_slots_club_fkey FOREIGN KEY (user_id, club_id) REFERENCES clubs(user_id, id) ON DELETE SET NULL (club_id),
  constraint lesson_slots_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint lesson_slots_ends_after_start CHECK ((ends_on >= starts_on)),
  constraint lesson_slots_minutes_check CHECK (((minutes >= 15) AND (minutes <= 600))),
  constraint lesson_slots_real_days CHECK ((((starts_on >= '2000-01-01'::date) AND (starts_on <= '2100-12-31'::date)) AND ((ends_on >= '2000-01-01'::date) AND (ends_on <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint lesson_slots_replaces_check CHECK (private.is_list(replaces)),
  constraint lesson_slots_replaces_few CHECK ((cardinality(replaces) <= 50)),
  constraint lesson_slots_start_time_check CHECK (((EXTRACT(second FROM start_time) = (0)::numeric) AND (start_time < '24:00:00'::time without time zone))),
  constraint lesson_slots_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6))),
  constraint lesson_slots_weekly_or_once CHECK (((weekday IS NOT NULL) OR ((ends_on IS NOT NULL) AND (ends_on = starts_on))))
);
CREATE INDEX lesson_slots_club_idx ON public.lesson_slots USING btree (user_id, club_id);
CREATE INDEX lesson_slots_end_idx ON public.lesson_slots USING btree (user_id, (
CASE
    WHEN (ends_on IS NULL) THEN 'infinity'::date
    ELSE ends_on
END));
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on, replaces), select, update (ends_on) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER keep_days BEFORE DELETE ON public.lesson_slots FOR EACH ROW EXECUTE FUNCTION private.keep_days_of_slot();
CREATE TRIGGER limit_added AFTER INSERT ON public.lesson_slots REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_slots();
CREATE TRIGGER limit_prolonged AFTER UPDATE ON public.lesson_slots REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_slots();
CREATE TRIGGER not_before_lesson BEFORE UPDATE OF ends_on ON public.lesson_slots FOR EACH ROW WHEN ((new.ends_on IS NOT NULL)) EXECUTE FUNCTION private.refuse_end_before_lesson();
CREATE TRIGGER require_account BEFORE INSERT ON public.lesson_slots FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER touch BEFORE UPDATE ON public.lesson_slots FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- Who is expected at a slot.
create table lesson_slot_students (
  user_id uuid default auth.uid() not null,
  slot_id uuid not null,
  student_id uuid not null,
  constraint lesson_slot_students_pkey PRIMARY KEY (user_id, slot_id, student_id),
  constraint lesson_slot_students_slot_fkey FOREIGN KEY (user_id, slot_id) REFERENCES lesson_slots(user_id, id) ON DELETE CASCADE,
  constraint lesson_slot_students_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE
);
CREATE INDEX lesson_slot_students_student_idx ON public.lesson_slot_students USING btree (user_id, student_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert, select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER require_account BEFORE INSERT ON public.lesson_slot_students FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.lesson_slot_students REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();

-- An occurrence that differs from its slot: skipped for a reason, moved, or both.
create table slot_exceptions (
  user_id uuid default auth.uid() not null,
  slot_id uuid not null,
  slot_date date not null, -- The original local date of the occurrence.
  reason text,
  moved_to timestamp with time zone,
  recess_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint slot_exceptions_pkey PRIMARY KEY (user_id, slot_id, slot_date),
  constraint slot_exceptions_recess_fkey FOREIGN KEY (user_id, recess_id) REFERENCES recesses(user_id, id) ON DELETE CASCADE,
  constraint slot_exceptions_slot_fkey FOREIGN KEY (user_id, slot_id) REFERENCES lesson_slots(user_id, id) ON DELETE CASCADE,
  constraint slot_exceptions_of_recess CHECK (((NOT (reason IS DISTINCT FROM 'recess'::text)) = (recess_id IS NOT NULL))),
  constraint slot_exceptions_real_days CHECK ((((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)) AND (moved_to >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (moved_to < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint slot_exceptions_reason_check CHECK ((reason = ANY (ARRAY['rain'::text, 'coach'::text, 'venue'::text, 'other'::text, 'holiday'::text, 'recess'::text]))),
  constraint slot_exceptions_says_something CHECK (((reason IS NOT NULL) OR (moved_to IS NOT NULL)))
);
CREATE INDEX slot_exceptions_moved_idx ON public.slot_exceptions USING btree (user_id, moved_to) WHERE (moved_to IS NOT NULL);
CREATE INDEX slot_exceptions_recess_idx ON public.slot_exceptions USING btree (user_id, recess_id) WHERE (recess_id IS NOT NULL);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.slot_exceptions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('20000');
CREATE TRIGGER refuse_answered BEFORE INSERT OR UPDATE ON public.slot_exceptions FOR EACH ROW EXECUTE FUNCTION private.refuse_answered_exception();
CREATE TRIGGER require_account BEFORE INSERT ON public.slot_exceptions FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER skips_deleted AFTER DELETE ON public.slot_exceptions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.skips_changed();
CREATE TRIGGER skips_inserted AFTER INSERT ON public.slot_exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.skips_changed();
CREATE TRIGGER skips_updated AFTER UPDATE ON public.slot_exceptions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.skips_changed();

-- A lesson: when, by whom, and the notes that every student of it can read.
create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  date timestamp with time zone default now() not null,
  day date not null, -- The local day of the lesson on the device that entered it. Decides which packages were valid.
  teacher text not null,
  notes text,
  student_count integer default 0 not null, -- Kept by triggers: how many students it has, whether they came or not.
  unassigned_count integer default 0 not null, -- Kept by triggers: how many of them are charged and have no package.
  rating_sum integer default 0 not null, -- Kept by triggers: the sum of the ratings of its feedback.
  rating_count integer default 0 not null, -- Kept by triggers: how many ratings that are.
  version bigint default 1 not null, -- Rises with every change to the lesson, its students or its feedback. Plans name the version they were made from.
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  cancelled_reason text, -- Why the lesson did not happen; null: it did.
  cancelled_count integer default 0 not null, -- Kept by triggers: how many of its students are 'cancelled'.
  slot_id uuid, -- The slot whose occurrence of slot_date this lesson is; null: not from the agenda.
  slot_date date,
  constraint sessions_pkey PRIMARY KEY (user_id, id),
  constraint sessions_one_per_occurrence UNIQUE (user_id, slot_id, slot_date),
  constraint sessions_slot_fkey FOREIGN KEY (user_id, slot_id) REFERENCES lesson_slots(user_id, id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint sessions_cancelled_reason_check CHECK ((cancelled_reason = ANY (ARRAY['rain'::text, 'coach'::text, 'venue'::text, 'other'::text]))),
  constraint sessions_check CHECK (((unassigned_count >= 0) AND (unassigned_count <= student_count))),
  constraint sessions_check1 CHECK (((cancelled_count >= 0) AND (cancelled_count <= student_count))),
  constraint sessions_day_of_date CHECK (((day >= (((date AT TIME ZONE 'UTC'::text))::date - 1)) AND (day <= (((date AT TIME ZONE 'UTC'::text))::date + 1)))),
  constraint sessions_notes_check CHECK ((char_length(notes) <= 2000)),
  constraint sessions_occurrence_whole CHECK (((slot_id IS NULL) = (slot_date IS NULL))),
  constraint sessions_real_days CHECK (((date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (date < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)))),
  constraint sessions_student_count_check CHECK ((student_count >= 0)),
  constraint sessions_teacher_check CHECK (((btrim(teacher) <> ''::text) AND (char_length(teacher) <= 255))),
  constraint sessions_teacher_has_no_bidi_controls CHECK ((teacher !~ '[\u202A-\u202E\u2066-\u2069]'::text))
);
CREATE INDEX sessions_cancelled_idx ON public.sessions USING btree (user_id, date DESC, id DESC) WHERE (cancelled_reason IS NOT NULL);
CREATE INDEX sessions_date_idx ON public.sessions USING btree (user_id, date DESC, id DESC);
CREATE INDEX sessions_unassigned_idx ON public.sessions USING btree (user_id, date DESC, id DESC) WHERE (unassigned_count > 0);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, date, day, teacher, notes, created_at, cancelled_reason, slot_id, slot_date), select, update (date, day, teacher, notes, cancelled_reason, slot_id, slot_date) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE CONSTRAINT TRIGGER cancelled_whole AFTER INSERT OR UPDATE ON public.sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.cancelled_reason IS NOT NULL) OR (new.cancelled_count > 0))) EXECUTE FUNCTION private.refuse_cancelled_in_part();
CREATE TRIGGER continue_version BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.continue_version();
CREATE TRIGGER end_skip BEFORE INSERT OR UPDATE OF slot_id, slot_date ON public.sessions FOR EACH ROW WHEN ((new.slot_id IS NOT NULL)) EXECUTE FUNCTION private.end_skip();
CREATE TRIGGER keep_days BEFORE DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.keep_days_of_lesson();
CREATE TRIGGER keep_deleted BEFORE DELETE ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.keep_deleted_lesson();
CREATE TRIGGER lesson_moved AFTER UPDATE OF day ON public.sessions FOR EACH ROW WHEN ((old.day <> new.day)) EXECUTE FUNCTION private.lesson_moved();
CREATE CONSTRAINT TRIGGER lessons_counted AFTER INSERT OR DELETE ON public.sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_lessons();
CREATE CONSTRAINT TRIGGER lessons_recounted AFTER UPDATE ON public.sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((old.date IS DISTINCT FROM new.date) OR ((old.unassigned_count > 0) IS DISTINCT FROM (new.unassigned_count > 0))) OR (old.rating_sum IS DISTINCT FROM new.rating_sum)) OR (old.rating_count IS DISTINCT FROM new.rating_count)) OR ((old.cancelled_reason IS NULL) IS DISTINCT FROM (new.cancelled_reason IS NULL)))) EXECUTE FUNCTION private.count_lessons();
CREATE TRIGGER not_in_future BEFORE INSERT OR UPDATE OF date ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.refuse_future_session();
CREATE TRIGGER refuse_anonymized_notes BEFORE UPDATE OF notes ON public.sessions FOR EACH ROW WHEN (((new.notes IS NOT NULL) AND (new.notes IS DISTINCT FROM old.notes))) EXECUTE FUNCTION private.refuse_anonymized_notes();
CREATE TRIGGER require_account BEFORE INSERT ON public.sessions FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER return_days AFTER INSERT ON public.sessions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.return_days_to_lesson();
CREATE TRIGGER set_day BEFORE INSERT ON public.sessions FOR EACH ROW WHEN ((new.day IS NULL)) EXECUTE FUNCTION private.set_session_day();
CREATE TRIGGER touch BEFORE UPDATE ON public.sessions FOR EACH ROW EXECUTE FUNCTION private.raise_session_version();

-- When a deleted lesson was, and why it did not happen: for the lines of the ledger about it.
create table private.deleted_lessons (
  user_id uuid not null,
  id uuid not null,
  date timestamp with time zone not null,
  day date not null,
  cancelled_reason text,
  version bigint not null,
  constraint deleted_lessons_pkey PRIMARY KEY (user_id, id),
  constraint deleted_lessons_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint deleted_lessons_real_days CHECK (((date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (date < '2101-01-01 00:00:00+00'::timestamp with time zone) AND ((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date))))
);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;

-- One student in one lesson: who came, and the package whose credit it used.
create table session_package_assignments (
  user_id uuid default auth.uid() not null,
  session_id uuid not null,
  student_id uuid not null,
  package_id uuid,
  manually_assigned boolean default false not null,
  assigned_at timestamp with time zone default now() not null,
  attendance text default 'present'::text not null,
  charged boolean generated always as ((attendance = ANY (ARRAY['present'::text, 'absent'::text]))) stored not null, -- Whether the row takes a credit. Charged without a package is 'sem pacote'.
  constraint session_package_assignments_pkey PRIMARY KEY (user_id, session_id, student_id),
  constraint assignments_attendance_key UNIQUE (user_id, session_id, student_id, attendance),
  constraint assignments_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id),
  constraint assignments_session_fkey FOREIGN KEY (user_id, session_id) REFERENCES sessions(user_id, id) ON DELETE CASCADE,
  constraint assignments_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint assignments_uncharged_takes_no_credit CHECK ((charged OR (package_id IS NULL))),
  constraint session_package_assignments_attendance_check CHECK ((attendance = ANY (ARRAY['present'::text, 'absent'::text, 'excused'::text, 'cancelled'::text]))),
  constraint session_package_assignments_real_days CHECK (((assigned_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (assigned_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX assignments_owed_idx ON public.session_package_assignments USING btree (user_id, student_id) WHERE (charged AND (package_id IS NULL));
CREATE INDEX assignments_package_idx ON public.session_package_assignments USING btree (user_id, student_id, package_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (user_id, session_id, student_id, package_id, manually_assigned, attendance), select, update (package_id, manually_assigned, assigned_at, attendance) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER assignments_deleted AFTER DELETE ON public.session_package_assignments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER assignments_inserted AFTER INSERT ON public.session_package_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER assignments_updated AFTER UPDATE ON public.session_package_assignments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.assignments_changed();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.session_package_assignments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();

-- Rating, notes and tags for one student of one lesson.
create table session_feedbacks (
  user_id uuid default auth.uid() not null,
  session_id uuid not null,
  student_id uuid not null,
  rating smallint not null,
  notes text,
  tags text[] default '{}'::text[] not null,
  club_id uuid,
  created_at timestamp with time zone default now() not null,
  attendance text generated always as ('present'::text) stored not null,
  private_notes text, -- Only the coach sees them: in no public answer and no message.
  constraint session_feedbacks_pkey PRIMARY KEY (user_id, session_id, student_id, attendance),
  constraint feedbacks_attendance_fkey FOREIGN KEY (user_id, session_id, student_id, attendance) REFERENCES session_package_assignments(user_id, session_id, student_id, attendance) ON DELETE CASCADE,
  constraint feedbacks_club_fkey FOREIGN KEY (user_id, club_id) REFERENCES clubs(user_id, id) ON DELETE SET NULL (club_id),
  constraint session_feedbacks_notes_check CHECK ((char_length(notes) <= 2000)),
  constraint session_feedbacks_private_notes_check CHECK ((char_length(private_notes) <= 2000)),
  constraint session_feedbacks_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  constraint session_feedbacks_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint session_feedbacks_tags_check CHECK (((cardinality(tags) <= 20) AND private.is_list(tags) AND (char_length(array_to_string(tags, ''::text)) <= 800)))
);
CREATE INDEX feedbacks_club_idx ON public.session_feedbacks USING btree (user_id, club_id);
CREATE INDEX feedbacks_student_idx ON public.session_feedbacks USING btree (user_id, student_id, session_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (user_id, session_id, student_id, rating, notes, tags, club_id, created_at, private_notes), select, update (rating, notes, tags, club_id, private_notes) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER feedbacks_deleted AFTER DELETE ON public.session_feedbacks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.feedbacks_changed();
CREATE TRIGGER feedbacks_inserted AFTER INSERT ON public.session_feedbacks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.feedbacks_changed();
CREATE TRIGGER feedbacks_updated AFTER UPDATE ON public.session_feedbacks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.feedbacks_changed();
CREATE TRIGGER refuse_anonymized_edit BEFORE UPDATE OF notes, tags, private_notes ON public.session_feedbacks FOR EACH ROW WHEN (((new.notes IS NOT NULL) OR (new.tags <> '{}'::text[]) OR (new.private_notes IS NOT NULL))) EXECUTE FUNCTION private.refuse_anonymized_edit();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.session_feedbacks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();

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
  facts jsonb default '{}'::jsonb not null, -- What the message was made from, as the app compares and shows it.
  dedupe_key text not null,
  resolved boolean default false not null, -- Closed: by the coach, or because the cause ended.
  ended boolean default false not null, -- The cause ended.
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
grant delete, insert (id, user_id, type, priority, student_id, session_id, package_id, student_name, message, facts, dedupe_key), select, update (priority, student_name, message, facts, resolved, ended) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.alerts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'open_key is not null');
CREATE TRIGGER limit_reopened AFTER UPDATE ON public.alerts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'open_key is not null');
CREATE TRIGGER require_account BEFORE INSERT ON public.alerts FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.alerts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();

-- More days for a package and their cause: by hand, a recess (batch_id), a lesson and its student (session_id), or an occurrence that was skipped (slot_id, slot_date).
create table package_extensions (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  student_id uuid not null,
  package_id uuid not null,
  days integer not null,
  reason text not null,
  batch_id uuid,
  session_id uuid,
  slot_id uuid,
  slot_date date,
  day date, -- The day that a lesson or a skip gives back: the lesson's, or the one on which the occurrence would have begun. A package gets a day's days once, whoever asks.
  kept boolean default false not null, -- The cause stood when its lesson, its slot or the student's data went, so the days stay for good.
  created_at timestamp with time zone default now() not null,
  constraint package_extensions_pkey PRIMARY KEY (user_id, id),
  constraint package_extensions_one_per_lesson UNIQUE (user_id, session_id, package_id),
  constraint package_extensions_one_per_occurrence UNIQUE (user_id, slot_id, slot_date, package_id),
  constraint package_extensions_one_per_recess UNIQUE (user_id, batch_id, package_id),
  constraint package_extensions_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id) ON DELETE CASCADE,
  constraint package_extensions_recess_fkey FOREIGN KEY (user_id, batch_id) REFERENCES recesses(user_id, id) ON DELETE SET NULL (batch_id),
  constraint package_extensions_day_of_cause CHECK (((day IS NULL) = ((session_id IS NULL) AND (slot_id IS NULL)))),
  constraint package_extensions_days_check CHECK (((days >= 1) AND (days <= 365))),
  constraint package_extensions_occurrence_whole CHECK (((slot_id IS NULL) = (slot_date IS NULL))),
  constraint package_extensions_one_cause CHECK ((num_nonnulls(batch_id, session_id, slot_id) <= 1)),
  constraint package_extensions_real_days CHECK ((((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)) AND ((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint package_extensions_reason_check CHECK (((btrim(reason) <> ''::text) AND (char_length(reason) <= 200)))
);
CREATE INDEX package_extensions_package_idx ON public.package_extensions USING btree (user_id, student_id, package_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER extensions_deleted AFTER DELETE ON public.package_extensions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.extensions_changed();
CREATE TRIGGER extensions_inserted AFTER INSERT ON public.package_extensions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.extensions_changed();
CREATE TRIGGER extensions_updated AFTER UPDATE ON public.package_extensions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.extensions_changed();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.package_extensions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();

-- Money received for a package, or given back. Deleted with the package.
create table payments (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  student_id uuid not null,
  package_id uuid not null,
  kind text default 'payment'::text not null,
  amount numeric(10,2) not null,
  paid_on date not null, -- The day on which the money was received or given back, as the coach says.
  method text not null,
  payer_name text,
  note text,
  own boolean default false not null, -- The whole price, paid with the sale, also where a correction took its place. It follows price and payment date while it is the only payment and still the whole price on that date.
  created_at timestamp with time zone default now() not null,
  constraint payments_pkey PRIMARY KEY (user_id, id),
  constraint payments_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id) ON DELETE CASCADE,
  constraint payments_amount_check CHECK (((amount > (0)::numeric) AND (amount < 'NaN'::numeric))),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text]))),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['pix'::text, 'cash'::text, 'card'::text, 'transfer'::text, 'other'::text]))),
  constraint payments_note_check CHECK ((char_length(note) <= 200)),
  constraint payments_payer_has_no_bidi_controls CHECK ((payer_name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint payments_payer_name_check CHECK (((btrim(payer_name) <> ''::text) AND (char_length(payer_name) <= 100))),
  constraint payments_real_days CHECK ((((paid_on >= '2000-01-01'::date) AND (paid_on <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX payments_by_day_idx ON public.payments USING btree (user_id, paid_on DESC, id);
CREATE INDEX payments_package_idx ON public.payments USING btree (user_id, student_id, package_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own), select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE CONSTRAINT TRIGGER payments_counted AFTER INSERT OR DELETE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_received();
CREATE TRIGGER payments_deleted AFTER DELETE ON public.payments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.payments_changed();
CREATE TRIGGER payments_inserted AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.payments_changed();
CREATE CONSTRAINT TRIGGER payments_recounted AFTER UPDATE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.amount IS DISTINCT FROM new.amount) OR (old.paid_on IS DISTINCT FROM new.paid_on))) EXECUTE FUNCTION private.count_received();
CREATE TRIGGER payments_updated AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.payments_changed();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized_payer();

-- A coach's own text of one kind of message; without a row it is the app's.
create table message_templates (
  user_id uuid default auth.uid() not null,
  kind text not null, -- As the app names it: newer versions may add some.
  body text not null,
  updated_at timestamp with time zone default now() not null,
  constraint message_templates_pkey PRIMARY KEY (user_id, kind),
  constraint message_templates_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint message_templates_body_check CHECK (((btrim(body) <> ''::text) AND (char_length(body) <= 1000))),
  constraint message_templates_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
  constraint message_templates_real_days CHECK (((updated_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (updated_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (user_id, kind, body), select, update (user_id, kind, body) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.message_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('100');
CREATE TRIGGER require_account BEFORE INSERT ON public.message_templates FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER touch BEFORE UPDATE ON public.message_templates FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();

-- That a coach opened a message: to whom, why and when last. Never its text.
create table notices (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  kind text not null,
  student_id uuid, -- null: to nobody that Voleio knows.
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
grant delete, insert (kind, student_id, cause), select, update (opened_at) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.notices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'opened_at > now() - interval ''90 days''');
CREATE TRIGGER limit_reopened AFTER UPDATE ON public.notices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'opened_at > now() - interval ''90 days''');
CREATE TRIGGER require_account BEFORE INSERT ON public.notices FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.notices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();

-- Kept by triggers: the totals of one coach over all rows.
create table coach_totals (
  user_id uuid not null,
  active_students integer default 0 not null,
  lessons integer default 0 not null,
  unassigned_lessons integer default 0 not null, -- Lessons in which at least one student has no package.
  rating_sum bigint default 0 not null,
  rating_count bigint default 0 not null,
  held integer default 0 not null, -- Lessons that were not cancelled.
  constraint coach_totals_pkey PRIMARY KEY (user_id),
  constraint coach_totals_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;

-- Kept by triggers: the totals of one coach by day. A period that begins within a day adds the lessons of that day.
create table coach_days (
  user_id uuid not null,
  day date not null, -- For lessons the day in UTC, for revenue the purchase date, which has no time zone.
  lessons integer default 0 not null,
  rating_sum integer default 0 not null,
  rating_count integer default 0 not null,
  revenue numeric(12,2) default 0 not null,
  held integer default 0 not null, -- Lessons that were not cancelled.
  received numeric(12,2) default 0 not null, -- Payments less refunds of this day.
  open_amount numeric(12,2) default 0 not null, -- What is still owed of packages whose payment date is this day.
  constraint coach_days_pkey PRIMARY KEY (user_id, day),
  constraint coach_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint coach_days_real_days CHECK (((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date)))
);
CREATE INDEX coach_days_open_idx ON public.coach_days USING btree (user_id, day) WHERE (open_amount <> (0)::numeric);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;

-- The secret address of a coach's calendar. A new token revokes the old one.
create table agenda_feeds (
  user_id uuid default auth.uid() not null,
  token text not null,
  created_at timestamp with time zone default now() not null,
  constraint agenda_feeds_pkey PRIMARY KEY (user_id),
  constraint agenda_feeds_token_key UNIQUE (token),
  constraint agenda_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint agenda_feeds_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint agenda_feeds_token_check CHECK ((token ~ '^[0-9a-f]{64}$'::text))
);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER require_account BEFORE INSERT ON public.agenda_feeds FOR EACH STATEMENT EXECUTE FUNCTION private.require_account();

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
  constraint racketleads_country_check CHECK (((btrim(country) <> ''::text) AND (char_length(country) <= 60))),
  constraint racketleads_email_check CHECK (((char_length(email) <= 255) AND (email ~ '^[^@[:space:]]+@[^@[:space:]]+\.[^@[:space:]]+$'::text))),
  constraint racketleads_heard_from_check CHECK (((btrim(heard_from) <> ''::text) AND (char_length(heard_from) <= 120))),
  constraint racketleads_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint racketleads_name_check CHECK (((btrim(name) <> ''::text) AND (char_length(name) <= 255))),
  constraint racketleads_phone_check CHECK ((phone ~ '^\+[0-9]{6,17}$'::text)),
  constraint racketleads_real_days CHECK (((created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint racketleads_sports_check CHECK (((cardinality(sports) <= 12) AND private.is_list(sports) AND (char_length(array_to_string(sports, ''::text)) <= 400)))
);
CREATE INDEX racketleads_recent_idx ON public.racketleads USING btree (created_at);
policy "anyone may leave a lead" for insert to anon, authenticated with check (language = ANY (ARRAY['pt'::text, 'en'::text]));
grant insert (id, name, email, phone, country, sports, heard_from, language) to anon;
grant insert (id, name, email, phone, country, sports, heard_from, language) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_rate BEFORE INSERT ON public.racketleads FOR EACH ROW EXECUTE FUNCTION private.limit_lead_rate();

-- Leads per hour by address and by network, both hashed. Written by the trigger only; deleted after the hour.
create table private.lead_attempts (
  bucket timestamp with time zone not null,
  who text not null,
  n integer default 1 not null, -- Accepted leads. A refused one rolls its count back.
  constraint lead_attempts_pkey PRIMARY KEY (bucket, who),
  constraint lead_attempts_real_days CHECK (((bucket >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (bucket < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "its trigger alone" for all to anon, authenticated using false with check false;

create type private.attendance_change as (user_id uuid, session_id uuid, student_id uuid, package_id uuid, taken integer, attendance text);

create type private.ledger_line as (user_id uuid, student_id uuid, package_id uuid, package_name text, session_id uuid, kind text, delta integer, remaining integer, lesson_date timestamp with time zone, lesson_day date, attendance text, cancelled_reason text, charged_as text);

create type private.totals_change as (active_students integer, lessons integer, unassigned_lessons integer, rating_sum integer, rating_count integer, revenue numeric, held integer);

-- Anonymises a student of the caller, irreversibly; figures stay, and the notes of group lessons if erase_group_notes is false. With replace_mentions the name in other texts becomes "um aluno". Answers what preview_student_removal said, `replaced`: how many of each place, `mentions`: those that stay, and replayed: true when it had happened before. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.anonymize_student(student_uuid uuid, erase_group_notes boolean DEFAULT true, replace_mentions boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.anonymize_student(student_uuid, erase_group_notes, replace_mentions)
$function$;
grant execute to authenticated;

-- Applies an AlertPlan {raise, end} of the caller. Idempotent. PT401 not signed in, PT400 malformed.
CREATE OR REPLACE FUNCTION public.apply_alert_plan(plan jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  to_raise constant jsonb := coalesce(nullif(plan -> 'raise', 'null'), '[]');
  to_end   constant jsonb := coalesce(nullif(plan -> 'end', 'null'), '[]');
  end_keys    text[];
  keys        text[];
  lesson_ids  uuid[];
  package_ids uuid[];
  student_ids uuid[];
  key         text;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if jsonb_typeof(to_raise) <> 'array' or jsonb_typeof(to_end) <> 'array' then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  end_keys := array(select jsonb_array_elements_text(to_end));
  keys := end_keys || array(select r ->> 'dedupe_key' from jsonb_array_elements(to_raise) r);
  if keys = '{}' then return; end if;

  -- Locks what the alerts refer to against deletion, in the lock order of every writer: lessons, packages, students, and
  -- alerts last. An alert about something deleted or anonymised is not raised: a plan made before would bring the
  -- student's name back.
  select array_agg(x.session_id), array_agg(x.package_id), array_agg(x.student_id) into lesson_ids, package_ids, student_ids
    from (select a.session_id, a.package_id, a.student_id
            from unnest(keys) k
           cross join lateral (select * from public.alerts x where x.user_id = me and x.open_key = k offset 0) a
          union all
          select r.session_id, r.package_id, r.student_id
            from jsonb_to_recordset(to_raise) as r (session_id uuid, package_id uuid, student_id uuid)) x;
  with locked as (select id from public.sessions where user_id = me and id = any (lesson_ids) order by id for key share)
  select array_agg(id) into lesson_ids from locked;
  with locked as (select id from public.packages where user_id = me and id = any (package_ids) order by id for key share)
  select array_agg(id) into package_ids from locked;
  with locked as (select id from public.students
                   where user_id = me and id = any (student_ids) and anonymized_at is null order by id for key share)
  select array_agg(id) into student_ids from locked;

  perform from (select distinct k from unnest(keys) k order by k) k
    cross join lateral (select from public.alerts where user_id = me and open_key = k.k for no key update) a;
  foreach key in array end_keys loop
    update public.alerts set resolved = true, ended = true where user_id = me and open_key = key;
  end loop;

  -- An open alert follows the facts; one that the coach closed stays closed.
  insert into public.alerts as a
         (user_id, type, priority, student_id, session_id, package_id, student_name, message, facts, dedupe_key)
  select me, r.type, r.priority, r.student_id, r.session_id, r.package_id, r.student_name, r.message,
         coalesce(r.facts, '{}'), r.dedupe_key
    from jsonb_to_recordset(to_raise) as r (type text, priority text, student_id uuid, session_id uuid,
                                          package_id uuid, student_name text, message text, facts jsonb, dedupe_key text)
   where (r.session_id is null or r.session_id = any (lesson_ids))
     and (r.package_id is null or r.package_id = any (package_ids))
     and (r.student_id is null or r.student_id = any (student_ids))
   order by r.dedupe_key
  on conflict (user_id, open_key) do update
     set priority = excluded.priority, student_name = excluded.student_name, message = excluded.message,
         facts = excluded.facts
   where (a.priority, a.student_name, a.message, a.facts)
         is distinct from (excluded.priority, excluded.student_name, excluded.message, excluded.facts);
end $function$;
grant execute to authenticated, service_role;

-- Applies a CreditPlan without lessons, with money, exactly once per op_id: {package_id, expected: {price, paid_total, payment_date}, add: [payment or refund], remove: [ids], price, payment_date}. Answers as sell_package does. PT409 stale_money, PT404 package_not_found, PT400 overpaid, 23514 packages_refunded_within_paid, and what apply_session_plan refuses.
CREATE OR REPLACE FUNCTION public.apply_payment_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me      constant uuid := private.coach();
  money   constant jsonb := plan -> 'money';
  pkg     constant uuid := money ->> 'package_id';
  added   constant jsonb := coalesce(nullif(money -> 'add', 'null'), '[]');
  removed constant jsonb := coalesce(nullif(money -> 'remove', 'null'), '[]');
  old_ids uuid[];
  sold    public.packages;
  applied jsonb;
  step    text;
  gone    integer := 0;
  n       integer;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if pkg is null or jsonb_typeof(added) <> 'array' or jsonb_typeof(removed) <> 'array'
     or jsonb_typeof(money -> 'expected') is distinct from 'object'
     or jsonb_typeof(plan -> 'based_on' -> 0) is distinct from 'object'
     -- Lessons and slots come before packages in the lock order, and are not about money.
     or plan -> 'lessons' is distinct from '[]' or plan ?| array['package', 'skips']
     or jsonb_array_length(added) > 20 or jsonb_array_length(removed) > 20 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'money';
  end if;
  -- The package is locked with the others of the plan, by id.
  applied := private.apply_credit_plan(jsonb_set(plan, '{based_on,0,package_id}', to_jsonb(pkg)));
  if not (applied ->> 'replayed')::boolean then
    select * into sold from public.packages where user_id = me and id = pkg;
    if sold.id is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = pkg::text; end if;
    if (sold.price, sold.paid_total, sold.payment_date) is distinct from
       ((money -> 'expected' ->> 'price')::numeric, (money -> 'expected' ->> 'paid_total')::numeric,
        (money -> 'expected' ->> 'payment_date')::date) then
      raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
    end if;
    old_ids := array(select jsonb_array_elements_text(removed)::uuid);
    -- What is received goes up before it goes down: a correction is refused only if more is given back at its end.
    foreach step in array array['payment', 'refund'] loop
      insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own)
      select p.id, me, sold.student_id, pkg, p.kind, p.amount, p.paid_on, p.method, p.payer_name, p.note,
             -- Corrected in its day, its method or its words, the payment of the sale stays the payment of the sale.
             p.kind is distinct from 'refund'
             and exists (select from public.payments y
                          where y.user_id = me and y.student_id = sold.student_id and y.package_id = pkg and y.id = any (old_ids)
                            and y.own and y.amount = p.amount)
        from jsonb_to_recordset(added) as p (id uuid, kind text, amount numeric, paid_on date, method text, payer_name text,
                                             note text)
       where (coalesce(p.kind, '') = 'refund') = (step = 'refund');
      delete from public.payments y
       where y.user_id = me and y.package_id = pkg and y.student_id = sold.student_id and y.id = any (old_ids)
         and y.kind <> step;
      get diagnostics n = row_count;
      gone := gone + n;
    end loop;
    -- Another device has corrected it meanwhile, to the same sum.
    if gone <> cardinality(old_ids) then
      raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
    end if;
    if money ? 'price' or money ? 'payment_date' then
      perform private.change_price(pkg, (money ->> 'price')::numeric, (money ->> 'payment_date')::date);
    end if;
    -- A lower price may leave more received than it costs; a payment may not add to that.
    if jsonb_path_exists(added, '$[*] ? (@.kind == "payment")')
       and (select p.open_amount from public.packages p where p.user_id = me and p.id = pkg) < least(sold.open_amount, 0) then
      raise sqlstate 'PT400' using message = 'overpaid';
    end if;
  end if;
  return private.finish_plan((plan ->> 'op_id')::uuid, applied) || jsonb_build_object('package', (
    select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $function$;
grant execute to authenticated, service_role;

-- Applies a CreditPlan of the caller, exactly once per op_id. PT409 stale_session, stale_credits or stale_package: read, plan and send again. PT409 occurrence_answered, lesson_beside, recess_overlaps: the coach decides. PT404 session_not_found, student_not_found, package_not_found. PT400 bad_plan, session_in_future, cancelled_in_part. 23503: a package to remove is used by a lesson. PT401 not signed in.
CREATE OR REPLACE FUNCTION public.apply_session_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.finish_plan((plan ->> 'op_id')::uuid, private.apply_credit_plan(plan - 'package' - 'payment' - 'money'))
$function$;
grant execute to authenticated, service_role;

-- Writes slots and exceptions of the caller, exactly once per op_id: {op_id, end: [{slot_id, expected, last_day}], add: [{id, weekday, start_time, minutes, club_id, starts_on, ends_on, students, replaces}], skips: {add: [{slot_id, slot_date, reason, moved_to}], remove: [{slot_id, slot_date}]}}. A slot that ends before it starts, or on no day, is deleted. PT409 occurrence_answered: a lesson is registered after the last day; stale_slot: changed since; PT404 slot_not_found; PT400 bad_plan.
CREATE OR REPLACE FUNCTION public.apply_slot_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  op_id  constant uuid := plan ->> 'op_id';
  added  constant jsonb := coalesce(nullif(plan -> 'add', 'null'), '[]');
  ended  constant jsonb := coalesce(nullif(plan -> 'end', 'null'), '[]');
  skips  constant jsonb := coalesce(nullif(plan -> 'skips', 'null'), '{}');
  change jsonb;
  slot   public.lesson_slots;
  last   date;
  clubs  uuid[];
  replaced jsonb := '{}';  -- of each slot that ends, those that it had replaced
  giving uuid[];  -- packages to which skips gave days
  known  uuid[];  -- students who may be expected
  earlier jsonb;
  scope  jsonb;
  before jsonb;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null or jsonb_typeof(added) <> 'array' or jsonb_typeof(ended) <> 'array' or jsonb_typeof(skips) <> 'object'
     or jsonb_array_length(added) > 100 or jsonb_array_length(ended) > 100 then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  earlier := private.begin_operation(me, op_id, plan ->> 'content');
  if earlier is not null then return earlier; end if;

  -- A club deleted meanwhile becomes null instead of refusing the slot.
  with locked as (select id from public.clubs
                   where user_id = me and id = any (array(select (s ->> 'club_id')::uuid from jsonb_array_elements(added) s))
                   order by id for key share)
  select array_agg(id) into clubs from locked;

  perform private.lock_slots(me, array(select (e ->> 'slot_id')::uuid from jsonb_array_elements(ended) e), skips);
  -- Before any skip changes: the packages to which skips gave days, those of slots that end too.
  giving := private.packages_of_skips(skips)
            || array(select e.package_id from jsonb_array_elements(ended) x
                      cross join lateral (select * from public.package_extensions
                                           where user_id = me and slot_id = (x ->> 'slot_id')::uuid offset 0) e);
  perform from public.packages where user_id = me and id = any (giving) order by id for no key update;
  -- Somebody who was deleted or anonymised meanwhile is left out. Before a slot is deleted: delete_student locks the
  -- student before the student's rows.
  with locked as (select id from public.students
                   where user_id = me and anonymized_at is null
                     and id = any (array(select p::uuid from jsonb_array_elements(added) s
                                          cross join jsonb_array_elements_text(coalesce(nullif(s -> 'students', 'null'), '[]')) p))
                   order by id for key share)
  select array_agg(id) into known from locked;

  scope := jsonb_build_object(
    'packages', private.packages_of_skips(skips), 'slots', jsonb_path_query_array(ended, '$[*].slot_id'),
    'occurrences', coalesce(skips -> 'add', '[]') || coalesce(skips -> 'remove', '[]'));
  before := private.effect_rows(me, scope);
  for change in select e from jsonb_array_elements(ended) e loop
    select * into slot from public.lesson_slots where user_id = me and id = (change ->> 'slot_id')::uuid;
    if slot.id is null then raise sqlstate 'PT404' using message = 'slot_not_found', detail = change ->> 'slot_id'; end if;
    if slot.updated_at is distinct from (change ->> 'expected')::timestamptz then
      raise sqlstate 'PT409' using message = 'stale_slot', detail = slot.id::text;
    end if;
    replaced := replaced || jsonb_build_object(slot.id::text, slot.replaces);
    last := change ->> 'last_day';
    if exists (select from public.sessions where user_id = me and slot_id = slot.id and (last is null or slot_date > last)) then
      raise sqlstate 'PT409' using message = 'occurrence_answered', detail = slot.id::text;
    end if;
    if last is null or last < slot.starts_on then
      delete from public.lesson_slots where user_id = me and id = slot.id;
    else
      -- Never later than it ended already.
      update public.lesson_slots set ends_on = least(last, ends_on) where user_id = me and id = slot.id;
      perform private.drop_exceptions_after(slot.id, last);
    end if;
  end loop;

  for change in select s from jsonb_array_elements(added) s loop
    insert into public.lesson_slots (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on, replaces)
    values ((change ->> 'id')::uuid, me, (change ->> 'weekday')::smallint, (change ->> 'start_time')::time,
            (change ->> 'minutes')::smallint,
            (select c from unnest(clubs) c where c = (change ->> 'club_id')::uuid),
            (change ->> 'starts_on')::date, (change ->> 'ends_on')::date,
            case when change ->> 'replaces' is null then '{}'
                 else ((change ->> 'replaces')::uuid
                       || array(select jsonb_array_elements_text(replaced -> (change ->> 'replaces'))::uuid))[1:50] end);
    insert into public.lesson_slot_students (user_id, slot_id, student_id)
    select distinct me, (change ->> 'id')::uuid, p::uuid
      from jsonb_array_elements_text(coalesce(nullif(change -> 'students', 'null'), '[]')) p
     where p::uuid = any (known);
  end loop;
  perform private.write_exceptions(skips);
  return jsonb_build_object('replayed', false, 'same', null,
                            'effects', private.end_operation(me, op_id, scope, before));
end $function$;
grant execute to authenticated, service_role;

-- Deletes the caller's account with everything that is theirs, beta leads of the same confirmed e-mail and Auth's log included. PT403 password_needed: the login is not of the last ten minutes. PT401 account_closed: there is none.
CREATE OR REPLACE FUNCTION public.delete_my_account()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '120s'
AS $function$
  select private.delete_my_account()
$function$;
grant execute to authenticated;

-- Deletes a student of the caller with everything about them: lessons alone, packages, feedback, alerts, ledger, and the notes of group lessons unless erase_group_notes is false. Answers what preview_student_removal said, with how many students (0 or 1) and lessons went.
CREATE OR REPLACE FUNCTION public.delete_student(student_uuid uuid, erase_group_notes boolean DEFAULT true)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.delete_student(student_uuid, erase_group_notes)
$function$;
grant execute to authenticated;

-- All data of the caller at one moment, with check sums (balances, totals). PT401 not signed in.
CREATE OR REPLACE FUNCTION public.export_my_data()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET statement_timeout TO '60s'
AS $function$
declare
  me constant uuid := private.coach();
begin
  if not exists (select from public.profiles where id = me) then
    raise sqlstate 'PT401' using message = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'format', 'voleio-export',
    'version', 1,
    'exported_at', now(),
    'profile', (select to_jsonb(p) - 'id' || jsonb_build_object('email', private.login_email())
                  from public.profiles p where p.id = me),
    'clubs', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.created_at, c.id), '[]')
                from public.clubs c where c.user_id = me),
    'students', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                   from public.students s where s.user_id = me),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' || jsonb_build_object('stands', private.extension_stands(e))
                                               order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me),
    'recesses', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.first_day, r.id), '[]')
                   from public.recesses r where r.user_id = me),
    -- Not the address of the calendar: it is a secret.
    'slots', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                from public.lesson_slots s where s.user_id = me),
    'slot_students', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.student_id), '[]')
                        from public.lesson_slot_students e where e.user_id = me),
    'slot_exceptions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.slot_date), '[]')
                          from public.slot_exceptions e where e.user_id = me),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.date, s.id), '[]')
                   from public.sessions s where s.user_id = me),
    'assignments', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by s.date, a.session_id, a.student_id), '[]')
                      from public.session_package_assignments a
                      join public.sessions s on s.user_id = a.user_id and s.id = a.session_id where a.user_id = me),
    'feedbacks', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id' order by s.date, f.session_id, f.student_id), '[]')
                    from public.session_feedbacks f
                    join public.sessions s on s.user_id = f.user_id and s.id = f.session_id where f.user_id = me),
    'message_templates', (select coalesce(jsonb_agg(to_jsonb(m) - 'user_id' order by m.kind), '[]')
                            from public.message_templates m where m.user_id = me),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'open_key' order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(private.as_told(l)) - 'user_id' order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me),
    'balances', private.balances(me),
    'totals', private.totals(me));
end $function$;
grant execute to authenticated;

-- All data about one student of the caller, and none about any other; private notes only if asked for. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.export_student_data(student_uuid uuid, with_private_notes boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students where user_id = me and id = student_uuid) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;
  return jsonb_build_object(
    'format', 'voleio-student',
    'version', 1,
    'exported_at', now(),
    'teacher', (select jsonb_build_object('name', name, 'phone', phone)
                  from public.profiles where id = me),
    'student', (select to_jsonb(s) - 'user_id' - 'id' - 'link' from public.students s where s.user_id = me and s.id = student_uuid),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'student_id'
                                           order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me and p.student_id = student_uuid),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' - 'student_id' || jsonb_build_object('stands', private.extension_stands(e))
                                               order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me and e.student_id = student_uuid),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' - 'student_id' order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me and y.student_id = student_uuid),
    'slots', (select coalesce(jsonb_agg(jsonb_build_object(
                       'weekday', s.weekday, 'start_time', s.start_time, 'minutes', s.minutes, 'starts_on', s.starts_on,
                       'ends_on', s.ends_on, 'club', c.name) order by s.created_at, s.id), '[]')
                from public.lesson_slot_students e
                join public.lesson_slots s on s.user_id = e.user_id and s.id = e.slot_id
                left join public.clubs c on c.user_id = s.user_id and c.id = s.club_id
               where e.user_id = me and e.student_id = student_uuid),
    -- Of a group lesson only the number of participants, no other student.
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object(
                         'session_id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes,
                         'participants', s.student_count, 'created_at', s.created_at,
                         'cancelled_reason', s.cancelled_reason, 'attendance', a.attendance,
                         'package_id', a.package_id, 'manually_assigned', a.manually_assigned, 'assigned_at', a.assigned_at,
                         'feedback', case when f.session_id is not null then
                           to_jsonb(f) - 'user_id' - 'student_id' - 'session_id' - 'club_id' - 'attendance'
                             - case when with_private_notes then '' else 'private_notes' end
                             || jsonb_build_object('club', c.name) end)
                         order by s.date, s.id), '[]')
                  from public.session_package_assignments a
                  join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
                  left join public.session_feedbacks f
                    on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
                  left join public.clubs c on c.user_id = f.user_id and c.id = f.club_id
                 where a.user_id = me and a.student_id = student_uuid),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'student_id'
                                            || jsonb_build_object('cause', replace(n.cause, student_uuid::text, 'aluno'))
                                          order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me and n.student_id = student_uuid),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'student_id' - 'open_key' - 'dedupe_key' order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me and a.student_id = student_uuid),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(private.as_told(l)) - 'user_id' - 'student_id' order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me and l.student_id = student_uuid));
end $function$;
grant execute to authenticated;

-- Occurrences whose local day is in the range, by instant: {time_zone, occurrences: [{slot_id, slot_date, starts_at, day, minutes, club_id, reason, moved_to, session_id, cancelled_reason, students: [{id, name}]}], lessons: those without a slot, [{id, starts_at, day, cancelled_reason, students}]}. At most 401 days (PT400 bad_range).
CREATE OR REPLACE FUNCTION public.get_agenda(from_day date, to_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if from_day is null or to_day is null or to_day < from_day or to_day - from_day > 400 then
    raise sqlstate 'PT400' using message = 'bad_range';
  end if;
  return jsonb_build_object(
    'time_zone', (select p.time_zone from public.profiles p where p.id = me),
    'occurrences', coalesce((
      select jsonb_agg(jsonb_build_object(
               'slot_id', o.slot_id, 'slot_date', o.slot_date, 'starts_at', o.starts_at, 'day', o.day,
               'minutes', o.minutes, 'club_id', o.club_id, 'reason', o.reason, 'moved_to', o.moved_to,
               'session_id', l.id, 'cancelled_reason', l.cancelled_reason,
               -- Of a lesson those who were in it; of what is unanswered the active ones who are expected.
               'students', case when l.id is null then w.expected else l.participants end)
               order by o.starts_at, o.slot_id)
        from private.occurrences(me, from_day, to_day) o
       cross join lateral (
         select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id), '[]') as expected
           from public.lesson_slot_students e join public.students s on s.user_id = e.user_id and s.id = e.student_id
          where e.user_id = me and e.slot_id = o.slot_id and s.status = 'active') w
        left join lateral (
         select x.id, x.cancelled_reason, coalesce((
                  select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id)
                    from public.session_package_assignments a
                    join public.students s on s.user_id = a.user_id and s.id = a.student_id
                   where a.user_id = me and a.session_id = x.id), '[]') as participants
           from public.sessions x
          where x.user_id = me and x.slot_id = o.slot_id and x.slot_date = o.slot_date offset 0) l on true), '[]'),
    -- By date, for which there is an index; no local day is further from its date. The range is joined: from constants
    -- the planner guessed that all lessons of a coach lie in it, and read those of years.
    'lessons', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', x.id, 'starts_at', x.date, 'day', x.day, 'cancelled_reason', x.cancelled_reason, 'students', coalesce((
                  select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name, s.id)
                    from public.session_package_assignments a
                    join public.students s on s.user_id = a.user_id and s.id = a.student_id
                   where a.user_id = me and a.session_id = x.id), '[]'))
               order by x.date, x.id)
        from unnest(array[(from_day - 1)::timestamp at time zone 'UTC'], array[(to_day + 2)::timestamp at time zone 'UTC']) r (since, before)
       cross join lateral (select * from public.sessions y
                            where y.user_id = me and y.date >= r.since and y.date < r.before offset 0) x
       where x.slot_id is null and x.day between from_day and to_day), '[]'));
end $function$;
grant execute to authenticated, service_role;

-- The calendar of a token as text/calendar: seven days back, 120 ahead, at most 2,000 events. An unknown token gets an empty calendar.
CREATE OR REPLACE FUNCTION public.get_agenda_feed(token text, apikey text DEFAULT NULL::text)
 RETURNS "*/*"
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform set_config('response.headers', '[{"Content-Type": "text/calendar; charset=utf-8"}, '
    '{"Cache-Control": "private, max-age=900"}, {"X-Robots-Tag": "noindex"}]', true);
  return convert_to(private.agenda_feed(split_part(token, '.', 1)), 'UTF8')::public."*/*";
end $function$;
grant execute to anon, authenticated, service_role;

-- CreditFacts of the given students, those of the given lessons, and those to whom the skip of an occurrence gave days, of a given one or of such a lesson's; without any, of all students who are active, have credits left, owe something or have an open alert. Packages with credits left, and those that the lessons use or that have days of them. Alerts whose cause has not ended; of unassigned_session only those of the given lessons. Extensions of these students and of the given lessons, also when the lesson is gone; `stands`: the cause stands, so the days count.
CREATE OR REPLACE FUNCTION public.get_credit_facts(student_ids uuid[] DEFAULT NULL::uuid[], session_id uuid DEFAULT NULL::uuid, session_ids uuid[] DEFAULT NULL::uuid[], occurrences jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  me      constant uuid := private.coach();
  lesson  constant uuid := session_id;
  -- Each once, and without a null, of which `<> all (lessons)` would be true of no lesson.
  lessons constant uuid[] := array(select distinct l from unnest(session_ids || session_id) l where l is not null);
  everyone constant boolean := student_ids is null and session_id is null and session_ids is null and occurrences is null;
  rules   record;
  wanted  uuid[];
  in_use  uuid[];  -- packages from which the lessons take their credits, or to which they or skips gave days
begin
  select p.package_order, p.cancel_extension_days into rules from public.profiles p where p.id = me;
  if not found then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  if cardinality(session_ids) > 200 then
    raise sqlstate 'PT400' using message = 'too_many_lessons';
  end if;
  if occurrences is not null and (jsonb_typeof(occurrences) <> 'array' or jsonb_array_length(occurrences) > 500) then
    raise sqlstate 'PT400' using message = 'bad_occurrences';
  end if;
  if everyone then
    wanted := array(select s.id from public.students s
                     where s.user_id = me and (s.status = 'active' or s.total_credits > 0) and s.anonymized_at is null
                    union
                    select s.id from public.packages p join public.students s on s.user_id = me and s.id = p.student_id
                     where p.user_id = me and p.open_amount > 0 and s.anonymized_at is null
                    union
                    select a.student_id from public.alerts a
                     where a.user_id = me and a.open_key is not null and a.type <> 'unassigned_session'
                       and a.student_id is not null);
  else
    -- Each lesson is looked up by itself: `= any (lessons)` was planned as a scan of all rows of the coach.
    select student_ids || array_agg(a.student_id), array_agg(a.package_id) filter (where a.package_id is not null)
      into wanted, in_use
      from unnest(lessons) l (id)
     cross join lateral (select * from public.session_package_assignments y
                          where y.user_id = me and y.session_id = l.id offset 0) a;
    -- A lesson that was deleted may have left days, which its undo takes back: that moves an expiry, and so an alert.
    select wanted || array_agg(e.student_id), in_use || array_agg(e.package_id) into wanted, in_use
      from unnest(lessons) l (id)
     cross join lateral (select * from public.package_extensions y
                          where y.user_id = me and y.session_id = l.id offset 0) e;
    -- Days of a skip go with it, and return with it, also those of who is in no lesson of these.
    select wanted || array_agg(e.student_id), in_use || array_agg(e.package_id) into wanted, in_use
      from (select (o ->> 'slot_id')::uuid, (o ->> 'slot_date')::date
              from jsonb_array_elements(coalesce(occurrences, '[]')) o
            union
            select s.slot_id, s.slot_date
              from unnest(lessons) l (id)
             cross join lateral (select * from public.sessions y where y.user_id = me and y.id = l.id offset 0) s
             where s.slot_id is not null) o (slot_id, slot_date)
     cross join lateral (select * from public.package_extensions y
                          where y.user_id = me and y.slot_id = o.slot_id and y.slot_date = o.slot_date offset 0) e;
  end if;

  return jsonb_build_object(
    'rules', jsonb_build_object('package_order', rules.package_order, 'cancel_extension_days', rules.cancel_extension_days),
    'session', private.session_facts(me, lesson),
    'sessions', coalesce((
      select jsonb_agg(f.facts order by f.facts ->> 'id')
        from unnest(lessons) i (id) cross join lateral (select private.session_facts(me, i.id) as facts) f
       where f.facts is not null), '[]'),
    'extensions', coalesce((
      select jsonb_agg(to_jsonb(e.x) - 'user_id' - 'created_at'
                       || jsonb_build_object('stands', private.extension_stands(e.x))
                       || case when exists (select from public.sessions s
                                             where s.user_id = me and s.id = (e.x).session_id and s.updated_at = (e.x).created_at)
                               then '{"by_last_change": true}' else '{}'::jsonb end order by (e.x).id)
        from (select y.x from unnest(lessons) l (id)
               cross join lateral (select x from public.package_extensions x
                                    where x.user_id = me and x.session_id = l.id offset 0) y
              union
              select y.x from unnest(wanted) w (id)
               cross join lateral (select x from public.package_extensions x
                                    where x.user_id = me and x.student_id = w.id offset 0) y
               where not everyone) e), '[]'),
    'students', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'name', s.name, 'status', s.status, 'credits_version', s.credits_version,
               'anonymized', s.anonymized_at is not null,
               -- The first line of a student is a purchase. `exists` was planned as one scan of the whole ledger.
               'ever_had_package', coalesce((select true from public.credit_ledger l
                                              where l.user_id = s.user_id and l.student_id = s.id and l.kind = 'purchase'
                                              order by l.id limit 1), false),
               'packages', coalesce((
                 select jsonb_agg(jsonb_build_object(
                          'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'used_classes', p.used_classes,
                          'used_outside', p.used_outside, 'remaining_classes', p.remaining_classes,
                          'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date,
                          'validity_days', p.validity_days, 'extended_days', p.extended_days,
                          -- With the lessons in question the rules know its first day after any plan.
                          'first_day_elsewhere', case when p.validity_days is not null then (
                            select min(l.day)
                              from public.session_package_assignments a
                              join public.sessions l on l.user_id = a.user_id and l.id = a.session_id
                             where a.user_id = p.user_id and a.student_id = p.student_id and a.package_id = p.id
                               and l.day >= p.purchase_date and l.id <> all (lessons)) end)
                          order by p.purchase_date, p.expiry_date, p.id)
                   from (select * from public.packages
                          where user_id = s.user_id and student_id = s.id and remaining_classes > 0
                         union all
                         select * from public.packages
                          where user_id = s.user_id and student_id = s.id and id = any (in_use)
                            and remaining_classes = 0) p), '[]'),
               'open', coalesce((
                 select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'payment_date', p.payment_date,
                                                     'open_amount', p.open_amount) order by p.payment_date, p.id)
                   from public.packages p
                  where p.user_id = s.user_id and p.student_id = s.id and p.open_amount > 0), '[]'))
               order by s.name, s.id)
        from public.students s where s.user_id = me and s.id = any (wanted)), '[]'),
    'alerts', coalesce((
      select jsonb_agg(jsonb_build_object(
               'dedupe_key', a.dedupe_key, 'type', a.type, 'student_id', a.student_id, 'session_id', a.session_id,
               'package_id', a.package_id, 'student_name', a.student_name, 'priority', a.priority,
               'message', a.message, 'facts', a.facts, 'resolved', a.resolved)
               order by a.created_at, a.id)
        from (select * from public.alerts
               where user_id = me and open_key is not null and type <> 'unassigned_session' and everyone
              union all
              select * from public.alerts
               where user_id = me and open_key is not null and type <> 'unassigned_session'
                 and not everyone and student_id = any (wanted)
              union all
              select y.* from unnest(lessons) l (id)
               cross join lateral (select * from public.alerts
                                    where user_id = me and alerts.session_id = l.id and open_key is not null
                                      and type = 'unassigned_session' offset 0) y) a), '[]'),
    'has_club', exists (select from public.clubs c where c.user_id = me),
    'default_club_id', (select c.id from public.clubs c where c.user_id = me and c.is_default));
end $function$;
grant execute to authenticated, service_role;

-- The credits of a student of the caller in [since, until), newest line first, those before the line `before`: {total_credits, opening_balance, closing_balance, lines, more, expired}. Of one package: its own credits and balances. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.get_credit_statement(student_uuid uuid, package_uuid uuid DEFAULT NULL::uuid, today date DEFAULT NULL::date, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before bigint DEFAULT NULL::bigint, page_size integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me    constant uuid := private.coach();
  size  constant integer := least(greatest(page_size, 1), 500);
  -- Past every line.
  never constant bigint := 9223372036854775807;
  total integer;
  low   bigint := 0;      -- the first line of the period
  high  bigint := never;  -- the first line after it
  opening integer;
  closing integer;
  lines public.credit_ledger[];
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  select total_credits into total from public.students where user_id = me and id = student_uuid;
  if not found then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;

  if since is not null then
    select l.id into low from public.credit_ledger l
     where l.user_id = me and l.student_id = student_uuid and l.created_at >= since order by l.created_at, l.id limit 1;
    low := coalesce(low, never);
  end if;
  if until is not null then
    select l.id into high from public.credit_ledger l
     where l.user_id = me and l.student_id = student_uuid and l.created_at >= until order by l.created_at, l.id limit 1;
    high := coalesce(high, never);
  end if;

  -- Compared and ordered by the whole key of the index: for `student_id = … order by id` the planner may walk through the
  -- lines of all students in the primary key.
  if package_uuid is null then
    select l.balance_after into opening from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.id) >= (student_uuid, 0) and (l.student_id, l.id) < (student_uuid, low)
     order by l.student_id desc, l.id desc limit 1;
    select l.balance_after into closing from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.id) >= (student_uuid, 0) and (l.student_id, l.id) < (student_uuid, high)
     order by l.student_id desc, l.id desc limit 1;
    lines := array(select l from public.credit_ledger l
                    where l.user_id = me and (l.student_id, l.id) >= (student_uuid, low)
                      and (l.student_id, l.id) < (student_uuid, least(high, before))
                    order by l.student_id desc, l.id desc limit size + 1);
  else
    select l.package_balance_after into opening from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.package_id, l.id) >= (student_uuid, package_uuid, 0)
       and (l.student_id, l.package_id, l.id) < (student_uuid, package_uuid, low)
     order by l.student_id desc, l.package_id desc, l.id desc limit 1;
    select l.package_balance_after into closing from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.package_id, l.id) >= (student_uuid, package_uuid, 0)
       and (l.student_id, l.package_id, l.id) < (student_uuid, package_uuid, high)
     order by l.student_id desc, l.package_id desc, l.id desc limit 1;
    lines := array(select l from public.credit_ledger l
                    where l.user_id = me and (l.student_id, l.package_id, l.id) >= (student_uuid, package_uuid, low)
                      and (l.student_id, l.package_id, l.id) < (student_uuid, package_uuid, least(high, before))
                    order by l.student_id desc, l.package_id desc, l.id desc limit size + 1);
  end if;

  return jsonb_build_object(
    'total_credits', case when package_uuid is null then total else coalesce((
      select p.remaining_classes from public.packages p
       where p.user_id = me and p.student_id = student_uuid and p.id = package_uuid), 0) end,
    'opening_balance', coalesce(opening, 0),
    'closing_balance', coalesce(closing, 0),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', l.id, 'kind', l.kind, 'delta', l.delta, 'created_at', l.created_at, 'package_id', l.package_id,
               'package_name', l.package_name, 'session_id', l.session_id, 'lesson_date', l.lesson_date,
               'lesson_day', l.lesson_day, 'attendance', l.attendance, 'cancelled_reason', l.cancelled_reason,
               'reason', l.reason,
               'balance_after', case when package_uuid is null then l.balance_after else l.package_balance_after end)
               order by l.id desc), '[]')
        from unnest(lines[:size]) x cross join lateral private.as_told(x) l),
    'more', cardinality(lines) > size,
    -- Derived for today: expired credits move nothing, and vanish from here when the validity is extended.
    'expired', (
      select coalesce(jsonb_agg(jsonb_build_object('package_id', p.id, 'package_name', p.name,
                                                   'credits', p.remaining_classes, 'expiry_date', p.expiry_date)
                                order by p.expiry_date desc, p.id), '[]')
        -- `offset 0`: for the order the planner chose the index of all packages, also of those without credits.
        from (select * from public.packages
               where user_id = me and student_id = student_uuid and remaining_classes > 0 offset 0) p
       where p.expiry_date < today and (package_uuid is null or p.id = package_uuid)));
end $function$;
grant execute to authenticated, service_role;

-- Charts of the caller: {lessonsByWeek, ratingByMonth (one decimal, or null), revenueByMonth, receivedByMonth}, one number for each period between two neighbours of the given starts.
CREATE OR REPLACE FUNCTION public.get_dashboard_charts(week_starts timestamp with time zone[], month_starts timestamp with time zone[], month_days date[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me     constant uuid := private.coach();
  weeks  constant integer := greatest(cardinality(week_starts) - 1, 0);
  months constant integer := greatest(cardinality(month_starts) - 1, 0);
  by_week  jsonb;
  by_month jsonb;
begin
  if greatest(cardinality(week_starts), cardinality(month_starts), cardinality(month_days)) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
  select coalesce(jsonb_agg(f.lessons order by f.period) filter (where f.period <= weeks), '[]'),
         coalesce(jsonb_agg(round(f.rating_sum::numeric / nullif(f.rating_count, 0), 1) order by f.period)
                    filter (where f.period > weeks), '[]')
    into by_week, by_month
    from private.lessons_per_period(week_starts[:weeks] || month_starts[:months],
                                    week_starts[2:] || month_starts[2:]) f;
  return jsonb_build_object('lessonsByWeek', by_week, 'ratingByMonth', by_month) || (
    select jsonb_build_object('revenueByMonth', coalesce(jsonb_agg(s.revenue order by m.i), '[]'),
                              'receivedByMonth', coalesce(jsonb_agg(s.received order by m.i), '[]'))
      from generate_series(1, cardinality(month_days) - 1) m (i)
     cross join lateral (
       select coalesce(sum(d.revenue), 0) as revenue, coalesce(sum(d.received), 0) as received from public.coach_days d
        where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1]) s);
end $function$;
grant execute to authenticated, service_role;

-- Figures of the caller: lessons held in [day_start, day_end), price of the packages that start in the month from month_start; averageRating is null without feedback.
CREATE OR REPLACE FUNCTION public.get_dashboard_stats(day_start timestamp with time zone, day_end timestamp with time zone, month_start date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me     constant uuid := private.coach();
  totals public.coach_totals;
begin
  select * into totals from public.coach_totals where user_id = me;
  return jsonb_build_object(
    'totalActiveStudents', coalesce(totals.active_students, 0),
    'todaysSessions', (select count(*) from public.sessions
                        where user_id = me and date >= day_start and date < day_end and cancelled_reason is null),
    'monthlyRevenue', (select coalesce(sum(revenue), 0) from public.coach_days
                        where user_id = me and day >= month_start and day < (month_start + interval '1 month')::date),
    'openAmount', (select coalesce(sum(open_amount), 0) from public.coach_days where user_id = me and open_amount <> 0),
    -- Of this month and of the next: which of them is asked about depends on the day.
    'renewals', (select jsonb_agg((select count(*) from private.monthly_renewals(me, m.month::date) p
                                    where private.is_renewal_due(p, m.month::date)) order by m.month)
                   from generate_series(month_start, month_start + interval '1 month', interval '1 month') m (month)),
    'averageRating', round(totals.rating_sum::numeric / nullif(totals.rating_count, 0), 1),
    -- null: closed.
    'firstSteps', (select jsonb_build_object(
                            -- Of the index: `exists` was planned as a scan of all coaches' packages.
                            'student', (select id from public.students where user_id = me order by id limit 1) is not null,
                            'package', (select id from public.packages where user_id = me order by id limit 1) is not null,
                            'lesson', coalesce(totals.held, 0) > 0,
                            'link', exists (select from public.notices where user_id = me and kind = 'student_link'))
                     from public.profiles where id = me and not first_steps_closed));
end $function$;
grant execute to authenticated, service_role;

-- Money of the caller, from running sums: {months: [{month, sold, received}], open, overdue, sold_later}, one month for each period between two neighbours of the given days; sold_later starts on or after the last one.
CREATE OR REPLACE FUNCTION public.get_finance(month_days date[], today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  if cardinality(month_days) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
  return (
    select jsonb_build_object('months', coalesce(jsonb_agg(jsonb_build_object(
             'month', month_days[m.i], 'sold', s.sold, 'received', s.received) order by m.i), '[]'))
      from generate_series(1, cardinality(month_days) - 1) m (i)
     cross join lateral (
       select coalesce(sum(d.revenue), 0) as sold, coalesce(sum(d.received), 0) as received from public.coach_days d
        where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1]) s
  ) || (
    select jsonb_build_object('open', coalesce(sum(d.open_amount), 0),
                              'overdue', coalesce(sum(d.open_amount) filter (where d.day < today), 0))
      from public.coach_days d where d.user_id = me and d.open_amount <> 0
  ) || (
    select jsonb_build_object('sold_later', coalesce(sum(d.revenue), 0)) from public.coach_days d
     where d.user_id = me and d.day >= month_days[cardinality(month_days)] and d.revenue <> 0);
end $function$;
grant execute to authenticated, service_role;

-- The packages of the caller that wait to be renewed for the month with this first day, with student_name and `due`.
CREATE OR REPLACE FUNCTION public.get_monthly_renewals(month date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('student_name', s.name, 'due', private.is_renewal_due(p, month))
                              order by s.name, p.purchase_date, p.id), '[]')
      from private.monthly_renewals(me, month) p
      join public.students s on s.user_id = me and s.id = p.student_id);
end $function$;
grant execute to authenticated, service_role;

-- The server's clock, for a device to compare its own with.
CREATE OR REPLACE FUNCTION public.get_server_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN now();
grant execute to authenticated, service_role;

-- Lessons of the caller in [since, until), newest first: {total, items}, items with their students, packages and feedback. Pages count from 1; one past the end is empty, with the true total.
CREATE OR REPLACE FUNCTION public.get_sessions_page(page integer, page_size integer, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, unassigned_only boolean DEFAULT false, cancelled_only boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me     constant uuid := private.coach();
  size   constant integer := least(greatest(page_size, 1), 100);
  low    constant timestamptz := coalesce(since, '-infinity');
  high   constant timestamptz := coalesce(until, 'infinity');
  filter constant text := case when unassigned_only then ' and unassigned_count > 0' else '' end
                       || case when cancelled_only then ' and cancelled_reason is not null' else '' end;
  total  bigint;
  skip   bigint;
  take   bigint;
  from_the_end boolean;
  ids    uuid[];
begin
  -- Of all lessons the totals know; of a range, or of both filters (which no lesson passes), the index of the filter.
  if since is null and until is null and not (unassigned_only and cancelled_only) then
    select case when unassigned_only then t.unassigned_lessons when cancelled_only then t.lessons - t.held else t.lessons end
      into total from public.coach_totals t where t.user_id = me;
  else
    execute format('select count(*) from public.sessions where user_id = $1 and date >= $2 and date < $3%s', filter)
      into total using me, low, high;
  end if;
  total := coalesce(total, 0);

  -- Ids only, from the nearer end: the last page costs as much as the first.
  skip := (greatest(page, 1) - 1)::bigint * size;
  take := greatest(least(size, total - skip), 0);
  from_the_end := skip > total / 2;
  if from_the_end then skip := greatest(total - skip - take, 0); end if;
  execute format(
    'select array(select id from public.sessions where user_id = $1 and date >= $2 and date < $3%1$s
                   order by date %2$s, id %2$s offset $4 limit $5)',
    filter, case when from_the_end then 'asc' else 'desc' end)
    into ids using me, low, high, skip, take;
  return jsonb_build_object('total', total, 'items', private.session_details(ids));
end $function$;
grant execute to authenticated, service_role;

-- The link that opens the page of a student of the caller. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.get_student_link(student uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  link uuid;
begin
  select coalesce(s.link, s.id) into link from public.students s where s.user_id = private.coach() and s.id = student;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  return link;
end $function$;
grant execute to authenticated, service_role;

-- What the public page shows to whoever has the link: {success, student, teacher, packages, sessions, next_lessons, time_zone, uses_agenda, statement}, `open` only if the coach shows it and something is owed, or {success: false, error}.
CREATE OR REPLACE FUNCTION public.get_student_public_data(student_uuid uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.student_public_data(student_uuid)
$function$;
grant execute to anon, authenticated, service_role;

-- Lessons of one student of the caller, newest first, as get_sessions_page answers them; with_feedback: only those in which this student has feedback.
CREATE OR REPLACE FUNCTION public.get_student_sessions_page(student_uuid uuid, page integer, page_size integer, with_feedback boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me   constant uuid := private.coach();
  size constant integer := least(greatest(page_size, 1), 100);
  skip constant integer := (greatest(page, 1) - 1) * size;
  total bigint;
  ids   uuid[];
begin
  -- Reads all lessons of this one student: hundreds, after years.
  select count(*), (array_agg(s.id order by s.date desc, s.id desc))[skip + 1 : skip + size] into total, ids
    from (select a.session_id from public.session_package_assignments a
           where a.user_id = me and a.student_id = student_uuid and not with_feedback
          union all
          select f.session_id from public.session_feedbacks f
           where f.user_id = me and f.student_id = student_uuid and with_feedback) x
   cross join lateral (select l.id, l.date from public.sessions l
                       where l.user_id = me and l.id = x.session_id offset 0) s;
  return jsonb_build_object('total', total, 'items', private.session_details(ids));
end $function$;
grant execute to authenticated, service_role;

-- Lessons at which the student was present, absences that were charged, mean rating (one decimal, or null), last lesson present, tags (most common first), newest 30 ratings (oldest first).
CREATE OR REPLACE FUNCTION public.get_student_summary(student_uuid uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  return (
    -- Nobody was present in a lesson that was cancelled.
    select jsonb_build_object('lessons', count(*) filter (where a.attendance = 'present'),
                              'absences', count(*) filter (where a.attendance = 'absent'),
                              'last_session_date', max(s.date) filter (where a.attendance = 'present'))
      from public.session_package_assignments a
     cross join lateral (select l.date from public.sessions l where l.user_id = me and l.id = a.session_id offset 0) s
     where a.user_id = me and a.student_id = student_uuid
  ) || jsonb_build_object(
    'average_rating', (
      select round(avg(rating), 1) from public.session_feedbacks where user_id = me and student_id = student_uuid),
    'tags', coalesce((
      select jsonb_agg(jsonb_build_object('tag', tag, 'count', times) order by times desc, tag)
        from (select tag, count(*) as times
                from public.session_feedbacks f cross join unnest(f.tags) as tag
               where f.user_id = me and f.student_id = student_uuid group by tag) counted), '[]'),
    'ratings', coalesce((
      select jsonb_agg(jsonb_build_object('date', date, 'rating', rating) order by date, id)
        from (select s.date, s.id, f.rating
                from public.session_feedbacks f
               cross join lateral (select l.id, l.date from public.sessions l
                                    where l.user_id = me and l.id = f.session_id offset 0) s
               where f.user_id = me and f.student_id = student_uuid
               order by s.date desc, s.id desc limit 30) newest), '[]'));
end $function$;
grant execute to authenticated, service_role;

-- Brings an export into the caller's empty account, exactly once per op_id, all of it or nothing, under new ids: every student gets a link that nobody had. PT409 account_not_empty, PT400 bad_document, PT413 document_too_large, PT422 balances_differ, PT401 not signed in.
CREATE OR REPLACE FUNCTION public.import_my_data(document jsonb, op_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '180s'
AS $function$
  select private.import_my_data(document, op_id)
$function$;
grant execute to authenticated;

-- Inserts the students and packages of a spreadsheet, all or nothing, exactly once per op_id: {op_id, rows: [{student, package}]}, at most 1,000 rows. `paid` of a package null: the whole price on its payment date; else so much, on `paid_on`. `used_outside`: used before, as an adjustment. Answers {op_id, replayed, students, packages, credits} as they are now. PT400 bad_plan and overpaid, PT410 already_deleted, 23505 and 23514 as for single rows.
CREATE OR REPLACE FUNCTION public.import_students(plan jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
RETURN private.import_students(plan);
grant execute to authenticated, service_role;

-- What delete_student would delete and anonymize_student would clear: {lessons_alone, lessons_in_groups, alone_notes, group_notes, feedbacks, feedback_texts, packages, credits, revenue, open, payments, received, revenue_by_month}, and `mentions`: what neither touches. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.preview_student_removal(student_uuid uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students where user_id = me and id = student_uuid) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;
  return private.removal_preview(me, student_uuid) || jsonb_build_object('mentions', private.mentions(me, student_uuid));
end $function$;
grant execute to authenticated;

-- Notes that a message was opened now; sent twice it is the same notice.
CREATE OR REPLACE FUNCTION public.record_notice(kind text, student uuid, cause text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.notices as n (kind, student_id, cause) values (record_notice.kind, student, record_notice.cause)
  on conflict on constraint notices_one_per_cause do update set opened_at = now()
  returning n.opened_at
$function$;
grant execute to authenticated, service_role;

-- Gives the caller's calendar a new token, and answers it; the old address is empty from now on.
CREATE OR REPLACE FUNCTION public.rotate_agenda_token()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.rotate_agenda_token()
$function$;
grant execute to authenticated, service_role;

-- Gives a student of the caller a new link and answers it; the old one opens nothing from now on. PT404 student_not_found, PT410 student_anonymized.
CREATE OR REPLACE FUNCTION public.rotate_student_link(student uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.rotate_student_link(student)
$function$;
grant execute to authenticated, service_role;

-- Applies a CreditPlan with a package and what was received for it, exactly once per op_id; answers as apply_session_plan does, with the package. What follows a monthly one names it in `renews`. Its refusals too, PT400 overpaid and PT409 renewed_already.
CREATE OR REPLACE FUNCTION public.sell_package(sale jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me        constant uuid := private.coach();
  pkg       constant uuid := sale -> 'package' ->> 'id';
  payment   constant jsonb := nullif(sale -> 'payment', 'null');
  renewed   constant uuid := sale ->> 'renews';
  applied   jsonb;
begin
  if pkg is null or jsonb_typeof(sale -> 'package') <> 'object' then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'no package';
  end if;
  -- A settled lesson names the student's credits that the sale was planned from, and so does a sale without one.
  if not exists (select from jsonb_array_elements(coalesce(nullif(sale -> 'based_on', 'null'), '[]')) b
                  where b ->> 'student_id' = sale -> 'package' ->> 'student_id') then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a sale without the credits it was planned from';
  end if;
  -- The renewed package is locked with the others of the plan, by id: of two devices one waits, and is refused below.
  applied := private.apply_credit_plan(
    case when renewed is null then sale else jsonb_set(sale, '{based_on,0,package_id}', to_jsonb(renewed)) end);
  if not (applied ->> 'replayed')::boolean then
    -- The plain insert has written one payment of the whole price; the sale says what was received.
    delete from public.payments where user_id = me and package_id = pkg;
    if payment is not null then
      insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own)
      select coalesce((payment ->> 'id')::uuid, gen_random_uuid()), me, p.student_id, p.id, 'payment',
             (payment ->> 'amount')::numeric, (payment ->> 'paid_on')::date, coalesce(payment ->> 'method', 'other'),
             payment ->> 'payer_name', payment ->> 'note',
             (payment ->> 'amount')::numeric = p.price
        from public.packages p where p.user_id = me and p.id = pkg and (payment ->> 'amount')::numeric <= p.price;
      if not found then raise sqlstate 'PT400' using message = 'overpaid'; end if;
    end if;
    if renewed is not null or (sale -> 'package' ->> 'renews_monthly')::boolean then
      if exists (select from public.packages p
                  where p.user_id = me and p.renews = renewed
                    and p.student_id = (sale -> 'package' ->> 'student_id')::uuid) then
        raise sqlstate 'PT409' using message = 'renewed_already', detail = renewed::text;
      end if;
      update public.packages
         set renews_monthly = coalesce((sale -> 'package' ->> 'renews_monthly')::boolean, false),
             -- A package that was deleted meanwhile is followed by nothing.
             renews = (select p.id from public.packages p
                        where p.user_id = me and p.student_id = packages.student_id and p.id = renewed)
       where user_id = me and id = pkg;
    end if;
  end if;
  return private.finish_plan((sale ->> 'op_id')::uuid, applied) || jsonb_build_object('package', (
    select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $function$;
grant execute to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.account_created()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.make_profile(new.id, new.email, new.raw_user_meta_data);
  return new;
end $function$;

-- Adds to the money of one day of a coach, by increments.
CREATE OR REPLACE FUNCTION private.add_money(coach uuid, day date, received numeric, open_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_importing() or (received = 0 and open_amount = 0) then return; end if;
  -- As add_to_totals: this row serialises the writers of the coach's days, and is missing while an account is deleted or imported.
  perform from public.coach_totals t where t.user_id = coach for no key update;
  if not found then return; end if;
  insert into public.coach_days as d (user_id, day, received, open_amount) values (coach, day, received, open_amount)
  on conflict on constraint coach_days_pkey do update
     set received = d.received + excluded.received, open_amount = d.open_amount + excluded.open_amount;
end $function$;

-- Adds to the totals of a coach and to one of the days, by increments.
CREATE OR REPLACE FUNCTION private.add_to_totals(coach uuid, day date, f private.totals_change)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_importing() then return; end if;
  -- The totals first: their row lock also serialises the writers of this coach's days.
  update public.coach_totals t
     set active_students = t.active_students + coalesce(f.active_students, 0),
         lessons = t.lessons + coalesce(f.lessons, 0),
         held = t.held + coalesce(f.held, 0),
         unassigned_lessons = t.unassigned_lessons + coalesce(f.unassigned_lessons, 0),
         rating_sum = t.rating_sum + coalesce(f.rating_sum, 0),
         rating_count = t.rating_count + coalesce(f.rating_count, 0)
   where t.user_id = coach;
  -- No totals: the account is being deleted (its days go with it) or imported into (counted once at the end).
  if not found or day is null then return; end if;
  insert into public.coach_days as d (user_id, day, lessons, held, rating_sum, rating_count, revenue)
  values (coach, day, coalesce(f.lessons, 0), coalesce(f.held, 0), coalesce(f.rating_sum, 0), coalesce(f.rating_count, 0),
          coalesce(f.revenue, 0))
  on conflict on constraint coach_days_pkey do update
     set lessons = d.lessons + excluded.lessons, held = d.held + excluded.held, rating_sum = d.rating_sum + excluded.rating_sum,
         rating_count = d.rating_count + excluded.rating_count, revenue = d.revenue + excluded.revenue;
end $function$;

-- Adjusts the credits of a package of the caller, if total and used_outside are as expected: {id, total_classes, used_outside, name, reason, expected}. PT409 stale_package, PT404 package_not_found, PT400 nothing_changed.
CREATE OR REPLACE FUNCTION private.adjust_package(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me  constant uuid := private.coach();
  pkg public.packages;
  why constant text := btrim(change ->> 'reason');
begin
  if coalesce(why, '') = '' then raise sqlstate 'PT400' using message = 'bad_plan', detail = 'an adjustment without a reason'; end if;
  select * into pkg from public.packages where user_id = me and id = (change ->> 'id')::uuid for no key update;
  if pkg.id is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = change ->> 'id'; end if;
  if (pkg.total_classes, pkg.used_outside) is distinct from
     ((change -> 'expected' ->> 'total_classes')::integer, (change -> 'expected' ->> 'used_outside')::integer) then
    raise sqlstate 'PT409' using message = 'stale_package', detail = pkg.id::text;
  end if;
  -- Whatever the plan says besides: without a difference no line is written, and there is nothing to give a reason for.
  if (change ->> 'total_classes')::integer - (change ->> 'used_outside')::integer = pkg.total_classes - pkg.used_outside then
    raise sqlstate 'PT400' using message = 'nothing_changed', detail = pkg.id::text;
  end if;
  update public.packages
     set total_classes = (change ->> 'total_classes')::integer, used_outside = (change ->> 'used_outside')::integer,
         name = change ->> 'name'
   where user_id = me and id = pkg.id;
  -- The line that the trigger has just written: nobody else gets a number before this transaction ends.
  update public.credit_ledger set reason = why
   where user_id = me and id = (select last from private.ledger_numbers where user_id = me);
end $function$;
grant execute to authenticated, service_role;

-- The calendar of a token; without events if the token is unknown or revoked.
CREATE OR REPLACE FUNCTION private.agenda_feed(feed_token text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coach  uuid;
  today  date;
  events text;
begin
  select f.user_id into coach from public.agenda_feeds f where f.token = feed_token;
  if coach is not null then
    today := (now() at time zone private.coach_time_zone(coach))::date;
    select string_agg(
             E'BEGIN:VEVENT\r\n'
             || 'UID:' || o.slot_id || '-' || to_char(o.slot_date, 'YYYY-MM-DD') || E'\r\n'
             || 'DTSTAMP:' || to_char(now() at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') || E'\r\n'
             || 'DTSTART:' || to_char(o.starts_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') || E'\r\n'
             || 'DTEND:' || to_char((o.starts_at + make_interval(mins => o.minutes)) at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') || E'\r\n'
             || private.ics_line('SUMMARY:' || private.ics_text(coalesce(w.names, case when l.id is null then 'Horário livre' else 'Aula' end)))
             || coalesce(private.ics_line('LOCATION:' || private.ics_text(c.name)), '')
             || E'END:VEVENT\r\n', '' order by o.starts_at, o.slot_id)
      into events
      -- The nearest days first, should a week be that full.
      from (select * from private.occurrences(coach, today - 7, today + 120) x
             where x.reason is null order by abs(x.day - today), x.starts_at, x.slot_id limit 2000) o
      left join public.clubs c on c.user_id = coach and c.id = o.club_id
      left join public.sessions l on l.user_id = coach and l.slot_id = o.slot_id and l.slot_date = o.slot_date
      -- As in the agenda: of a lesson those who were in it, else the active ones who are expected.
      left join lateral (
        -- Whatever the app takes for a space (`firstName`): which characters '\s' knows depends on the locale of the database.
        select string_agg(substring(s.name from '[^\s\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+'),
                          ', ' order by s.name, s.id) as names
          from (select e.student_id from public.lesson_slot_students e
                 where l.id is null and e.user_id = coach and e.slot_id = o.slot_id
                union all
                select a.student_id from public.session_package_assignments a
                 where a.user_id = coach and a.session_id = l.id) e
          join public.students s on s.user_id = coach and s.id = e.student_id
         where s.anonymized_at is null and (s.status = 'active' or l.id is not null)) w on true
     where l.cancelled_reason is null;
  end if;
  -- Without METHOD: that would be a message to an invited person (RFC 5545, 3.7.2).
  return E'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Voleio//Agenda//PT\r\nCALSCALE:GREGORIAN\r\n'
         || E'X-WR-CALNAME:Voleio\r\n' || coalesce(events, '') || E'END:VCALENDAR\r\n';
end $function$;
grant execute to anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.anonymize_student(student uuid, erase_group_notes boolean, replace_mentions boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  coach constant uuid := private.coach();
  figures  jsonb;
  replaced jsonb := '{}';
  stay     jsonb := '[]';
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not private.lock_student(coach, student, case when replace_mentions then private.name_pattern(coach, student) end) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text;
  end if;
  figures := private.removal_preview(coach, student);
  -- Before the check: asked again after a lost answer, the coach may have chosen to erase them after all.
  update public.sessions set notes = null
   where user_id = coach and notes is not null and (student_count = 1 or erase_group_notes is not false)
     and id = any (array(select session_id from public.session_package_assignments
                          where user_id = coach and student_id = student));
  if exists (select from public.students where user_id = coach and id = student and anonymized_at is not null) then
    return figures || jsonb_build_object('replayed', true, 'replaced', replaced, 'mentions', stay);
  end if;
  if replace_mentions then
    replaced := private.replace_mentions(coach, student);
  end if;
  -- As long as there is a name to look for.
  stay := private.mentions(coach, student);
  perform private.clear_personal_data(coach, student, now());
  return figures || jsonb_build_object('replayed', false, 'replaced', replaced, 'mentions', stay);
end $function$;
grant execute to authenticated;

-- The body of apply_session_plan, sell_package and apply_payment_plan. Its answer is not the caller's before finish_plan.
CREATE OR REPLACE FUNCTION private.apply_credit_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me         constant uuid := private.coach();
  op_id      constant uuid := plan ->> 'op_id';
  based_on   constant jsonb := coalesce(nullif(plan -> 'based_on', 'null'), '[]');
  lessons    jsonb := coalesce(nullif(plan -> 'lessons', 'null'), '[]');
  sold       constant jsonb := nullif(plan -> 'package', 'null');
  adjusted   constant jsonb := coalesce(nullif(plan -> 'packages', 'null'), '[]');
  extended   constant jsonb := coalesce(nullif(plan -> 'extensions' -> 'add', 'null'), '[]');
  taken_back constant jsonb := coalesce(nullif(plan -> 'extensions' -> 'take_back', 'null'), '[]');
  skips      constant jsonb := coalesce(nullif(plan -> 'skips', 'null'), '{}');
  recess     constant jsonb := coalesce(nullif(plan -> 'recess', 'null'), '{}');
  restores   constant boolean := coalesce((plan ->> 'restores')::boolean, false);  -- an undo
  alert_plan constant jsonb := coalesce(nullif(plan -> 'alerts', 'null'), '{}');
  assigned   jsonb;  -- the assignments of all lessons, each with its lesson's id
  feedbacks  jsonb;
  change     jsonb;
  fields     jsonb;
  op         text;
  lesson_id  uuid;
  answered   jsonb;  -- the lessons as they are now
  lesson     public.sessions;
  slot       uuid;
  gone       uuid[] := '{}';  -- lessons to delete that another device had deleted
  replayed   boolean := false;
  named      uuid[];  -- students whose package is decided
  found_ids  uuid[];
  stale      uuid[];
  package_ids uuid[];
  student_ids uuid[];
  club_ids   uuid[];
  earlier    jsonb;  -- what the operation did, if it was applied before
  scope      jsonb;  -- the rows that the plan may change
  before     jsonb;  -- as they were
  ended_skips jsonb := '[]';  -- of occurrences that a new lesson answers, as they were
  dormant    uuid[] := '{}';  -- extensions whose cause the plan may let begin again
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null or jsonb_typeof(lessons) <> 'array' or jsonb_array_length(lessons) > 100
     or exists (select from unnest(array[based_on, adjusted, extended, taken_back]) part where jsonb_typeof(part) <> 'array')
     or jsonb_typeof(alert_plan) <> 'object' or jsonb_typeof(skips) <> 'object'
     or jsonb_typeof(recess) <> 'object' or (recess <> '{}' and (recess ->> 'op' in ('give', 'undo')) is not true)
     or exists (select from jsonb_array_elements(lessons) l
                 where l ->> 'op' is null or l ->> 'op' not in ('create', 'update', 'delete') or l -> 'session' ->> 'id' is null
                    or exists (select from unnest(array['remove_students', 'assignments', 'feedbacks', 'remove_feedbacks']) part
                                where jsonb_typeof(coalesce(nullif(l -> part, 'null'), '[]')) <> 'array')) then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  select coalesce(jsonb_agg(a || jsonb_build_object('session_id', l -> 'session' -> 'id')), '[]') into assigned
    from jsonb_array_elements(lessons) l cross join jsonb_array_elements(coalesce(nullif(l -> 'assignments', 'null'), '[]')) a;
  select coalesce(jsonb_agg(f || jsonb_build_object('session_id', l -> 'session' -> 'id')), '[]') into feedbacks
    from jsonb_array_elements(lessons) l cross join jsonb_array_elements(coalesce(nullif(l -> 'feedbacks', 'null'), '[]')) f;
  if jsonb_array_length(assigned) > 200 + 20 * jsonb_array_length(lessons)
     or jsonb_array_length(feedbacks) > 200 + 20 * jsonb_array_length(lessons) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'more than 200 students';
  end if;
  named := array(select (b ->> 'student_id')::uuid from jsonb_array_elements(based_on) b);
  student_ids := array(select (a ->> 'student_id')::uuid from jsonb_array_elements(assigned) a);
  if not student_ids <@ named or not array(select (x ->> 'student_id')::uuid from jsonb_array_elements(extended) x) <@ named then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'an assignment without the credits it was planned from';
  end if;
  -- Days have a cause of this plan. Only a coach's hand and a recess give days without one.
  if exists (select from jsonb_array_elements(extended) e
              where e ->> 'session_id' is not null
                    and not exists (select from jsonb_array_elements(lessons) l where l -> 'session' ->> 'id' = e ->> 'session_id')
                 or e ->> 'slot_id' is not null
                    and not exists (select from jsonb_array_elements(coalesce(nullif(skips -> 'add', 'null'), '[]')) x
                                     where x ->> 'slot_id' = e ->> 'slot_id' and x ->> 'slot_date' = e ->> 'slot_date'
                                       and x ->> 'reason' is not null)) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days without a cause';
  end if;
  if exists (select from jsonb_array_elements(assigned) a group by a ->> 'session_id', a ->> 'student_id' having count(*) > 1) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a student twice';
  end if;

  -- Exactly once: a concurrent repeat waits here for the first call and is then answered as a replay.
  earlier := private.begin_operation(me, op_id, plan ->> 'content');
  if earlier is not null then replayed := true; end if;

  if not replayed then
    -- A club deleted meanwhile becomes null instead of refusing the lesson.
    club_ids := array(select (f ->> 'club_id')::uuid from jsonb_array_elements(feedbacks) f);
    with locked as (select id from public.clubs where user_id = me and id = any (club_ids) order by id for key share)
    select array_agg(id) into club_ids from locked;
    if skips <> '{}' or recess <> '{}' or jsonb_path_exists(lessons, '$[*].session.slot_id ? (@ != null)') then
      perform private.lock_slots(me, array(select (l -> 'session' ->> 'slot_id')::uuid from jsonb_array_elements(lessons) l
                                           union all
                                           select slot_id from public.slot_exceptions
                                            where user_id = me and recess_id = (recess ->> 'id')::uuid), skips);
      lessons := private.slots_now(me, lessons, skips);
      -- Before the credits are looked at, which the other answer has moved.
      if exists (select from jsonb_array_elements(lessons) l
                  cross join lateral (select * from public.sessions y
                                       where y.user_id = me and y.slot_id = (l -> 'session' ->> 'slot_id')::uuid
                                         and y.slot_date = (l -> 'session' ->> 'slot_date')::date offset 0) s
                  where l ->> 'op' = 'create') then
        raise sqlstate 'PT409' using message = 'occurrence_answered';
      end if;
    end if;

    -- 1. The lessons that are there, by id.
    for change in select l from jsonb_array_elements(lessons) l where l ->> 'op' <> 'create' order by (l -> 'session' ->> 'id')::uuid loop
      lesson_id := change -> 'session' ->> 'id';
      select * into lesson from public.sessions where user_id = me and id = lesson_id for update;
      if lesson.id is null and change ->> 'op' = 'update' then
        raise sqlstate 'PT404' using message = 'session_not_found', detail = lesson_id::text;
      end if;
      if lesson.id is null then gone := gone || lesson_id;
      elsif lesson.version is distinct from (change ->> 'expected_version')::bigint then
        raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
      elsif change ->> 'op' = 'update' and change -> 'session' ->> 'slot_id' is not null then
        perform private.check_link(me, lesson, (change -> 'session' ->> 'slot_id')::uuid, (change -> 'session' ->> 'slot_date')::date);
      end if;
    end loop;
    replayed := cardinality(gone) > 0 and cardinality(gone) = jsonb_array_length(lessons)
                and sold is null and adjusted = '[]' and extended = '[]' and taken_back = '[]' and skips = '{}' and recess = '{}';
  end if;

  if not replayed then
    -- 2. Locks packages by id, then students by id: everything the plan and its alerts touch, before anything is written.
    -- Ids go into arrays first: with `in (select ... from jsonb ...)` the planner read all packages of the coach.
    select array_agg(x.package_id), array_agg(x.student_id) into package_ids, student_ids
      from (select t.package_id, t.student_id
              -- Not unnest of an array: its number of rows is known, so this was planned anew for every plan.
              from jsonb_array_elements(lessons) l
             cross join lateral (select * from public.session_package_assignments y
                                  where y.user_id = me and y.session_id = (l -> 'session' ->> 'id')::uuid offset 0) t
            union all
            select (j ->> 'package_id')::uuid, (j ->> 'student_id')::uuid
              from jsonb_array_elements(assigned || based_on || extended || coalesce(alert_plan -> 'raise', '[]')) j
            union all
            select (j ->> 'id')::uuid, null from jsonb_array_elements(adjusted) j
            union all
            select e.package_id, e.student_id
              from jsonb_array_elements_text(taken_back) w
              join public.package_extensions e on e.user_id = me and e.id = w::uuid
            union all
            -- Those that are kept for good lose their recess.
            select e.package_id, e.student_id
              from public.package_extensions e where e.user_id = me and e.batch_id = (recess ->> 'id')::uuid
            union all
            -- Packages to which the lessons, what they answer, or the skips gave days.
            select e.package_id, e.student_id
              from jsonb_array_elements(lessons) l
             cross join lateral (select * from public.package_extensions y
                                  where y.user_id = me and y.session_id = (l -> 'session' ->> 'id')::uuid offset 0) e
            union all
            select unnest(case when skips <> '{}' then private.packages_of_skips(skips) end), null
            union all
            select e.package_id, e.student_id
              from jsonb_array_elements(lessons) l
             cross join lateral (select * from public.package_extensions y
                                  where y.user_id = me and y.slot_id = (l -> 'session' ->> 'slot_id')::uuid
                                    and y.slot_date = (l -> 'session' ->> 'slot_date')::date offset 0) e
            union all
            select a.package_id, a.student_id
              from (select jsonb_array_elements_text(coalesce(alert_plan -> 'end', '[]'))
                    union all
                    select r ->> 'dedupe_key' from jsonb_array_elements(coalesce(alert_plan -> 'raise', '[]')) r) k (key)
             cross join lateral (select * from public.alerts y where y.user_id = me and y.open_key = k.key offset 0) a) x;
    perform from public.packages where user_id = me and id = any (package_ids) order by id for no key update;
    with locked as (
      select id, credits_version from public.students
       where user_id = me and id = any (student_ids) order by id for no key update
    ), planned as (
      select (b ->> 'student_id')::uuid as id, (b ->> 'version')::bigint as version from jsonb_array_elements(based_on) b
    )
    select array_agg(id), array_agg(id) filter (where locked.credits_version is distinct from planned.version)
      into found_ids, stale
      from planned join locked using (id);
    if not named <@ coalesce(found_ids, '{}') then
      raise sqlstate 'PT404' using message = 'student_not_found';
    end if;
    if stale is not null then
      raise sqlstate 'PT409' using message = 'stale_credits', detail = to_jsonb(stale)::text;
    end if;
    -- The deletion of a lesson that is gone gives nothing: its students have their credits already.
    if exists (select from jsonb_array_elements(extended) e where (e ->> 'session_id')::uuid = any (gone)) then
      raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days of a lesson that is gone';
    end if;

    if jsonb_path_exists(lessons, '$[*].session.beside') then perform private.refuse_lesson_beside(me, lessons); end if;
    scope := jsonb_build_object(
      'packages', array(select distinct p from unnest(package_ids || (sold ->> 'id')::uuid) p where p is not null),
      'lessons', jsonb_path_query_array(lessons, '$[*].session.id'),
      'occurrences', coalesce(skips -> 'add', '[]') || coalesce(skips -> 'remove', '[]')
        || jsonb_path_query_array(lessons, '$[*].session ? (@.slot_id != null)')
        || coalesce((select jsonb_agg(jsonb_build_object('slot_id', slot_id, 'slot_date', slot_date))
                       from public.slot_exceptions where user_id = me and recess_id = (recess ->> 'id')::uuid), '[]'),
      'alerts', jsonb_path_query_array(alert_plan, '$.raise[*].dedupe_key') || coalesce(alert_plan -> 'end', '[]'),
      'removed', jsonb_path_query_array(lessons, '$[*] ? (@.op == "delete").session.id')
        || jsonb_path_query_array(adjusted, '$[*] ? (@.op == "remove" || @.op == "delete").id'),
      'money', sold is not null or plan ? 'money' or jsonb_path_exists(adjusted, '$[*] ? (@.op != "adjust")'));
    -- What is created was not there before.
    before := private.effect_rows(me, jsonb_set(
      scope, '{lessons}', jsonb_path_query_array(lessons, '$[*] ? (@.op != "create").session.id')));

    -- 3. The rows. Triggers move the credits.
    if recess ->> 'op' = 'give' then perform private.write_recess(recess); end if;
    if sold is not null then
      insert into public.packages (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date,
                                   expiry_date, validity_days)
      select (sold ->> 'id')::uuid, me, (sold ->> 'student_id')::uuid, sold ->> 'name', (sold ->> 'total_classes')::integer,
             (sold ->> 'price')::numeric, (sold ->> 'purchase_date')::date, (sold ->> 'payment_date')::date,
             (sold ->> 'expiry_date')::date, (sold ->> 'validity_days')::integer;
    end if;
    for change in select c from jsonb_array_elements(adjusted) c where c ->> 'op' = 'adjust' loop
      perform private.adjust_package(change);
    end loop;
    for change in select c from jsonb_array_elements(adjusted) c where c ->> 'op' in ('edit', 'delete') loop
      perform private.edit_package(change);
    end loop;
    -- An undo brings back what was; any other plan says anew what a cause gives that begins again.
    if not restores and (skips <> '{}' or jsonb_path_exists(lessons, '$[*] ? (@.op != "create")')) then
      dormant := private.dormant_extensions(me, lessons, skips);
    end if;

    for change in select l from jsonb_array_elements(lessons) l order by (l -> 'session' ->> 'id')::uuid loop
      op := change ->> 'op';
      fields := change -> 'session';
      lesson_id := fields ->> 'id';
      if op = 'delete' then
        if restores then perform private.forget_days_of_lesson(lesson_id); end if;
        delete from public.sessions where user_id = me and id = lesson_id;
        continue;
      end if;
      if op = 'create' then
        slot := fields ->> 'slot_id';
        if slot is not null then
          ended_skips := ended_skips || coalesce((
            select jsonb_agg(jsonb_build_object('slot_id', slot_id, 'slot_date', slot_date, 'reason', reason, 'moved_to', moved_to,
                                                'recess_id', recess_id))
              from public.slot_exceptions
             where user_id = me and slot_id = slot and slot_date = (fields ->> 'slot_date')::date and reason is not null), '[]');
        end if;
        insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id, slot_date)
        values (lesson_id, me, coalesce((fields ->> 'date')::timestamptz, now()), (fields ->> 'day')::date,
                fields ->> 'teacher', fields ->> 'notes', fields ->> 'cancelled_reason',
                least(coalesce((fields ->> 'created_at')::timestamptz, now()), now()),
                slot, case when slot is not null then (fields ->> 'slot_date')::date end)
        on conflict on constraint sessions_one_per_occurrence do nothing;
        if not found then
          raise sqlstate 'PT409' using message = 'occurrence_answered', detail = fields ->> 'slot_date';
        end if;
      end if;
      if op = 'update' and restores then
        -- The version says that the change to undo is the last one.
        perform private.forget_days_of_lesson(lesson_id, (select updated_at from public.sessions where user_id = me and id = lesson_id));
      end if;
      -- First, so that the ledger's lines say the lesson as it is now.
      if op = 'update' then
        update public.sessions
           set date    = case when fields ? 'date' then (fields ->> 'date')::timestamptz else date end,
               day     = case when fields ? 'day' then (fields ->> 'day')::date else day end,
               teacher = case when fields ? 'teacher' then fields ->> 'teacher' else teacher end,
               notes   = case when fields ? 'notes' then fields ->> 'notes' else notes end,
               cancelled_reason = case when fields ? 'cancelled_reason' then fields ->> 'cancelled_reason' else cancelled_reason end,
               slot_id   = case when fields ? 'slot_id' then (fields ->> 'slot_id')::uuid else slot_id end,
               slot_date = case when fields ? 'slot_id' then (fields ->> 'slot_date')::date else slot_date end
         where user_id = me and id = lesson_id;
      end if;
      perform private.write_participants(me, lesson_id, change, club_ids);
    end loop;

    for change in select c from jsonb_array_elements(adjusted) c where c ->> 'op' = 'remove' order by (c ->> 'id')::uuid loop
      perform private.remove_package(change);
    end loop;
    if skips <> '{}' then perform private.write_exceptions(skips); end if;
    if extended <> '[]' or taken_back <> '[]' or cardinality(dormant) > 0 then
      perform private.write_extensions(extended, taken_back, dormant);
    end if;
    if recess ->> 'op' = 'undo' then perform private.write_recess(recess); end if;
    set constraints public.cancelled_whole immediate;
    set constraints public.cancelled_whole deferred;

    perform public.apply_alert_plan(alert_plan);
  end if;

  answered := coalesce((
    select jsonb_agg(to_jsonb(s) order by l.n)
      from jsonb_array_elements(lessons) with ordinality l (lesson, n)
     cross join lateral (select * from public.sessions y
                          where y.user_id = me and y.id = (l.lesson -> 'session' ->> 'id')::uuid offset 0) s), '[]');
  return jsonb_build_object(
    'replayed', replayed, 'same', earlier -> 'same', -- Of a deletion of what was gone already: nothing.
    'effects', case when earlier is null then private.effects_between('{}', '{}') else earlier -> 'effects' end,
    'scope', scope, 'before', before,
    'session', case when (answered -> 0 ->> 'id')::uuid = (lessons -> 0 -> 'session' ->> 'id')::uuid
                    then answered -> 0 end,
    'sessions', answered,
    'ended_skips', ended_skips,
    'students', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'total_credits', s.total_credits,
                                          'credits_version', s.credits_version) order by s.id)
        from public.students s where s.user_id = me and s.id = any (named)), '[]'));
end $function$;
grant execute to authenticated, service_role;

-- A line with the lesson as it is now, or as it last was: what the statement, the public page and the exports say.
CREATE OR REPLACE FUNCTION private.as_told(line credit_ledger)
 RETURNS credit_ledger
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lesson record;
  seat   text;
begin
  if line.session_id is null then return line; end if;
  select s.date, s.day, s.cancelled_reason into lesson
    from public.sessions s where s.user_id = line.user_id and s.id = line.session_id;
  if not found then
    select d.date, d.day, d.cancelled_reason into lesson
      from private.deleted_lessons d where d.user_id = line.user_id and d.id = line.session_id;
  end if;
  if found then
    line.lesson_date := lesson.date;
    line.lesson_day := lesson.day;
    if line.attendance = 'cancelled' then
      line.cancelled_reason := coalesce(lesson.cancelled_reason, line.cancelled_reason);
    end if;
  end if;
  if line.kind = 'consume' then
    select a.attendance into seat from public.session_package_assignments a
     where a.user_id = line.user_id and a.session_id = line.session_id and a.student_id = line.student_id and a.charged;
    if not found then
      select r.charged_as into seat from public.credit_ledger r
       where r.user_id = line.user_id and r.student_id = line.student_id and r.session_id = line.session_id
         and r.kind = 'refund' order by r.id desc limit 1;
    end if;
    line.attendance := coalesce(seat, line.attendance);
  end if;
  return line;
end $function$;
grant execute to authenticated, service_role;

-- After a statement on students of lessons: used_classes of the packages, the ledger, the counters of the lessons, and the validity of packages to which the lessons gave days.
CREATE OR REPLACE FUNCTION private.assignments_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  changes private.attendance_change[] := '{}';
  added   private.attendance_change[];
  given   record;
begin
  if tg_op <> 'INSERT' then
    select array_agg(row (user_id, session_id, student_id, package_id, -1, attendance)::private.attendance_change) into changes from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    select array_agg(row (user_id, session_id, student_id, package_id, 1, attendance)::private.attendance_change) into added from new_rows;
    changes := changes || added;
  end if;
  -- A student removed and added again in one statement is no change.
  select array_agg(row (user_id, session_id, student_id, package_id, n, attendance)::private.attendance_change) into changes
    from (select user_id, session_id, student_id, package_id, attendance, sum(taken)::integer as n
            from unnest(changes) group by 1, 2, 3, 4, 5) net
   where n <> 0;
  if changes is null then return null; end if;

  -- The lock order of every writer: lessons by id, packages by id, students by id (in packages_changed).
  perform from public.sessions s join (select distinct user_id, session_id from unnest(changes)) c
       on s.user_id = c.user_id and s.id = c.session_id order by s.user_id, s.id for no key update of s;
  update public.sessions s
     set student_count = s.student_count + c.students, unassigned_count = s.unassigned_count + c.unassigned,
         cancelled_count = s.cancelled_count + c.cancelled
    from (select user_id, session_id, sum(taken)::integer as students,
                 coalesce(sum(taken) filter (where package_id is null and attendance in ('present', 'absent')), 0)::integer as unassigned,
                 coalesce(sum(taken) filter (where attendance = 'cancelled'), 0)::integer as cancelled
            from unnest(changes) group by 1, 2) c
   where s.user_id = c.user_id and s.id = c.session_id;

  perform from public.packages p join (select distinct user_id, student_id, package_id from unnest(changes)) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p
     set used_classes = p.used_classes + c.classes
    from (select user_id, student_id, package_id, sum(taken)::integer as classes from unnest(changes) group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id and c.classes <> 0;

  perform private.write_ledger(array(
    select row (x.user_id, x.student_id, x.package_id, p.name, x.session_id,
                case when x.taken > 0 then 'consume' else 'refund' end, -x.taken, p.remaining_classes,
                coalesce(s.date, gone.date), coalesce(s.day, gone.day),
                a.attendance,
                case when a.attendance = 'cancelled' then s.cancelled_reason end,
                case when x.taken < 0 then x.charged_as end)::private.ledger_line
      from (select user_id, session_id, student_id, package_id, sum(taken)::integer as taken,
                   max(attendance) filter (where taken < 0) as charged_as
              from unnest(changes) where package_id is not null group by 1, 2, 3, 4) x
      join public.packages p on p.user_id = x.user_id and p.student_id = x.student_id and p.id = x.package_id
      left join public.sessions s on s.user_id = x.user_id and s.id = x.session_id
      left join private.deleted_lessons gone on gone.user_id = x.user_id and gone.id = x.session_id
      left join public.session_package_assignments a
        on a.user_id = x.user_id and a.session_id = x.session_id and a.student_id = x.student_id
     where x.taken <> 0
     -- What comes back first, so that no balance on the way is below zero.
     order by x.taken, coalesce(s.date, gone.date), x.session_id, x.package_id));

  -- Who is charged, and who is not any more, decides what a lesson gives (recount_validity).
  for given in select e.user_id, array_agg(distinct e.package_id) as package_ids
                 from unnest(changes) x
                 join public.package_extensions e
                   on e.user_id = x.user_id and e.session_id = x.session_id and e.student_id = x.student_id
                group by e.user_id loop
    perform private.recount_validity(given.user_id, given.package_ids);
  end loop;
  return null;
end $function$;

-- What the rows of each student add up to: the check sums of an export.
CREATE OR REPLACE FUNCTION private.balances(coach uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
           'student_id', s.id, 'credits', coalesce(p.credits, 0), 'packages', coalesce(p.packages, 0),
           'revenue', coalesce(p.revenue, 0), 'paid', coalesce(p.paid, 0),
           'lessons', coalesce(a.lessons, 0),
           'rating_sum', coalesce(f.rating_sum, 0), 'rating_count', coalesce(f.rating_count, 0)) order by s.created_at, s.id), '[]')
    from public.students s
    left join (select student_id, sum(remaining_classes) as credits, count(*) as packages, sum(price) as revenue,
                       sum(paid_total) as paid
                 from public.packages where user_id = coach group by 1) p on p.student_id = s.id
    left join (select student_id, count(*) as lessons
                 from public.session_package_assignments where user_id = coach group by 1) a on a.student_id = s.id
    left join (select student_id, sum(rating) as rating_sum, count(*) as rating_count
                 from public.session_feedbacks where user_id = coach group by 1) f on f.student_id = s.id
   where s.user_id = coach
$function$;
grant execute to authenticated;

-- Remembers an operation with the hash of what the coach entered. Of one that was applied earlier: what it did, and whether the coach had entered the same; null for what was forgotten after 30 days.
CREATE OR REPLACE FUNCTION private.begin_operation(me uuid, op uuid, content text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier private.applied_ops;
begin
  insert into private.applied_ops (user_id, op_id, content) values (me, op, content) on conflict do nothing;
  if found then return null; end if;
  select * into earlier from private.applied_ops where user_id = me and op_id = op;
  return jsonb_build_object('replayed', true, 'effects', earlier.effects, 'same', earlier.content = content);
end $function$;
grant execute to authenticated, service_role;

-- Changes price and payment date of a package of the caller; null leaves one as it is.
CREATE OR REPLACE FUNCTION private.change_price(package_id uuid, price numeric, payment_date date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.packages p
     set price = coalesce(change_price.price, p.price), payment_date = coalesce(change_price.payment_date, p.payment_date)
   where p.user_id = private.coach() and p.id = change_price.package_id
$function$;
grant execute to authenticated, service_role;

-- Before a lesson without a slot becomes that of an occurrence, whose slot is locked: neither has another one, and the occurrence was not skipped. PT409 occurrence_answered, PT404 slot_not_found.
CREATE OR REPLACE FUNCTION private.check_link(me uuid, lesson sessions, slot uuid, asked date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.lesson_slots
                  where user_id = me and id = slot and asked between starts_on and coalesce(ends_on, 'infinity')) then
    raise sqlstate 'PT404' using message = 'slot_not_found', detail = slot::text;
  end if;
  if lesson.slot_id is not null
     or exists (select from public.sessions where user_id = me and slot_id = slot and slot_date = asked)
     or exists (select from public.slot_exceptions where user_id = me and slot_id = slot and slot_date = asked and reason is not null) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = asked::text;
  end if;
end $function$;
grant execute to authenticated, service_role;

-- Before each request of the API: refuses counts that are estimated from other coaches' rows (PT400 count_refused).
CREATE OR REPLACE FUNCTION private.check_request()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Such a count is read from the planner's statistics, which are made from the rows of all coaches: a filter for another
  -- coach's id was answered with how many rows that coach has. `count=exact` counts what row-level security shows.
  -- Of two `Prefer` headers PostgREST tells the database the last one alone (docs/proof.md, 'Attack').
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'planned|estimated' then
    raise sqlstate 'PT400' using message = 'count_refused';
  end if;
end $function$;
grant execute to anon, authenticated, service_role;

-- After the default club is deleted: the next one by name becomes the default.
CREATE OR REPLACE FUNCTION private.choose_next_default_club()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A loop, because the next club may be deleted at the same time.
  while exists (select from public.clubs where user_id = old.user_id)
    and not exists (select from public.clubs where user_id = old.user_id and is_default) loop
    update public.clubs set is_default = true
     where user_id = old.user_id
       and id = (select id from public.clubs where user_id = old.user_id order by name, id limit 1);
  end loop;
  return null;
end $function$;

-- Clears everything that identifies a student, and all text about them but the notes of lessons. Figures stay.
CREATE OR REPLACE FUNCTION private.clear_personal_data(coach uuid, student uuid, since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  update public.packages set name = 'Pacote' where user_id = coach and student_id = student and name <> 'Pacote';
  update public.session_feedbacks set notes = null, private_notes = null, tags = '{}'
   where user_id = coach and student_id = student and (notes is not null or private_notes is not null or tags <> '{}');
  update public.credit_ledger set package_name = null, reason = null
   where user_id = coach and student_id = student and (package_name is not null or reason is not null);
  -- What stands stays, whatever becomes of its cause, so that nobody else is kept from correcting a lesson.
  delete from public.package_extensions e
   where e.user_id = coach and e.student_id = student and not private.extension_stands(e);
  update public.package_extensions set reason = 'Extensão', kept = true
   where user_id = coach and student_id = student and (reason <> 'Extensão' or not kept);
  update public.payments set payer_name = null, note = null
   where user_id = coach and student_id = student and (payer_name is not null or note is not null);
  delete from public.notices where user_id = coach and student_id = student;
  delete from public.alerts where user_id = coach and student_id = student;
  delete from public.lesson_slot_students where user_id = coach and student_id = student;
  -- Last: from now on triggers refuse every write.
  update public.students
     set name = 'Aluno anonimizado', email = null, phone = '', notes = null, gender = 'male', type = 'occasional',
         classe = '7-classe', status = 'inactive', anonymized_at = since
   where user_id = coach and id = student;
end $function$;

-- Deletes an account with everything that is its own. For delete_my_account and for an operator (supabase/operator/erase-again.sql).
CREATE OR REPLACE FUNCTION private.close_account(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  login record;
begin
  select u.id, u.email, u.email_confirmed_at into login from auth.users u where u.id = account;
  delete from public.racketleads l where l.email = lower(login.email) and login.email_confirmed_at is not null;
  -- Auth's own log names the account by id and address, in places that differ by action; no key makes it go.
  delete from auth.audit_log_entries e
   where position(login.id::text in e.payload::text) > 0
      or position(to_json(login.email)::text in e.payload::text) > 0;
  delete from auth.users u where u.id = account;
end $function$;

-- The signed-in coach, or null.
CREATE OR REPLACE FUNCTION private.coach()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN auth.uid();
grant execute to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.coach_time_zone(coach uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((select p.time_zone from public.profiles p where p.id = coach), 'America/Sao_Paulo')
$function$;
grant execute to authenticated, service_role;

-- Before a lesson is inserted: one that returns by an undo has a newer version than it ever had, so that a device that saw it before the deletion neither changes nor undoes what it has not seen.
CREATE OR REPLACE FUNCTION private.continue_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select d.version + 1 into new.version from private.deleted_lessons d where d.user_id = new.user_id and d.id = new.id;
  new.version := coalesce(new.version, 1);
  return new;
end $function$;

-- At commit: the active students in the totals of their coach.
CREATE OR REPLACE FUNCTION private.count_active_students()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    perform private.add_to_totals(old.user_id, null, row (-1, 0, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    perform private.add_to_totals(new.user_id, null, row (1, 0, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  return null;
end $function$;

-- At commit: lessons and ratings in the totals and days of their coach.
CREATE OR REPLACE FUNCTION private.count_lessons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before constant date := case when tg_op <> 'INSERT' then (old.date at time zone 'UTC')::date end;
  after  constant date := case when tg_op <> 'DELETE' then (new.date at time zone 'UTC')::date end;
begin
  if before = after then
    perform private.add_to_totals(new.user_id, after,
      row (0, 0, (new.unassigned_count > 0)::integer - (old.unassigned_count > 0)::integer,
           new.rating_sum - old.rating_sum, new.rating_count - old.rating_count, 0,
           (new.cancelled_reason is null)::integer - (old.cancelled_reason is null)::integer)::private.totals_change);
    return null;
  end if;
  if before is not null then
    perform private.add_to_totals(old.user_id, before,
      row (0, -1, -(old.unassigned_count > 0)::integer, -old.rating_sum, -old.rating_count, 0,
           -(old.cancelled_reason is null)::integer)::private.totals_change);
  end if;
  if after is not null then
    perform private.add_to_totals(new.user_id, after,
      row (0, 1, (new.unassigned_count > 0)::integer, new.rating_sum, new.rating_count, 0,
           (new.cancelled_reason is null)::integer)::private.totals_change);
  end if;
  return null;
end $function$;

-- At commit: what packages still owe, in the days of their coach.
CREATE OR REPLACE FUNCTION private.count_open()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.add_money(old.user_id, old.payment_date, 0, -greatest(old.open_amount, 0));
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_money(new.user_id, new.payment_date, 0, greatest(new.open_amount, 0));
  end if;
  return null;
end $function$;

-- At commit: what was received or given back, in the days of its coach.
CREATE OR REPLACE FUNCTION private.count_received()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.add_money(old.user_id, old.paid_on, case old.kind when 'payment' then -old.amount else old.amount end, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_money(new.user_id, new.paid_on, case new.kind when 'payment' then new.amount else -new.amount end, 0);
  end if;
  return null;
end $function$;

-- At commit: revenue in the days of its coach.
CREATE OR REPLACE FUNCTION private.count_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.add_to_totals(old.user_id, old.purchase_date, row (0, 0, 0, 0, 0, -old.price, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_to_totals(new.user_id, new.purchase_date, row (0, 0, 0, 0, 0, new.price, 0)::private.totals_change);
  end if;
  return null;
end $function$;

-- After a profile is inserted: the row for its totals.
CREATE OR REPLACE FUNCTION private.create_coach_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.coach_totals (user_id) values (new.id);
  return null;
end $function$;

-- After a student is inserted: the first public link. It is the id, or a fresh one if the id is a link or was one.
CREATE OR REPLACE FUNCTION private.create_student_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fresh uuid;
begin
  -- Waits for whoever takes the same link, or lets it go, at this moment. What they left behind is read afterwards, by a
  -- statement of its own: the first one cannot see it.
  insert into public.student_links (link, user_id, student_id) values (new.id, new.user_id, new.id)
  on conflict (link) do nothing;
  if found and not exists (select from private.used_links u where u.hash = private.link_hash(new.id)) then
    return null;
  end if;
  fresh := gen_random_uuid();
  delete from public.student_links l where l.link = new.id and l.user_id = new.user_id and l.student_id = new.id;
  insert into public.student_links (link, user_id, student_id) values (fresh, new.user_id, new.id);
  update public.students s set link = fresh where s.user_id = new.user_id and s.id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_my_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  coach constant uuid := private.coach();
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Blocks new rows of the coach; existing rows are then locked in the lock order of every writer.
  perform from public.profiles where id = coach for update;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
  -- A person who found a phone unlocked has the login, not the password. Refreshing a login does not renew its age.
  if not exists (select from auth.sessions
                  where id = (auth.jwt() ->> 'session_id')::uuid and user_id = coach
                    and created_at > now() - interval '10 minutes') then
    raise sqlstate 'PT403' using message = 'password_needed';
  end if;
  perform from public.sessions where user_id = coach order by id for update;
  perform from public.packages where user_id = coach order by id for update;
  perform from public.students where user_id = coach order by id for update;

  perform private.close_account(coach);
end $function$;
grant execute to authenticated;

CREATE OR REPLACE FUNCTION private.delete_student(student uuid, erase_group_notes boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  coach constant uuid := private.coach();
  figures  jsonb;
  attended uuid[];
  told     uuid[];
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not private.lock_student(coach, student) then return jsonb_build_object('students', 0, 'lessons', 0); end if;

  figures := private.removal_preview(coach, student);
  -- Read again: a lesson may have been registered while this waited for the lock.
  attended := array(select session_id from public.session_package_assignments
                     where user_id = coach and student_id = student);
  delete from public.sessions where user_id = coach and id = any (attended) and student_count = 1;
  -- A group lesson stays, without this student.
  if erase_group_notes is not false then
    update public.sessions set notes = null where user_id = coach and id = any (attended) and notes is not null;
  end if;
  -- When a deleted lesson was is kept for the lines about it: with the last of them it goes too.
  told := array(select distinct l.session_id from public.credit_ledger l
                 where l.user_id = coach and l.student_id = student and l.session_id is not null);
  delete from public.students where user_id = coach and id = student;
  delete from private.deleted_lessons d
   where d.user_id = coach and d.id = any (attended || told)
     and not exists (select from public.sessions s where s.user_id = coach and s.id = d.id)
     and not exists (select from public.credit_ledger l where l.user_id = coach and l.session_id = d.id);
  return figures || jsonb_build_object('students', 1, 'lessons', figures -> 'lessons_alone');
end $function$;
grant execute to authenticated;

-- The extensions of a plan's lessons and skips whose cause does not stand.
CREATE OR REPLACE FUNCTION private.dormant_extensions(coach uuid, lessons jsonb, skips jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg((e.x).id), '{}')
    from (select y.x from jsonb_array_elements(lessons) l
           cross join lateral (select x from public.package_extensions x
                                where x.user_id = coach and x.session_id = (l -> 'session' ->> 'id')::uuid offset 0) y
          union all
          select y.x from jsonb_array_elements(coalesce(skips -> 'add', '[]')) s
           cross join lateral (select x from public.package_extensions x
                                where x.user_id = coach and x.slot_id = (s ->> 'slot_id')::uuid
                                  and x.slot_date = (s ->> 'slot_date')::date offset 0) y) e
   where not private.extension_stands(e.x)
$function$;
grant execute to authenticated, service_role;

-- After a slot of the caller got a last day: what had been skipped or moved later goes; the days that the skips gave stay.
CREATE OR REPLACE FUNCTION private.drop_exceptions_after(slot uuid, last_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.coach();
begin
  perform private.keep_days_of_skips(me, slot, last_day);
  delete from public.slot_exceptions where user_id = me and slot_id = slot and slot_date > last_day;
end $function$;
grant execute to authenticated, service_role;

-- Edits a package of the caller, or deletes it, if it is as expected: {op: edit or delete, id, expected, values}. PT409 stale_package, PT404 package_not_found, 23503: a lesson uses it.
CREATE OR REPLACE FUNCTION private.edit_package(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  pkg    constant uuid := change ->> 'id';
  entered constant jsonb := change -> 'values';
  now_is jsonb;
begin
  select to_jsonb(p) into now_is from public.packages p where p.user_id = me and p.id = pkg;
  if now_is is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = pkg::text; end if;
  if not now_is @> coalesce(nullif(change -> 'expected', 'null'), '{}') then
    raise sqlstate 'PT409' using message = 'stale_package', detail = pkg::text;
  end if;
  if change ->> 'op' = 'delete' then
    delete from public.packages where user_id = me and id = pkg;
    return;
  end if;
  update public.packages p
     set name = entered ->> 'name', total_classes = (entered ->> 'total_classes')::integer,
         price = (entered ->> 'price')::numeric, purchase_date = (entered ->> 'purchase_date')::date,
         payment_date = (entered ->> 'payment_date')::date, renews_monthly = (entered ->> 'renews_monthly')::boolean,
         validity_days = (entered ->> 'validity_days')::integer,
         expiry_date = case when entered ? 'expiry_date' then (entered ->> 'expiry_date')::date else p.expiry_date end
   where p.user_id = me and p.id = pkg;
end $function$;
grant execute to authenticated, service_role;

-- The rows that a write may change, by kind and key. `removed`: lessons and packages that it deletes, whose alerts go with them.
CREATE OR REPLACE FUNCTION private.effect_rows(me uuid, scope jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  rows jsonb := '{}';
begin
  if coalesce(scope -> 'packages', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'packages ' || p.id,
             jsonb_build_object('id', p.id, 'student_id', p.student_id, 'remaining_classes', p.remaining_classes,
                                'expiry_date', p.expiry_date, 'extended_days', p.extended_days, 'price', p.price,
                                'paid_total', p.paid_total, 'open_amount', p.open_amount, 'payment_date', p.payment_date)
        from jsonb_array_elements_text(scope -> 'packages') i
       cross join lateral (select * from public.packages y where y.user_id = me and y.id = i::uuid offset 0) p) x (key, row));
  end if;
  if coalesce(scope -> 'lessons', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'lessons ' || s.id,
             jsonb_build_object('id', s.id, 'date', s.date, 'day', s.day, 'cancelled_reason', s.cancelled_reason,
                                'slot_id', s.slot_id, 'slot_date', s.slot_date, 'version', s.version)
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.sessions y where y.user_id = me and y.id = i::uuid offset 0) s
      union all
      select 'participants ' || a.session_id || ' ' || a.student_id,
             jsonb_build_object('session_id', a.session_id, 'student_id', a.student_id, 'attendance', a.attendance,
                                'package_id', a.package_id, 'manually_assigned', a.manually_assigned)
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.session_package_assignments y
                            where y.user_id = me and y.session_id = i::uuid offset 0) a
      union all
      select 'feedbacks ' || f.session_id || ' ' || f.student_id,
             jsonb_build_object('session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating,
                                -- Only to notice a change: no text leaves this file.
                                'text', md5(row (f.notes, f.private_notes, f.tags, f.club_id)::text))
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.session_feedbacks y
                            where y.user_id = me and y.session_id = i::uuid offset 0) f) x (key, row));
  end if;
  if coalesce(scope -> 'slots', '[]') <> '[]' or coalesce(scope -> 'occurrences', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'skips ' || e.slot_id || ' ' || e.slot_date,
             jsonb_build_object('slot_id', e.slot_id, 'slot_date', e.slot_date, 'reason', e.reason, 'moved_to', e.moved_to,
                                'recess_id', e.recess_id)
        from (select y.* from jsonb_array_elements_text(scope -> 'slots') i
               cross join lateral (select * from public.slot_exceptions y where y.user_id = me and y.slot_id = i::uuid offset 0) y
              union
              select y.* from jsonb_array_elements(scope -> 'occurrences') o
               cross join lateral (select * from public.slot_exceptions y
                                    where y.user_id = me and y.slot_id = (o ->> 'slot_id')::uuid
                                      and y.slot_date = (o ->> 'slot_date')::date offset 0) y) e) x (key, row));
  end if;
  if (scope ->> 'money')::boolean then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'payments ' || m.id,
             jsonb_build_object('id', m.id, 'package_id', m.package_id, 'student_id', m.student_id, 'kind', m.kind,
                                'amount', m.amount, 'paid_on', m.paid_on)
        from jsonb_array_elements_text(scope -> 'packages') i
       cross join lateral (select * from public.packages y where y.user_id = me and y.id = i::uuid offset 0) p
       cross join lateral (select * from public.payments y
                            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id offset 0) m) x (key, row));
  end if;
  if coalesce(scope -> 'alerts', '[]') <> '[]' or coalesce(scope -> 'removed', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'alerts ' || a.open_key,
             jsonb_build_object('key', a.open_key, 'type', a.type, 'student_id', a.student_id, 'session_id', a.session_id,
                                'package_id', a.package_id)
        from (select y.* from jsonb_array_elements_text(scope -> 'alerts') i
               cross join lateral (select * from public.alerts y where y.user_id = me and y.open_key = i offset 0) y
              union
              select y.* from jsonb_array_elements_text(scope -> 'removed') i
               cross join lateral (select * from public.alerts y where y.user_id = me and y.session_id = i::uuid offset 0) y
              union
              select y.* from jsonb_array_elements_text(scope -> 'removed') i
               cross join lateral (select * from public.packages y where y.user_id = me and y.id = i::uuid offset 0) p
               cross join lateral (select * from public.alerts y
                                    where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id offset 0) y) a
       where a.open_key is not null) x (key, row));
  end if;
  return rows;
end $function$;
grant execute to authenticated, service_role;

-- Every row that differs, with its figures before and after; null: it was not there, or is not any more.
CREATE OR REPLACE FUNCTION private.effects_between(before jsonb, after jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (select '{"packages": [], "lessons": [], "participants": [], "feedbacks": [], "skips": [], "payments": [], "alerts": []}'::jsonb
         || coalesce(jsonb_object_agg(k.kind, k.changes), '{}')
    from (select split_part(key, ' ', 1) as kind,
                 jsonb_agg(jsonb_build_object('before', b.value - 'text', 'after', a.value - 'text') order by key collate "C") as changes
            from jsonb_each(before) b full join jsonb_each(after) a using (key)
           where b.value is distinct from a.value
           group by 1) k);
end $function$;
grant execute to authenticated, service_role;

-- What an operation did: the difference of its rows. Kept for a repeat; those older than 30 days are forgotten.
CREATE OR REPLACE FUNCTION private.end_operation(me uuid, op uuid, scope jsonb, before jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  done constant jsonb := private.effects_between(before, private.effect_rows(me, scope));
begin
  update private.applied_ops set effects = done where user_id = me and op_id = op;
  -- An answer is asked for again within days, if at all; the id itself stays, because a late retry must not act twice.
  -- A few with each write, the oldest first, so that no write waits for all of them.
  update private.applied_ops set effects = null, content = null
   where user_id = me
     and op_id = any (array(select o.op_id from private.applied_ops o
                             where o.user_id = me and o.effects is not null and o.applied_at < now() - interval '30 days'
                             order by o.applied_at limit 20));
  return done;
end $function$;
grant execute to authenticated, service_role;

-- Before a lesson becomes that of an occurrence, which its slot must have (PT409 agenda_changed): ends the skip of that occurrence.
CREATE OR REPLACE FUNCTION private.end_skip()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  slot public.lesson_slots;
begin
  select * into slot from public.lesson_slots where user_id = new.user_id and id = new.slot_id for share;
  -- Without a slot the key refuses the lesson.
  if found and (new.slot_date < slot.starts_on or new.slot_date > slot.ends_on) then
    raise sqlstate 'PT409' using message = 'agenda_changed', detail = slot.id::text;
  end if;
  delete from public.slot_exceptions
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and moved_to is null;
  update public.slot_exceptions set reason = null, recess_id = null
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and reason is not null;
  return new;
end $function$;

-- Whether the cause of an extension stands: by hand and by recess always; of a lesson while its student is not charged in it; of a skip while the occurrence is skipped.
CREATE OR REPLACE FUNCTION private.extension_stands(e package_extensions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.kept or case
    when e.session_id is not null then
      exists (select from public.sessions s where s.user_id = e.user_id and s.id = e.session_id)
      and not exists (select from public.session_package_assignments a
                       where a.user_id = e.user_id and a.session_id = e.session_id and a.student_id = e.student_id and a.charged)
    when e.slot_id is not null then
      exists (select from public.slot_exceptions x
               where x.user_id = e.user_id and x.slot_id = e.slot_id and x.slot_date = e.slot_date and x.reason is not null)
    else true end
$function$;
grant execute to authenticated, service_role;

-- After a statement on extensions: the validity of their packages.
CREATE OR REPLACE FUNCTION private.extensions_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
begin
  for c in select user_id, array_agg(distinct package_id) as package_ids from changed group by user_id loop
    perform private.recount_validity(c.user_id, c.package_ids);
  end loop;
  return null;
end $function$;

-- The day in São Paulo; devices send the lesson's day.
CREATE OR REPLACE FUNCTION private.fallback_day(date timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN ((date AT TIME ZONE 'America/Sao_Paulo'::text))::date;
grant execute to authenticated, service_role;

-- After a statement on feedback: the ratings of its lesson, whose version rises.
CREATE OR REPLACE FUNCTION private.feedbacks_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    update public.sessions s
       set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum, rating_count = s.rating_count + c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from new_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  elsif tg_op = 'DELETE' then
    update public.sessions s
       set rating_sum = s.rating_sum - c.rating_sum, rating_count = s.rating_count - c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from old_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  else
    -- Deleting a club clears club_id. That is no edit of its lessons and must not wait for their locks.
    update public.sessions s set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum
      from (select n.user_id, n.session_id, sum(n.rating - o.rating)::integer as rating_sum
              from old_rows o join new_rows n using (user_id, session_id, student_id)
             where (o.rating, o.notes, o.tags, o.private_notes) is distinct from (n.rating, n.notes, n.tags, n.private_notes)
                or (n.club_id is not null and n.club_id is distinct from o.club_id)
             group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  end if;
  return null;
end $function$;

-- The answer of a plan with its effects, once everything is written.
CREATE OR REPLACE FUNCTION private.finish_plan(op_id uuid, applied jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select applied - 'scope' - 'before' || jsonb_build_object('effects', case
    when applied -> 'scope' <> 'null' then private.end_operation(private.coach(), op_id, applied -> 'scope', applied -> 'before')
    else applied -> 'effects' end)
$function$;
grant execute to authenticated, service_role;

-- After the price or payment date of a package changes: the sale's own payment follows while it is the only one.
CREATE OR REPLACE FUNCTION private.follow_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  payments constant public.payments[] := array(
    select p from public.payments p
     where p.user_id = new.user_id and p.student_id = new.student_id and p.package_id = new.id limit 2);
  only_one constant public.payments := payments[1];
begin
  if cardinality(payments) = 0 and old.price = 0 and new.price > 0 then
    insert into public.payments (user_id, student_id, package_id, amount, paid_on, method, own)
    values (new.user_id, new.student_id, new.id, new.price, new.payment_date, 'other', true);
  -- In any other case the coach said what was received, and the difference shows.
  elsif cardinality(payments) = 1 and only_one.own
        and (only_one.amount, only_one.paid_on) = (old.price, old.payment_date) then
    if new.price = 0 then
      delete from public.payments where user_id = new.user_id and id = only_one.id;
    else
      update public.payments set amount = new.price, paid_on = new.payment_date
       where user_id = new.user_id and id = only_one.id;
    end if;
  end if;
  return null;
end $function$;

-- Before an undo deletes a lesson that was registered, or puts one back as it was before its last change: the days that it gave go with it, those of that change alone.
CREATE OR REPLACE FUNCTION private.forget_days_of_lesson(lesson uuid, since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- What is kept stays: a deletion on another device gave it for good, or its student was anonymised since.
  delete from public.package_extensions
   where user_id = private.coach() and session_id = lesson and created_at >= since and not kept
$function$;
grant execute to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.ics_line(line text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  folded text := '';
  width  integer := 0;
  letter text;
begin
  if octet_length(line) <= 75 then return line || E'\r\n'; end if;
  foreach letter in array regexp_split_to_array(line, '') loop
    if width + octet_length(letter) > 75 then
      folded := folded || E'\r\n ';
      width := 1;
    end if;
    folded := folded || letter;
    width := width + octet_length(letter);
  end loop;
  return folded || E'\r\n';
end $function$;

CREATE OR REPLACE FUNCTION private.ics_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'), '([\\;,])', '\\\1', 'g')
$function$;

-- Whether any balance differs from the document.
CREATE OR REPLACE FUNCTION private.import_differs(coach uuid, document jsonb, op_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  select coalesce(private.totals(coach) <> document -> 'totals', true)
    -- The sums of each student's rows.
    or exists (
         (select b from jsonb_array_elements(private.balances(coach)) b
          except all
          select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b)
         union all
         (select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b
          except all
          select b from jsonb_array_elements(private.balances(coach)) b))
    -- The columns that triggers keep.
    or exists (select from jsonb_to_recordset(document -> 'students') as r (id uuid, total_credits integer)
                left join public.students s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where s.total_credits is distinct from r.total_credits)
    or exists (select from jsonb_to_recordset(document -> 'packages') as r (id uuid, used_classes integer,
                                remaining_classes integer, expiry_date date, extended_days integer, paid_total numeric)
                left join public.packages p on p.user_id = coach and p.id = private.imported_id(op_id, r.id)
                where (p.used_classes, p.remaining_classes, p.expiry_date, p.extended_days, p.paid_total)
                      is distinct from (r.used_classes, r.remaining_classes, r.expiry_date, r.extended_days, r.paid_total))
    or exists (select from jsonb_to_recordset(document -> 'sessions') as r (id uuid, student_count integer,
                                unassigned_count integer, cancelled_count integer, rating_sum integer, rating_count integer)
                left join public.sessions s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where (s.student_count, s.unassigned_count, s.cancelled_count, s.rating_sum, s.rating_count)
                      is distinct from (r.student_count, r.unassigned_count, r.cancelled_count, r.rating_sum, r.rating_count))
    -- The ledger of a package adds up to its balance, that of a deleted one to 0; for each lesson it took the one credit
    -- that the attendance says, and the balances beside the lines are their running sums.
    or exists (select from public.credit_ledger l
                 left join public.packages p on p.user_id = l.user_id and p.id = l.package_id
                where l.user_id = coach
                group by l.package_id, p.remaining_classes
               having sum(l.delta) <> coalesce(p.remaining_classes, 0))
    or exists (select from (select session_id, student_id, package_id, sum(delta) as delta from public.credit_ledger
                             where user_id = coach and session_id is not null group by 1, 2, 3) l
                 full join (select session_id, student_id, package_id from public.session_package_assignments
                             where user_id = coach and package_id is not null) a using (session_id, student_id, package_id)
                where coalesce(l.delta, 0) <> case when a is null then 0 else -1 end)
    or exists (select from (select package_balance_after, balance_after,
                                   sum(delta) over (partition by student_id, package_id order by id) as of_package,
                                   sum(delta) over (partition by student_id order by id) as of_student
                              from public.credit_ledger where user_id = coach) l
                where (package_balance_after, balance_after) is distinct from (of_package, of_student))
$function$;

CREATE OR REPLACE FUNCTION private.import_my_data(document jsonb, op_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  coach constant uuid := private.coach();
  replayed boolean := false;
begin
  -- Every new row of this coach needs a key-share lock on this one: other writers wait until this is done.
  perform from public.profiles where id = coach for update;
  if not found then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null then raise sqlstate 'PT400' using message = 'bad_document'; end if;

  insert into private.applied_ops (user_id, op_id) values (coach, op_id) on conflict do nothing;
  if not found then
    replayed := true;
  else
    if exists (select from public.students where user_id = coach) or exists (select from public.sessions where user_id = coach)
       or exists (select from public.clubs where user_id = coach)
       or exists (select from public.lesson_slots where user_id = coach)
       or exists (select from public.recesses where user_id = coach) then
      raise sqlstate 'PT409' using message = 'account_not_empty';
    end if;
    if document ->> 'format' is distinct from 'voleio-export' or document -> 'version' is distinct from '1'
       or jsonb_typeof(document -> 'totals') is distinct from 'object'
       or exists (select from unnest(array['clubs', 'students', 'packages', 'extensions', 'payments', 'recesses', 'slots', 'slot_students',
                                           'slot_exceptions', 'sessions', 'assignments', 'feedbacks', 'message_templates',
                                           'notices', 'alerts', 'credit_ledger', 'balances']) part
                   where jsonb_typeof(document -> part) is distinct from 'array') then
      raise sqlstate 'PT400' using message = 'bad_document';
    end if;
    if jsonb_array_length(document -> 'students') > 10000 or jsonb_array_length(document -> 'sessions') > 100000
       or exists (select from unnest(array['clubs', 'packages', 'payments', 'extensions', 'assignments', 'feedbacks', 'alerts',
                                           'credit_ledger', 'recesses', 'slots', 'slot_students', 'slot_exceptions',
                                           'message_templates', 'notices']) part
                   where jsonb_array_length(document -> part) > 400000) then
      raise sqlstate 'PT413' using message = 'document_too_large';
    end if;

    -- An empty account may already have the alert that it has no club.
    delete from public.alerts where user_id = coach;
    -- Without a totals row add_to_totals does nothing. A row that one transaction updates twenty thousand times gets slower
    -- with each update; the totals are counted once at the end instead.
    delete from public.coach_days where user_id = coach;
    delete from public.coach_totals where user_id = coach;
    begin
      perform private.import_rows(coach, document, op_id);
      set constraints all immediate;
      set constraints all deferred;
      perform private.recount_totals(coach);
      if private.import_differs(coach, document, op_id) then
        raise sqlstate 'PT422' using message = 'balances_differ';
      end if;
    exception
      -- Values that do not fit, duplicate rows, references to rows that are not in the document.
      when data_exception or integrity_constraint_violation or sqlstate 'PT400' or sqlstate 'PT409' or sqlstate 'PT410' then
        raise sqlstate 'PT400' using message = 'bad_document', detail = sqlerrm;
    end;
  end if;

  return jsonb_build_object(
    'replayed', replayed,
    'students', (select count(*) from public.students where user_id = coach),
    'packages', (select count(*) from public.packages where user_id = coach),
    'sessions', (select count(*) from public.sessions where user_id = coach),
    'credits', (select coalesce(sum(total_credits), 0) from public.students where user_id = coach),
    -- Whose page opens by a link that nobody had before: an export's links are given to nobody.
    'links', (select count(*) from public.students where user_id = coach and anonymized_at is null),
    'texts', (select count(*) from public.message_templates where user_id = coach));
end $function$;
grant execute to authenticated;

-- Inserts the rows of a document for this coach.
CREATE OR REPLACE FUNCTION private.import_rows(coach uuid, document jsonb, op_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  student record;
begin
  -- All columns as the document has them, so that a new column comes back by itself; what follows `||` is not taken from
  -- it: ids, the coach, and what triggers keep.
  insert into public.clubs
  select club.*
    from jsonb_array_elements(document -> 'clubs') r
   cross join jsonb_populate_record(null::public.clubs, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach)) club;

  -- An anonymised student is inserted as an ordinary one (triggers would refuse their rows) and anonymised at the end.
  insert into public.students
  select s.*
    from jsonb_array_elements(document -> 'students') r
   cross join jsonb_populate_record(null::public.students, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'total_credits', 0, 'credits_version', 0, 'anonymized_at', null, 'link', null,
           'phone', case when r ->> 'anonymized_at' is null then r ->> 'phone' else '00000000' end)) s;

  -- Without its extensions; they bring their days below.
  insert into public.packages (id, user_id, student_id, name, total_classes, used_outside, price, purchase_date, payment_date,
                               expiry_date, validity_days, renews_monthly, renews, sold_classes, sold_price, created_at,
                               updated_at)
  select private.imported_id(op_id, r.id), coach, private.imported_id(op_id, r.student_id), r.name, r.total_classes,
         r.used_outside, r.price, r.purchase_date, r.payment_date, r.expiry_date - r.extended_days,
         r.validity_days, r.renews_monthly, private.imported_id(op_id, r.renews), r.sold_classes,
         r.sold_price, r.created_at, r.updated_at
    from jsonb_to_recordset(document -> 'packages') as r (id uuid, student_id uuid, name text, total_classes integer,
                                                        used_outside integer, price numeric, purchase_date date,
                                                        payment_date date, expiry_date date, validity_days integer,
                                                        extended_days integer, renews_monthly boolean, renews uuid,
                                                        sold_classes integer, sold_price numeric,
                                                        created_at timestamptz, updated_at timestamptz);

  -- Each package has been paid by its trigger.
  delete from public.payments where user_id = coach;
  insert into public.payments
  select payment.*
    from jsonb_array_elements(document -> 'payments') r
   cross join jsonb_populate_record(null::public.payments, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid),
           'package_id', private.imported_id(op_id, (r ->> 'package_id')::uuid))) payment;

  -- The agenda, before the lessons that answer it; its times are those of its time zone.
  update public.profiles set time_zone = document -> 'profile' ->> 'time_zone'
   where id = coach and document -> 'profile' ->> 'time_zone' is not null;
  insert into public.recesses
  select recess.*
    from jsonb_array_elements(document -> 'recesses') r
   cross join jsonb_populate_record(null::public.recesses, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach)) recess;
  insert into public.lesson_slots
  select slot.*
    from jsonb_array_elements(document -> 'slots') r
   cross join jsonb_populate_record(null::public.lesson_slots, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'club_id', private.imported_id(op_id, (r ->> 'club_id')::uuid),
           'replaces', array(select private.imported_id(op_id, before::uuid)
                               from jsonb_array_elements_text(r -> 'replaces') with ordinality b (before, at)
                              order by b.at))) slot;
  insert into public.lesson_slot_students
  select expected.*
    from jsonb_array_elements(document -> 'slot_students') r
   cross join jsonb_populate_record(null::public.lesson_slot_students, jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid), 'user_id', coach,
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid))) expected;
  insert into public.slot_exceptions
  select exception.*
    from jsonb_array_elements(document -> 'slot_exceptions') r
   cross join jsonb_populate_record(null::public.slot_exceptions, r || jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid),
           'recess_id', private.imported_id(op_id, (r ->> 'recess_id')::uuid), 'user_id', coach)) exception;

  insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id, slot_date)
  select private.imported_id(op_id, r.id), coach, r.date, r.day, r.teacher, r.notes, r.cancelled_reason, r.created_at,
         private.imported_id(op_id, r.slot_id), r.slot_date
    from jsonb_to_recordset(document -> 'sessions') as r (id uuid, date timestamptz, day date, teacher text, notes text,
                                                        cancelled_reason text, created_at timestamptz, slot_id uuid,
                                                        slot_date date);

  insert into public.session_package_assignments (user_id, session_id, student_id, package_id, manually_assigned, assigned_at,
                                                  attendance)
  select coach, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id),
         private.imported_id(op_id, r.package_id), r.manually_assigned, r.assigned_at, r.attendance
    from jsonb_to_recordset(document -> 'assignments') as r (session_id uuid, student_id uuid, package_id uuid,
                                                           manually_assigned boolean, assigned_at timestamptz,
                                                           attendance text);

  insert into public.session_feedbacks (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
  select coach, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id), r.rating, r.notes,
         r.private_notes, r.tags, private.imported_id(op_id, r.club_id), r.created_at
    from jsonb_to_recordset(document -> 'feedbacks') as r (session_id uuid, student_id uuid, rating smallint, notes text,
                                                         private_notes text, tags text[], club_id uuid,
                                                         created_at timestamptz);

  -- After what they follow: a returning lesson would take up days that were kept for good.
  insert into public.package_extensions
  select extension.*
    from jsonb_array_elements(document -> 'extensions') r
   cross join jsonb_populate_record(null::public.package_extensions, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid),
           'package_id', private.imported_id(op_id, (r ->> 'package_id')::uuid),
           'session_id', private.imported_id(op_id, (r ->> 'session_id')::uuid),
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid),
           'batch_id', private.imported_id(op_id, (r ->> 'batch_id')::uuid))) extension;

  -- Alerts whose cause lasts, so that what the coach closed stays closed. Their keys are rebuilt with the new ids.
  insert into public.alerts (user_id, type, priority, student_id, session_id, package_id, student_name, message, facts,
                             resolved, created_at, dedupe_key)
  select coach, r.type, r.priority, private.imported_id(op_id, r.student_id), private.imported_id(op_id, r.session_id),
         private.imported_id(op_id, r.package_id), r.student_name, r.message,
         r.facts, r.resolved, r.created_at,
         case r.type
           when 'low_credits' then concat_ws(':', r.type, private.imported_id(op_id, r.student_id))
           when 'unassigned_session' then
             concat_ws(':', r.type, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id))
           when 'no_club_registered' then r.type
           else concat_ws(':', r.type, private.imported_id(op_id, r.package_id), split_part(r.dedupe_key, ':', 3)::date)
         end
    from jsonb_to_recordset(document -> 'alerts') as r (type text, priority text, student_id uuid, session_id uuid,
                                                      package_id uuid, student_name text, message text, facts jsonb,
                                                      dedupe_key text, resolved boolean, ended boolean, created_at timestamptz)
   -- A key that the app would not make is left out; a cause that lasts is raised anew.
   where not r.ended
     and (r.type in ('low_credits', 'unassigned_session', 'no_club_registered')
          or pg_input_is_valid(split_part(r.dedupe_key, ':', 3), 'date'))
  on conflict on constraint alerts_one_per_cause do nothing;

  -- The document's own lines replace those that triggers have just written: they know the order, the deleted packages and
  -- why.
  delete from public.credit_ledger where user_id = coach;
  insert into public.credit_ledger (user_id, id, student_id, package_id, session_id, kind, delta, created_at, package_name,
                                    lesson_date, lesson_day, attendance, cancelled_reason, charged_as, reason,
                                    package_balance_after, balance_after)
  select coach, row_number() over (order by r.id), private.imported_id(op_id, r.student_id), private.imported_id(op_id, r.package_id),
         private.imported_id(op_id, r.session_id), r.kind, r.delta, r.created_at, r.package_name, r.lesson_date, r.lesson_day,
         r.attendance, r.cancelled_reason, r.charged_as, r.reason, r.package_balance_after, r.balance_after
    from jsonb_to_recordset(document -> 'credit_ledger') as r (id bigint, student_id uuid, package_id uuid, session_id uuid,
                                                             kind text, delta integer, created_at timestamptz,
                                                             package_name text, lesson_date timestamptz, lesson_day date,
                                                             attendance text, cancelled_reason text, charged_as text, reason text,
                                                             package_balance_after integer, balance_after integer);
  insert into private.ledger_numbers (user_id, last) values (coach, jsonb_array_length(document -> 'credit_ledger'))
  on conflict (user_id) do update set last = excluded.last;

  for student in
    select private.imported_id(op_id, r.id) as id, r.anonymized_at
      from jsonb_to_recordset(document -> 'students') as r (id uuid, anonymized_at timestamptz)
     where r.anonymized_at is not null
  loop
    perform private.clear_personal_data(coach, student.id, student.anonymized_at);
  end loop;

  -- A text that the account has already stays.
  insert into public.message_templates (user_id, kind, body, updated_at)
  select coach, r.kind, r.body, r.updated_at
    from jsonb_to_recordset(document -> 'message_templates') as r (kind text, body text, updated_at timestamptz)
  on conflict (user_id, kind) do nothing;

  -- A cause names rows by their ids, which are new ones now.
  insert into public.notices (id, user_id, kind, student_id, cause, opened_at)
  select private.imported_id(op_id, r.id), coach, r.kind, private.imported_id(op_id, r.student_id), c.cause, r.opened_at
    from jsonb_to_recordset(document -> 'notices') as r (id uuid, kind text, student_id uuid, cause text, opened_at timestamptz)
   cross join lateral (
     select string_agg(case when part ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                            then private.imported_id(op_id, part::uuid)::text else part end, ':' order by n) as cause
       from string_to_table(r.cause, ':') with ordinality x (part, n)) c
  on conflict on constraint notices_one_per_cause do nothing;
end $function$;

CREATE OR REPLACE FUNCTION private.import_students(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me       constant uuid := private.coach();
  op_id    constant uuid := plan ->> 'op_id';
  entries  constant jsonb := plan -> 'rows';
  sold     uuid[];
  replayed boolean;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null or jsonb_typeof(entries) is distinct from 'array' then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'no rows';
  end if;
  if jsonb_array_length(entries) not between 1 and 1000
     or exists (select from jsonb_array_elements(entries) e
                 where e -> 'student' ->> 'id' is null
                    or jsonb_typeof(coalesce(nullif(e -> 'package', 'null'), '{"id": ""}') -> 'id') is distinct from 'string') then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'at most 1,000 rows, each with ids';
  end if;

  -- Exactly once: a concurrent repeat waits here for the first call and is then answered as a replay.
  insert into private.applied_ops (user_id, op_id) values (me, op_id) on conflict do nothing;
  replayed := not found;
  sold := array(select (e -> 'package' ->> 'id')::uuid from jsonb_array_elements(entries) e where e -> 'package' ->> 'id' is not null);

  if not replayed then
    -- What this transaction wrote before is counted by its triggers.
    set constraints all immediate;
    set constraints all deferred;
    insert into public.students (id, user_id, name, email, phone, gender, type, classe, status, notes)
    select s.id, me, s.name, s.email, s.phone, s.gender, s.type, s.classe, s.status, s.notes
      from jsonb_array_elements(entries) e
      cross join jsonb_to_record(e -> 'student') as s (id uuid, name text, email text, phone text, gender text, type text,
                                                       classe text, status text, notes text);
    -- A trigger writes one payment of the whole price for each.
    insert into public.packages (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date,
                                 expiry_date, validity_days)
    select p.id, me, (e -> 'student' ->> 'id')::uuid, p.name, p.total_classes, p.price, p.purchase_date, p.payment_date,
           p.expiry_date, p.validity_days
      from jsonb_array_elements(entries) e
      cross join jsonb_to_record(nullif(e -> 'package', 'null')) as p (id uuid, name text, total_classes integer, price numeric,
                                                                       purchase_date date, payment_date date, expiry_date date,
                                                                       validity_days integer)
     where p.id is not null;

    -- What was used before is an adjustment, so that the statement explains the balance.
    update public.packages p set used_outside = c.used_outside
      from (select (e -> 'package' ->> 'id')::uuid as id, (e -> 'package' ->> 'used_outside')::integer as used_outside
              from jsonb_array_elements(entries) e) c
     where p.user_id = me and p.id = c.id and c.used_outside <> 0;
    update public.credit_ledger l set reason = 'Usadas antes do Voleio'
     where l.user_id = me and l.package_id = any (sold) and l.kind = 'adjust'
       and l.student_id = any (array(select (e -> 'student' ->> 'id')::uuid from jsonb_array_elements(entries) e));

    -- The file says that less was received, or nothing, or before its payment date.
    if exists (select from jsonb_array_elements(entries) e
                where (e -> 'package' ->> 'paid')::numeric > (e -> 'package' ->> 'price')::numeric) then
      raise sqlstate 'PT400' using message = 'overpaid';
    end if;
    delete from public.payments y
     where y.user_id = me
       and y.package_id = any (array(select (e -> 'package' ->> 'id')::uuid from jsonb_array_elements(entries) e
                                      where (e -> 'package' ->> 'paid') is not null));
    insert into public.payments (user_id, student_id, package_id, kind, amount, paid_on, method, own)
    select me, (e -> 'student' ->> 'id')::uuid, p.id, 'payment', p.paid, coalesce(p.paid_on, p.payment_date), 'other',
           p.paid = p.price
      from jsonb_array_elements(entries) e
      cross join jsonb_to_record(nullif(e -> 'package', 'null')) as p (id uuid, paid numeric, price numeric, payment_date date,
                                                                       paid_on date)
     where p.paid <> 0;

    perform set_config('voleio.importing', 'on', true);
    set constraints all immediate;
    set constraints all deferred;
    perform set_config('voleio.importing', '', true);
    perform private.add_to_totals(me, null, row ((
      select count(*) from jsonb_array_elements(entries) e where e -> 'student' ->> 'status' = 'active'),
      0, 0, 0, 0, 0, 0)::private.totals_change);
    perform private.add_to_totals(me, x.purchase_date, row (0, 0, 0, 0, 0, x.price, 0)::private.totals_change)
       from (select p.purchase_date, sum(p.price) as price from public.packages p
              where p.user_id = me and p.id = any (sold) group by 1) x;
    perform private.add_money(me, x.day, sum(x.paid), sum(x.owed))
       from (select y.paid_on as day, y.amount as paid, 0 as owed from public.payments y
              where y.user_id = me and y.package_id = any (sold)
             union all
             select p.payment_date, 0, p.open_amount from public.packages p where p.user_id = me and p.id = any (sold)) x
      group by x.day;
  end if;

  return jsonb_build_object('op_id', op_id, 'replayed', replayed) || (
    select jsonb_build_object('students', count(s.id), 'packages', count(p.id),
                              'credits', coalesce(sum(p.remaining_classes), 0))
      from jsonb_array_elements(entries) e
      left join public.students s on s.user_id = me and s.id = (e -> 'student' ->> 'id')::uuid
      left join public.packages p on p.user_id = me and p.student_id = s.id and p.id = (e -> 'package' ->> 'id')::uuid);
end $function$;
grant execute to authenticated, service_role;

-- The new id of an imported row: the same wherever it is referenced, and not guessable without the operation id.
CREATE OR REPLACE FUNCTION private.imported_id(op_id uuid, id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select overlay(overlay(left(encode(sha256(uuid_send(op_id) || uuid_send(id)), 'hex'), 32) placing '8' from 13)
                 placing '8' from 17)::uuid
$function$;

-- Whether import_students counts for the triggers of its rows.
CREATE OR REPLACE FUNCTION private.is_importing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (COALESCE(current_setting('voleio.importing'::text, true), ''::text) = 'on'::text);

-- For checks: Postgres takes lists of lists, and holes, for any list; the app could not read them again.
CREATE OR REPLACE FUNCTION private.is_list(list anyarray)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when array_ndims(list) > 1 then false else array_position(list, null) is null end
$function$;
grant execute to anon, authenticated, service_role;

-- The package ends before the 8th of the month with this first day, or has no credits left.
CREATE OR REPLACE FUNCTION private.is_renewal_due(pkg packages, month date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select pkg.remaining_classes <= 0 or coalesce(pkg.expiry_date < month + 7, false)
$function$;
grant execute to authenticated, service_role;

-- Whether this is the IANA name of a time zone.
CREATE OR REPLACE FUNCTION private.is_time_zone(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  perform timestamp '2000-01-01' at time zone name;
  -- 'EST' and '+03' know no summer time. With a digit in it, any word is a time zone to Postgres: 'No/Where3'.
  return name ~ '^([A-Za-z_]+(/[A-Za-z_-]+)+|Etc/GMT[+-][0-9]+|UTC)$';
exception when invalid_parameter_value then
  return false;
end $function$;
grant execute to authenticated, service_role;

-- Before a lesson is deleted: the days that it gives stay.
CREATE OR REPLACE FUNCTION private.keep_days_of_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.package_extensions e set kept = true
   where e.user_id = old.user_id and e.session_id = old.id and not e.kept and private.extension_stands(e);
  return old;
end $function$;

-- Before a slot goes, or ends on a last day: the days that its later skips give stay.
CREATE OR REPLACE FUNCTION private.keep_days_of_skips(coach uuid, slot uuid, last_day date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.package_extensions e set kept = true
   where e.user_id = coach and e.slot_id = slot and (last_day is null or e.slot_date > last_day)
     and not e.kept and private.extension_stands(e)
$function$;

-- Before a slot is deleted: the days that its skips give stay.
CREATE OR REPLACE FUNCTION private.keep_days_of_slot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.keep_days_of_skips(old.user_id, old.id, null);
  return old;
end $function$;

-- Before a lesson is deleted: keeps when it was.
CREATE OR REPLACE FUNCTION private.keep_deleted_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- From the coach's row: of an account that is being closed nothing is kept.
  insert into private.deleted_lessons (user_id, id, date, day, cancelled_reason, version)
  select p.id, old.id, old.date, old.day, old.cancelled_reason, old.version from public.profiles p where p.id = old.user_id
  on conflict (user_id, id) do update
    set date = excluded.date, day = excluded.day, cancelled_reason = excluded.cancelled_reason, version = excluded.version;
  return old;
end $function$;

-- Before update of a line: refuses all but the reason of an adjustment and the end of its words.
CREATE OR REPLACE FUNCTION private.keep_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  allowed public.credit_ledger := old;
begin
  if old.kind = 'adjust' and old.reason is null then allowed.reason := new.reason; end if;
  if new.reason is null and new.package_name is null then
    allowed.reason := null;
    allowed.package_name := null;
  end if;
  if new is distinct from allowed then
    raise sqlstate 'PT400' using message = 'line_is_kept', detail = old.id::text;
  end if;
  return new;
end $function$;

-- Before a club is added or its default changes: the only club is the default, and of several the newest choice.
CREATE OR REPLACE FUNCTION private.keep_one_default_club()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Serialises two devices that choose a default at once: the second sees what the first one wrote.
  perform from public.profiles where id = new.user_id for no key update;
  new.is_default := new.is_default
    or not exists (select from public.clubs where user_id = new.user_id and id <> new.id);
  if new.is_default then
    update public.clubs set is_default = false where user_id = new.user_id and is_default and id <> new.id;
  end if;
  return new;
end $function$;

-- Before a package is inserted, or its total or price changes: what was sold (sold_classes, sold_price).
CREATE OR REPLACE FUNCTION private.keep_sold()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.sold_classes := coalesce(new.sold_classes, new.total_classes);
    new.sold_price := coalesce(new.sold_price, new.price);
  elsif current_user = 'authenticated' then
    if new.total_classes <> old.total_classes then new.sold_classes := new.total_classes; end if;
    if new.price <> old.price then new.sold_price := new.price; end if;
  end if;
  return new;
end $function$;

-- After a lesson moved: the packages that may begin with it, and the day for which it gives more time.
CREATE OR REPLACE FUNCTION private.lesson_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved uuid[];
begin
  moved := array(select a.package_id from public.session_package_assignments a
                  where a.user_id = new.user_id and a.session_id = new.id and a.package_id is not null);
  perform from public.packages
   where user_id = new.user_id and id = any (moved) and validity_days is not null order by id for no key update;
  -- Its trigger computes the expiry.
  update public.packages set validity_days = validity_days
   where user_id = new.user_id and id = any (moved) and validity_days is not null;
  update public.package_extensions set day = new.day where user_id = new.user_id and session_id = new.id and not kept;
  return null;
end $function$;

-- Lessons held by the caller in each [since, until) and their ratings, periods counted from 1; infinity is open.
CREATE OR REPLACE FUNCTION private.lessons_per_period(since timestamp with time zone[], until timestamp with time zone[])
 RETURNS TABLE(period integer, lessons bigint, rating_sum bigint, rating_count bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  return query
  -- The first day (in UTC) that begins within the period, and the day in which it ends.
  with periods as (
    select p.i, p.low, p.high, (p.low at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date as first_day,
           (p.high at time zone 'UTC')::date as end_day
      from unnest(since, until) with ordinality as p (low, high, i)
  ), bounded as (
    select b.*, least(b.first_day::timestamp at time zone 'UTC', b.high) as head_end from periods b
  )
  select b.i::integer, coalesce(sum(x.lessons), 0)::bigint, coalesce(sum(x.rating_sum), 0)::bigint,
         coalesce(sum(x.rating_count), 0)::bigint
    from bounded b
    left join lateral (
      select d.held, d.rating_sum, d.rating_count from public.coach_days d
       where d.user_id = me and d.day >= b.first_day and d.day < b.end_day
      union all
      select (s.cancelled_reason is null)::integer, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= b.low and s.date < b.head_end
      union all
      select (s.cancelled_reason is null)::integer, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= greatest(b.end_day::timestamp at time zone 'UTC', b.head_end)
         and s.date < b.high) x (lessons, rating_sum, rating_count) on true
   group by b.i;
end $function$;
grant execute to authenticated, service_role;

-- Before a lead: at most 10 an hour from one address, 60 from its network, 600 in all (PT429); the e-mail in lower case.
CREATE OR REPLACE FUNCTION private.limit_lead_rate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '');
  -- The edge of hosted Supabase overwrites this header; the first hop of x-forwarded-for is chosen by the caller. An
  -- IPv4-mapped IPv6 address counts as the IPv4 address.
  address constant text := regexp_replace(headers ->> 'cf-connecting-ip', '^::ffff:(?=\d+\.)', '');
  hour    constant timestamptz := date_trunc('hour', now());
  part    record;
begin
  new.email := lower(private.plain_text(new.email));
  -- Whoever exports the leads opens them in a spreadsheet.
  new.name := private.plain_text(new.name);
  new.country := private.plain_text(new.country);
  new.heard_from := private.plain_text(new.heard_from);
  new.sports := array(select private.plain_text(s) from unnest(new.sports) s);

  -- First, so that a repeat after a lost answer is not rate limited.
  if exists (select from public.racketleads where id = new.id) then
    raise unique_violation using message = 'lead_already_left';
  end if;

  delete from private.lead_attempts where (bucket, who) in (
    select bucket, who from private.lead_attempts where bucket < hour limit 1000 for update skip locked);

  if pg_input_is_valid(address, 'inet') then
    -- The address before its network: who exceeds the own limit does not wait for the network's row.
    for part in
      select network(set_masklen(address::inet, bits)) as net, allowed
        from (values (4, 32, 10), (4, 24, 60), (6, 64, 10), (6, 48, 60)) limits (version, bits, allowed)
       where version = family(address::inet)
       order by allowed
    loop
      insert into private.lead_attempts as a (bucket, who)
      values (hour, encode(sha256(convert_to(hour::text || part.net::text, 'UTF8')), 'hex'))
      on conflict (bucket, who) do update set n = a.n + 1 where a.n < part.allowed;
      if not found then
        raise sqlstate 'PT429' using message = 'too_many_requests', detail = 'source';
      end if;
    end loop;
  end if;

  if (select count(*) from (
        select from public.racketleads where created_at >= hour limit 600) this_hour) >= 600 then
    raise sqlstate 'PT429' using message = 'too_many_requests', detail = 'all';
  end if;
  return new;
end $function$;

-- After rows are added: a coach has at most that many (first argument) of which the second one is true (PT413 too_many_rows).
CREATE OR REPLACE FUNCTION private.limit_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coach uuid;
  held  bigint;
begin
  for coach in select distinct user_id from new_rows loop
    execute format('select count(*) from (select from %I.%I where user_id = $1 and %s limit %s + 1) held',
                   tg_table_schema, tg_table_name, coalesce(tg_argv[1], 'true'), tg_argv[0])
       into held using coach;
    if held > tg_argv[0]::bigint then
      raise sqlstate 'PT413' using message = 'too_many_rows', detail = tg_table_name;
    end if;
  end loop;
  return null;
end $function$;

-- After slots are added or end later: at most 500 that have not ended (PT413 too_many_slots).
CREATE OR REPLACE FUNCTION private.limit_slots()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coach uuid;
begin
  for coach in select distinct user_id from new_rows order by 1 loop
    -- Of two devices the second one counts what the first one added.
    perform from public.profiles where id = coach for no key update;
    if (select count(*) from (
          select from public.lesson_slots
           where user_id = coach and case when ends_on is null then 'infinity' else ends_on end >= current_date - 1
           limit 501) running) > 500 then
      raise sqlstate 'PT413' using message = 'too_many_slots';
    end if;
  end loop;
  return null;
end $function$;

-- What private.used_links keeps of a link.
CREATE OR REPLACE FUNCTION private.link_hash(link uuid)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
RETURN sha256(uuid_send(link));

-- Locks these slots and those that write_exceptions names, by id: before lessons are written, so that of two devices the second one sees what the first one did.
CREATE OR REPLACE FUNCTION private.lock_slots(me uuid, ids uuid[], skips jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  slot uuid;
begin
  -- One by one: with `id = any (...)` the planner read all slots of the coach.
  for slot in
    select unnest(ids)
    union
    select (e ->> 'slot_id')::uuid
      from unnest(array[skips -> 'add', skips -> 'remove']) part
     cross join jsonb_array_elements(case when jsonb_typeof(part) = 'array' then part else '[]' end) e
    order by 1
  loop
    perform from public.lesson_slots where user_id = me and id = slot for no key update;
  end loop;
end $function$;
grant execute to authenticated, service_role;

-- Locks a student with lessons and packages until the end of the transaction, and the records of others whose texts match `named`. False: no such student.
CREATE OR REPLACE FUNCTION private.lock_student(coach uuid, student uuid, named text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  attended uuid[];
begin
  -- The lock order of every writer: lessons by id, packages by id, students by id.
  attended := array(select session_id from public.session_package_assignments
                     where user_id = coach and student_id = student
                     union select id from public.sessions where user_id = coach and notes ~* named
                     union select session_id from public.session_feedbacks
                            where user_id = coach and (notes ~* named or private_notes ~* named));
  perform from public.sessions where user_id = coach and id = any (attended) order by id for update;
  perform from public.packages p
    where p.user_id = coach
      and (p.student_id = student or p.id in (
            select e.package_id from public.package_extensions e where e.user_id = coach and e.reason ~* named
            union select y.package_id from public.payments y where y.user_id = coach and (y.payer_name ~* named or y.note ~* named)))
    order by p.id for update;
  perform from public.students where user_id = coach and (id = student or notes ~* named) order by id for update;
  return exists (select from public.students where user_id = coach and id = student);
end $function$;

-- Before insert: an id that was used and deleted since is refused (PT410); one in use violates its primary key (23505). Ids of other coaches do not matter.
CREATE OR REPLACE FUNCTION private.log_inserted_id()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  still_there boolean;
begin
  insert into private.applied_ops (user_id, op_id) values (new.user_id, new.id) on conflict do nothing;
  if not found then
    execute format('select exists (select from %I.%I where user_id = $1 and id = $2)', tg_table_schema, tg_table_name)
      into still_there using new.user_id, new.id;
    if not still_there then
      raise sqlstate 'PT410' using message = 'already_deleted', detail = new.id::text;
    end if;
  end if;
  return new;
end $function$;

-- The e-mail that the caller signs in with.
CREATE OR REPLACE FUNCTION private.login_email()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select email from auth.users where id = private.coach()
$function$;
grant execute to authenticated;

-- A profile for an account: name from the metadata, else the part of the e-mail before the at-sign.
CREATE OR REPLACE FUNCTION private.make_profile(account uuid, email text, meta jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.profiles (id, name, phone, main_sport)
  select account,
         left(coalesce(nullif(btrim(regexp_replace(meta ->> 'name', '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''),
                       nullif(btrim(regexp_replace(split_part(email, '@', 1), '[\u202A-\u202E\u2066-\u2069]', '', 'g')), ''),
                       'Professor'), 255),
         substring(regexp_replace(meta ->> 'phone', '[^0-9]', '', 'g') from '^[0-9]{8,15}$'),
         left(coalesce(nullif(btrim(meta ->> 'main_sport'), ''), 'Tênis'), 60)
  on conflict (id) do nothing
$function$;

-- Texts of other students' records, of lessons with others and of messages that have the first name of a student: at most 100.
CREATE OR REPLACE FUNCTION private.mentions(coach uuid, student uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with who as materialized (select private.name_pattern(coach, student) as pattern),
  said as (
    select 'payer' as place, y.student_id as about, y.payer_name as body from public.payments y where y.user_id = coach
    union all
    select 'payment', y.student_id, y.note from public.payments y where y.user_id = coach
    union all
    select 'feedback', f.student_id, concat_ws(' / ', f.notes, f.private_notes)
      from public.session_feedbacks f where f.user_id = coach
    union all
    select 'student', o.id, o.notes from public.students o where o.user_id = coach
    union all
    select 'extension', e.student_id, e.reason from public.package_extensions e where e.user_id = coach
    union all
    select 'statement', l.student_id, l.reason from public.credit_ledger l where l.user_id = coach
    union all
    select 'template', null, m.body from public.message_templates m where m.user_id = coach
    union all
    select case when a.student_id is null then 'lesson' else 'group' end, null, l.notes
      from public.sessions l
      left join public.session_package_assignments a on a.user_id = coach and a.session_id = l.id and a.student_id = student
     where l.user_id = coach and l.notes is not null and (a.student_id is null or l.student_count > 1))
  select coalesce(jsonb_agg(jsonb_build_object('place', m.place, 'about', m.name, 'text', m.body)
                            order by m.place, m.name, m.body), '[]')
    from (select t.place, o.name, t.body
            from said t cross join who left join public.students o on o.user_id = coach and o.id = t.about
           where t.body ~* who.pattern and t.about is distinct from student
           order by t.place, o.name, t.body limit 100) m
$function$;
grant execute to authenticated;

-- Packages marked 'Renovar todo mês' that wait to be renewed for the month with this first day.
CREATE OR REPLACE FUNCTION private.monthly_renewals(coach uuid, month date)
 RETURNS SETOF packages
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.* from public.packages p
    join public.students s on s.user_id = coach and s.id = p.student_id
   where p.user_id = coach and p.renews_monthly
     -- Sold from the 25th on it is of the month that follows. What waits for longer than a year is history.
     and p.purchase_date < (month - interval '1 month' + interval '24 days')::date
     and p.purchase_date >= (month - interval '1 year')::date
     and s.status = 'active' and s.anonymized_at is null
     and not exists (select from public.packages f
                      where f.user_id = coach and f.student_id = p.student_id and f.renews = p.id)
$function$;
grant execute to authenticated, service_role;

-- Matches a student's first name as a word, with surnames that follow it. Null: nobody, or anonymised.
CREATE OR REPLACE FUNCTION private.name_pattern(coach uuid, student uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- With the surnames that follow it, so that none is left behind; 'Ana da' of 'Ana da Silva' alone is no name. A brace
  -- stands around what a message fills in.
  select '(?<![[:alnum:]À-ÖØ-öø-ÿ{])' || w.words[1]
         || coalesce('(?:(?:\s+(?:e|d[aeo]s?))*\s+(?:'
                     || (select string_agg(word, '|') from unnest(w.words[2:]) word where word !~* '^(e|d[aeo]s?)$') || '))*', '')
         || '(?![[:alnum:]À-ÖØ-öø-ÿ}])'
    from public.students s
   cross join lateral (select regexp_split_to_array(
           regexp_replace(btrim(s.name), '([^[:alnum:]À-ÖØ-öø-ÿ[:space:]])', '\\\1', 'g'), '\s+') as words) w
   where s.user_id = coach and s.id = student and s.anonymized_at is null
$function$;
grant execute to authenticated;

-- The occurrences of a coach on the local days of a range, each with its instant; moved ones on the day they moved to. A local time that summer time leaves out is an hour later; one that happens twice is the later one.
CREATE OR REPLACE FUNCTION private.occurrences(coach uuid, from_day date, to_day date)
 RETURNS TABLE(slot_id uuid, slot_date date, starts_at timestamp with time zone, day date, minutes smallint, club_id uuid, reason text, moved_to timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with zone as materialized (select private.coach_time_zone(coach) as name),
  days as (
    select s.id, d::date as day
      from public.lesson_slots s
     cross join lateral generate_series(
             (greatest(from_day, s.starts_on)
                + case when s.weekday is null then 0
                       else (s.weekday - extract(dow from greatest(from_day, s.starts_on))::integer + 7) % 7 end)::timestamp,
             least(to_day, s.ends_on)::timestamp, interval '7 days') d
     where s.user_id = coach and s.starts_on <= to_day
       and case when s.ends_on is null then 'infinity' else s.ends_on end >= from_day
    union
    -- Wide enough for every time zone; the local day decides below.
    select e.slot_id, e.slot_date
      from public.slot_exceptions e
     where e.user_id = coach and e.moved_to is not null
       and e.moved_to >= (from_day - 1)::timestamp at time zone 'UTC'
       and e.moved_to < (to_day + 2)::timestamp at time zone 'UTC'
  )
  select s.id, days.day, at.instant, (at.instant at time zone zone.name)::date, s.minutes, s.club_id, e.reason, e.moved_to
    from days
   cross join zone
   -- Looked up one by one: joined, all slots and exceptions of the past were read.
   cross join lateral (select * from public.lesson_slots where user_id = coach and id = days.id offset 0) s
    left join lateral (select x.reason, x.moved_to from public.slot_exceptions x
                        where x.user_id = coach and x.slot_id = days.id and x.slot_date = days.day offset 0) e on true
   cross join lateral (select coalesce(e.moved_to, (days.day + s.start_time) at time zone zone.name) as instant) at
   -- A moved occurrence whose day its slot no longer has is gone with it.
   where days.day between s.starts_on and coalesce(s.ends_on, 'infinity')
     and (s.weekday is null or s.weekday = extract(dow from days.day))
     and (at.instant at time zone zone.name)::date between from_day and to_day
$function$;
grant execute to authenticated, service_role;

-- After a statement on packages: total_credits and credits_version of the students, and the ledger.
CREATE OR REPLACE FUNCTION private.packages_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lines private.ledger_line[];
begin
  -- The lock order of every writer: lessons, packages by id, students by id.
  if tg_op = 'DELETE' then
    perform from public.students s join (select distinct user_id, student_id from old_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  else
    perform from public.students s join (select distinct user_id, student_id from new_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  end if;

  if tg_op = 'INSERT' then
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from new_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (n.user_id, n.student_id, n.id, n.name, null, 'purchase', n.remaining_classes,
                               n.remaining_classes, null, null, null, null, null)::private.ledger_line from new_rows n);

  elsif tg_op = 'DELETE' then
    update public.students s
       set total_credits = s.total_credits - d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from old_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (o.user_id, o.student_id, o.id, o.name, null, 'void', -o.remaining_classes,
                               0, null, null, null, null, null)::private.ledger_line from old_rows o);

  else
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, n.student_id, sum(n.remaining_classes - o.remaining_classes)::integer as credits
              from old_rows o join new_rows n using (user_id, id)
             where (o.total_classes, o.used_classes, o.used_outside, o.purchase_date, o.expiry_date, o.validity_days, o.extended_days)
                   is distinct from
                   (n.total_classes, n.used_classes, n.used_outside, n.purchase_date, n.expiry_date, n.validity_days, n.extended_days)
             group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    -- assignments_changed writes what lessons use and refund; this writes only corrections of the total.
    lines := array(select row (n.user_id, n.student_id, n.id, n.name, null, 'adjust',
                               n.total_classes - n.used_outside - o.total_classes + o.used_outside,
                               n.remaining_classes, null, null, null, null, null)::private.ledger_line
                     from old_rows o join new_rows n using (user_id, id)
                    where o.total_classes - o.used_outside <> n.total_classes - n.used_outside);
  end if;
  if cardinality(lines) > 0 then perform private.write_ledger(lines); end if;
  return null;
end $function$;

-- The packages of the caller to which the skips of these occurrences gave days.
CREATE OR REPLACE FUNCTION private.packages_of_skips(skips jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select e.package_id
      from unnest(array[skips -> 'add', skips -> 'remove']) part
     cross join jsonb_array_elements(case when jsonb_typeof(part) = 'array' then part else '[]' end) x
     cross join lateral (select * from public.package_extensions
                          where user_id = private.coach() and slot_id = (x ->> 'slot_id')::uuid
                            and slot_date = (x ->> 'slot_date')::date offset 0) e)
$function$;
grant execute to authenticated, service_role;

-- After packages are inserted: each is paid, by one payment of the whole price on its payment date.
CREATE OR REPLACE FUNCTION private.pay_sale()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.payments (user_id, student_id, package_id, amount, paid_on, method, own)
  select user_id, student_id, id, price, payment_date, 'other', true from new_rows where price > 0;
  return null;
end $function$;

-- After a statement on payments: paid_total of the packages.
CREATE OR REPLACE FUNCTION private.payments_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    -- Only follow_sale changes a payment, having locked its package.
    update public.packages p set paid_total = p.paid_total + c.amount
      from (select user_id, n.student_id, n.package_id, sum(n.amount - o.amount) as amount
              from old_rows o join changed_rows n using (user_id, id) where n.amount <> o.amount group by 1, 2, 3) c
     where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id;
    return null;
  end if;
  -- By id, as every writer locks packages.
  perform from public.packages p join (select distinct user_id, student_id, package_id from changed_rows) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p set paid_total = p.paid_total + sign * c.amount
    from (select user_id, student_id, package_id, sum(case kind when 'payment' then amount else -amount end) as amount
            from changed_rows group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id;
  return null;
end $function$;

-- One line that reads as it is written, and that no spreadsheet takes for a formula.
CREATE OR REPLACE FUNCTION private.plain_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
                                             '[\u0001-\u0020\u007f-\u009f\u2028\u2029]+', ' ', 'g'), '^[ =+@-]+', ''))
$function$;

-- Before update: raises the version and stamps updated_at.
CREATE OR REPLACE FUNCTION private.raise_session_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$;

-- The money of all days of a coach whose days have none yet, from the rows.
CREATE OR REPLACE FUNCTION private.recount_money(coach uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.coach_days as d (user_id, day, received, open_amount)
  select coach, x.day, sum(x.received), sum(x.open_amount)
    from (select paid_on as day, case kind when 'payment' then amount else -amount end as received, 0 as open_amount
            from public.payments where user_id = coach
          union all
          select payment_date, 0, open_amount from public.packages where user_id = coach and open_amount > 0) x
   group by x.day
  on conflict on constraint coach_days_pkey do update set received = excluded.received, open_amount = excluded.open_amount
$function$;

-- Inserts the totals and days of a coach who has none, computed from the rows.
CREATE OR REPLACE FUNCTION private.recount_totals(coach uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.coach_totals (user_id, active_students, lessons, held, unassigned_lessons, rating_sum, rating_count)
  select coach, (select count(*) from public.students where user_id = coach and status = 'active'),
         count(*), count(*) filter (where cancelled_reason is null), count(*) filter (where unassigned_count > 0),
         coalesce(sum(rating_sum), 0), coalesce(sum(rating_count), 0)
    from public.sessions where user_id = coach;
  insert into public.coach_days (user_id, day, lessons, held, rating_sum, rating_count, revenue)
  select coach, day, sum(lessons), sum(held), sum(rating_sum), sum(rating_count), sum(revenue)
    from (select (date at time zone 'UTC')::date as day, 1 as lessons, (cancelled_reason is null)::integer as held,
                 rating_sum, rating_count, 0 as revenue
            from public.sessions where user_id = coach
          union all
          select purchase_date, 0, 0, 0, 0, price from public.packages where user_id = coach) x
   group by day;
  select private.recount_money(coach);
$function$;

-- Computes extended_days, and with it the expiry, of these packages: the days by hand and of recesses, and for each day the most that stand for it.
CREATE OR REPLACE FUNCTION private.recount_validity(coach uuid, package_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if cardinality(package_ids) = 0 then return; end if;
  -- A statement of its own: what another transaction changed of the causes before it let go of the lock is then seen.
  perform from public.packages where user_id = coach and id = any (package_ids) order by id for no key update;
  update public.packages p
     set extended_days = c.days,
         expiry_date = case when p.validity_days is null then p.expiry_date + (c.days - p.extended_days) else p.expiry_date end
    from public.packages q
   cross join lateral (
     select coalesce(sum(d.days), 0)::integer as days
       from (select max(e.days) as days
               from public.package_extensions e
              where e.user_id = q.user_id and e.student_id = q.student_id and e.package_id = q.id and private.extension_stands(e)
              group by coalesce(e.day::text, e.id::text)) d) c
   where q.user_id = coach and q.id = any (package_ids) and p.user_id = q.user_id and p.id = q.id and p.extended_days <> c.days;
end $function$;

-- After insert: refuses new rows about an anonymised student (PT410).
CREATE OR REPLACE FUNCTION private.refuse_anonymized()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  anonymized uuid;
begin
  -- The foreign-key check ran before this and waited for a transaction that is anonymising the student.
  select s.id into anonymized from new_rows n join public.students s on s.user_id = n.user_id and s.id = n.student_id
   where s.anonymized_at is not null limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = anonymized::text;
  end if;
  return null;
end $function$;

-- Before update: refuses edits of an anonymised student, their packages and feedback texts (PT410).
CREATE OR REPLACE FUNCTION private.refuse_anonymized_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  student constant uuid := case when tg_table_name = 'students' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'student_id' end;
begin
  if exists (select from public.students s
              where s.user_id = old.user_id and s.id = student and s.anonymized_at is not null) then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text;
  end if;
  return new;
end $function$;

-- Before update of notes: refuses notes on a lesson that an anonymised student attended (PT410).
CREATE OR REPLACE FUNCTION private.refuse_anonymized_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  anonymized uuid;
begin
  select s.id into anonymized
    from public.session_package_assignments a join public.students s on s.user_id = a.user_id and s.id = a.student_id
   where a.user_id = new.user_id and a.session_id = new.id and s.anonymized_at is not null limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'lesson_anonymized', detail = anonymized::text;
  end if;
  return new;
end $function$;

-- After insert: refuses a payer or a note about an anonymised student (PT410).
CREATE OR REPLACE FUNCTION private.refuse_anonymized_payer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  anonymized uuid;
begin
  select s.id into anonymized from new_rows n join public.students s on s.user_id = n.user_id and s.id = n.student_id
   where s.anonymized_at is not null and (n.payer_name is not null or n.note is not null) limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = anonymized::text;
  end if;
  return null;
end $function$;

-- Before an exception is written: an occurrence with a lesson refuses it (PT409 occurrence_answered).
CREATE OR REPLACE FUNCTION private.refuse_answered_exception()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.sessions
              where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = new.slot_date::text;
  end if;
  return new;
end $function$;

-- At commit: all students of a cancelled lesson are 'cancelled', and nobody else is (PT400).
CREATE OR REPLACE FUNCTION private.refuse_cancelled_in_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.sessions s
              where s.user_id = new.user_id and s.id = new.id
                and s.cancelled_count <> case when s.cancelled_reason is null then 0 else s.student_count end) then
    raise sqlstate 'PT400' using message = 'cancelled_in_part', detail = new.id::text;
  end if;
  return null;
end $function$;

-- Before a slot gets a last day: none before its last lesson (PT409 occurrence_answered).
CREATE OR REPLACE FUNCTION private.refuse_end_before_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.sessions where user_id = new.user_id and slot_id = new.id and slot_date > new.ends_on) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = new.id::text;
  end if;
  return new;
end $function$;

-- Before a date is set: a lesson cannot be in the future (PT400).
CREATE OR REPLACE FUNCTION private.refuse_future_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.date > now() + interval '5 minutes' then
    raise sqlstate 'PT400' using message = 'session_in_future', detail = new.date::text;
  end if;
  return new;
end $function$;

-- A new lesson of the agenda and one without a slot, or the reverse, on one day, at most 120 minutes apart and with somebody in both, may be one lesson that was entered twice: PT409 lesson_beside, unless the plan names the other one in `beside`. Called with the students locked, so that of two devices the second one sees the lesson of the first one.
CREATE OR REPLACE FUNCTION private.refuse_lesson_beside(me uuid, lessons jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found_id uuid;
begin
  select x.id into found_id
    from jsonb_array_elements(lessons) l
   cross join lateral (select (l -> 'session' ->> 'date')::timestamptz as date, (l -> 'session' ->> 'day')::date as day) n
   cross join lateral (select * from public.sessions y
                        where y.user_id = me and y.date between n.date - interval '120 minutes' and n.date + interval '120 minutes'
                       offset 0) x
   where l ->> 'op' = 'create' and l -> 'session' ? 'beside' and x.id <> (l -> 'session' ->> 'id')::uuid
     and x.day = n.day and x.cancelled_reason is null
     and (x.slot_id is null) <> (l -> 'session' ->> 'slot_id' is null)
     and not l -> 'session' -> 'beside' ? x.id::text
     and exists (select from jsonb_array_elements(coalesce(nullif(l -> 'assignments', 'null'), '[]')) a
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = x.id and t.student_id = (a ->> 'student_id')::uuid)
   limit 1;
  if found_id is not null then
    raise sqlstate 'PT409' using message = 'lesson_beside', detail = found_id::text;
  end if;
end $function$;
grant execute to authenticated, service_role;

-- When a row of student_links goes, by whatever way: keeps the hash of its link. A cascade runs this trigger too.
CREATE OR REPLACE FUNCTION private.remember_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    insert into private.used_links (hash) select private.link_hash(l.link) from public.student_links l on conflict do nothing;
  else
    insert into private.used_links (hash) values (private.link_hash(old.link)) on conflict do nothing;
  end if;
  return null;
end $function$;

-- Counts of a student: lessons alone and in groups, those with notes, feedback and how much of it has text, packages, credits left, what is owed, payments and refunds and what they add up to, revenue by month of purchase.
CREATE OR REPLACE FUNCTION private.removal_preview(coach uuid, student uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (select jsonb_build_object(
                   'lessons_alone', count(*) filter (where s.student_count = 1),
                   'lessons_in_groups', count(*) filter (where s.student_count > 1),
                   'alone_notes', count(s.notes) filter (where s.student_count = 1),
                   'group_notes', count(s.notes) filter (where s.student_count > 1))
            from public.session_package_assignments a
            join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
           where a.user_id = coach and a.student_id = student)
      || (select jsonb_build_object(
                   'feedbacks', count(*),
                   'feedback_texts', count(*) filter (where f.notes is not null or f.private_notes is not null or f.tags <> '{}'))
            from public.session_feedbacks f where f.user_id = coach and f.student_id = student)
      || (select jsonb_build_object(
                   'packages', count(*), 'credits', coalesce(sum(p.remaining_classes), 0), 'revenue', coalesce(sum(p.price), 0),
                   'open', coalesce(sum(p.open_amount) filter (where p.open_amount > 0), 0))
            from public.packages p where p.user_id = coach and p.student_id = student)
      || (select jsonb_build_object(
                   'payments', count(*),
                   'received', coalesce(sum(case y.kind when 'payment' then y.amount else -y.amount end), 0))
            from public.payments y where y.user_id = coach and y.student_id = student)
      || jsonb_build_object('revenue_by_month', (
           select coalesce(jsonb_agg(jsonb_build_object('month', month, 'revenue', revenue) order by month), '[]')
             from (select to_char(p.purchase_date, 'YYYY-MM') as month, sum(p.price) as revenue
                     from public.packages p where p.user_id = coach and p.student_id = student group by 1) m))
$function$;
grant execute to authenticated;

-- Deletes a package of the caller that is as its sale left it: {id, expected}. PT409 stale_sale.
CREATE OR REPLACE FUNCTION private.remove_package(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me       constant uuid := private.coach();
  pkg      constant uuid := change ->> 'id';
  expected constant jsonb := coalesce(nullif(change -> 'expected', 'null'), '{}');
  now_is   jsonb;
begin
  if not expected ?& array['total_classes', 'used_outside', 'extended_days', 'price', 'paid_total', 'purchase_date', 'payment_date',
                           'validity_days', 'renews_monthly', 'payments'] then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a removal that does not say what it expects';
  end if;
  select to_jsonb(p) || jsonb_build_object('payments', (
           select coalesce(jsonb_agg(y.id order by y.id), '[]') from public.payments y
            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id))
    into now_is from public.packages p where p.user_id = me and p.id = pkg;
  -- Deleted by hand meanwhile.
  if now_is is null then return; end if;
  if not now_is @> expected or jsonb_array_length(now_is -> 'payments') <> jsonb_array_length(expected -> 'payments')
     or exists (select from public.packages f
                 where f.user_id = me and f.student_id = (now_is ->> 'student_id')::uuid and f.renews = pkg) then
    raise sqlstate 'PT409' using message = 'stale_sale', detail = pkg::text;
  end if;
  delete from public.packages where user_id = me and id = pkg;
end $function$;
grant execute to authenticated, service_role;

-- After a student is renamed: alerts whose cause lasts show the new name, also those that only session plans raise.
CREATE OR REPLACE FUNCTION private.rename_in_alerts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- By key, as every writer of alerts locks them.
  perform from public.alerts
   where user_id = new.user_id and student_id = new.id and open_key is not null order by dedupe_key for no key update;
  update public.alerts set student_name = new.name
   where user_id = new.user_id and student_id = new.id and open_key is not null;
  return null;
end $function$;

-- Replaces a student's name in the texts that private.mentions lists, where they may change and the new text fits. Answers how many of each place.
CREATE OR REPLACE FUNCTION private.replace_mentions(coach uuid, student uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  named constant text := private.name_pattern(coach, student);
  told jsonb := '{}';
  n    bigint;
begin
  update public.sessions s set notes = private.unnamed(s.notes, named, 2000)
   where s.user_id = coach and s.notes is distinct from private.unnamed(s.notes, named, 2000)
     and exists (select from public.session_package_assignments a
                  where a.user_id = coach and a.session_id = s.id and a.student_id = student)
     and not exists (select from public.session_package_assignments a
                       join public.students o on o.user_id = a.user_id and o.id = a.student_id
                      where a.user_id = coach and a.session_id = s.id and o.anonymized_at is not null);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('group', n);
  update public.sessions s set notes = private.unnamed(s.notes, named, 2000)
   where s.user_id = coach and s.notes is distinct from private.unnamed(s.notes, named, 2000)
     and not exists (select from public.session_package_assignments a
                      where a.user_id = coach and a.session_id = s.id and a.student_id = student)
     and not exists (select from public.session_package_assignments a
                       join public.students o on o.user_id = a.user_id and o.id = a.student_id
                      where a.user_id = coach and a.session_id = s.id and o.anonymized_at is not null);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('lesson', n);
  update public.session_feedbacks f
     set notes = private.unnamed(f.notes, named, 2000), private_notes = private.unnamed(f.private_notes, named, 2000)
   where f.user_id = coach and f.student_id <> student
     and (f.notes, f.private_notes)
         is distinct from (private.unnamed(f.notes, named, 2000), private.unnamed(f.private_notes, named, 2000));
  get diagnostics n = row_count;
  told := told || jsonb_build_object('feedback', n);
  update public.package_extensions e set reason = private.unnamed(e.reason, named, 200)
   where e.user_id = coach and e.student_id <> student and e.reason <> private.unnamed(e.reason, named, 200);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('extension', n);
  update public.payments y set payer_name = private.unnamed(y.payer_name, named, 100)
   where y.user_id = coach and y.student_id <> student and y.payer_name <> private.unnamed(y.payer_name, named, 100);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('payer', n);
  update public.payments y set note = private.unnamed(y.note, named, 200)
   where y.user_id = coach and y.student_id <> student and y.note <> private.unnamed(y.note, named, 200);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('payment', n);
  update public.students o set notes = private.unnamed(o.notes, named, 500)
   where o.user_id = coach and o.id <> student and o.notes <> private.unnamed(o.notes, named, 500);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('student', n);
  update public.message_templates m set body = private.unnamed(m.body, named, 1000)
   where m.user_id = coach and m.body <> private.unnamed(m.body, named, 1000);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('template', n);
  return (select coalesce(jsonb_object_agg(place, count), '{}') from jsonb_each(told) as t (place, count) where count <> '0');
end $function$;

-- Before a coach writes: a token outlives its account by up to an hour; it gets PT401 account_closed, not a key error.
CREATE OR REPLACE FUNCTION private.require_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.coach() is not null and not exists (select from public.profiles where id = private.coach()) then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  return null;
end $function$;

-- After insert: the days of a deleted lesson that returns follow the lesson again.
CREATE OR REPLACE FUNCTION private.return_days_to_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.package_extensions e set kept = false
    from new_rows n, public.students s
   where e.user_id = n.user_id and e.session_id = n.id and e.kept
     -- Of who was anonymised meanwhile they stay: that student does not return with the lesson.
     and s.user_id = e.user_id and s.id = e.student_id and s.anonymized_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.rotate_agenda_token()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fresh constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if private.coach() is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  insert into public.agenda_feeds as f (user_id, token) values (private.coach(), fresh)
  on conflict (user_id) do update set token = fresh, created_at = now();
  return fresh;
end $function$;
grant execute to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.rotate_student_link(student uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me    constant uuid := private.coach();
  fresh constant uuid := gen_random_uuid();
  since timestamptz;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Of two devices one waits here, and revokes what the other has made.
  select s.anonymized_at into since from public.students s where s.user_id = me and s.id = student for no key update;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  if since is not null then raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text; end if;
  update public.student_links l set revoked = true where l.user_id = me and l.student_id = student and not l.revoked;
  insert into public.student_links (link, user_id, student_id) values (fresh, me, student);
  update public.students s set link = fresh where s.user_id = me and s.id = student;
  return fresh;
end $function$;
grant execute to authenticated, service_role;

-- These lessons of the caller, newest first, with their attendance, packages and feedback.
CREATE OR REPLACE FUNCTION private.session_details(ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('session_package_assignments', coalesce((
             select jsonb_agg(jsonb_build_object(
                      'session_id', a.session_id, 'student_id', a.student_id, 'package_id', a.package_id,
                      'assigned_at', a.assigned_at, 'manually_assigned', a.manually_assigned, 'attendance', a.attendance,
                      'student', jsonb_build_object('name', st.name),
                      'package', case when p.id is not null then jsonb_build_object(
                        'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                        'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                        'expiry_date', p.expiry_date) end,
                      'feedback', case when f.session_id is not null then jsonb_build_object(
                        'session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                        'private_notes', f.private_notes, 'tags', f.tags, 'club_id', f.club_id, 'created_at', f.created_at) end))
               from public.session_package_assignments a
               join public.students st on st.user_id = a.user_id and st.id = a.student_id
               left join public.packages p
                 on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
               left join public.session_feedbacks f
                 on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
              where a.user_id = s.user_id and a.session_id = s.id), '[]'))
             order by s.date desc, s.id desc), '[]')
      from unnest(ids) as wanted (id)
     cross join lateral (select * from public.sessions l where l.user_id = me and l.id = wanted.id offset 0) s);
end $function$;
grant execute to authenticated, service_role;

-- SessionFacts of one lesson; null if there is none.
CREATE OR REPLACE FUNCTION private.session_facts(coach uuid, lesson uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
           'id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes, 'version', s.version,
           'cancelled_reason', s.cancelled_reason, 'created_at', s.created_at,
           'slot_id', s.slot_id, 'slot_date', s.slot_date,
           'assignments', coalesce((
             select jsonb_agg(jsonb_build_object('student_id', a.student_id, 'package_id', a.package_id,
                                                 'manually_assigned', a.manually_assigned, 'attendance', a.attendance)
                              order by a.student_id)
               from public.session_package_assignments a
              where a.user_id = s.user_id and a.session_id = s.id), '[]'),
           'feedbacks', coalesce((
             select jsonb_agg(jsonb_build_object('student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                                                 'private_notes', f.private_notes, 'tags', f.tags, 'club_id', f.club_id, 'created_at', f.created_at)
                              order by f.student_id)
               from public.session_feedbacks f
              where f.user_id = s.user_id and f.session_id = s.id), '[]'))
    from public.sessions s where s.user_id = coach and s.id = lesson
$function$;
grant execute to authenticated, service_role;

-- Before insert or update of a package whose validity begins with its first lesson: its expiry.
CREATE OR REPLACE FUNCTION private.set_expiry_from_first_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day date;
begin
  -- Lessons of before the start, settled later, do not start it.
  select min(s.day) into first_day
    from public.session_package_assignments a
    join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
   where a.user_id = new.user_id and a.student_id = new.student_id and a.package_id = new.id and s.day >= new.purchase_date;
  new.expiry_date := first_day + new.validity_days + new.extended_days;
  return new;
end $function$;

-- Before a lesson without a day is inserted: the fallback day.
CREATE OR REPLACE FUNCTION private.set_session_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.day := private.fallback_day(new.date);
  return new;
end $function$;

-- After a statement on exceptions: the validity of the packages to which a skip gave days.
CREATE OR REPLACE FUNCTION private.skips_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c record;
begin
  for c in select e.user_id, array_agg(distinct e.package_id) as package_ids
             from changed x
             join public.package_extensions e on e.user_id = x.user_id and e.slot_id = x.slot_id and e.slot_date = x.slot_date
            group by e.user_id loop
    perform private.recount_validity(c.user_id, c.package_ids);
  end loop;
  return null;
end $function$;

-- The slot that has an occurrence which a device knows: the slot itself; once it has ended before that day or is gone, the one that replaced it, if it has one on that day that begins at the same time, locked; else null.
CREATE OR REPLACE FUNCTION private.slot_now(me uuid, asked uuid, on_day date, begins timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  there uuid;
begin
  select id into there from public.lesson_slots
   where user_id = me and id = asked and on_day between starts_on and coalesce(ends_on, 'infinity');
  if there is not null then return there; end if;
  select s.id into there from public.lesson_slots s
   where s.user_id = me and s.replaces @> array[asked]
     and exists (select from private.occurrences(me, on_day, on_day) o
                  where o.slot_id = s.id and o.slot_date = on_day and o.starts_at = begins)
   order by s.id limit 1
     for no key update;
  return there;
end $function$;
grant execute to authenticated, service_role;

-- The lessons of a plan, each with the slot that its occurrence has now (private.slot_now); their slots are locked. PT409 agenda_changed: the plan is of a screen that shows an old agenda, so nothing is written.
CREATE OR REPLACE FUNCTION private.slots_now(me uuid, lessons jsonb, skips jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer  jsonb;
  changed jsonb := '[]';
  slot    uuid;
begin
  if skips ->> 'slot_changed' = 'refuse'
     and exists (select from jsonb_to_recordset(coalesce(nullif(skips -> 'add', 'null'), '[]'))
                           as a (slot_id uuid, slot_date date, reason text)
                  where a.reason is not null
                    and not exists (select from public.lesson_slots s
                                     where s.user_id = me and s.id = a.slot_id
                                       and a.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity'))) then
    raise sqlstate 'PT409' using message = 'agenda_changed';
  end if;
  -- Skipped by another device meanwhile, it is answered.
  if skips ->> 'slot_changed' = 'refuse'
     and exists (select from jsonb_to_recordset(coalesce(nullif(skips -> 'add', 'null'), '[]'))
                           as a (slot_id uuid, slot_date date, reason text)
                  cross join lateral (select * from public.slot_exceptions y
                                       where y.user_id = me and y.slot_id = a.slot_id and y.slot_date = a.slot_date offset 0) e
                  where a.reason is not null and e.reason is not null) then
    raise sqlstate 'PT409' using message = 'occurrence_answered';
  end if;
  for answer in select l from jsonb_array_elements(lessons) with ordinality n (l, at) order by n.at loop
    if answer ->> 'op' = 'create' and answer -> 'session' ->> 'slot_id' is not null then
      slot := private.slot_now(me, (answer -> 'session' ->> 'slot_id')::uuid, (answer -> 'session' ->> 'slot_date')::date,
                               (answer -> 'session' ->> 'date')::timestamptz);
      if slot is distinct from (answer -> 'session' ->> 'slot_id')::uuid then
        if answer -> 'session' ->> 'slot_changed' = 'refuse' then
          raise sqlstate 'PT409' using message = 'agenda_changed', detail = answer -> 'session' ->> 'slot_id';
        end if;
        answer := jsonb_set(answer, '{session}', answer -> 'session' || jsonb_build_object(
                    'slot_id', slot, 'slot_date', case when slot is not null then answer -> 'session' -> 'slot_date' end));
      end if;
    end if;
    changed := changed || jsonb_build_array(answer);
  end loop;
  return changed;
end $function$;
grant execute to authenticated, service_role;

CREATE OR REPLACE FUNCTION private.student_public_data(link uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  s public.students;
  t public.profiles;
  answer json;
  owed numeric;
  zone text;
  today date;
begin
  -- An anonymised student has no public page.
  select st.* into s
    from public.student_links l join public.students st on st.user_id = l.user_id and st.id = l.student_id
   where l.link = student_public_data.link and not l.revoked and st.anonymized_at is null;
  if s.id is null then
    return json_build_object('success', false, 'error', 'Aluno não encontrado');
  end if;
  select * into t from public.profiles where id = s.user_id;
  zone := private.coach_time_zone(s.user_id);
  today := (now() at time zone zone)::date;
  answer := json_build_object(
    'success', true,
    -- Not the student's id, which may be an older link, or the link of another coach's student.
    'student', json_build_object('id', student_public_data.link, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                 'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', json_build_object('name', t.name, 'phone', t.phone),
    'packages', coalesce((
      select json_agg(json_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date, 'validity_days', p.validity_days,
               'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from public.packages p where p.user_id = s.user_id and p.student_id = s.id), '[]'),
    'sessions', coalesce((
      select json_agg(json_build_object(
               'id', l.id, 'date', l.date, 'teacher', l.teacher, 'notes', l.notes,
               'attendance', a.attendance, 'cancelled_reason', l.cancelled_reason,
               'feedback', case when f.session_id is not null then json_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then json_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from public.session_package_assignments a
       cross join lateral (select * from public.sessions x where x.user_id = a.user_id and x.id = a.session_id offset 0) l
        left join lateral (select * from public.session_feedbacks x
                            where x.user_id = a.user_id and x.session_id = a.session_id and x.student_id = a.student_id
                           offset 0) f on true
        left join lateral (select * from public.packages x
                            where x.user_id = a.user_id and x.student_id = a.student_id and x.id = a.package_id
                           offset 0) p on true
       where a.user_id = s.user_id and a.student_id = s.id), '[]'),
    -- What is planned in the next four weeks and not answered yet. Who else comes is nobody's business.
    'next_lessons', coalesce((
      select json_agg(json_build_object('starts_at', n.starts_at, 'minutes', n.minutes, 'club', c.name)
                      order by n.starts_at, n.slot_id)
        from private.occurrences(s.user_id, today, today + 28) n
        join public.lesson_slot_students e on e.user_id = s.user_id and e.slot_id = n.slot_id and e.student_id = s.id
        left join public.sessions l on l.user_id = s.user_id and l.slot_id = n.slot_id and l.slot_date = n.slot_date
        left join public.clubs c on c.user_id = s.user_id and c.id = n.club_id
       where s.status = 'active' and n.reason is null and l.id is null
         and n.starts_at + make_interval(mins => n.minutes) > now()), '[]'),
    -- In which the next lessons are told, wherever the visitor is.
    'time_zone', zone,
    -- Of a coach who plans nothing in the app it says nothing of next lessons.
    'uses_agenda', exists (select from public.lesson_slots where user_id = s.user_id),
    -- The newest lines of the statement, read as get_credit_statement reads them.
    'statement', coalesce((
      select json_agg(json_build_object(
               'kind', e.kind, 'delta', e.delta, 'created_at', e.created_at, 'package_name', e.package_name,
               'lesson_date', e.lesson_date, 'attendance', e.attendance, 'cancelled_reason', e.cancelled_reason,
               'reason', e.reason, 'balance_after', e.balance_after) order by e.id desc)
        from (select l as line from public.credit_ledger l
               where l.user_id = s.user_id and (l.student_id, l.id) >= (s.id, 0)
                 and (l.student_id, l.id) <= (s.id, 9223372036854775807)
               order by l.student_id desc, l.id desc limit 20) x
       cross join lateral private.as_told(x.line) e), '[]'));
  if t.show_pix then
    select sum(p.open_amount) into owed
      from public.packages p where p.user_id = s.user_id and p.student_id = s.id and p.open_amount > 0;
  end if;
  if owed is null then return answer; end if;
  return answer::jsonb || jsonb_build_object('open', jsonb_build_object(
    'amount', owed,
    'pix', case when t.pix_key is not null then
             jsonb_build_object('key', t.pix_key, 'name', t.pix_name, 'city', t.pix_city) end));
end $function$;
grant execute to anon, authenticated, service_role;

-- The running totals of a coach.
CREATE OR REPLACE FUNCTION private.totals(coach uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'active_students', t.active_students, 'lessons', t.lessons, 'held', t.held, 'unassigned_lessons', t.unassigned_lessons,
    'rating_sum', t.rating_sum, 'rating_count', t.rating_count,
    'revenue', (select coalesce(sum(d.revenue), 0) from public.coach_days d where d.user_id = coach))
    from public.coach_totals t where t.user_id = coach
$function$;
grant execute to authenticated;

-- Before update: stamps updated_at.
CREATE OR REPLACE FUNCTION private.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  return new;
end $function$;

-- A text with a name in it replaced, or as it was: longer than `most` it would not fit.
CREATE OR REPLACE FUNCTION private.unnamed(body text, named text, most integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- A text that would grow too long stays whole: cut, it would lose what the coach wrote.
  select case when char_length(t.fresh) <= most then t.fresh else body end
    from (select regexp_replace(body, named, 'um aluno', 'gi') as fresh) t
$function$;

-- Skips and moves occurrences, ends skips, and takes exceptions back: {add: [{slot_id, slot_date, reason, moved_to, recess_id, ops}], remove: [{slot_id, slot_date}]}. A skipped occurrence keeps where it moved to; neither reason nor moved_to ends the skip, with `ops` that of these operations alone. PT409 occurrence_answered; stale_skip: skipped anew since.
CREATE OR REPLACE FUNCTION private.write_exceptions(skips jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me      constant uuid := private.coach();
  added   constant jsonb := coalesce(nullif(skips -> 'add', 'null'), '[]');
  removed constant jsonb := coalesce(nullif(skips -> 'remove', 'null'), '[]');
  change  record;
begin
  if jsonb_typeof(added) <> 'array' or jsonb_typeof(removed) <> 'array'
     or jsonb_array_length(added) > 500 or jsonb_array_length(removed) > 500 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'exceptions';
  end if;
  -- An occurrence that was answered meanwhile stays where it is.
  for change in select * from jsonb_to_recordset(removed) as r (slot_id uuid, slot_date date) loop
    delete from public.slot_exceptions e
     where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date
       and not exists (select from public.sessions x
                        where x.user_id = me and x.slot_id = change.slot_id and x.slot_date = change.slot_date);
  end loop;
  for change in select * from jsonb_to_recordset(added)
                           as a (slot_id uuid, slot_date date, reason text, moved_to timestamptz, recess_id uuid, ops uuid[]) loop
    -- The lesson that answered it has ended the skip already.
    if change.reason is null and change.moved_to is null then
      -- An undo ends the skips that its change wrote, in whose transaction each began. One that ended since is passed over.
      if change.ops is not null
         and exists (select from public.slot_exceptions e
                      where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date and e.reason is not null
                        and not exists (select from private.applied_ops o
                                         where o.user_id = me and o.op_id = any (change.ops) and o.applied_at = e.created_at)) then
        raise sqlstate 'PT409' using message = 'stale_skip', detail = change.slot_date::text;
      end if;
      delete from public.slot_exceptions
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and moved_to is null;
      update public.slot_exceptions set reason = null, recess_id = null
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and reason is not null;
      continue;
    end if;
    -- An undo brings back the skip of a recess that was itself undone since: the lesson stays planned.
    if change.recess_id is not null
       and not exists (select from public.recesses where user_id = me and id = change.recess_id) then
      continue;
    end if;
    insert into public.slot_exceptions as e (user_id, slot_id, slot_date, reason, moved_to, recess_id)
    select me, s.id, change.slot_date, change.reason, change.moved_to, change.recess_id
      from public.lesson_slots s
     -- An occurrence that is gone with its slot needs no exception.
     where s.user_id = me and s.id = change.slot_id
       and change.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity')
       -- What is so already is no change: the trigger would refuse an undo that comes after the answer.
       and not exists (select from public.slot_exceptions x
                        where x.user_id = me and x.slot_id = s.id and x.slot_date = change.slot_date
                          and x.reason is not distinct from change.reason
                          and x.recess_id is not distinct from change.recess_id
                          and x.moved_to is not distinct from coalesce(change.moved_to, x.moved_to))
    on conflict (user_id, slot_id, slot_date) do update
       set reason = excluded.reason, recess_id = excluded.recess_id, created_at = now(),
           moved_to = case when excluded.reason is null then excluded.moved_to else coalesce(e.moved_to, excluded.moved_to) end
     where e.reason is null or excluded.reason is null;
  end loop;
end $function$;
grant execute to authenticated, service_role;

-- The extensions of a plan of the caller: `added` rows; ids given by hand or by a recess that are `taken_back`; `dormant` ones go if their cause begins again.
CREATE OR REPLACE FUNCTION private.write_extensions(added jsonb, taken_back jsonb, dormant uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.coach();
begin
  delete from public.package_extensions
   where user_id = me and id = any (array(select jsonb_array_elements_text(taken_back)::uuid))
     and session_id is null and slot_id is null and not kept;
  -- A cause that begins again gives what was chosen now, not what was chosen when it began before.
  delete from public.package_extensions e
   where e.user_id = me and e.id = any (dormant)
     and (private.extension_stands(e)
          or exists (select from jsonb_to_recordset(added) as a (package_id uuid, session_id uuid)
                      where a.package_id = e.package_id and a.session_id = e.session_id));
  insert into public.package_extensions (id, user_id, student_id, package_id, days, reason, batch_id, session_id, slot_id,
                                         slot_date, day, kept)
  select coalesce(a.id, gen_random_uuid()), me, a.student_id, a.package_id, a.days, a.reason, a.batch_id, a.session_id, a.slot_id, a.slot_date, a.day,
         -- The plan has just deleted the lesson.
         a.session_id is not null and not exists (select from public.sessions s where s.user_id = me and s.id = a.session_id)
    from jsonb_to_recordset(added) as a (id uuid, student_id uuid, package_id uuid, days integer, reason text, batch_id uuid,
                                         session_id uuid, slot_id uuid, slot_date date, day date)
  on conflict do nothing;
end $function$;
grant execute to authenticated, service_role;

-- Writes these lines in their order, each with the balances after it.
CREATE OR REPLACE FUNCTION private.write_ledger(lines private.ledger_line[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Last of all locks: of two transactions of a coach the second one waits here until the numbers of the first one are known.
  insert into private.ledger_numbers as c (user_id, last)
  select x.user_id, count(*)
    from unnest(lines) x join public.students s on s.user_id = x.user_id and s.id = x.student_id
   where x.delta <> 0 group by 1
  on conflict (user_id) do update set last = c.last + excluded.last;
  insert into public.credit_ledger (user_id, id, student_id, package_id, package_name, session_id, kind, delta, lesson_date,
                                    lesson_day, attendance, cancelled_reason, charged_as, package_balance_after,
                                    balance_after)
  select x.user_id, c.last - count(*) over (partition by x.user_id) + row_number() over (partition by x.user_id order by x.n),
         x.student_id, x.package_id, x.package_name, x.session_id, x.kind, x.delta, x.lesson_date, x.lesson_day,
         x.attendance, x.cancelled_reason, x.charged_as,
         x.remaining - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id, x.package_id order by x.n
                                                   rows between 1 following and unbounded following), 0),
         s.total_credits - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id order by x.n
                                                       rows between 1 following and unbounded following), 0)
    from unnest(lines) with ordinality
           as x (user_id, student_id, package_id, package_name, session_id, kind, delta, remaining, lesson_date, lesson_day,
                 attendance, cancelled_reason, charged_as, n)
    -- No line for a student who is being deleted in this statement: the ledger goes with the student.
    join public.students s on s.user_id = x.user_id and s.id = x.student_id
    join private.ledger_numbers c on c.user_id = x.user_id
   where x.delta <> 0
   order by x.n;
end $function$;

-- The students of one lesson of a plan and their feedback. PT409 stale_session: the plan takes somebody for charged or present who is not.
CREATE OR REPLACE FUNCTION private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  removed     constant jsonb := coalesce(nullif(change -> 'remove_students', 'null'), '[]');
  assignments constant jsonb := coalesce(nullif(change -> 'assignments', 'null'), '[]');
  feedbacks   constant jsonb := coalesce(nullif(change -> 'feedbacks', 'null'), '[]');
  silent      constant jsonb := coalesce(nullif(change -> 'remove_feedbacks', 'null'), '[]');
begin
  -- A new lesson has nothing to be removed, and nobody who could know less than the lesson. Triggers of statements cost
  -- time, also when there are no rows.
  if removed <> '[]' then
    delete from public.session_package_assignments
     where user_id = me and session_id = lesson_id
       and student_id = any (array(select jsonb_array_elements_text(removed)::uuid));
  end if;
  if change ->> 'op' = 'update' then
    delete from public.session_feedbacks f
     where f.user_id = me and f.session_id = lesson_id
       and f.student_id = any (array(select jsonb_array_elements_text(silent)::uuid)
                               || array(select (a ->> 'student_id')::uuid from jsonb_array_elements(assignments) a
                                         where a ->> 'attendance' <> 'present'));
  end if;

  insert into public.session_package_assignments as t (user_id, session_id, student_id, package_id, manually_assigned, attendance)
  select me, lesson_id, a.student_id, a.package_id, coalesce(a.manually_assigned, false), a.attendance
    from jsonb_to_recordset(assignments) as a (student_id uuid, package_id uuid, manually_assigned boolean, attendance text)
  on conflict (user_id, session_id, student_id) do update
     set package_id = excluded.package_id, manually_assigned = excluded.manually_assigned,
         attendance = excluded.attendance, assigned_at = now()
   where (t.package_id, t.manually_assigned, t.attendance)
         is distinct from (excluded.package_id, excluded.manually_assigned, excluded.attendance);

  if feedbacks = '[]' then return; end if;
  -- In a new lesson the plan itself says who is present, and the foreign key refuses the rest.
  if change ->> 'op' = 'update'
     and exists (select from jsonb_array_elements(feedbacks) f
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = lesson_id and t.student_id = (f ->> 'student_id')::uuid
                  where t.attendance <> 'present') then
    raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
  end if;
  -- Private notes that the plan does not name stay.
  insert into public.session_feedbacks as t (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
  select me, lesson_id, f.student_id, f.rating, f.notes,
         case when said ? 'private_notes' then f.private_notes else old.private_notes end, coalesce(f.tags, '{}'),
         case when f.club_id = any (club_ids) then f.club_id end, least(coalesce(f.created_at, now()), now())
    from jsonb_array_elements(feedbacks) said
   cross join lateral jsonb_to_record(said) as f (student_id uuid, rating smallint, notes text, private_notes text, tags text[],
                                                  club_id uuid, created_at timestamptz)
    left join public.session_feedbacks old
      on old.user_id = me and old.session_id = lesson_id and old.student_id = f.student_id
  on conflict (user_id, session_id, student_id, attendance) do update
     set rating = excluded.rating, notes = excluded.notes, private_notes = excluded.private_notes, tags = excluded.tags,
         club_id = excluded.club_id;
end $function$;
grant execute to authenticated, service_role;

-- Gives or undoes a recess of the caller: {op: give, id, first_day, last_day}, before what names it; {op: undo, id}, after its days were taken back: its skips end. PT409 recess_overlaps: it has a day of another one.
CREATE OR REPLACE FUNCTION private.write_recess(change jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me     constant uuid := private.coach();
  recess constant uuid := change ->> 'id';
  first  constant date := change ->> 'first_day';
  last   constant date := change ->> 'last_day';
begin
  -- Of two devices the second one sees the recess of the first one.
  perform from public.profiles where id = me for no key update;
  if change ->> 'op' = 'give' then
    if exists (select from public.recesses where user_id = me and first_day <= last and last_day >= first) then
      raise sqlstate 'PT409' using message = 'recess_overlaps';
    end if;
    insert into public.recesses (id, user_id, first_day, last_day) values (recess, me, first, last);
    return;
  end if;
  if exists (select from public.package_extensions where user_id = me and batch_id = recess and not kept) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days that would lose their recess';
  end if;
  -- What was answered or skipped anew since is not of the recess any more.
  delete from public.slot_exceptions where user_id = me and recess_id = recess and moved_to is null;
  update public.slot_exceptions set reason = null, recess_id = null where user_id = me and recess_id = recess;
  delete from public.recesses where user_id = me and id = recess;
end $function$;
grant execute to authenticated, service_role;
