-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The new id of an imported row: the same wherever it is referenced, and not guessable without the operation id.
CREATE OR REPLACE FUNCTION private.imported_id(op_id uuid, id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select overlay(overlay(left(encode(sha256(uuid_send(op_id) || uuid_send(id)), 'hex'), 32) placing '8' from 13)
                 placing '8' from 17)::uuid
$function$;
