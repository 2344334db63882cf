-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Who is expected at an occurrence beginning at `begins`: the students of its slot, the first of `slots`, and guests. `taken_at`: when a guest took an opening.
CREATE OR REPLACE FUNCTION private.expected(coach uuid, slots uuid[], on_day date, begins timestamp with time zone)
 RETURNS TABLE(student_id uuid, guest boolean, taken_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select e.student_id, false, null::timestamptz
    from public.lesson_slot_students e where e.user_id = coach and e.slot_id = slots[1]
  union all
  select distinct on (g.student_id) g.student_id, true, case when g.source = 'opening' then g.created_at end
    from unnest(slots) i (id)
   cross join lateral (select * from public.occurrence_guests x
                        where x.user_id = coach and x.slot_id = i.id and x.slot_date = on_day offset 0) g
   -- A guest that the coach added to the slot itself moves with the lesson.
   where (g.for_start = begins or (g.slot_id = slots[1] and g.source = 'coach'))
     and not exists (select from public.lesson_slot_students e
                      where e.user_id = coach and e.slot_id = slots[1] and e.student_id = g.student_id);
end $function$;
grant execute to authenticated, service_role;
