-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A text as one line that reads as it is written, and that no spreadsheet takes for a formula.
CREATE OR REPLACE FUNCTION private.plain_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(value, '[\u202A-\u202E\u2066-\u2069]', '', 'g'),
                                             '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028\u2029\u202f\u205f'
                                             '\u2060\u3000\ufeff]+', ' ', 'g'),
                              -- Full-width signs begin a formula too, where letters are full-width.
                              '^[ =+@\uff1d\uff0b\uff20\uff0d-]+', ''))
$function$;
