-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A plan with every part, empty where the plan leaves it out. PT400 bad_plan: the plan contradicts itself or is too large.
CREATE OR REPLACE FUNCTION private.whole_plan(asked jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  extensions constant jsonb := private.part(asked -> 'extensions', '{}');
  skips      constant jsonb := private.part(asked -> 'skips', '{}');
  slots      constant jsonb := private.part(asked -> 'slots', '{}');
  recess     constant jsonb := private.part(asked -> 'recess', '{}');
  alerts     constant jsonb := private.part(asked -> 'alerts', '{}');
  lessons    jsonb := private.part(asked -> 'lessons', '[]');
  plan       jsonb;
  students   jsonb;  -- of all lessons
  most       integer;
begin
  if asked ->> 'op_id' is null or jsonb_array_length(lessons) > 100
     or exists (select from jsonb_array_elements(lessons) l
                 where (l ->> 'op' in ('create', 'update', 'delete')) is not true or l -> 'session' ->> 'id' is null)
     or (recess <> '{}' and (recess ->> 'op' in ('give', 'undo')) is not true) then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  select coalesce(jsonb_agg(l || jsonb_build_object(
           'participants', private.part(l -> 'participants', '[]'),
           'remove_students', private.part(l -> 'remove_students', '[]')) order by n), '[]')
    into lessons from jsonb_array_elements(lessons) with ordinality x (l, n);
  plan := asked || jsonb_build_object(
    'based_on', private.part(asked -> 'based_on', '[]'),
    'lessons', lessons,
    'packages', private.part(asked -> 'packages', '[]'),
    'package', private.part(asked -> 'package', '{}'),
    'payment', private.part(asked -> 'payment', '{}'),
    'money', private.part(asked -> 'money', '{}'),
    'extensions', jsonb_build_object('add', private.part(extensions -> 'add', '[]'),
                                     'take_back', private.part(extensions -> 'take_back', '[]')),
    'skips', skips || jsonb_build_object('add', private.part(skips -> 'add', '[]'),
                                         'remove', private.part(skips -> 'remove', '[]')),
    'slots', jsonb_build_object('add', private.part(slots -> 'add', '[]'), 'end', private.part(slots -> 'end', '[]')),
    'recess', recess,
    'alerts', jsonb_build_object('raise', private.part(alerts -> 'raise', '[]'),
                                 'end', private.part(alerts -> 'end', '[]')));

  students := jsonb_path_query_array(lessons, '$[*].participants[*]');
  most := 200 + 20 * jsonb_array_length(lessons);
  if jsonb_array_length(students) > most then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'more than 200 students';
  end if;
  if jsonb_array_length(plan -> 'skips' -> 'add') > 500 or jsonb_array_length(plan -> 'skips' -> 'remove') > 500
     or jsonb_array_length(plan -> 'slots' -> 'add') > 100 or jsonb_array_length(plan -> 'slots' -> 'end') > 100 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'too many occurrences';
  end if;
  if exists (select from jsonb_array_elements((plan #> '{slots,end}') || (plan #> '{skips,add}')
                                              || (plan #> '{skips,remove}')) x
              where x ->> 'slot_id' is null)
     or exists (select from jsonb_array_elements((plan #> '{skips,add}') || (plan #> '{skips,remove}')) x
                 where x ->> 'slot_date' is null) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'an end, a skip or a move of nothing';
  end if;
  if exists (select from jsonb_array_elements(plan -> 'packages') c
              where (c ->> 'op' in ('adjust', 'edit', 'delete', 'remove')) is not true) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a change of a package that says nothing';
  end if;
  -- Feedback without attendance takes no credit, so it needs no version.
  if not array(select (x ->> 'student_id')::uuid from jsonb_array_elements(students) x where x ? 'attendance'
               union all
               select (x ->> 'student_id')::uuid from jsonb_array_elements(plan -> 'extensions' -> 'add') x)
         <@ array(select (b ->> 'student_id')::uuid from jsonb_array_elements(plan -> 'based_on') b) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'an assignment without the credits it was planned from';
  end if;
  -- The days of a lesson or a skip must have their cause in this plan. Days by hand and by a recess need none.
  if exists (select from jsonb_array_elements(plan -> 'extensions' -> 'add') e
              where e ->> 'session_id' is not null
                    and not exists (select from jsonb_array_elements(lessons) l
                                     where l -> 'session' ->> 'id' = e ->> 'session_id')
                 or e ->> 'slot_id' is not null
                    and not exists (select from jsonb_array_elements(plan -> 'skips' -> 'add') x
                                     where x ->> 'slot_id' = e ->> 'slot_id' and x ->> 'slot_date' = e ->> 'slot_date'
                                       and x ->> 'reason' is not null)) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days without a cause';
  end if;
  if exists (select from jsonb_array_elements(lessons) l cross join jsonb_array_elements(l -> 'participants') a
              group by l -> 'session' ->> 'id', a ->> 'student_id' having count(*) > 1) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a student twice';
  end if;
  return plan;
end $function$;
grant execute to authenticated, service_role;
