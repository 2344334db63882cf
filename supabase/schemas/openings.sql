-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Places of an occurrence that are offered until closes_at. for_start: when the occurrence begins, as it was when they were offered.
create table openings (
  user_id uuid not null,
  id uuid not null,
  slot_id uuid not null,
  slot_date date not null,
  for_start timestamp with time zone not null,
  places smallint not null,
  seats smallint default 1 not null, -- How many students come once every place is taken, as it was when they were offered.
  closes_at timestamp with time zone not null,
  closed_at timestamp with time zone, -- When the coach closed the opening, or the occurrence was skipped, answered or moved. Taking that back does not reopen it.
  created_at timestamp with time zone default now() not null,
  constraint openings_pkey PRIMARY KEY (user_id, id),
  constraint openings_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint openings_close_before_start CHECK ((closes_at <= for_start)),
  constraint openings_places_check CHECK (((places >= 1) AND (places <= 10))),
  constraint openings_real_days CHECK ((((slot_date >= '2000-01-01'::date) AND (slot_date <= '2100-12-31'::date)) AND (for_start >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (for_start < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (closes_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (closes_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (closed_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (closed_at < '2101-01-01 00:00:00+00'::timestamp with time zone) AND (created_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (created_at < '2101-01-01 00:00:00+00'::timestamp with time zone))),
  constraint openings_seats_check CHECK ((seats > 0))
);
CREATE INDEX openings_end_idx ON public.openings USING btree (user_id, closes_at);
CREATE INDEX openings_occurrence_idx ON public.openings USING btree (user_id, slot_id, slot_date);
policy "own rows" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
CREATE TRIGGER limit_added AFTER INSERT ON public.openings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.limit_rows('10000', 'closes_at > now() - interval ''90 days''');
