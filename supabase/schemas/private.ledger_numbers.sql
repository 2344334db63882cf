-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The number of the last line of a coach's ledger. Written by private.write_ledger and imports.
create table private.ledger_numbers (
  user_id uuid not null,
  last bigint not null,
  constraint ledger_numbers_pkey PRIMARY KEY (user_id),
  constraint ledger_numbers_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
);
policy "its functions alone" for all to anon, authenticated using false with check false;
