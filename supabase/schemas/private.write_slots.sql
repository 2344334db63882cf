-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Ends slots and adds others: {end: [{slot_id, expected, last_day}], add: [{id, weekday, start_time, minutes, club_id, starts_on, ends_on, students, replaces}]}. A slot is deleted if last_day is null or before its first day. PT409 occurrence_answered: a lesson is registered after the last day; stale_slot: the slot was changed since; PT404 slot_not_found.
CREATE OR REPLACE FUNCTION private.write_slots(me uuid, slots jsonb, club_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change   jsonb;
  slot     public.lesson_slots;
  last     date;
  replaced jsonb := '{}';  -- each slot that ends, by id, as it was
  known    uuid[];  -- students who may be expected
begin
  -- Leaves out students who were deleted or anonymised meanwhile. Locks the others before a slot is deleted, because
  -- delete_student locks the student before the student's rows.
  with locked as (select id from public.students
                   where user_id = me and anonymized_at is null
                     and id = any (array(select p::uuid from jsonb_array_elements(slots -> 'add') s
                                          cross join jsonb_array_elements_text(private.part(s -> 'students', '[]')) p))
                   order by id for key share)
  select array_agg(id) into known from locked;
  for change in select e from jsonb_array_elements(slots -> 'end') e loop
    select * into slot from public.lesson_slots where user_id = me and id = (change ->> 'slot_id')::uuid;
    if slot.id is null then
      raise sqlstate 'PT404' using message = 'slot_not_found', detail = change ->> 'slot_id';
    end if;
    if slot.updated_at is distinct from (change ->> 'expected')::timestamptz then
      raise sqlstate 'PT409' using message = 'stale_slot', detail = slot.id::text;
    end if;
    replaced := replaced || jsonb_build_object(slot.id::text, to_jsonb(slot));
    last := change ->> 'last_day';
    if exists (select from public.sessions
                where user_id = me and slot_id = slot.id and (last is null or slot_date > last)) then
      raise sqlstate 'PT409' using message = 'occurrence_answered', detail = slot.id::text;
    end if;
    if last is null or last < slot.starts_on then
      delete from public.lesson_slots where user_id = me and id = slot.id;
    else
      -- A slot never ends later than it did already.
      update public.lesson_slots set ends_on = least(last, ends_on) where user_id = me and id = slot.id;
      perform private.drop_exceptions_after(slot.id, last);
    end if;
  end loop;

  for change in select s from jsonb_array_elements(slots -> 'add') s loop
    insert into public.lesson_slots (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on, replaces)
    values ((change ->> 'id')::uuid, me, (change ->> 'weekday')::smallint, (change ->> 'start_time')::time,
            (change ->> 'minutes')::smallint,
            (select c from unnest(club_ids) c where c = (change ->> 'club_id')::uuid),
            (change ->> 'starts_on')::date, (change ->> 'ends_on')::date,
            case when change ->> 'replaces' is null then '{}'
                 else ((change ->> 'replaces')::uuid
                       || array(select jsonb_array_elements_text(
                                         replaced -> (change ->> 'replaces') -> 'replaces')::uuid))[1:50] end);
    if replaced ? (change ->> 'replaces') then
      perform private.keep_time((change ->> 'id')::uuid, jsonb_populate_record(
        null::public.lesson_slots, replaced -> (change ->> 'replaces')));
    end if;
    insert into public.lesson_slot_students (user_id, slot_id, student_id)
    select distinct me, (change ->> 'id')::uuid, p::uuid
      from jsonb_array_elements_text(private.part(change -> 'students', '[]')) p
     where p::uuid = any (known);
  end loop;
end $function$;
grant execute to authenticated, service_role;
