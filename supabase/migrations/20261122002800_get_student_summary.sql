-- Figures over all lessons of one student, which a paged list cannot give.
create function public.get_student_summary(student_uuid uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return (
    -- Nobody was present in a lesson that was cancelled.
    select jsonb_build_object('lessons', count(*) filter (where a.attendance = 'present'),
                              'absences', count(*) filter (where a.attendance = 'absent'),
                              'last_session_date', max(s.date) filter (where a.attendance = 'present'))
      from public.session_package_assignments a
     cross join lateral (select l.date from public.sessions l where l.user_id = me and l.id = a.session_id offset 0) s
     where a.user_id = me and a.student_id = student_uuid
  ) || jsonb_build_object(
    'average_rating', (
      select round(avg(rating), 1) from public.session_feedbacks where user_id = me and student_id = student_uuid),
    'tags', coalesce((
      select jsonb_agg(jsonb_build_object('tag', tag, 'count', times) order by times desc, tag)
        from (select tag, count(*) as times
                from public.session_feedbacks f cross join unnest(f.tags) as tag
               where f.user_id = me and f.student_id = student_uuid group by tag) counted), '[]'),
    'ratings', coalesce((
      select jsonb_agg(jsonb_build_object('date', date, 'rating', rating) order by date, id)
        from (select s.date, s.id, f.rating
                from public.session_feedbacks f
               cross join lateral (select l.id, l.date from public.sessions l
                                    where l.user_id = me and l.id = f.session_id offset 0) s
               where f.user_id = me and f.student_id = student_uuid
               order by s.date desc, s.id desc limit 30) newest), '[]'));
end $$;
comment on function public.get_student_summary(uuid) is
  'Figures of a student of the caller: {lessons, absences, last_session_date, average_rating, tags, ratings}. lessons '
  'and last_session_date: where the student was present. absences: those that were charged. average_rating: one '
  'decimal, or null. tags: [{tag, count}], most common first. ratings: the newest 30, [{date, rating}], oldest first.';
grant execute on function public.get_student_summary(uuid) to authenticated, service_role;
