-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies a CreditPlan of the caller, exactly once per op_id. PT409 stale_session, stale_credits or stale_package: read, plan and send again. PT409 occurrence_answered, lesson_beside, recess_overlaps: the coach decides. PT404 session_not_found, student_not_found, package_not_found. PT400 bad_plan, session_in_future, cancelled_in_part. 23503: a package to remove is used by a lesson. PT401 not signed in.
CREATE OR REPLACE FUNCTION public.apply_session_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.finish_plan((plan ->> 'op_id')::uuid, private.apply_credit_plan(plan - 'package' - 'payment' - 'money'))
$function$;
grant execute to authenticated, service_role;
