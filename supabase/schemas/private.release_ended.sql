-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After slots of the caller ended or were replaced: releases guests of occurrences that no longer begin at the same time, and ends their openings. Who was named as released is not expected again when the time comes back.
CREATE OR REPLACE FUNCTION private.release_ended(ended uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  me  constant uuid := private.coach();
  ids constant uuid[] := ended || array(select unnest(s.replaces) from public.lesson_slots s
                                         where s.user_id = me and (s.id = any (ended) or s.replaces && ended));
begin
  delete from public.occurrence_guests g
   -- Also of a lesson that has begun: its guests are named as released too.
   where g.user_id = me and g.for_start > now() - interval '30 days' and g.slot_id = any (ids)
     -- A guest of the coach stays in a lesson that moved.
     and not (g.source = 'coach' and exists (select from private.occurrence(me, g.slot_id, g.slot_date)))
     and not private.begins_then(me, g.slot_id, g.slot_date, g.for_start);
  update public.openings o set closed_at = now()
   where o.user_id = me and o.closes_at > now() and o.closed_at is null and o.slot_id = any (ids)
     and not private.begins_then(me, o.slot_id, o.slot_date, o.for_start);
end $function$;
grant execute to authenticated, service_role;
