-- The history, page by page: of all lessons of a coach, or of one student.

-- `id = any (ids)` could scan all lessons of the coach in sessions_date_idx (docs/data-model.md, 'Looking rows up').
create function private.session_details(ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('session_package_assignments', coalesce((
             select jsonb_agg(jsonb_build_object(
                      'session_id', a.session_id, 'student_id', a.student_id, 'package_id', a.package_id,
                      'assigned_at', a.assigned_at, 'manually_assigned', a.manually_assigned,
                      'attendance', a.attendance, 'told_at', a.told_at, 'told_for', a.told_for, 'told_by', a.told_by,
                      'told_outcome', a.told_outcome,
                      'agreement_version', a.agreement_version,
                      'notice_hours', (select g.notice_hours from public.agreements g
                                        where g.user_id = me and g.version = a.agreement_version),
                      'spared_package_id', a.spared_package_id,
                      'student', jsonb_build_object('name', st.name),
                      'package', case when p.id is not null then jsonb_build_object(
                        'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                        'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                        'expiry_date', p.expiry_date) end,
                      'feedback', case when f.session_id is not null then jsonb_build_object(
                        'session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                        'private_notes', f.private_notes, 'tags', f.tags, 'club_id', f.club_id,
                        'created_at', f.created_at) end))
               from public.session_package_assignments a
               join public.students st on st.user_id = a.user_id and st.id = a.student_id
               left join public.packages p
                 on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
               left join public.session_feedbacks f
                 on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
              where a.user_id = s.user_id and a.session_id = s.id), '[]'))
             order by s.date desc, s.id desc), '[]')
      from unnest(ids) as wanted (id)
     cross join lateral (select * from public.sessions l where l.user_id = me and l.id = wanted.id offset 0) s);
end $$;
comment on function private.session_details(uuid[]) is
  'These lessons of the caller, newest first, with their attendance, packages and feedback.';
grant execute on function private.session_details(uuid[]) to authenticated, service_role;

-- The total of a range is counted in the index: a hundred entries fit on one page, while each row of a coach's
-- coach_days lies on a page of its own.
create function public.get_sessions_page(
  page integer, page_size integer, since timestamptz default null, until timestamptz default null,
  unassigned_only boolean default false, cancelled_only boolean default false
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  size   constant integer := least(greatest(page_size, 1), 100);
  low    constant timestamptz := coalesce(since, '-infinity');
  high   constant timestamptz := coalesce(until, 'infinity');
  filter constant text := case when unassigned_only then ' and unassigned_count > 0' else '' end
                       || case when cancelled_only then ' and cancelled_reason is not null' else '' end;
  total  bigint;
  skip   bigint;
  take   bigint;
  from_the_end boolean;
  ids    uuid[];
begin
  -- coach_totals has the number of all lessons. For a range, or for both filters (which no lesson passes), the index is
  -- counted.
  if since is null and until is null and not (unassigned_only and cancelled_only) then
    select case when unassigned_only then t.unassigned_lessons
                when cancelled_only then t.lessons - t.held
                else t.lessons end
      into total from public.coach_totals t where t.user_id = me;
  else
    execute format('select count(*) from public.sessions where user_id = $1 and date >= $2 and date < $3%s', filter)
      into total using me, low, high;
  end if;
  total := coalesce(total, 0);

  -- Ids only, from the nearer end: the last page costs as much as the first.
  skip := (greatest(page, 1) - 1)::bigint * size;
  take := greatest(least(size, total - skip), 0);
  from_the_end := skip > total / 2;
  if from_the_end then skip := greatest(total - skip - take, 0); end if;
  execute format(
    'select array(select id from public.sessions where user_id = $1 and date >= $2 and date < $3%1$s
                   order by date %2$s, id %2$s offset $4 limit $5)',
    filter, case when from_the_end then 'asc' else 'desc' end)
    into ids using me, low, high, skip, take;
  return jsonb_build_object('total', total, 'items', private.session_details(ids));
end $$;
comment on function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean, boolean) is
  'Lessons of the caller in [since, until), newest first: {total, items}, items with their students, packages and '
  'feedback. Pages count from 1; one past the end is empty, with the true total.';
grant execute on function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean, boolean)
  to authenticated, service_role;

-- Each lesson is looked up by its key, so that this reads no lessons of other students.
create function public.get_student_sessions_page(
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
  -- Reads all lessons of this one student: hundreds, after years.
  select count(*), (array_agg(s.id order by s.date desc, s.id desc))[skip + 1 : skip + size] into total, ids
    from (select a.session_id from public.session_package_assignments a
           where a.user_id = me and a.student_id = student_uuid and not with_feedback
          union all
          select f.session_id from public.session_feedbacks f
           where f.user_id = me and f.student_id = student_uuid and with_feedback) x
   cross join lateral (select l.id, l.date from public.sessions l
                       where l.user_id = me and l.id = x.session_id offset 0) s;
  return jsonb_build_object('total', total, 'items', private.session_details(ids));
end $$;
comment on function public.get_student_sessions_page(uuid, integer, integer, boolean) is
  'Lessons of one student of the caller, newest first, as get_sessions_page answers them; with_feedback: only those in '
  'which this student has feedback.';
grant execute on function public.get_student_sessions_page(uuid, integer, integer, boolean)
  to authenticated, service_role;
