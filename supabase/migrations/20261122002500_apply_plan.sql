-- The one write path of credits, money and the week: a plan with optional parts, all or nothing, exactly once
-- (docs/architecture.md, 'A change of a lesson, step by step'). TypeScript has decided which credits are used, which
-- days are given and which alerts are raised; the functions here only check that the facts from which the plan was made
-- still hold. Security invoker: policies, grants, keys and checks apply as for any other request.

create function private.whole_plan(asked jsonb) returns jsonb
language plpgsql immutable security invoker set search_path = '' as $$
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
end $$;
comment on function private.whole_plan(jsonb) is
  'A plan with every part, empty where the plan leaves it out. PT400 bad_plan: the plan contradicts itself or is too '
  'large.';
grant execute on function private.whole_plan(jsonb) to authenticated, service_role;

create function private.lock_clubs(me uuid, plan jsonb) returns uuid[]
language plpgsql volatile security invoker set search_path = '' as $$
declare
  ids uuid[] := array(select (x ->> 'club_id')::uuid
                        from jsonb_array_elements(jsonb_path_query_array(plan, '$.lessons[*].participants[*].feedback')
                                                  || (plan -> 'slots' -> 'add')) x);
begin
  with locked as (select id from public.clubs where user_id = me and id = any (ids) order by id for key share)
  select array_agg(id) into ids from locked;
  return ids;
end $$;
comment on function private.lock_clubs(uuid, jsonb) is
  'Locks and answers the clubs of a plan that exist. A club that was deleted meanwhile becomes null instead of '
  'refusing the lesson or the slot.';
grant execute on function private.lock_clubs(uuid, jsonb) to authenticated, service_role;

create function private.lock_credits(me uuid, plan jsonb) returns uuid[]
language plpgsql volatile security invoker set search_path = '' as $$
declare
  lessons     constant jsonb := plan -> 'lessons';
  based_on    constant jsonb := plan -> 'based_on';
  extended    constant jsonb := plan -> 'extensions' -> 'add';
  to_raise    constant jsonb := plan -> 'alerts' -> 'raise';
  package_ids uuid[];
  student_ids uuid[];
  found_ids   uuid[];
  stale       uuid[];
begin
  select array_agg(x.package_id), array_agg(x.student_id) into package_ids, student_ids
    from (select p.id as package_id, t.student_id
            from jsonb_array_elements(lessons) l
           cross join lateral (select * from public.session_package_assignments y
                                where y.user_id = me and y.session_id = (l -> 'session' ->> 'id')::uuid offset 0) t
           -- An excused absence spares a package, whose floor may change.
           cross join lateral (values (t.package_id), (t.spared_package_id)) p (id)
          union all
          select (j ->> 'package_id')::uuid, (j ->> 'student_id')::uuid
            from jsonb_array_elements(jsonb_path_query_array(lessons, '$[*].participants[*]')
                                      || based_on || extended || to_raise) j
          union all
          select (j ->> 'spared_package_id')::uuid, null
            from jsonb_array_elements(jsonb_path_query_array(lessons, '$[*].participants[*]')) j
          union all
          select (j ->> 'id')::uuid, null from jsonb_array_elements(plan -> 'packages') j
          union all
          -- The package that a sale renews, and the one that money is about.
          select (plan ->> 'renews')::uuid, null
          union all
          select (plan -> 'money' ->> 'package_id')::uuid, null
          union all
          select e.package_id, e.student_id
            from jsonb_array_elements_text(plan -> 'extensions' -> 'take_back') w
            join public.package_extensions e on e.user_id = me and e.id = w::uuid
          union all
          -- Extensions that are kept for good lose their recess when it is undone.
          select e.package_id, e.student_id
            from public.package_extensions e where e.user_id = me and e.batch_id = (plan -> 'recess' ->> 'id')::uuid
          union all
          -- Packages that got days from the lessons, from the occurrences that these answer, from the plan's skips, or
          -- from skips of slots that end.
          select e.package_id, e.student_id
            from jsonb_array_elements(lessons) l
           cross join lateral (select * from public.package_extensions y
                                where y.user_id = me and y.session_id = (l -> 'session' ->> 'id')::uuid offset 0) e
          union all
          select e.package_id, e.student_id
            from jsonb_array_elements((plan -> 'skips' -> 'add') || (plan -> 'skips' -> 'remove')
                                      || jsonb_path_query_array(lessons, '$[*].session')) o
           cross join lateral (select * from public.package_extensions y
                                where y.user_id = me and y.slot_id = (o ->> 'slot_id')::uuid
                                  and y.slot_date = (o ->> 'slot_date')::date offset 0) e
          union all
          select e.package_id, null
            from jsonb_array_elements(plan -> 'slots' -> 'end') s
           cross join lateral (select * from public.package_extensions y
                                where y.user_id = me and y.slot_id = (s ->> 'slot_id')::uuid offset 0) e
          union all
          select a.package_id, a.student_id
            from jsonb_array_elements_text((plan -> 'alerts' -> 'end')
                                           || jsonb_path_query_array(to_raise, '$[*].dedupe_key')) k (key)
           cross join lateral (select * from public.alerts y where y.user_id = me and y.open_key = k.key offset 0) a) x;
  perform from public.packages where user_id = me and id = any (package_ids) order by id for no key update;
  with locked as (
    select id, credits_version from public.students
     where user_id = me and id = any (student_ids) order by id for no key update
  ), planned as (
    select (b ->> 'student_id')::uuid as id, (b ->> 'version')::bigint as version from jsonb_array_elements(based_on) b
  )
  select array_agg(id), array_agg(id) filter (where locked.credits_version is distinct from planned.version)
    into found_ids, stale
    from planned join locked using (id);
  if not array(select (b ->> 'student_id')::uuid from jsonb_array_elements(based_on) b)
         <@ coalesce(found_ids, '{}') then
    raise sqlstate 'PT404' using message = 'student_not_found';
  end if;
  if stale is not null then
    raise sqlstate 'PT409' using message = 'stale_credits', detail = to_jsonb(stale)::text;
  end if;
  return package_ids;
