-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The lessons of a plan, each with the slot that its occurrence has now (private.slot_now); their slots are locked. PT409 agenda_changed: the plan is of a screen that shows an old agenda, so nothing is written.
CREATE OR REPLACE FUNCTION private.slots_now(me uuid, lessons jsonb, skips jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  answer  jsonb;
  changed jsonb := '[]';
  slot    uuid;
begin
  if skips ->> 'slot_changed' = 'refuse'
     and exists (select from jsonb_to_recordset(coalesce(nullif(skips -> 'add', 'null'), '[]'))
                           as a (slot_id uuid, slot_date date, reason text)
                  where a.reason is not null
                    and not exists (select from public.lesson_slots s
                                     where s.user_id = me and s.id = a.slot_id
                                       and a.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity'))) then
    raise sqlstate 'PT409' using message = 'agenda_changed';
  end if;
  -- Skipped by another device meanwhile, it is answered.
  if skips ->> 'slot_changed' = 'refuse'
     and exists (select from jsonb_to_recordset(coalesce(nullif(skips -> 'add', 'null'), '[]'))
                           as a (slot_id uuid, slot_date date, reason text)
                  cross join lateral (select * from public.slot_exceptions y
                                       where y.user_id = me and y.slot_id = a.slot_id and y.slot_date = a.slot_date offset 0) e
                  where a.reason is not null and e.reason is not null) then
    raise sqlstate 'PT409' using message = 'occurrence_answered';
  end if;
  for answer in select l from jsonb_array_elements(lessons) with ordinality n (l, at) order by n.at loop
    if answer ->> 'op' = 'create' and answer -> 'session' ->> 'slot_id' is not null then
      slot := private.slot_now(me, (answer -> 'session' ->> 'slot_id')::uuid, (answer -> 'session' ->> 'slot_date')::date,
                               (answer -> 'session' ->> 'date')::timestamptz);
      if slot is distinct from (answer -> 'session' ->> 'slot_id')::uuid then
        if answer -> 'session' ->> 'slot_changed' = 'refuse' then
          raise sqlstate 'PT409' using message = 'agenda_changed', detail = answer -> 'session' ->> 'slot_id';
        end if;
        answer := jsonb_set(answer, '{session}', answer -> 'session' || jsonb_build_object(
                    'slot_id', slot, 'slot_date', case when slot is not null then answer -> 'session' -> 'slot_date' end));
      end if;
    end if;
    changed := changed || jsonb_build_array(answer);
  end loop;
  return changed;
end $function$;
grant execute to authenticated, service_role;
