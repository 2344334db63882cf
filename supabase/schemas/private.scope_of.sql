-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The scope of a plan: where private.effect_rows looks for the rows that it may change.
CREATE OR REPLACE FUNCTION private.scope_of(me uuid, plan jsonb, package_ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lessons  constant jsonb := plan -> 'lessons';
  packages constant jsonb := plan -> 'packages';
  sold     constant uuid := plan -> 'package' ->> 'id';
begin
  return jsonb_build_object(
    'packages', array(select distinct p from unnest(package_ids || sold) p where p is not null),
    'lessons', jsonb_path_query_array(lessons, '$[*].session.id'),
    'slots', jsonb_path_query_array(plan, '$.slots.end[*].slot_id'),
    'occurrences', (plan -> 'skips' -> 'add') || (plan -> 'skips' -> 'remove')
      || jsonb_path_query_array(lessons, '$[*].session ? (@.slot_id != null)')
      || coalesce((select jsonb_agg(jsonb_build_object('slot_id', slot_id, 'slot_date', slot_date))
                     from public.slot_exceptions
                    where user_id = me and recess_id = (plan -> 'recess' ->> 'id')::uuid), '[]'),
    'alerts', jsonb_path_query_array(plan, '$.alerts.raise[*].dedupe_key') || (plan -> 'alerts' -> 'end'),
    'removed', jsonb_path_query_array(lessons, '$[*] ? (@.op == "delete").session.id')
      || jsonb_path_query_array(packages, '$[*] ? (@.op == "remove" || @.op == "delete").id'),
    'money', sold is not null or plan -> 'money' <> '{}' or jsonb_path_exists(packages, '$[*] ? (@.op != "adjust")'));
end $function$;
grant execute to authenticated, service_role;