end $$;
comment on function private.lock_credits(uuid, jsonb) is
  'Locks packages by id, then students by id: everything that a plan and its alerts touch, before anything is '
  'written. Answers the packages. PT409 stale_credits, PT404 student_not_found.';
grant execute on function private.lock_credits(uuid, jsonb) to authenticated, service_role;

create function private.scope_of(me uuid, plan jsonb, package_ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  lessons  constant jsonb := plan -> 'lessons';
  packages constant jsonb := plan -> 'packages';
  sold     constant uuid := plan -> 'package' ->> 'id';
begin
  return jsonb_build_object(
    'packages', array(select distinct p from unnest(package_ids || sold) p where p is not null),
    'lessons', jsonb_path_query_array(lessons, '$[*].session.id'),
    'slots', jsonb_path_query_array(plan, '$.slots.end[*].slot_id'),
    'occurrences', (plan -> 'skips' -> 'add') || (plan -> 'skips' -> 'remove')
      || jsonb_path_query_array(lessons, '$[*].session ? (@.slot_id != null)')
      || coalesce((select jsonb_agg(jsonb_build_object('slot_id', slot_id, 'slot_date', slot_date))
                     from public.slot_exceptions
                    where user_id = me and recess_id = (plan -> 'recess' ->> 'id')::uuid), '[]'),
    'alerts', jsonb_path_query_array(plan, '$.alerts.raise[*].dedupe_key') || (plan -> 'alerts' -> 'end'),
    'removed', jsonb_path_query_array(lessons, '$[*] ? (@.op == "delete").session.id')
      || jsonb_path_query_array(packages, '$[*] ? (@.op == "remove" || @.op == "delete").id'),
    'money', sold is not null or plan -> 'money' <> '{}' or jsonb_path_exists(packages, '$[*] ? (@.op != "adjust")'));
end $$;
comment on function private.scope_of(uuid, jsonb, uuid[]) is
  'The scope of a plan: where private.effect_rows looks for the rows that it may change.';
grant execute on function private.scope_of(uuid, jsonb, uuid[]) to authenticated, service_role;

create function private.apply_plan(asked jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me          constant uuid := private.coach();
  op_id       constant uuid := asked ->> 'op_id';
  plan        jsonb;
  earlier     jsonb;  -- what the operation did, if it was applied before
  club_ids    uuid[];
  gone        uuid[];  -- lessons to delete that another device had deleted
  scope       jsonb;  -- the rows that the plan may change
  before      jsonb;  -- these rows as they were
  takers      jsonb := '[]';  -- guests of occurrences that the plan may move or end
  still       jsonb;  -- guests who are still expected afterwards
  busy        jsonb := '[]';  -- students with another lesson at the hour of a slot that is replaced
  said        jsonb := '[]';  -- students who had told not to come to such an occurrence
  ended       uuid[];  -- slots that end
  dormant     uuid[] := '{}';  -- extensions whose cause the plan may let begin again
  restores    constant boolean := coalesce((asked ->> 'restores')::boolean, false);  -- an undo
  has_skips   boolean;
  named       uuid[];  -- students whose credits are decided
  pkg         uuid;  -- the package that is sold, or paid
  effects     jsonb;
  answered    jsonb;  -- the lessons as they are now
  change      jsonb;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  plan := private.whole_plan(asked);
  named := array(select (b ->> 'student_id')::uuid from jsonb_array_elements(plan -> 'based_on') b);
  pkg := coalesce(plan #>> '{package,id}', plan #>> '{money,package_id}');
  has_skips := (plan #> '{skips,add}') || (plan #> '{skips,remove}') <> '[]';

  -- Claims the operation: a concurrent repeat waits here for the first call and is then answered as a replay.
  earlier := private.begin_operation(me, op_id, plan ->> 'content');

  if earlier is null then
    -- Claims clubs, slots, the coach and lessons, in this order.
    club_ids := private.lock_clubs(me, plan);
    plan := private.claim_occurrences(me, plan);
    -- With this lock, the second of two devices sees the recess of the first one, and counts its slots.
    if plan -> 'recess' <> '{}' or plan -> 'slots' <> '{"add": [], "end": []}' then
      perform from public.profiles where id = me for no key update;
    end if;
    gone := private.claim_lessons(me, plan -> 'lessons');
    -- A plan that does nothing but delete lessons which are gone has happened already.
    if cardinality(gone) > 0 and cardinality(gone) = jsonb_array_length(plan -> 'lessons')
       and plan -> 'package' = '{}' and plan -> 'recess' = '{}'
       and (plan -> 'packages') || (plan #> '{extensions,add}') || (plan #> '{extensions,take_back}') = '[]'
       and not has_skips then
      earlier := jsonb_build_object('effects', private.effects_between('{}', '{}'));
    end if;
  end if;

  if earlier is null then
    -- Claims packages and students, and reads the rows before anything is written, without the lessons that the plan
    -- creates.
    scope := private.scope_of(me, plan, private.lock_credits(me, plan));
    -- Deleting a lesson that is gone gives no days: its students have their credits back already.
    if exists (select from jsonb_array_elements(plan #> '{extensions,add}') e
                where (e ->> 'session_id')::uuid = any (gone)) then
      raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days of a lesson that is gone';
    end if;
    if jsonb_path_exists(plan, '$.lessons[*].session.beside') then
      perform private.refuse_lesson_beside(me, plan -> 'lessons');
    end if;
    before := private.effect_rows(me, jsonb_set(
      scope, '{lessons}', jsonb_path_query_array(plan, '$.lessons[*] ? (@.op != "create").session.id')));

    if has_skips or plan #> '{slots,end}' <> '[]' then
      takers := private.guests_of_plan(me, plan, coming => true);
      said := private.replies_of_plan(me, plan);
    end if;
    -- Recess, slots and packages. Triggers move the credits and the sums.
    if plan #>> '{recess,op}' = 'give' then perform private.write_recess(plan -> 'recess'); end if;
    -- Only of slots that keep their hour, by weekday: at another one there may be another lesson.
    if plan #> '{slots,add}' <> '[]' and plan #> '{slots,end}' <> '[]' then
      busy := private.busy_in(me, array(
        select s.id
          from jsonb_to_recordset(plan #> '{slots,add}') as a (replaces uuid, start_time time, minutes smallint)
          join public.lesson_slots s on s.user_id = me and s.id = a.replaces
         where s.start_time = a.start_time and s.minutes >= a.minutes));
    end if;
    if plan -> 'slots' <> '{"add": [], "end": []}' then
      perform private.write_slots(me, plan -> 'slots', club_ids);
    end if;
    if plan -> 'package' <> '{}' then
      perform private.sell(me, plan -> 'package', plan -> 'payment', (plan ->> 'renews')::uuid);
      -- After the sale, which refuses what was renewed before: that is told, also if the mark is gone since.
      if (plan ->> 'only_marked')::boolean
         and not exists (select from public.packages p
                          where p.user_id = me and p.id = (plan ->> 'renews')::uuid and p.renews_monthly) then
        raise sqlstate 'PT404' using message = 'package_not_found', detail = plan ->> 'renews';
      end if;
    end if;
    for change in select c from jsonb_array_elements(plan -> 'packages') c where c ->> 'op' = 'adjust' loop
      perform private.adjust_package(change);
    end loop;
    for change in select c from jsonb_array_elements(plan -> 'packages') c where c ->> 'op' in ('edit', 'delete') loop
      perform private.edit_package(change);
    end loop;

    -- Lessons. An undo brings back the days as they were; any other plan says anew which days a cause gives that stands
    -- again.
    if not restores and (has_skips or jsonb_path_exists(plan, '$.lessons[*] ? (@.op != "create")')) then
      dormant := private.dormant_extensions(me, plan -> 'lessons', plan -> 'skips');
    end if;
    perform private.write_lessons(me, plan -> 'lessons', restores, club_ids);
    for change in
      select c from jsonb_array_elements(plan -> 'packages') c where c ->> 'op' = 'remove' order by (c ->> 'id')::uuid
    loop
      perform private.remove_package(change);
    end loop;

    -- Skips, days, money and alerts.
    if has_skips then perform private.write_exceptions(plan -> 'skips'); end if;
    if plan -> 'extensions' <> '{"add": [], "take_back": []}' or cardinality(dormant) > 0 then
      perform private.write_extensions(plan #> '{extensions,add}', plan #> '{extensions,take_back}', dormant);
    end if;
    if plan #>> '{recess,op}' = 'give' then perform private.refuse_partial_recess(me, plan -> 'recess'); end if;
    if plan #>> '{recess,op}' = 'undo' then perform private.write_recess(plan -> 'recess'); end if;
    set constraints public.cancelled_whole immediate;
    set constraints public.cancelled_whole deferred;
    if plan -> 'money' <> '{}' then perform private.write_money(me, plan -> 'money'); end if;
    perform public.apply_alert_plan(plan -> 'alerts');
    ended := array(select (e ->> 'slot_id')::uuid from jsonb_array_elements(plan #> '{slots,end}') e);
    if ended <> '{}' then perform private.release_ended(ended); end if;
    if takers <> '[]' then
      still := private.guests_of_plan(me, plan, coming => false);
      select coalesce(jsonb_agg(t), '[]') into takers from jsonb_array_elements(takers) t
       where not still @> jsonb_build_array(t)
         -- A guest may have become a student of the slot.
         and not exists (select from public.lesson_slots s
                           join public.lesson_slot_students e
                             on e.user_id = me and e.slot_id = s.id and e.student_id = (t ->> 'student_id')::uuid
                          cross join lateral (select * from private.occurrence(me, s.id, (t ->> 'slot_date')::date)) y
                          where s.user_id = me and s.replaces @> array[(t ->> 'slot_id')::uuid] and y.reason is null);
    end if;
    if ended <> '{}' then perform private.hand_on(ended); end if;
    -- A reply is about one start, so it is released when the occurrence no longer begins then, unless the student had
    -- told the same of its new start. Each student is named once.
    select takers || coalesce(jsonb_agg(r), '[]') into takers
      from jsonb_array_elements(said) r
     cross join jsonb_to_record(r) as x (slot_id uuid, slot_date date, student_id uuid)
     where not takers @> jsonb_build_array(r - 'told_for')
       and not exists (select from public.lesson_slots s
                        cross join lateral (select * from private.occurrence(me, s.id, x.slot_date)) y
                        cross join lateral (
                          select * from private.replies(me, s.id || s.replaces, x.slot_date, y.starts_at)) w
                        where s.user_id = me and (s.id = x.slot_id or s.replaces @> array[x.slot_id])
                          and w.student_id = x.student_id and w.reply = 'not_coming');
    if plan #> '{slots,add}' <> '[]' then
      select takers || coalesce(jsonb_agg(b), '[]') into takers
        from jsonb_array_elements(private.busy_in(me, array(
               select (s ->> 'id')::uuid from jsonb_array_elements(plan #> '{slots,add}') s))) b
       where not exists (select from jsonb_array_elements(busy) k
                          where k -> 'student_id' = b -> 'student_id'
                            and extract(dow from (k ->> 'slot_date')::date)
                                = extract(dow from (b ->> 'slot_date')::date));
    end if;
    effects := private.end_operation(me, op_id, scope, before, takers);
  end if;

  answered := coalesce((
    select jsonb_agg(to_jsonb(s) order by l.n)
      from jsonb_array_elements(plan -> 'lessons') with ordinality l (lesson, n)
     cross join lateral (select * from public.sessions y
                          where y.user_id = me and y.id = (l.lesson -> 'session' ->> 'id')::uuid offset 0) s), '[]');
  effects := coalesce(effects, nullif(earlier -> 'effects', 'null'));
  return jsonb_build_object(
    'released', coalesce(effects -> 'released', '[]'),
    'replayed', earlier is not null, 'same', earlier -> 'same', 'effects', effects - 'released',
    'session', case when answered #>> '{0,id}' = plan #>> '{lessons,0,session,id}' then answered -> 0 end,
    'sessions', answered,
    'students', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'total_credits', s.total_credits,
                                          'credits_version', s.credits_version) order by s.id)
        from public.students s where s.user_id = me and s.id = any (named)), '[]'),
    'package', (select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $$;
comment on function private.apply_plan(jsonb) is
  'Applies a plan of the caller, exactly once per op_id: {op_id, content, based_on, lessons, package, payment, '
  'renews, packages, money, extensions, skips, slots, recess, restores, alerts}, every part but the first optional. '
  'PT409 stale_session, stale_credits, stale_package, stale_money: read, plan and send again. PT409 '
  'occurrence_answered, agenda_changed, lesson_beside, recess_overlaps, renewed_already, stale_sale, '
  'stale_skip, stale_slot: the coach decides. PT404: gone, or another coach''s. PT410 student_anonymized, '
  'lesson_anonymized. PT400 bad_plan, session_in_future, cancelled_in_part, overpaid. PT401 not_authenticated, '
  'account_closed.';
grant execute on function private.apply_plan(jsonb) to authenticated, service_role;

-- The functions that devices call. Each passes on only its own parts of a plan.

create function public.apply_session_plan(plan jsonb) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.apply_plan(plan - array['package', 'payment', 'renews', 'money', 'slots']) - 'package'
$$;
comment on function public.apply_session_plan(jsonb) is
  'Applies a CreditPlan of the caller, exactly once per op_id (private.apply_plan). 23503: a package to remove is '
  'used by a lesson.';
grant execute on function public.apply_session_plan(jsonb) to authenticated, service_role;

create function public.sell_package(sale jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
begin
  -- Every sale, with or without settled lessons, names the version of the student's credits from which it was planned.
  if sale #>> '{package,id}' is null
     or not exists (select from jsonb_array_elements(private.part(sale -> 'based_on', '[]')) b
                     where b ->> 'student_id' = sale #>> '{package,student_id}') then
    raise sqlstate 'PT400'
      using message = 'bad_plan', detail = 'a sale without a package or the credits it was planned from';
  end if;
  return private.apply_plan(sale - array['money', 'slots']);
end $$;
comment on function public.sell_package(jsonb) is
  'Applies a CreditPlan with a package and what was received for it, exactly once per op_id. `renews`: the monthly '
  'package that it renews; with `only_marked`, PT404 package_not_found unless that one is marked. Answers and refuses '
  'as apply_session_plan does, and answers the package. Also PT400 overpaid and PT409 renewed_already.';
grant execute on function public.sell_package(jsonb) to authenticated, service_role;

create function public.apply_payment_plan(plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  money constant jsonb := private.part(plan -> 'money', '{}');
begin
  if money ->> 'package_id' is null or jsonb_typeof(money -> 'expected') is distinct from 'object'
     or jsonb_typeof(plan -> 'based_on' -> 0) is distinct from 'object'
     -- Lessons and slots come before packages in the lock order, and are not about money.
     or plan -> 'lessons' is distinct from '[]' or plan ?| array['package', 'skips', 'slots']
     or jsonb_array_length(private.part(money -> 'add', '[]')) > 20
     or jsonb_array_length(private.part(money -> 'remove', '[]')) > 20 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'money';
  end if;
  return private.apply_plan(plan);
end $$;
comment on function public.apply_payment_plan(jsonb) is
  'Applies a CreditPlan without lessons, with money (private.write_money), exactly once per op_id. Answers as '
  'sell_package does. PT409 stale_money, PT404 package_not_found, PT400 overpaid, 23514 '
  'packages_refunded_within_paid, and what apply_session_plan refuses.';
grant execute on function public.apply_payment_plan(jsonb) to authenticated, service_role;

create function public.apply_slot_plan(plan jsonb) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select jsonb_build_object('released', a -> 'released', 'replayed', a -> 'replayed', 'same', a -> 'same',
                            'effects', a -> 'effects')
    from private.apply_plan(jsonb_build_object(
           'op_id', plan -> 'op_id', 'content', plan -> 'content', 'skips', plan -> 'skips',
           'slots', jsonb_build_object('add', plan -> 'add', 'end', plan -> 'end'),
           -- A slot plan names no days, so the days of a skip that stands again count as before.
           'restores', true)) a
$$;
comment on function public.apply_slot_plan(jsonb) is
  'Writes slots and exceptions of the caller, exactly once per op_id: {op_id, end, add, skips} (private.write_slots, '
  'private.write_exceptions).';
grant execute on function public.apply_slot_plan(jsonb) to authenticated, service_role;
