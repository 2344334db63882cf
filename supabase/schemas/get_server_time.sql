-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The server's clock, for a device to compare its own with.
CREATE OR REPLACE FUNCTION public.get_server_time()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN now();
grant execute to authenticated, service_role;
