-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether triggers leave their work to an import: import_students counts for the triggers of its rows, and the document of import_my_data has what they would write.
CREATE OR REPLACE FUNCTION private.is_importing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (COALESCE(current_setting('voleio.importing'::text, true), ''::text) = 'on'::text);
