-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The active guests of occurrences that a plan moves or takes out of the agenda, or of future ones that it skips, as long as the occurrence takes place. `coming`: only those who did not reply 'not_coming'.
CREATE OR REPLACE FUNCTION private.guests_of_plan(me uuid, plan jsonb, coming boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('slot_id', g.slot_id, 'slot_date', g.slot_date,
                                                          'student_id', g.student_id)), '[]')
      from public.occurrence_guests g
      join public.students p on p.user_id = me and p.id = g.student_id and p.status = 'active'
     where g.user_id = me and g.for_start > now() - interval '30 days'
       and exists (select from (select (o ->> 'slot_id')::uuid as slot_id, (o ->> 'slot_date')::date as on_day,
                                       null::date as last_day
                                  from jsonb_array_elements((plan #> '{skips,add}') || (plan #> '{skips,remove}')) o
                                union
                                select (s ->> 'slot_id')::uuid, null, (s ->> 'last_day')::date
                                  from jsonb_array_elements(plan #> '{slots,end}') s) c
                    where (c.on_day is null or c.on_day = g.slot_date)
                      -- An earlier day stays, also in a slot that the ended one had replaced.
                      and (c.last_day is null or c.last_day < g.slot_date)
                      -- The plan may name the guest's slot, its successor, or another slot that the successor replaced.
                      and (c.slot_id = g.slot_id
                           or exists (select from public.lesson_slots s
                                       where s.user_id = me and s.replaces @> array[g.slot_id]
                                         and (s.id = c.slot_id or s.replaces @> array[c.slot_id]))))
       -- The occurrence as it is now, possibly in a slot that replaced the guest's.
       and exists (select from public.lesson_slots s
                    cross join lateral (select * from private.occurrence(me, s.id, g.slot_date)) y
                    where s.user_id = me and (s.id = g.slot_id or s.replaces @> array[g.slot_id])
                      and (y.starts_at = g.for_start or (s.id = g.slot_id and g.source = 'coach')) and y.reason is null
                      -- A lesson may have moved from an hour that is past to one that is to come, with its guests; or
                      -- it does now. Nobody is told of a skip of what is past.
                      and (not coming or greatest(g.for_start, y.starts_at) > now()
                           or not jsonb_path_exists(plan, '$.skips.add[*].reason ? (@ != null)'))
                      -- A student of the slot is no guest any more.
                      and not (coming
                               and (exists (select from public.lesson_slot_students e
                                             where e.user_id = me and e.slot_id = s.id and e.student_id = g.student_id)
                                    or exists (select from private.replies(me, s.id || s.replaces, g.slot_date,
                                                                           y.starts_at) r
                                                where r.student_id = g.student_id and r.reply = 'not_coming')))));
end $function$;
grant execute to authenticated, service_role;
