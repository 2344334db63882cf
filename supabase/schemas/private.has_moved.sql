-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether an occurrence, {slot_id, slot_date, slot_moved_to}, has moved since a coach saw it at slot_moved_to; false without slot_moved_to.
CREATE OR REPLACE FUNCTION private.has_moved(me uuid, seen jsonb)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select seen ? 'slot_moved_to'
     and (seen ->> 'slot_moved_to')::timestamptz is distinct from (
           select moved_to from public.slot_exceptions
            where user_id = me and slot_id = (seen ->> 'slot_id')::uuid and slot_date = (seen ->> 'slot_date')::date)
$function$;
grant execute to authenticated, service_role;
