-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks these slots and those that write_exceptions names, by id: before lessons are written, so that of two devices the second one sees what the first one did.
CREATE OR REPLACE FUNCTION private.lock_slots(me uuid, ids uuid[], skips jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  slot uuid;
begin
  -- One by one: with `id = any (...)` the planner read all slots of the coach.
  for slot in
    select unnest(ids)
    union
    select (e ->> 'slot_id')::uuid
      from unnest(array[skips -> 'add', skips -> 'remove']) part
     cross join jsonb_array_elements(case when jsonb_typeof(part) = 'array' then part else '[]' end) e
    order by 1
  loop
    perform from public.lesson_slots where user_id = me and id = slot for no key update;
  end loop;
end $function$;
grant execute to authenticated, service_role;
