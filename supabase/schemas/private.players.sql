-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Who has this lesson, as the agenda shows it: the participants of a registered one, nobody if it was cancelled, else who is expected. `guest`: not a student of the slot.
CREATE OR REPLACE FUNCTION private.players(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS TABLE(student_id uuid, guest boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  lesson public.sessions;
begin
  select * into lesson from public.sessions x where x.user_id = coach and x.slot_id = slots[1] and x.slot_date = on_day;
  return query
  select e.student_id, e.guest from private.expected(coach, slots, on_day, begins) e where lesson.id is null
  union all
  select a.student_id, e.student_id is null
    from public.session_package_assignments a
    left join public.lesson_slot_students e
      on e.user_id = coach and e.slot_id = slots[1] and e.student_id = a.student_id
   where a.user_id = coach and a.session_id = lesson.id and lesson.cancelled_reason is null;
end $function$;
grant execute to authenticated, service_role;
