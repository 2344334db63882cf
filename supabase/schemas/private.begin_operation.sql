-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Remembers a new operation with the hash of what the coach entered, and answers null. For one that was applied earlier: {replayed, effects, same}, what it did and whether the coach had entered the same; both are null when forgotten after 30 days.
CREATE OR REPLACE FUNCTION private.begin_operation(me uuid, op uuid, content text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier private.applied_ops;
begin
  insert into private.applied_ops (user_id, op_id, content) values (me, op, content) on conflict do nothing;
  if found then return null; end if;
  select * into earlier from private.applied_ops where user_id = me and op_id = op;
  return jsonb_build_object('replayed', true, 'effects', earlier.effects, 'same', earlier.content = content);
end $function$;
grant execute to authenticated, service_role;
