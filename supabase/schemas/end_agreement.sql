-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Takes the caller's agreement down at once. Earlier replies keep their outcome, except those that a version found late that never began. PT409 stale_agreement: there is a version newer than `seen`.
CREATE OR REPLACE FUNCTION public.end_agreement(seen integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.end_agreement(seen)
$function$;
grant execute to authenticated, service_role;
