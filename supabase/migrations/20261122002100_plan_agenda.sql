-- What a plan does to the agenda: slots, skips and moves of occurrences, recesses. private.apply_plan calls these
-- functions.

create function private.slot_now(me uuid, asked uuid, on_day date, begins timestamptz) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  found_id uuid;
begin
  select id into found_id from public.lesson_slots
   where user_id = me and id = asked and on_day between starts_on and coalesce(ends_on, 'infinity');
  if found_id is not null then return found_id; end if;
  select s.id into found_id from public.lesson_slots s
   where s.user_id = me and s.replaces @> array[asked]
     and exists (select from private.occurrences(me, on_day, on_day) o
                  where o.slot_id = s.id and o.slot_date = on_day and o.starts_at = begins)
   order by s.id limit 1
     for no key update;
  return found_id;
end $$;
comment on function private.slot_now(uuid, uuid, date, timestamptz) is
  'The slot that now has an occurrence which a device knows: the slot itself; if it is gone or no longer has that '
  'day, the slot that replaced it and has an occurrence on that day at the same time, locked; else null.';
grant execute on function private.slot_now(uuid, uuid, date, timestamptz) to authenticated, service_role;

create function private.has_moved(me uuid, seen jsonb) returns boolean
language sql volatile security invoker set search_path = '' as $$
  select seen ? 'slot_moved_to'
     and (seen ->> 'slot_moved_to')::timestamptz is distinct from (
           select moved_to from public.slot_exceptions
            where user_id = me and slot_id = (seen ->> 'slot_id')::uuid and slot_date = (seen ->> 'slot_date')::date)
$$;
comment on function private.has_moved(uuid, jsonb) is
  'Whether an occurrence, {slot_id, slot_date, slot_moved_to}, has moved since a coach saw it at slot_moved_to; false '
  'without slot_moved_to.';
grant execute on function private.has_moved(uuid, jsonb) to authenticated, service_role;

