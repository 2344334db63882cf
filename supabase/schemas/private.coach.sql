-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The signed-in coach, or null.
CREATE OR REPLACE FUNCTION private.coach()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN auth.uid();
grant execute to authenticated, service_role;
