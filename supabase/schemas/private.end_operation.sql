-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Stores and answers what an operation did: the difference of its rows, and who is `released` by it or `busy` then. Forgets effects older than 30 days.
CREATE OR REPLACE FUNCTION private.end_operation(me uuid, op uuid, scope jsonb, before jsonb, released jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  done jsonb := private.effects_between(before, private.effect_rows(me, scope));
begin
  done := done || jsonb_build_object('released', released || private.busy_then(me, done -> 'skips'));
  update private.applied_ops set effects = done where user_id = me and op_id = op;
  -- Forgets old effects: a repeat comes within days, if at all. The id itself stays, because a late retry must not act
  -- twice. A few with each write, oldest first, so that no write waits for all of them.
  update private.applied_ops set effects = null, content = null
   where user_id = me
     and op_id = any (array(select o.op_id from private.applied_ops o
                             where o.user_id = me and o.effects is not null
                               and o.applied_at < now() - interval '30 days'
                             order by o.applied_at limit 20));
  return done;
end $function$;
grant execute to authenticated, service_role;