create function private.claim_occurrences(me uuid, plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
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
end $$;
comment on function private.claim_occurrences(uuid, jsonb) is
  'Locks all slots of a plan by id, before lessons are written, so that the second of two devices sees what the first '
  'one did. Answers the plan with the slot that each new lesson''s occurrence has now (private.slot_now). PT409 '
  'occurrence_answered; stale_skip: all that an undo plans again has lessons; agenda_changed: the plan is from a '
  'screen that shows an old agenda.';
grant execute on function private.claim_occurrences(uuid, jsonb) to authenticated, service_role;

-- Skipping an occurrence, or ending its skip, does not move it where another device has moved it meanwhile. An
-- occurrence that another device has skipped meanwhile stays as that device skipped it.
create function private.write_exceptions(skips jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me        constant uuid := private.coach();
  change    record;
  came_back boolean;
begin
  -- An occurrence that was answered meanwhile stays where it is.
  for change in select * from jsonb_to_recordset(skips -> 'remove') as r (slot_id uuid, slot_date date) loop
    delete from public.slot_exceptions e
     where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date
       and not exists (select from public.sessions x
                        where x.user_id = me and x.slot_id = change.slot_id and x.slot_date = change.slot_date)
    returning e.moved_to is not null into came_back;
    -- A student who reads of it late has as much time to reply as after a move. Within a week, so that it changes
    -- nothing for the slot's lesson of the week before.
    if came_back then
      update public.lesson_slots s set time_since = now()
       where s.user_id = me and s.id = change.slot_id
         and (change.slot_date + s.start_time) at time zone private.coach_time_zone(me)
             between now() and now() + interval '168 hours';
    end if;
  end loop;
  for change in select * from jsonb_to_recordset(skips -> 'add')
                           as a (slot_id uuid, slot_date date, reason text, moved_to timestamptz, recess_id uuid,
                                 ops uuid[]) loop
    -- Ends the skip. If a lesson answered the occurrence, it has ended the skip already.
    if change.reason is null and change.moved_to is null then
      -- An undo ends only the skips that its own operations (`ops`) wrote, in whose transactions they began. A skip
      -- that ended since is passed over.
      if change.ops is not null
         and exists (select from public.slot_exceptions e
                      where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date
                        and e.reason is not null
                        and not exists (select from private.applied_ops o
                                         where o.user_id = me and o.op_id = any (change.ops)
                                           and o.applied_at = e.created_at)) then
        raise sqlstate 'PT409' using message = 'stale_skip', detail = change.slot_date::text;
      end if;
      delete from public.slot_exceptions
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and moved_to is null;
      update public.slot_exceptions set reason = null, recess_id = null
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and reason is not null;
      continue;
    end if;
    -- An undo may bring back the skip of a recess that was itself undone since: then the occurrence stays planned.
    if change.recess_id is not null
       and not exists (select from public.recesses where user_id = me and id = change.recess_id) then
      continue;
    end if;
    insert into public.slot_exceptions as e (user_id, slot_id, slot_date, reason, moved_to, recess_id)
    select me, s.id, change.slot_date, change.reason, change.moved_to, change.recess_id
      from public.lesson_slots s
     -- An occurrence that is gone with its slot needs no exception.
     where s.user_id = me and s.id = change.slot_id
       and change.slot_date between s.starts_on and coalesce(s.ends_on, 'infinity')
       -- An exception that is already as asked is not written: after an answer, the trigger would refuse even an undo
       -- that changes nothing.
       and not exists (select from public.slot_exceptions x
                        where x.user_id = me and x.slot_id = s.id and x.slot_date = change.slot_date
                          and x.reason is not distinct from change.reason
                          and x.recess_id is not distinct from change.recess_id
                          and x.moved_to is not distinct from coalesce(change.moved_to, x.moved_to))
    on conflict (user_id, slot_id, slot_date) do update
       set reason = excluded.reason, recess_id = excluded.recess_id, created_at = now(),
           moved_to = case when excluded.reason is null then excluded.moved_to
                           else coalesce(e.moved_to, excluded.moved_to) end
     where e.reason is null or excluded.reason is null;
  end loop;
end $$;
comment on function private.write_exceptions(jsonb) is
  'Skips and moves occurrences, ends skips, and takes exceptions back: {add: [{slot_id, slot_date, reason, moved_to, '
  'recess_id, ops}], remove: [{slot_id, slot_date}]}. A skipped occurrence keeps where it moved to. An entry of `add` '
  'with neither reason nor moved_to ends the skip; with `ops`, only a skip of these operations. PT409 '
  'occurrence_answered; stale_skip: another operation has skipped it since.';
grant execute on function private.write_exceptions(jsonb) to authenticated, service_role;

create function private.write_recess(change jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  recess constant uuid := change ->> 'id';
  first  constant date := change ->> 'first_day';
  last   constant date := change ->> 'last_day';
begin
  if change ->> 'op' = 'give' then
    if exists (select from public.recesses where user_id = me and first_day <= last and last_day >= first) then
      raise sqlstate 'PT409' using message = 'recess_overlaps';
    end if;
    insert into public.recesses (id, user_id, first_day, last_day) values (recess, me, first, last);
    return;
  end if;
  if exists (select from public.package_extensions where user_id = me and batch_id = recess and not kept) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days that would lose their recess';
  end if;
  -- An occurrence that was answered or skipped anew since does not name the recess any more.
  delete from public.slot_exceptions where user_id = me and recess_id = recess and moved_to is null;
  update public.slot_exceptions set reason = null, recess_id = null where user_id = me and recess_id = recess;
  delete from public.recesses where user_id = me and id = recess;
end $$;
comment on function private.write_recess(jsonb) is
  'Gives or undoes a recess of the caller. {op: give, id, first_day, last_day}: called before the rows that name it '
  'are written. {op: undo, id}: called after its days were taken back; ends its skips. PT409 recess_overlaps: another '
  'recess has one of its days.';
grant execute on function private.write_recess(jsonb) to authenticated, service_role;

create function private.refuse_partial_recess(me uuid, recess jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  first constant date := recess ->> 'first_day';
  last  constant date := recess ->> 'last_day';
begin
  if exists (select from private.occurrences(me, first, last) o
              where o.reason is null
                and not exists (select from public.sessions x
                                 where x.user_id = me and x.slot_id = o.slot_id and x.slot_date = o.slot_date))
     or exists (select from public.slot_exceptions e
                 where e.user_id = me and e.recess_id = (recess ->> 'id')::uuid
                   and not exists (select from private.occurrences(me, first, last) o
                                    where o.slot_id = e.slot_id and o.slot_date = e.slot_date))
     or exists (select from public.packages p
                  join public.students s on s.user_id = me and s.id = p.student_id and s.anonymized_at is null
                 where p.user_id = me and p.remaining_classes > 0 and p.expiry_date >= first
                   -- A validity that begins with the first lesson meets no day before it.
                   and coalesce(p.expiry_date - p.validity_days - p.extended_days, p.purchase_date) <= last
                   -- What ends about now is expired on some devices already.
                   and p.expiry_date > current_date + 1
                   and not exists (select from public.package_extensions x
                                    where x.user_id = me and x.package_id = p.id
                                      and x.batch_id = (recess ->> 'id')::uuid)) then
    raise sqlstate 'PT409' using message = 'agenda_changed';
  end if;
end $$;
comment on function private.refuse_partial_recess(uuid, jsonb) is
  'After a recess was given: refuses it if a day of it still has a planned occurrence, it skips one that moved to '
  'another day, or a package that it meets got no days, because another device moved, planned or sold since this one '
  'read. PT409 agenda_changed.';
grant execute on function private.refuse_partial_recess(uuid, jsonb) to authenticated, service_role;

create function private.drop_exceptions_after(slot uuid, last_day date) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  perform private.keep_days_of_skips(me, slot, last_day);
  delete from public.slot_exceptions where user_id = me and slot_id = slot and slot_date > last_day;
end $$;
comment on function private.drop_exceptions_after(uuid, date) is
  'After a slot of the caller got a last day: deletes later skips and moves; the days that the skips gave stay.';
grant execute on function private.drop_exceptions_after(uuid, date) to authenticated, service_role;

-- `before` is a slot that ended in the same plan. Security definer: a coach may not write `time_since`.
create function private.keep_time(slot uuid, before public.lesson_slots) returns void
language sql volatile security definer set search_path = '' as $$
  update public.lesson_slots s set time_since = before.time_since
   where s.user_id = private.coach() and s.id = slot and s.user_id = before.user_id and s.start_time = before.start_time
     and coalesce(s.weekday, extract(dow from s.starts_on))
         = coalesce(before.weekday, extract(dow from before.starts_on))
     -- Each of its occurrences was one of the other slot.
     and s.starts_on >= before.starts_on and coalesce(s.ends_on, 'infinity') <= coalesce(before.ends_on, 'infinity')
$$;
comment on function private.keep_time(uuid, public.lesson_slots) is
  'After a slot replaced another one that had the same time: takes over since when its lessons begin at that time.';
grant execute on function private.keep_time(uuid, public.lesson_slots) to authenticated, service_role;

create function private.write_slots(me uuid, slots jsonb, club_ids uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
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
end $$;
comment on function private.write_slots(uuid, jsonb, uuid[]) is
  'Ends slots and adds others: {end: [{slot_id, expected, last_day}], add: [{id, weekday, start_time, minutes, '
  'club_id, starts_on, ends_on, students, replaces}]}. A slot is deleted if last_day is null or before its first day. '
  'PT409 occurrence_answered: a lesson is registered after the last day; stale_slot: the slot was changed since; '
  'PT404 slot_not_found.';
grant execute on function private.write_slots(uuid, jsonb, uuid[]) to authenticated, service_role;
