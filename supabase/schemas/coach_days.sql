-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Kept by triggers: the totals of one coach by day. For a period that begins or ends within a day, that day's lessons are read instead.
create table coach_days (
  user_id uuid not null,
  day date not null, -- For lessons the UTC day; for money the purchase date (revenue), the day of the payment (received) or the payment date (open), which have no time zone.
  lessons integer default 0 not null,
  rating_sum integer default 0 not null,
  rating_count integer default 0 not null,
  revenue numeric(14,2) default 0 not null,
  held integer default 0 not null, -- Lessons that were not cancelled.
  received numeric(14,2) default 0 not null, -- Payments less refunds of this day.
  open_amount numeric(14,2) default 0 not null, -- What is still owed of packages whose payment date is this day.
  constraint coach_days_pkey PRIMARY KEY (user_id, day),
  constraint coach_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE,
  constraint coach_days_real_days CHECK (((day >= '2000-01-01'::date) AND (day <= '2100-12-31'::date)))
);
CREATE INDEX coach_days_open_idx ON public.coach_days USING btree (user_id, day) WHERE (open_amount <> (0)::numeric);
policy "own rows: read" for select to authenticated using (user_id = ( SELECT auth.uid() AS uid));
grant select (every column) to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
