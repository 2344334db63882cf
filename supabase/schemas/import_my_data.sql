-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Brings an export into the caller's empty account, exactly once per op_id, all of it or nothing, under new ids; every student gets a link that nobody had. PT409 account_not_empty, PT400 bad_document, PT413 document_too_large, PT422 balances_differ, PT429 too_many_requests: two calls are under way. PT401 not signed in.
CREATE OR REPLACE FUNCTION public.import_my_data(document jsonb, op_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
 SET statement_timeout TO '180s'
AS $function$
  select private.import_my_data(document, op_id)
$function$;
grant execute to authenticated;
