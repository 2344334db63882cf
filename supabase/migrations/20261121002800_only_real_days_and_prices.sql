-- A price and a day are more in Postgres than on any screen: 'NaN' is at least 0, and '-infinity', '4713-01-01 BC' and
-- the year 12026 are dates. Sent to the API they would poison sums that can only be added to (NaN - NaN is NaN),
-- and stop every screen that shows the day. (NaN is greater than every number.)
alter table public.packages
  add constraint packages_price_is_a_number check (price < 'NaN'),
  add constraint packages_real_days check (
    purchase_date between date '1900-01-01' and date '9999-12-31'
    and payment_date between date '1900-01-01' and date '9999-12-31'
    and expiry_date between date '1900-01-01' and date '9999-12-31');
-- A check must not depend on the session's time zone, hence the one written out. (The other end is the trigger's.)
alter table public.sessions
  add constraint sessions_real_day check (date >= timestamptz '1900-01-01 00:00:00+00');
