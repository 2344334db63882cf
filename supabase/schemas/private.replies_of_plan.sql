-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The students who replied 'not_coming' to an occurrence that a plan may move or take out of the agenda, each with the start that the reply was about (`told_for`).
CREATE OR REPLACE FUNCTION private.replies_of_plan(me uuid, plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('slot_id', x.slot_id, 'slot_date', x.slot_date,
                                                          'student_id', x.student_id,
                                                          'told_for', x.for_start)), '[]')
      from public.lesson_replies x
     cross join lateral (select s.id, s.id || s.replaces as slots from public.lesson_slots s
                          where s.user_id = me and (s.id = x.slot_id or s.replaces @> array[x.slot_id])) n
     cross join lateral (select * from private.occurrence(me, n.id, x.slot_date)) y
     cross join lateral (select * from private.replies(me, n.slots, x.slot_date, x.for_start) w
                          where w.student_id = x.student_id and w.reply = 'not_coming') r
      join private.expected(me, n.slots, x.slot_date, x.for_start) e on e.student_id = x.student_id
      join public.students st on st.user_id = me and st.id = x.student_id and st.status = 'active'
     -- Also to a lesson that has begun and is not answered: at another hour the student is expected.
     where x.user_id = me and x.for_start > now() - interval '30 days' and x.reply = 'not_coming'
       and y.starts_at = x.for_start
       and exists (select from (select (o ->> 'slot_id')::uuid as slot_id, (o ->> 'slot_date')::date as on_day
                                  from jsonb_array_elements((plan #> '{skips,add}') || (plan #> '{skips,remove}')) o
                                union
                                select (s ->> 'slot_id')::uuid, null
                                  from jsonb_array_elements(plan #> '{slots,end}') s) c
                    where c.slot_id = any (n.slots)
                      -- Takers do not follow, and guests not to another slot, unless they become students of it.
                      and ((c.on_day = x.slot_date and e.taken_at is null)
                           or (c.on_day is null
                               and (not e.guest
                                    or exists (select from jsonb_array_elements(plan #> '{slots,add}') a
                                                where (a ->> 'replaces')::uuid = any (n.slots)
                                                  and a -> 'students' ? x.student_id::text))))));
end $function$;
grant execute to authenticated, service_role;
