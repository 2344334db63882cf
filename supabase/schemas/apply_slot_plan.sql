-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes slots and exceptions of the caller, exactly once per op_id: {op_id, end, add, skips} (private.write_slots, private.write_exceptions).
CREATE OR REPLACE FUNCTION public.apply_slot_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object('released', a -> 'released', 'replayed', a -> 'replayed', 'same', a -> 'same',
                            'effects', a -> 'effects')
    from private.apply_plan(jsonb_build_object(
           'op_id', plan -> 'op_id', 'content', plan -> 'content', 'skips', plan -> 'skips',
           'slots', jsonb_build_object('add', plan -> 'add', 'end', plan -> 'end'),
           -- A slot plan names no days, so the days of a skip that stands again count as before.
           'restores', true)) a
$function$;
grant execute to authenticated, service_role;
