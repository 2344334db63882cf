-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- One line that reads as it is written, and that no spreadsheet takes for a formula.
CREATE OR REPLACE FUNCTION private.plain_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
                                             '[\u0001-\u0020\u007f-\u009f\u2028\u2029]+', ' ', 'g'), '^[ =+@-]+', ''))
$function$;
