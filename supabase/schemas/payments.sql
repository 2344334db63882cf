-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

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
  own boolean default false not null, -- The payment of the whole price that came with the sale, or the correction that replaced it. It follows price and payment date while it is the only payment and still the whole price on that date.
  created_at timestamp with time zone default now() not null,
  constraint payments_pkey PRIMARY KEY (user_id, id),
  constraint payments_package_fkey FOREIGN KEY (user_id, student_id, package_id) REFERENCES packages(user_id, student_id, id) ON DELETE CASCADE,
  constraint payments_amount_check CHECK (((amount > (0)::numeric) AND (amount < 'NaN'::numeric))),
  constraint payments_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text]))),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['pix'::text, 'cash'::text, 'card'::text, 'transfer'::text, 'other'::text]))),
  constraint payments_note_check CHECK ((char_length(note) <= 200)),
  constraint payments_payer_has_no_bidi_controls CHECK ((payer_name !~ '[\u202A-\u202E\u2066-\u2069]'::text)),
  constraint payments_payer_name_check CHECK ((private.is_seen(payer_name) AND (char_length(payer_name) <= 100))),
  constraint payments_real_days CHECK ((((paid_on >= '2000-01-01'::date) AND (paid_on <= '2100-12-31'::date)) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
CREATE INDEX payments_by_day_idx ON public.payments USING btree (user_id, paid_on DESC, created_at DESC, id);
CREATE INDEX payments_package_idx ON public.payments USING btree (user_id, student_id, package_id);
policy "own rows" for all to authenticated using (user_id = ( SELECT auth.uid() AS uid)) with check (user_id = ( SELECT auth.uid() AS uid));
grant delete, insert (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own), select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER log_inserted_id BEFORE INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION private.log_inserted_id();
CREATE CONSTRAINT TRIGGER payments_counted AFTER INSERT OR DELETE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.count_received();
CREATE TRIGGER payments_deleted AFTER DELETE ON public.payments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.payments_changed();
CREATE TRIGGER payments_inserted AFTER INSERT ON public.payments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.payments_changed();
CREATE CONSTRAINT TRIGGER payments_recounted AFTER UPDATE ON public.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.amount IS DISTINCT FROM new.amount) OR (old.paid_on IS DISTINCT FROM new.paid_on))) EXECUTE FUNCTION private.count_received();
CREATE TRIGGER payments_updated AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION private.payments_changed();
CREATE TRIGGER z_refuse_anonymized AFTER INSERT ON public.payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_anonymized();
