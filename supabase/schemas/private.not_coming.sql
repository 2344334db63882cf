-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Says in a calendar who does not come; null for nobody.
CREATE OR REPLACE FUNCTION private.not_coming(names text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN (CASE cardinality(names) WHEN 1 THEN 'não vem: '::text ELSE 'não vêm: '::text END || array_to_string(names, ', '::text));
