-- What `npm run bench` found among a million lessons: requests that read more, or took longer, than their answer needs.

-- 1. The public page. From its sixth call on a connection planned it for the average student, of a few lessons; of one
-- with 1,000 it then read half a million blocks instead of 5,000. And its answer is large: written as json it takes half
-- of the time that jsonb takes, which first sorts and stores every key. (The type of an answer cannot be replaced.)
drop function public.get_student_public_data(uuid);
drop function private.student_public_data(uuid);
create function private.student_public_data(student uuid) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  s public.students;
  t public.profiles;
begin
  -- Of somebody who was anonymised there is nothing to show (20261121002700).
  select * into s from public.students where id = student and anonymized_at is null;
  if s.id is null then
    return json_build_object('success', false, 'error', 'Aluno não encontrado');
  end if;
  select * into t from public.profiles where id = s.user_id;
  return json_build_object(
    'success', true,
    'student', json_build_object('id', s.id, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                 'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', json_build_object('name', t.name, 'phone', t.phone),
    'packages', coalesce((
      select json_agg(json_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date, 'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from public.packages p where p.user_id = s.user_id and p.student_id = s.id), '[]'),
    'sessions', coalesce((
      select json_agg(json_build_object(
               'id', l.id, 'date', l.date, 'teacher', l.teacher, 'notes', l.notes,
               'feedback', case when f.session_id is not null then json_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then json_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from public.session_package_assignments a
        join public.sessions l on l.user_id = a.user_id and l.id = a.session_id
        left join public.session_feedbacks f
          on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
        left join public.packages p on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
       where a.user_id = s.user_id and a.student_id = s.id), '[]'));
end $$;
create function public.get_student_public_data(student_uuid uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.student_public_data(student_uuid)
$$;
comment on function public.get_student_public_data(uuid) is
  'What the public page of a student shows: {success, student, teacher, packages, sessions}, or {success: false, error}.';
grant execute on function private.student_public_data(uuid) to anon, authenticated, service_role;
grant execute on function public.get_student_public_data(uuid) to anon, authenticated, service_role;

-- 2. Feedback of one student. Asked as `exists` behind row-level security, it was at times planned as a reading of all
-- feedback of the coach. Feedback hangs on an attendance, so its own index by student says it all.
create or replace function public.get_student_sessions_page(
  student_uuid uuid, page integer, page_size integer, with_feedback boolean default false
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me   constant uuid := private.coach();
  size constant integer := least(greatest(page_size, 1), 100);
  skip constant integer := (greatest(page, 1) - 1) * size;
  total bigint;
  ids   uuid[];
begin
  -- All lessons of this one student are looked at: hundreds, after years.
  select count(*), (array_agg(s.id order by s.date desc, s.id desc))[skip + 1 : skip + size] into total, ids
    from (select a.user_id, a.session_id from public.session_package_assignments a
           where a.user_id = me and a.student_id = student_uuid and not with_feedback
          union all
          select f.user_id, f.session_id from public.session_feedbacks f
           where f.user_id = me and f.student_id = student_uuid and with_feedback) x
    join public.sessions s on s.user_id = x.user_id and s.id = x.session_id;
  return jsonb_build_object('total', total, 'items', private.lessons_in_detail(ids));
end $$;

-- 3. The lessons of a page. Behind row-level security `id = any (ids)` could become a walk through all lessons of the
-- coach in the history's index, which holds the ids too: as expensive as five look-ups for the average coach, and growing
-- with the past of a busy one. Now each id is looked up by itself. And in SQL it was planned anew for every page, which
-- took longer than running it.
create or replace function private.lessons_in_detail(ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('session_package_assignments', coalesce((
             select jsonb_agg(jsonb_build_object(
                      'session_id', a.session_id, 'student_id', a.student_id, 'package_id', a.package_id,
                      'assigned_at', a.assigned_at, 'manually_assigned', a.manually_assigned,
                      'student', jsonb_build_object('name', st.name),
                      'package', case when p.id is not null then jsonb_build_object(
                        'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                        'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                        'expiry_date', p.expiry_date) end,
                      'feedback', case when f.session_id is not null then jsonb_build_object(
                        'session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                        'tags', f.tags, 'club_id', f.club_id, 'created_at', f.created_at) end))
               from public.session_package_assignments a
               join public.students st on st.user_id = a.user_id and st.id = a.student_id
               left join public.packages p
                 on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
               left join public.session_feedbacks f
                 on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
              where a.user_id = s.user_id and a.session_id = s.id), '[]'))
             order by s.date desc, s.id desc), '[]')
      -- `offset 0` keeps the look-ups apart.
      from unnest(ids) as wanted (id)
     cross join lateral (select * from public.sessions l where l.id = wanted.id offset 0) s);
end $$;

-- 4. The charts. Fourteen periods were fourteen calls, each planned anew; now all of them are one statement.
create function private.figures_of_periods(since timestamptz[], until timestamptz[])
returns table (period integer, lessons bigint, rating_sum bigint, rating_count bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return query
  -- The first day (in UTC) that begins within the period, and the day in which it ends.
  with periods as (
    select p.i, p.low, p.high, (p.low at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date as first_day,
           (p.high at time zone 'UTC')::date as end_day
      from unnest(since, until) with ordinality as p (low, high, i)
  ), bounded as (
    select b.*, least(b.first_day::timestamp at time zone 'UTC', b.high) as head_end from periods b
  )
  select b.i::integer, coalesce(sum(x.lessons), 0)::bigint, coalesce(sum(x.rating_sum), 0)::bigint,
         coalesce(sum(x.rating_count), 0)::bigint
    from bounded b
    left join lateral (
      select d.lessons, d.rating_sum, d.rating_count from public.coach_days d
       where d.user_id = me and d.day >= b.first_day and d.day < b.end_day
      union all
      select 1, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= b.low and s.date < b.head_end
      union all
      select 1, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= greatest(b.end_day::timestamp at time zone 'UTC', b.head_end)
         and s.date < b.high) x on true
   group by b.i;
end $$;
comment on function private.figures_of_periods(timestamptz[], timestamptz[]) is
  'Lessons of the caller in each [since, until) and their ratings, periods counted from 1; infinity is open.';
grant execute on function private.figures_of_periods(timestamptz[], timestamptz[]) to authenticated, service_role;

create or replace function private.figures_between(since timestamptz, until timestamptz)
returns table (lessons bigint, rating_sum bigint, rating_count bigint)
language sql stable security invoker set search_path = '' as $$
  select f.lessons, f.rating_sum, f.rating_count from private.figures_of_periods(array[since], array[until]) f
$$;

create or replace function public.get_dashboard_charts(
  week_starts timestamptz[], month_starts timestamptz[], month_days date[]
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  weeks  constant integer := greatest(cardinality(week_starts) - 1, 0);
  months constant integer := greatest(cardinality(month_starts) - 1, 0);
  by_week  jsonb;
  by_month jsonb;
begin
  if greatest(cardinality(week_starts), cardinality(month_starts), cardinality(month_days)) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
  select coalesce(jsonb_agg(f.lessons order by f.period) filter (where f.period <= weeks), '[]'),
         coalesce(jsonb_agg(round(f.rating_sum::numeric / nullif(f.rating_count, 0), 1) order by f.period)
                    filter (where f.period > weeks), '[]')
    into by_week, by_month
    from private.figures_of_periods(week_starts[:weeks] || month_starts[:months],
                                    week_starts[2:] || month_starts[2:]) f;
  return jsonb_build_object(
    'lessonsByWeek', by_week,
    'ratingByMonth', by_month,
    'revenueByMonth', (
      select coalesce(jsonb_agg((select coalesce(sum(d.revenue), 0) from public.coach_days d
                                  where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1])
                                order by m.i), '[]')
        from generate_series(1, cardinality(month_days) - 1) m (i)));
end $$;

-- 5. A lesson that changes on the same day moves that day and the totals once, by the difference, instead of twice.
create or replace function private.lessons_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant date := case when tg_op <> 'INSERT' then (old.date at time zone 'UTC')::date end;
  after  constant date := case when tg_op <> 'DELETE' then (new.date at time zone 'UTC')::date end;
begin
  if before = after then
    perform private.add_figures(new.user_id, after,
      row (0, 0, (new.unassigned_count > 0)::integer - (old.unassigned_count > 0)::integer,
           new.rating_sum - old.rating_sum, new.rating_count - old.rating_count, 0)::private.figures);
    return null;
  end if;
  if before is not null then
    perform private.add_figures(old.user_id, before,
      row (0, -1, -(old.unassigned_count > 0)::integer, -old.rating_sum, -old.rating_count, 0)::private.figures);
  end if;
  if after is not null then
    perform private.add_figures(new.user_id, after,
      row (0, 1, (new.unassigned_count > 0)::integer, new.rating_sum, new.rating_count, 0)::private.figures);
  end if;
  return null;
end $$;
