-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks all slots of a plan by id, before lessons are written, so that the second of two devices sees what the first one did. Answers the plan with the slot that each new lesson's occurrence has now (private.slot_now). PT409 occurrence_answered; stale_skip: all that an undo plans again has lessons; agenda_changed: the plan is from a screen that shows an old agenda.
CREATE OR REPLACE FUNCTION private.claim_occurrences(me uuid, plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  skips   constant jsonb := plan -> 'skips';
  named   constant jsonb := (skips -> 'add') || (skips -> 'remove') || (plan -> 'slots' -> 'end')
                            || jsonb_path_query_array(plan, '$.lessons[*].session ? (@.slot_id != null)');
  slot    uuid;
  lesson  jsonb;
  fields  jsonb;
  lessons jsonb := '[]';
begin
  if named = '[]' and plan -> 'recess' = '{}' then return plan; end if;
  for slot in
    select (o ->> 'slot_id')::uuid from jsonb_array_elements(named) o
    union
    select slot_id from public.slot_exceptions where user_id = me and recess_id = (plan -> 'recess' ->> 'id')::uuid
    union
    -- A recess concerns every slot with a day of it, also one whose day is skipped already.
    select id from public.lesson_slots
     where user_id = me and plan #>> '{recess,op}' = 'give'
       and coalesce(ends_on, 'infinity') >= (plan #>> '{recess,first_day}')::date
    order by 1
  loop
    perform from public.lesson_slots where user_id = me and id = slot for no key update;
  end loop;

  if skips ->> 'slot_changed' = 'refuse' then
    -- What is put back is neither gone nor answered.
    if exists (select from jsonb_to_recordset(skips -> 'add') as a (slot_id uuid, slot_date date, reason text)
                where not exists (select from public.lesson_slots s
                                   where s.user_id = me and s.id = a.slot_id
                                     and a.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity'))
                   or a.reason is null
                      and exists (select from public.sessions x
                                   where x.user_id = me and x.slot_id = a.slot_id and x.slot_date = a.slot_date)) then
      raise sqlstate 'PT409' using message = 'agenda_changed';
    end if;
    -- An occurrence that another device skipped meanwhile is answered.
    if exists (select from jsonb_to_recordset(skips -> 'add') as a (slot_id uuid, slot_date date, reason text)
                cross join lateral (select * from public.slot_exceptions y
                                     where y.user_id = me and y.slot_id = a.slot_id and y.slot_date = a.slot_date
                                    offset 0) e
                where a.reason is not null and e.reason is not null) then
      raise sqlstate 'PT409' using message = 'occurrence_answered';
    end if;
    -- An occurrence that another device moved meanwhile may still be to come.
    if exists (select from jsonb_array_elements(skips -> 'add') a
                where a ->> 'reason' is not null
                  and private.has_moved(me, a || jsonb_build_object('slot_moved_to', a -> 'moved_to'))) then
      raise sqlstate 'PT409' using message = 'agenda_changed';
    end if;
  end if;

  -- The undo of skips that lessons have ended would undo nothing, and the undo of such a lesson would bring its skip
  -- back.
  if plan -> 'lessons' = '[]' and jsonb_path_exists(skips, '$.add[*].ops')
     and not exists (select from jsonb_to_recordset(skips -> 'add') as a (slot_id uuid, slot_date date)
                       left join lateral (select x.id from public.sessions x
                                           where x.user_id = me and x.slot_id = a.slot_id and x.slot_date = a.slot_date
                                           limit 1) l on true
                      where l.id is null) then
    raise sqlstate 'PT409' using message = 'stale_skip';
  end if;

  -- What the coach moves, or puts back, is as the coach saw it: planned, and there. A typed time is one of the zone in
  -- which the coach saw the agenda.
  if exists (select from jsonb_array_elements((skips -> 'add') || (skips -> 'remove')) a
              cross join jsonb_to_record(a) as o (slot_id uuid, slot_date date)
              where a ? 'slot_moved_to'
                and (private.has_moved(me, a)
                     or a ->> 'zone' <> private.coach_time_zone(me)
                     or not exists (select from public.lesson_slots s
                                     where s.user_id = me and s.id = o.slot_id
                                       and o.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity'))
                     or exists (select from public.slot_exceptions e
                                 where e.user_id = me and e.slot_id = o.slot_id and e.slot_date = o.slot_date
                                   and e.reason is not null)
                     or exists (select from public.sessions x
                                 where x.user_id = me and x.slot_id = o.slot_id and x.slot_date = o.slot_date))) then
    raise sqlstate 'PT409' using message = 'agenda_changed';
  end if;

  for lesson in select l from jsonb_array_elements(plan -> 'lessons') with ordinality n (l, at) order by n.at loop
    fields := lesson -> 'session';
    if lesson ->> 'op' = 'create' and fields ->> 'slot_id' is not null then
      if (plan ->> 'restores')::boolean then
        fields := fields || coalesce((select jsonb_build_object('slot_moved_to', d.moved_to)
                                        from private.deleted_lessons d
                                       where d.user_id = me and d.id = (fields ->> 'id')::uuid), '{}');
      end if;
      slot := private.slot_now(me, (fields ->> 'slot_id')::uuid, (fields ->> 'slot_date')::date,
                               (fields ->> 'date')::timestamptz);
      if slot is distinct from (fields ->> 'slot_id')::uuid then
        if fields ->> 'slot_changed' = 'refuse' then
          raise sqlstate 'PT409' using message = 'agenda_changed', detail = fields ->> 'slot_id';
        end if;
        fields := fields - 'slot_moved_to' || jsonb_build_object(
          'slot_id', slot, 'slot_date', case when slot is not null then fields -> 'slot_date' end);
        lesson := jsonb_set(lesson, '{session}', fields);
      end if;
      -- Checked before the credits, which the other answer has moved: stale_credits would hide that the occurrence is
      -- answered.
      if exists (select from public.sessions
                  where user_id = me and slot_id = slot and slot_date = (fields ->> 'slot_date')::date) then
        raise sqlstate 'PT409' using message = 'occurrence_answered', detail = fields ->> 'slot_date';
      end if;
      if slot is not null and private.has_moved(me, fields) then
        if fields ->> 'slot_changed' = 'refuse' then
          raise sqlstate 'PT409' using message = 'agenda_changed', detail = fields ->> 'slot_id';
        end if;
        lesson := jsonb_set(lesson, '{session}', fields || '{"slot_id": null, "slot_date": null}');
      end if;
    end if;
    lessons := lessons || jsonb_build_array(lesson);
  end loop;
  return jsonb_set(plan, '{lessons}', lessons);
end $function$;
grant execute to authenticated, service_role;
