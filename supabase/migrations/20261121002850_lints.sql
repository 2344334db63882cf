-- What Supabase's advisors (splinter) had to say of this schema, and tests/db/lint.test.ts guards from here on.

-- Row-level security without a policy refuses everybody already; this says that it is meant.
create policy "its trigger alone" on private.lead_attempts for all to anon, authenticated
  using (false) with check (false);

-- Projects made before 2026 have it: it would describe every table of ours to whoever is signed in, and nothing of
-- ours asks it. Where it is missing, this does nothing.
drop extension if exists pg_graphql;
