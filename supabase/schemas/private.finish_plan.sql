-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The answer of a plan with its effects, once everything is written.
CREATE OR REPLACE FUNCTION private.finish_plan(op_id uuid, applied jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select applied - 'scope' - 'before' || jsonb_build_object('effects', case
    when applied -> 'scope' <> 'null' then private.end_operation(private.coach(), op_id, applied -> 'scope', applied -> 'before')
    else applied -> 'effects' end)
$function$;
grant execute to authenticated, service_role;
