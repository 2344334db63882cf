-- Pages of lessons with their exact total, in one request each. The API's own paging would count the whole list, look
-- up students, packages and feedback of every lesson that it skips, and search all lessons for those of one student.

create function private.lessons_in_detail(ids uuid[]) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('session_package_assignments', coalesce((
           select jsonb_agg(jsonb_build_object(
                    'session_id', a.session_id, 'student_id', a.student_id, 'package_id', a.package_id,
                    'assigned_at', a.assigned_at, 'manually_assigned', a.manually_assigned,
                    'student', jsonb_build_object('name', st.name),
                    'package', case when p.id is not null then jsonb_build_object(
                      'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
                      'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date) end,
                    'feedback', case when f.session_id is not null then jsonb_build_object(
                      'session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                      'tags', f.tags, 'club_id', f.club_id, 'created_at', f.created_at) end))
             from public.session_package_assignments a
             join public.students st on st.user_id = a.user_id and st.id = a.student_id
             left join public.packages p on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
             left join public.session_feedbacks f
               on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
            where a.user_id = s.user_id and a.session_id = s.id), '[]'))
           order by s.date desc, s.id desc), '[]')
    from public.sessions s where s.id = any (ids)
$$;
comment on function private.lessons_in_detail(uuid[]) is
  'These lessons of the caller, newest first, with their attendance, packages and feedback.';
grant execute on function private.lessons_in_detail(uuid[]) to authenticated, service_role;

create function public.get_sessions_page(
  page integer, page_size integer, since timestamptz default null, until timestamptz default null,
  unassigned_only boolean default false
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
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
    select lessons into total from private.figures_between(low, high);
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
comment on function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean) is
  'Lessons of the caller in [since, until), newest first: {total, items}, items with their attendance, packages and '
  'feedback. Pages count from 1; one past the end is empty, with the true total.';
grant execute on function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean)
  to authenticated, service_role;

create function public.get_student_sessions_page(
  student_uuid uuid, page integer, page_size integer, with_feedback boolean default false
) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me   constant uuid := private.coach();
  size constant integer := least(greatest(page_size, 1), 100);
  skip constant integer := (greatest(page, 1) - 1) * size;
  total bigint;
  ids   uuid[];
begin
  -- All lessons of this one student are looked at: hundreds, after years.
  select count(*), (array_agg(x.id order by x.date desc, x.id desc))[skip + 1 : skip + size] into total, ids
    from (select s.id, s.date
            from public.session_package_assignments a join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
           where a.user_id = me and a.student_id = student_uuid
             and (not with_feedback
                  or exists (select from public.session_feedbacks f
                              where f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id))) x;
  return jsonb_build_object('total', total, 'items', private.lessons_in_detail(ids));
end $$;
comment on function public.get_student_sessions_page(uuid, integer, integer, boolean) is
  'Lessons of one student of the caller, newest first, as get_sessions_page answers them; with_feedback: only those in '
  'which this student has feedback.';
grant execute on function public.get_student_sessions_page(uuid, integer, integer, boolean) to authenticated, service_role;
