-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Creates, changes and deletes the lessons of a plan, by id. `restores`: it is an undo. PT409 occurrence_answered, and what private.write_participants refuses.
CREATE OR REPLACE FUNCTION private.write_lessons(me uuid, lessons jsonb, restores boolean, club_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change    jsonb;
  fields    jsonb;
  op        text;
  lesson_id uuid;
  slot      uuid;
begin
  for change in select l from jsonb_array_elements(lessons) l order by (l -> 'session' ->> 'id')::uuid loop
    op := change ->> 'op';
    fields := change -> 'session';
    lesson_id := fields ->> 'id';
    if op = 'delete' then
      if restores then perform private.forget_days_of_lesson(lesson_id); end if;
      delete from public.sessions where user_id = me and id = lesson_id;
      continue;
    end if;
    if op = 'create' then
      slot := fields ->> 'slot_id';
      insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id,
                                   slot_date)
      values (lesson_id, me, coalesce((fields ->> 'date')::timestamptz, now()), (fields ->> 'day')::date,
              fields ->> 'teacher', fields ->> 'notes', fields ->> 'cancelled_reason',
              least(coalesce((fields ->> 'created_at')::timestamptz, now()), now()),
              slot, case when slot is not null then (fields ->> 'slot_date')::date end)
      on conflict on constraint sessions_one_per_occurrence do nothing;
      if not found then
        raise sqlstate 'PT409' using message = 'occurrence_answered', detail = fields ->> 'slot_date';
      end if;
    end if;
    if op = 'update' then
      -- The version has shown that the change to undo is the last one.
      if restores then
        perform private.forget_days_of_lesson(lesson_id, (select updated_at from public.sessions
                                                           where user_id = me and id = lesson_id));
      end if;
      -- The lesson first, so that the ledger's lines describe it as it is now.
      update public.sessions
         set date    = case when fields ? 'date' then (fields ->> 'date')::timestamptz else date end,
             day     = case when fields ? 'day' then (fields ->> 'day')::date else day end,
             teacher = case when fields ? 'teacher' then fields ->> 'teacher' else teacher end,
             notes   = case when fields ? 'notes' then fields ->> 'notes' else notes end,
             cancelled_reason = case when fields ? 'cancelled_reason' then fields ->> 'cancelled_reason'
                                     else cancelled_reason end,
             slot_id   = case when fields ? 'slot_id' then (fields ->> 'slot_id')::uuid else slot_id end,
             slot_date = case when fields ? 'slot_id' then (fields ->> 'slot_date')::date else slot_date end
       where user_id = me and id = lesson_id;
    end if;
    perform private.write_participants(me, lesson_id, change, club_ids);
  end loop;
end $function$;
grant execute to authenticated, service_role;
