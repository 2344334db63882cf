-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes slots and exceptions of the caller, exactly once per op_id: {op_id, end: [{slot_id, expected, last_day}], add: [{id, weekday, start_time, minutes, club_id, starts_on, ends_on, students, replaces}], skips: {add: [{slot_id, slot_date, reason, moved_to}], remove: [{slot_id, slot_date}]}}. A slot that ends before it starts, or on no day, is deleted. PT409 occurrence_answered: a lesson is registered after the last day; stale_slot: changed since; PT404 slot_not_found; PT400 bad_plan.
CREATE OR REPLACE FUNCTION public.apply_slot_plan(plan jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
