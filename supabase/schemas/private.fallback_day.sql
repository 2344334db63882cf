-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The local day in São Paulo of an instant. Devices send the lesson's own day.
CREATE OR REPLACE FUNCTION private.fallback_day(date timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN ((date AT TIME ZONE 'America/Sao_Paulo'::text))::date;
grant execute to authenticated, service_role;
