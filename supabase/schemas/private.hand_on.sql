-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After slots of the caller were replaced: guests and openings of an occurrence that begins as before are the new slot's. The coach's guests move with it, and nobody is expected, and no place offered, at two slots that replaced one.
CREATE OR REPLACE FUNCTION private.hand_on(ended uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  update public.occurrence_guests g set slot_id = n.id
    from (select x.slot_id, x.slot_date, x.student_id, s.id
            from public.occurrence_guests x
            join public.lesson_slots s on s.user_id = x.user_id and s.replaces @> array[x.slot_id]
           cross join lateral (select * from private.occurrence(me, s.id, x.slot_date)) y
           -- A lesson that has begun may move to an hour to come.
           where x.user_id = me and x.for_start > now() - interval '30 days' and s.replaces && ended
             and y.starts_at = x.for_start) n
   where g.user_id = me and g.slot_id = n.slot_id and g.slot_date = n.slot_date and g.student_id = n.student_id;
  update public.openings o set slot_id = n.id
    from (select x.id as opening, s.id
            from public.openings x
            join public.lesson_slots s on s.user_id = x.user_id and s.replaces @> array[x.slot_id]
           cross join lateral (select * from private.occurrence(me, s.id, x.slot_date)) y
           where x.user_id = me and x.closes_at > now() and s.replaces && ended and y.starts_at = x.for_start) n
   where o.user_id = me and o.id = n.opening;
end $function$;
grant execute to authenticated, service_role;
