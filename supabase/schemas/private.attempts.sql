-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Changes, tries and leads of visitors per hour, hashed. Written by private.count_attempt; deleted after the hour.
create table private.attempts (
  bucket timestamp with time zone not null,
  who text not null,
  n integer default 1 not null,
  constraint attempts_pkey PRIMARY KEY (bucket, who),
  constraint attempts_real_days CHECK (((bucket >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (bucket < '2101-01-01 00:00:00+00'::timestamp with time zone)))
);
policy "its functions alone" for all to anon, authenticated using false with check false;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
