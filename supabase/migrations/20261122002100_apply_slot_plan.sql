-- All writes of slots: all or nothing, exactly once per op_id. apply_credit_plan uses the two helpers too.

create function private.lock_slots(me uuid, ids uuid[], skips jsonb) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  slot uuid;
begin
  -- One by one: with `id = any (...)` the planner read all slots of the coach.
  for slot in
    select unnest(ids)
    union
    select (e ->> 'slot_id')::uuid
      from unnest(array[skips -> 'add', skips -> 'remove']) part
     cross join jsonb_array_elements(case when jsonb_typeof(part) = 'array' then part else '[]' end) e
    order by 1
  loop
    perform from public.lesson_slots where user_id = me and id = slot for no key update;
  end loop;
end $$;
comment on function private.lock_slots(uuid, uuid[], jsonb) is
  'Locks these slots and those that write_exceptions names, by id: before lessons are written, so that of two devices '
  'the second one sees what the first one did.';
grant execute on function private.lock_slots(uuid, uuid[], jsonb) to authenticated, service_role;

-- A skip and the end of one do not move an occurrence that another device has moved meanwhile, and what another device has
-- skipped meanwhile stays as that device skipped it.
create function private.write_exceptions(skips jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me      constant uuid := private.coach();
  added   constant jsonb := coalesce(nullif(skips -> 'add', 'null'), '[]');
  removed constant jsonb := coalesce(nullif(skips -> 'remove', 'null'), '[]');
  change  record;
begin
  if jsonb_typeof(added) <> 'array' or jsonb_typeof(removed) <> 'array'
     or jsonb_array_length(added) > 500 or jsonb_array_length(removed) > 500 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'exceptions';
  end if;
  -- An occurrence that was answered meanwhile stays where it is.
  for change in select * from jsonb_to_recordset(removed) as r (slot_id uuid, slot_date date) loop
    delete from public.slot_exceptions e
     where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date
       and not exists (select from public.sessions x
                        where x.user_id = me and x.slot_id = change.slot_id and x.slot_date = change.slot_date);
  end loop;
  for change in select * from jsonb_to_recordset(added)
                           as a (slot_id uuid, slot_date date, reason text, moved_to timestamptz, recess_id uuid, ops uuid[]) loop
    -- The lesson that answered it has ended the skip already.
    if change.reason is null and change.moved_to is null then
      -- An undo ends the skips that its change wrote, in whose transaction each began. One that ended since is passed over.
      if change.ops is not null
         and exists (select from public.slot_exceptions e
                      where e.user_id = me and e.slot_id = change.slot_id and e.slot_date = change.slot_date and e.reason is not null
                        and not exists (select from private.applied_ops o
                                         where o.user_id = me and o.op_id = any (change.ops) and o.applied_at = e.created_at)) then
        raise sqlstate 'PT409' using message = 'stale_skip', detail = change.slot_date::text;
      end if;
      delete from public.slot_exceptions
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and moved_to is null;
      update public.slot_exceptions set reason = null, recess_id = null
       where user_id = me and slot_id = change.slot_id and slot_date = change.slot_date and reason is not null;
      continue;
    end if;
    -- An undo brings back the skip of a recess that was itself undone since: the lesson stays planned.
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
       -- What is so already is no change: the trigger would refuse an undo that comes after the answer.
       and not exists (select from public.slot_exceptions x
                        where x.user_id = me and x.slot_id = s.id and x.slot_date = change.slot_date
                          and x.reason is not distinct from change.reason
                          and x.recess_id is not distinct from change.recess_id
                          and x.moved_to is not distinct from coalesce(change.moved_to, x.moved_to))
    on conflict (user_id, slot_id, slot_date) do update
       set reason = excluded.reason, recess_id = excluded.recess_id, created_at = now(),
           moved_to = case when excluded.reason is null then excluded.moved_to else coalesce(e.moved_to, excluded.moved_to) end
     where e.reason is null or excluded.reason is null;
  end loop;
end $$;
comment on function private.write_exceptions(jsonb) is
  'Skips and moves occurrences, ends skips, and takes exceptions back: {add: [{slot_id, slot_date, reason, moved_to, '
  'recess_id, ops}], remove: [{slot_id, slot_date}]}. A skipped occurrence keeps where it moved to; neither reason nor moved_to ends '
  'the skip, with `ops` that of these operations alone. PT409 occurrence_answered; stale_skip: skipped anew since.';
grant execute on function private.write_exceptions(jsonb) to authenticated, service_role;

create function private.write_recess(change jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  recess constant uuid := change ->> 'id';
  first  constant date := change ->> 'first_day';
  last   constant date := change ->> 'last_day';
begin
  -- Of two devices the second one sees the recess of the first one.
  perform from public.profiles where id = me for no key update;
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
  -- What was answered or skipped anew since is not of the recess any more.
  delete from public.slot_exceptions where user_id = me and recess_id = recess and moved_to is null;
  update public.slot_exceptions set reason = null, recess_id = null where user_id = me and recess_id = recess;
  delete from public.recesses where user_id = me and id = recess;
end $$;
comment on function private.write_recess(jsonb) is
  'Gives or undoes a recess of the caller: {op: give, id, first_day, last_day}, before what names it; {op: undo, id}, after its '
  'days were taken back: its skips end. PT409 recess_overlaps: it has a day of another one.';
grant execute on function private.write_recess(jsonb) to authenticated, service_role;

create function private.drop_exceptions_after(slot uuid, last_day date) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  perform private.keep_days_of_skips(me, slot, last_day);
  delete from public.slot_exceptions where user_id = me and slot_id = slot and slot_date > last_day;
end $$;
comment on function private.drop_exceptions_after(uuid, date) is
  'After a slot of the caller got a last day: what had been skipped or moved later goes; the days that the skips gave stay.';
grant execute on function private.drop_exceptions_after(uuid, date) to authenticated, service_role;

create function private.packages_of_skips(skips jsonb) returns uuid[]
language sql stable security invoker set search_path = '' as $$
  select array(
    select e.package_id
      from unnest(array[skips -> 'add', skips -> 'remove']) part
     cross join jsonb_array_elements(case when jsonb_typeof(part) = 'array' then part else '[]' end) x
     cross join lateral (select * from public.package_extensions
                          where user_id = private.coach() and slot_id = (x ->> 'slot_id')::uuid
                            and slot_date = (x ->> 'slot_date')::date offset 0) e)
$$;
comment on function private.packages_of_skips(jsonb) is
  'The packages of the caller to which the skips of these occurrences gave days.';
grant execute on function private.packages_of_skips(jsonb) to authenticated, service_role;

create function private.slot_now(me uuid, asked uuid, on_day date, begins timestamptz) returns uuid
language plpgsql volatile security invoker set search_path = '' as $$
declare
  there uuid;
begin
  select id into there from public.lesson_slots
   where user_id = me and id = asked and on_day between starts_on and coalesce(ends_on, 'infinity');
  if there is not null then return there; end if;
  select s.id into there from public.lesson_slots s
   where s.user_id = me and s.replaces @> array[asked]
     and exists (select from private.occurrences(me, on_day, on_day) o
                  where o.slot_id = s.id and o.slot_date = on_day and o.starts_at = begins)
   order by s.id limit 1
     for no key update;
  return there;
end $$;
comment on function private.slot_now(uuid, uuid, date, timestamptz) is
  'The slot that has an occurrence which a device knows: the slot itself; once it has ended before that day or is gone, the '
  'one that replaced it, if it has one on that day that begins at the same time, locked; else null.';
grant execute on function private.slot_now(uuid, uuid, date, timestamptz) to authenticated, service_role;

create function private.slots_now(me uuid, lessons jsonb, skips jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
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
end $$;
comment on function private.slots_now(uuid, jsonb, jsonb) is
  'The lessons of a plan, each with the slot that its occurrence has now (private.slot_now); their slots are locked. PT409 '
  'agenda_changed: the plan is of a screen that shows an old agenda, so nothing is written.';
grant execute on function private.slots_now(uuid, jsonb, jsonb) to authenticated, service_role;

create function public.apply_slot_plan(plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  op_id  constant uuid := plan ->> 'op_id';
  added  constant jsonb := coalesce(nullif(plan -> 'add', 'null'), '[]');
  ended  constant jsonb := coalesce(nullif(plan -> 'end', 'null'), '[]');
  skips  constant jsonb := coalesce(nullif(plan -> 'skips', 'null'), '{}');
  change jsonb;
  slot   public.lesson_slots;
  last   date;
  clubs  uuid[];
  replaced jsonb := '{}';  -- of each slot that ends, those that it had replaced
  giving uuid[];  -- packages to which skips gave days
  known  uuid[];  -- students who may be expected
  earlier jsonb;
  scope  jsonb;
  before jsonb;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null or jsonb_typeof(added) <> 'array' or jsonb_typeof(ended) <> 'array' or jsonb_typeof(skips) <> 'object'
     or jsonb_array_length(added) > 100 or jsonb_array_length(ended) > 100 then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  earlier := private.begin_operation(me, op_id, plan ->> 'content');
  if earlier is not null then return earlier; end if;

  -- A club deleted meanwhile becomes null instead of refusing the slot.
  with locked as (select id from public.clubs
                   where user_id = me and id = any (array(select (s ->> 'club_id')::uuid from jsonb_array_elements(added) s))
                   order by id for key share)
  select array_agg(id) into clubs from locked;

  perform private.lock_slots(me, array(select (e ->> 'slot_id')::uuid from jsonb_array_elements(ended) e), skips);
  -- Before any skip changes: the packages to which skips gave days, those of slots that end too.
  giving := private.packages_of_skips(skips)
            || array(select e.package_id from jsonb_array_elements(ended) x
                      cross join lateral (select * from public.package_extensions
                                           where user_id = me and slot_id = (x ->> 'slot_id')::uuid offset 0) e);
  perform from public.packages where user_id = me and id = any (giving) order by id for no key update;
  -- Somebody who was deleted or anonymised meanwhile is left out. Before a slot is deleted: delete_student locks the
  -- student before the student's rows.
  with locked as (select id from public.students
                   where user_id = me and anonymized_at is null
                     and id = any (array(select p::uuid from jsonb_array_elements(added) s
                                          cross join jsonb_array_elements_text(coalesce(nullif(s -> 'students', 'null'), '[]')) p))
                   order by id for key share)
  select array_agg(id) into known from locked;

  scope := jsonb_build_object(
    'packages', private.packages_of_skips(skips), 'slots', jsonb_path_query_array(ended, '$[*].slot_id'),
    'occurrences', coalesce(skips -> 'add', '[]') || coalesce(skips -> 'remove', '[]'));
  before := private.effect_rows(me, scope);
  for change in select e from jsonb_array_elements(ended) e loop
    select * into slot from public.lesson_slots where user_id = me and id = (change ->> 'slot_id')::uuid;
    if slot.id is null then raise sqlstate 'PT404' using message = 'slot_not_found', detail = change ->> 'slot_id'; end if;
    if slot.updated_at is distinct from (change ->> 'expected')::timestamptz then
      raise sqlstate 'PT409' using message = 'stale_slot', detail = slot.id::text;
    end if;
    replaced := replaced || jsonb_build_object(slot.id::text, slot.replaces);
    last := change ->> 'last_day';
    if exists (select from public.sessions where user_id = me and slot_id = slot.id and (last is null or slot_date > last)) then
      raise sqlstate 'PT409' using message = 'occurrence_answered', detail = slot.id::text;
    end if;
    if last is null or last < slot.starts_on then
      delete from public.lesson_slots where user_id = me and id = slot.id;
    else
      -- Never later than it ended already.
      update public.lesson_slots set ends_on = least(last, ends_on) where user_id = me and id = slot.id;
      perform private.drop_exceptions_after(slot.id, last);
    end if;
  end loop;

  for change in select s from jsonb_array_elements(added) s loop
    insert into public.lesson_slots (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on, replaces)
    values ((change ->> 'id')::uuid, me, (change ->> 'weekday')::smallint, (change ->> 'start_time')::time,
            (change ->> 'minutes')::smallint,
            (select c from unnest(clubs) c where c = (change ->> 'club_id')::uuid),
            (change ->> 'starts_on')::date, (change ->> 'ends_on')::date,
            case when change ->> 'replaces' is null then '{}'
                 else ((change ->> 'replaces')::uuid
                       || array(select jsonb_array_elements_text(replaced -> (change ->> 'replaces'))::uuid))[1:50] end);
    insert into public.lesson_slot_students (user_id, slot_id, student_id)
    select distinct me, (change ->> 'id')::uuid, p::uuid
      from jsonb_array_elements_text(coalesce(nullif(change -> 'students', 'null'), '[]')) p
     where p::uuid = any (known);
  end loop;
  perform private.write_exceptions(skips);
  return jsonb_build_object('replayed', false, 'same', null,
                            'effects', private.end_operation(me, op_id, scope, before));
end $$;
comment on function public.apply_slot_plan(jsonb) is
  'Writes slots and exceptions of the caller, exactly once per op_id: {op_id, end: [{slot_id, expected, last_day}], add: '
  '[{id, weekday, start_time, minutes, club_id, starts_on, ends_on, students, replaces}], skips: {add: [{slot_id, slot_date, reason, '
  'moved_to}], remove: [{slot_id, slot_date}]}}. A slot that ends before it starts, or on no day, is deleted. PT409 '
  'occurrence_answered: a lesson is registered after the last day; stale_slot: changed since; PT404 slot_not_found; PT400 bad_plan.';
grant execute on function public.apply_slot_plan(jsonb) to authenticated, service_role;
