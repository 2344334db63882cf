-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A hash of each public link whose row is gone, so that no other student gets that link. Never purged: it grows by a row with each link that goes.
create table private.used_links (
  hash bytea not null,
  constraint used_links_pkey PRIMARY KEY (hash),
  constraint used_links_hash_check CHECK ((octet_length(hash) = 32))
);
policy "its triggers alone" for all to anon, authenticated using false with check false;
grant delete, insert, maintain, references, select, trigger, truncate, update to service_role;
