-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies a CreditPlan of the caller, exactly once per op_id (private.apply_plan). 23503: a package to remove is used by a lesson.
CREATE OR REPLACE FUNCTION public.apply_session_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.apply_plan(plan - array['package', 'payment', 'renews', 'money', 'slots']) - 'package'
$function$;
grant execute to authenticated, service_role;
