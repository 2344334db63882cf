-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Leads per hour by address and by network, both hashed. Written by the trigger only; deleted after the hour.
create table private.lead_attempts (
  bucket timestamp with time zone not null,
  who text not null,
  n integer default 1 not null, -- Accepted leads. A refused one rolls its count back.
  constraint lead_attempts_pkey PRIMARY KEY (bucket, who),
  constraint lead_attempts_real_days CHECK (((bucket >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (bucket < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "its trigger alone" for all to anon, authenticated using false with check false;
