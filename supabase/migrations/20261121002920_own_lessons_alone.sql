-- One student's lessons were at times found among all lessons of the coach, which the planner expected to be few. Each is
-- looked up by its key now, as on the public page (20261121002910): what this reads grows with the student's own past alone.
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
    from (select a.session_id from public.session_package_assignments a
           where a.user_id = me and a.student_id = student_uuid and not with_feedback
          union all
          select f.session_id from public.session_feedbacks f
           where f.user_id = me and f.student_id = student_uuid and with_feedback) x
   cross join lateral (select l.id, l.date from public.sessions l where l.id = x.session_id offset 0) s;
  return jsonb_build_object('total', total, 'items', private.lessons_in_detail(ids));
end $$;

create or replace function public.get_student_summary(student_uuid uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return jsonb_build_object(
    'lessons', (
      select count(*) from public.session_package_assignments where user_id = me and student_id = student_uuid),
    'average_rating', (
      select round(avg(rating), 1) from public.session_feedbacks where user_id = me and student_id = student_uuid),
    'last_session_date', (
      select max(s.date)
        from public.session_package_assignments a
       cross join lateral (select l.date from public.sessions l where l.id = a.session_id offset 0) s
       where a.user_id = me and a.student_id = student_uuid),
    'tags', coalesce((
      select jsonb_agg(jsonb_build_object('tag', tag, 'count', times) order by times desc, tag)
        from (select tag, count(*) as times
                from public.session_feedbacks f cross join unnest(f.tags) as tag
               where f.user_id = me and f.student_id = student_uuid group by tag) counted), '[]'),
    'ratings', coalesce((
      select jsonb_agg(jsonb_build_object('date', date, 'rating', rating) order by date, id)
        from (select s.date, s.id, f.rating
                from public.session_feedbacks f
               cross join lateral (select l.id, l.date from public.sessions l where l.id = f.session_id offset 0) s
               where f.user_id = me and f.student_id = student_uuid
               order by s.date desc, s.id desc limit 30) newest), '[]'));
end $$;
