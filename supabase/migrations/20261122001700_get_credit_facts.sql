-- What the credit and alert rules need to know, in one answer of one moment, whatever the number of students.
create function public.get_credit_facts(student_ids uuid[] default null, session_id uuid default null) returns jsonb
language plpgsql stable security invoker set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  lesson constant uuid := session_id;
  everyone constant boolean := student_ids is null and session_id is null;
  wanted  uuid[];
  in_use  uuid[];  -- packages that the lesson takes its credits from
begin
  if not exists (select from public.profiles where id = me) then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  if everyone then
    wanted := array(select s.id from public.students s
                     where s.user_id = me and (s.status = 'active' or s.total_credits > 0) and s.anonymized_at is null
                    union
                    select a.student_id from public.alerts a
                     where a.user_id = me and a.open_key is not null and a.type <> 'unassigned_session'
                       and a.student_id is not null);
  else
    wanted := student_ids || array(select a.student_id from public.session_package_assignments a
                                    where a.user_id = me and a.session_id = lesson);
    in_use := array(select a.package_id from public.session_package_assignments a
                     where a.user_id = me and a.session_id = lesson and a.package_id is not null);
  end if;

  return jsonb_build_object(
    'session', (
      select jsonb_build_object(
               'id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes, 'version', s.version,
               'assignments', coalesce((
                 select jsonb_agg(jsonb_build_object('student_id', a.student_id, 'package_id', a.package_id,
                                                     'manually_assigned', a.manually_assigned) order by a.student_id)
                   from public.session_package_assignments a
                  where a.user_id = s.user_id and a.session_id = s.id), '[]'),
               'feedbacks', coalesce((
                 select jsonb_agg(jsonb_build_object('student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                                                     'tags', f.tags, 'club_id', f.club_id) order by f.student_id)
                   from public.session_feedbacks f
                  where f.user_id = s.user_id and f.session_id = s.id), '[]'))
        from public.sessions s where s.user_id = me and s.id = lesson),
    'students', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'name', s.name, 'status', s.status, 'credits_version', s.credits_version,
               -- With `limit 1`: `exists` was planned as one scan of the whole ledger.
               'ever_had_package', coalesce((select true from public.credit_ledger l
                                              where l.user_id = s.user_id and l.student_id = s.id and l.kind = 'purchase'
                                              limit 1), false),
               'packages', coalesce((
                 select jsonb_agg(jsonb_build_object(
                          'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                          'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                          'expiry_date', p.expiry_date) order by p.purchase_date, p.expiry_date, p.id)
                   from (select * from public.packages
                          where user_id = s.user_id and student_id = s.id and remaining_classes > 0
                         union all
                         select * from public.packages
                          where user_id = s.user_id and student_id = s.id and id = any (in_use)
                            and remaining_classes = 0) p), '[]'))
               order by s.name, s.id)
        from public.students s where s.user_id = me and s.id = any (wanted)), '[]'),
    'alerts', coalesce((
      select jsonb_agg(jsonb_build_object(
               'dedupe_key', a.dedupe_key, 'type', a.type, 'student_id', a.student_id, 'session_id', a.session_id,
               'package_id', a.package_id, 'student_name', a.student_name, 'priority', a.priority,
               'message', a.message, 'facts', a.facts, 'resolved', a.resolved)
               order by a.created_at, a.id)
        from (select * from public.alerts
               where user_id = me and open_key is not null and type <> 'unassigned_session' and everyone
              union all
              select * from public.alerts
               where user_id = me and open_key is not null and type <> 'unassigned_session'
                 and not everyone and student_id = any (wanted)
              union all
              select * from public.alerts
               where user_id = me and open_key is not null and type = 'unassigned_session'
                 and alerts.session_id = lesson) a), '[]'),
    'has_club', exists (select from public.clubs c where c.user_id = me),
    'default_club_id', (select c.id from public.clubs c where c.user_id = me and c.is_default));
end $$;
comment on function public.get_credit_facts(uuid[], uuid) is
  'CreditFacts of the given students and those of the given lesson; without either, of all students who are active, '
  'have credits left or an open alert. Packages with credits left, and those the lesson uses. Alerts whose cause has '
  'not ended; of unassigned_session only those of the given lesson.';
grant execute on function public.get_credit_facts(uuid[], uuid) to authenticated, service_role;
