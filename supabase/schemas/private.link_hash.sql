-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The hash of a link, as private.used_links keeps it.
CREATE OR REPLACE FUNCTION private.link_hash(link uuid)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
RETURN sha256(uuid_send(link));
