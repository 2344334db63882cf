-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- What private.used_links keeps of a link.
CREATE OR REPLACE FUNCTION private.link_hash(link uuid)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
RETURN sha256(uuid_send(link));
