-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.ics_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(regexp_replace(value, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'),
                        '([\\;,])', '\\\1', 'g')
$function$;
