-- The one write path of a lesson: the lesson, its students, their feedback and the alerts, all or nothing, exactly once.
-- Which package is used and which alert is raised was decided in TypeScript; this only checks that the facts the plan
-- was made from still hold. Security invoker: policies, grants, keys and checks apply as for any other request.
create function public.apply_session_plan(plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me          constant uuid := private.coach();
  op          constant text := plan ->> 'op';
  op_id       constant uuid := plan ->> 'op_id';
  lesson_id   constant uuid := plan -> 'session' ->> 'id';
  fields      constant jsonb := plan -> 'session';
  based_on    constant jsonb := coalesce(nullif(plan -> 'based_on', 'null'), '[]');
  removed     constant jsonb := coalesce(nullif(plan -> 'remove_students', 'null'), '[]');
  assignments constant jsonb := coalesce(nullif(plan -> 'assignments', 'null'), '[]');
  feedbacks   constant jsonb := coalesce(nullif(plan -> 'feedbacks', 'null'), '[]');
  alert_plan  constant jsonb := coalesce(nullif(plan -> 'alerts', 'null'), '{}');
  lesson      public.sessions;
  replayed    boolean := false;
  named       uuid[];  -- students whose package is decided
  found_ids   uuid[];
  stale       uuid[];
  package_ids uuid[];
  student_ids uuid[];
  club_ids    uuid[];
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op is null or op not in ('create', 'update', 'delete') or op_id is null or lesson_id is null
     or exists (select from unnest(array[based_on, removed, assignments, feedbacks]) part
                 where jsonb_typeof(part) <> 'array')
     or jsonb_typeof(alert_plan) <> 'object' then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  if jsonb_array_length(assignments) > 200 or jsonb_array_length(feedbacks) > 200 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'more than 200 students';
  end if;
  named := array(select (b ->> 'student_id')::uuid from jsonb_array_elements(based_on) b);
  student_ids := array(select (a ->> 'student_id')::uuid from jsonb_array_elements(assignments) a);
  if not student_ids <@ named then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'an assignment without the credits it was planned from';
  end if;
  if (select count(*) <> count(distinct s) from unnest(student_ids) s) then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a student twice';
  end if;

  -- Exactly once: a concurrent repeat waits here for the first call and is then answered as a replay.
  insert into private.applied_ops (user_id, op_id) values (me, op_id) on conflict do nothing;
  if not found then replayed := true; end if;

  if not replayed then
    -- A club deleted meanwhile becomes null instead of refusing the lesson.
    club_ids := array(select (f ->> 'club_id')::uuid from jsonb_array_elements(feedbacks) f);
    with locked as (select id from public.clubs where user_id = me and id = any (club_ids) order by id for key share)
    select array_agg(id) into club_ids from locked;

    -- 1. The lesson.
    if op = 'create' then
      insert into public.sessions (id, user_id, date, day, teacher, notes)
      values (lesson_id, me, coalesce((fields ->> 'date')::timestamptz, now()), (fields ->> 'day')::date,
              fields ->> 'teacher', fields ->> 'notes');
    else
      select * into lesson from public.sessions where user_id = me and id = lesson_id for update;
      if lesson.id is null and op = 'update' then
        raise sqlstate 'PT404' using message = 'session_not_found', detail = lesson_id::text;
      end if;
      replayed := lesson.id is null;  -- already deleted by another device
      if not replayed and lesson.version is distinct from (plan ->> 'expected_version')::bigint then
        raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
      end if;
    end if;
  end if;

  if not replayed then
    -- 2. Locks packages by id, then students by id: everything the plan and its alerts touch, before anything is written.
    -- Ids go into arrays first: with `in (select ... from jsonb ...)` the planner read all packages of the coach.
    select array_agg(x.package_id), array_agg(x.student_id) into package_ids, student_ids
      from (select t.package_id, t.student_id from public.session_package_assignments t
             where t.user_id = me and t.session_id = lesson_id
            union all
            select (j ->> 'package_id')::uuid, (j ->> 'student_id')::uuid
              from jsonb_array_elements(assignments || based_on || coalesce(alert_plan -> 'raise', '[]')) j
            union all
            select a.package_id, a.student_id
              from (select jsonb_array_elements_text(coalesce(alert_plan -> 'end', '[]'))
                    union all
                    select r ->> 'dedupe_key' from jsonb_array_elements(coalesce(alert_plan -> 'raise', '[]')) r) k (key)
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
    if not named <@ coalesce(found_ids, '{}') then
      raise sqlstate 'PT404' using message = 'student_not_found';
    end if;
    if stale is not null then
      raise sqlstate 'PT409' using message = 'stale_credits', detail = to_jsonb(stale)::text;
    end if;

    -- 3. The rows. Triggers move the credits.
    if op = 'delete' then
      delete from public.sessions where user_id = me and id = lesson_id;
    else
      delete from public.session_package_assignments
       where user_id = me and session_id = lesson_id
         and student_id = any (array(select jsonb_array_elements_text(removed)::uuid));

      insert into public.session_package_assignments as t (user_id, session_id, student_id, package_id, manually_assigned)
      select me, lesson_id, a.student_id, a.package_id, coalesce(a.manually_assigned, false)
        from jsonb_to_recordset(assignments) as a (student_id uuid, package_id uuid, manually_assigned boolean)
      on conflict (user_id, session_id, student_id) do update
         set package_id = excluded.package_id, manually_assigned = excluded.manually_assigned, assigned_at = now()
       where (t.package_id, t.manually_assigned) is distinct from (excluded.package_id, excluded.manually_assigned);

      insert into public.session_feedbacks as t (user_id, session_id, student_id, rating, notes, tags, club_id)
      select me, lesson_id, f.student_id, f.rating, f.notes, coalesce(f.tags, '{}'),
             case when f.club_id = any (club_ids) then f.club_id end
        from jsonb_to_recordset(feedbacks) as f (student_id uuid, rating smallint, notes text, tags text[], club_id uuid)
      on conflict (user_id, session_id, student_id) do update
         set rating = excluded.rating, notes = excluded.notes, tags = excluded.tags, club_id = excluded.club_id;

      if op = 'update' then
        update public.sessions
           set date    = case when fields ? 'date' then (fields ->> 'date')::timestamptz else date end,
               day     = case when fields ? 'day' then (fields ->> 'day')::date
                              when (fields ->> 'date')::timestamptz <> date
                                then private.fallback_day((fields ->> 'date')::timestamptz)
                              else day end,
               teacher = case when fields ? 'teacher' then fields ->> 'teacher' else teacher end,
               notes   = case when fields ? 'notes' then fields ->> 'notes' else notes end
         where user_id = me and id = lesson_id;
      end if;
    end if;
    perform public.apply_alert_plan(alert_plan);
  end if;

  return jsonb_build_object(
    'replayed', replayed,
    'session', (select to_jsonb(s) from public.sessions s where s.user_id = me and s.id = lesson_id),
    'students', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'total_credits', s.total_credits,
                                          'credits_version', s.credits_version) order by s.id)
        from public.students s where s.user_id = me and s.id = any (named)), '[]'));
end $$;
comment on function public.apply_session_plan(jsonb) is
  'Applies a SessionPlan of the caller, exactly once per op_id. PT409 stale_session or stale_credits: read, plan and '
  'send again. PT404 session_not_found, student_not_found. PT400 bad_plan, session_in_future. PT401 not signed in.';
grant execute on function public.apply_session_plan(jsonb) to authenticated, service_role;
