-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.refuse_visitor(error text)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN json_build_object('success', false, 'error', error);
