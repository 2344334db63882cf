-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks and answers the clubs of a plan that exist. A club that was deleted meanwhile becomes null instead of refusing the lesson or the slot.
CREATE OR REPLACE FUNCTION private.lock_clubs(me uuid, plan jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids uuid[] := array(select (x ->> 'club_id')::uuid
                        from jsonb_array_elements(jsonb_path_query_array(plan, '$.lessons[*].participants[*].feedback')
                                                  || (plan -> 'slots' -> 'add')) x);
begin
  with locked as (select id from public.clubs where user_id = me and id = any (ids) order by id for key share)
  select array_agg(id) into ids from locked;
  return ids;
end $function$;
grant execute to authenticated, service_role;
