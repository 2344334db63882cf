-- What the second run of `npm run bench` found among a million lessons.

-- 1. The public page again. Of a coach and a student together the planner expects a handful of rows, however many there
-- are, and joined 1,000 lessons as if they were three: 54,000 blocks. Now each lesson, feedback and package is looked up
-- by its own key, whatever is expected. (The keys of the tables keep them with one coach; `offset 0` keeps them apart.)
create or replace function private.student_public_data(student uuid) returns json
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
       cross join lateral (select * from public.sessions x where x.id = a.session_id offset 0) l
        left join lateral (select * from public.session_feedbacks x
                            where x.user_id = a.user_id and x.session_id = a.session_id and x.student_id = a.student_id
                           offset 0) f on true
        left join lateral (select * from public.packages x where x.id = a.package_id offset 0) p on true
       where a.user_id = s.user_id and a.student_id = s.id), '[]'));
end $$;

-- 2. The exact count of a range. An index entry is smaller than a day: 100 of them are on one page, while each day of a coach
-- lies on a page of its own. So counting the index reads a tenth of what adding up the days does, and one function less is
-- asked.
create or replace function public.get_sessions_page(
  page integer, page_size integer, since timestamptz default null, until timestamptz default null,
  unassigned_only boolean default false
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  size   constant integer := least(greatest(page_size, 1), 100);
  low    constant timestamptz := coalesce(since, '-infinity');
  high   constant timestamptz := coalesce(until, 'infinity');
  filter constant text := case when unassigned_only then 'and unassigned_count > 0' else '' end;
  total  bigint;
  skip   bigint;
  take   bigint;
  from_the_end boolean;
  ids    uuid[];
begin
  if since is null and until is null then
    select case when unassigned_only then t.unassigned_lessons else t.lessons end into total
      from public.coach_totals t where t.user_id = me;
  elsif unassigned_only then
    select count(*) into total from public.sessions
     where user_id = me and date >= low and date < high and unassigned_count > 0;
  else
    select count(*) into total from public.sessions where user_id = me and date >= low and date < high;
  end if;
  total := coalesce(total, 0);

  -- Ids alone, from the end that is nearer: the last page costs what the first one does.
  skip := (greatest(page, 1) - 1)::bigint * size;
  take := greatest(least(size, total - skip), 0);
  from_the_end := skip > total / 2;
  if from_the_end then skip := greatest(total - skip - take, 0); end if;
  execute format(
    'select array(select id from public.sessions where user_id = $1 and date >= $2 and date < $3 %1$s
                   order by date %2$s, id %2$s offset $4 limit $5)',
    filter, case when from_the_end then 'asc' else 'desc' end)
    into ids using me, low, high, skip, take;
  return jsonb_build_object('total', total, 'items', private.lessons_in_detail(ids));
end $$;

drop function private.figures_between(timestamptz, timestamptz);
