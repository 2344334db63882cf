-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks packages by id, then students by id: everything that a plan and its alerts touch, before anything is written. Answers the packages. PT409 stale_credits, PT404 student_not_found.
CREATE OR REPLACE FUNCTION private.lock_credits(me uuid, plan jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
