-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether this is the IANA name of a time zone.
CREATE OR REPLACE FUNCTION private.is_time_zone(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  perform timestamp '2000-01-01' at time zone name;
  -- 'EST' and '+03' have no summer time. Postgres accepts any word with a digit as a time zone ('No/Where3',
  -- 'Etc/GMT+99'). Browsers know neither those nor the copies below 'posix' and 'right', so every screen with a time
  -- would fail.
  return name ~ '^([A-Za-z_]+(/[A-Za-z_-]+)+|Etc/GMT(\+([0-9]|1[0-2])|-([0-9]|1[0-4]))|UTC)$'
     and name !~* '^(posix|right)/';
exception when invalid_parameter_value then
  return false;
end $function$;
grant execute to authenticated, service_role;
