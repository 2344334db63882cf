-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

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
  expiry_date date, -- The last valid day, extensions included. Null: the validity begins with the first lesson, and there is none yet.
  status text default 'active'::text not null, -- Always active: whether a package has expired depends on today and cannot be stored truthfully.
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  validity_days integer, -- How many days the package is valid from its first lesson on; null: expiry_date was fixed at the sale.
  extended_days integer default 0 not null, -- Kept by triggers: how many days its extensions add (private.extended_days).
  used_outside integer default 0 not null, -- Credits that an adjustment or an import took, without a lesson in the app.
  remaining_classes integer generated always as (((total_classes - used_classes) - used_outside)) stored not null,
  paid_total numeric(12,2) default 0 not null, -- Kept by triggers: its payments less its refunds.
  open_amount numeric(12,2) generated always as ((price - paid_total)) stored not null, -- What is still owed; below 0 if more was received than it costs.
  renews_monthly boolean default false not null, -- Marked 'Renovar todo mês': the package waits for its renewal until another one renews it.
  renews uuid, -- The monthly package that this one renews. Once this is null, that package waits for its renewal again.
  sold_classes integer not null, -- Kept by a trigger: how many lessons were sold, leaving out adjustments since then. A renewal sells as many.
  sold_price numeric(10,2) not null, -- Kept by a trigger: the price of the sale, leaving out discounts and refunds. A renewal has the same price.
  constraint packages_pkey PRIMARY KEY (user_id, id),
  constraint packages_owner_key UNIQUE (user_id, student_id, id),
  constraint packages_renews_fkey FOREIGN KEY (user_id, student_id, renews) REFERENCES packages(user_id, student_id, id) ON DELETE SET NULL (renews),
  constraint packages_student_fkey FOREIGN KEY (user_id, student_id) REFERENCES students(user_id, id) ON DELETE CASCADE,
  constraint packages_extended_days_check CHECK ((extended_days >= 0)),
  constraint packages_name_check CHECK ((private.is_seen(name) AND (char_length(name) <= 120))),
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
CREATE INDEX packages_monthly_of_student_idx ON public.packages USING btree (user_id, student_id, purchase_date) WHERE renews_monthly;
CREATE INDEX packages_open_idx ON public.packages USING btree (user_id, student_id) WHERE (open_amount > (0)::numeric);
CREATE UNIQUE INDEX packages_renewed_once ON public.packages USING btree (user_id, student_id, renews) WHERE (renews IS NOT NULL);
CREATE INDEX packages_with_credits_idx ON public.packages USING btree (user_id, student_id) WHERE (remaining_classes > 0);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date, validity_days, renews_monthly), select (every column), update (name, total_classes, price, purchase_date, payment_date, expiry_date, validity_days, renews_monthly, renews) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER expiry_above_floors BEFORE UPDATE OF expiry_date, validity_days ON public.packages FOR EACH ROW WHEN (((new.validity_days IS NULL) AND (new.extended_days = old.extended_days) AND ((old.expiry_date IS DISTINCT FROM new.expiry_date) OR (old.validity_days IS DISTINCT FROM new.validity_days)))) EXECUTE FUNCTION private.set_expiry_above_floors();
CREATE TRIGGER expiry_from_first_lesson BEFORE INSERT OR UPDATE ON public.packages FOR EACH ROW WHEN ((new.validity_days IS NOT NULL)) EXECUTE FUNCTION private.set_expiry_from_first_lesson();
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.packages FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE CONSTRAINT TRIGGER open_amount_counted AFTER INSERT OR DELETE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_open();
CREATE CONSTRAINT TRIGGER open_amount_recounted AFTER UPDATE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((GREATEST(old.open_amount, (0)::numeric) IS DISTINCT FROM GREATEST(new.open_amount, (0)::numeric)) OR (old.payment_date IS DISTINCT FROM new.payment_date))) EXECUTE FUNCTION private.count_open();
CREATE TRIGGER packages_deleted AFTER DELETE ON public.packages REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.packages_changed();
CREATE TRIGGER packages_inserted AFTER INSERT ON public.packages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.packages_changed();
CREATE TRIGGER packages_updated AFTER UPDATE ON public.packages REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.packages_changed();
CREATE TRIGGER refuse_anonymized_edit BEFORE UPDATE ON public.packages FOR EACH ROW WHEN (((((((old.name IS DISTINCT FROM new.name) OR (old.total_classes IS DISTINCT FROM new.total_classes)) OR (old.purchase_date IS DISTINCT FROM new.purchase_date)) OR (old.validity_days IS DISTINCT FROM new.validity_days)) OR (old.used_outside IS DISTINCT FROM new.used_outside)) OR ((new.validity_days IS NULL) AND (old.expiry_date IS DISTINCT FROM new.expiry_date)))) EXECUTE FUNCTION private.refuse_anonymized_edit();
CREATE TRIGGER sale_followed AFTER UPDATE OF price, payment_date ON public.packages FOR EACH ROW WHEN (((old.price IS DISTINCT FROM new.price) OR (old.payment_date IS DISTINCT FROM new.payment_date))) EXECUTE FUNCTION private.follow_sale();
CREATE TRIGGER sale_paid AFTER INSERT ON public.packages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.pay_sale();
CREATE CONSTRAINT TRIGGER sales_counted AFTER INSERT OR DELETE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_revenue();
CREATE CONSTRAINT TRIGGER sales_recounted AFTER UPDATE ON public.packages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.price IS DISTINCT FROM new.price) OR (old.purchase_date IS DISTINCT FROM new.purchase_date))) EXECUTE FUNCTION private.count_revenue();
CREATE TRIGGER sold_edited BEFORE UPDATE OF total_classes, price ON public.packages FOR EACH ROW WHEN (((old.total_classes IS DISTINCT FROM new.total_classes) OR (old.price IS DISTINCT FROM new.price))) EXECUTE FUNCTION private.keep_sold();
CREATE TRIGGER sold_inserted BEFORE INSERT ON public.packages FOR EACH ROW EXECUTE FUNCTION private.keep_sold();
CREATE TRIGGER touch BEFORE UPDATE ON public.packages FOR EACH ROW WHEN ((((((((((((old.name IS DISTINCT FROM new.name) OR (old.total_classes IS DISTINCT FROM new.total_classes)) OR (old.price IS DISTINCT FROM new.price)) OR (old.purchase_date IS DISTINCT FROM new.purchase_date)) OR (old.payment_date IS DISTINCT FROM new.payment_date)) OR (old.validity_days IS DISTINCT FROM new.validity_days)) OR (old.extended_days IS DISTINCT FROM new.extended_days)) OR (old.used_outside IS DISTINCT FROM new.used_outside)) OR (old.renews_monthly IS DISTINCT FROM new.renews_monthly)) OR (old.renews IS DISTINCT FROM new.renews)) OR ((new.validity_days IS NULL) AND (old.expiry_date IS DISTINCT FROM new.expiry_date)))) EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.packages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
