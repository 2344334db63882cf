-- Everything the product keeps about a coach, or about one student, in one answer from one snapshot. Rows are exported
-- as they are, so a new column is in the export by itself; ledger lines are exported as the statement shows them.
create function private.login_email() returns text
language sql stable security definer set search_path = '' as $$
  select email from auth.users where id = private.coach()
$$;
comment on function private.login_email() is 'The e-mail that the caller signs in with.';
grant execute on function private.login_email() to authenticated;

create function private.balances(coach uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'student_id', s.id, 'credits', coalesce(p.credits, 0), 'packages', coalesce(p.packages, 0),
           'revenue', coalesce(p.revenue, 0), 'paid', coalesce(p.paid, 0),
           'lessons', coalesce(a.lessons, 0),
           'rating_sum', coalesce(f.rating_sum, 0), 'rating_count', coalesce(f.rating_count, 0))
           order by s.created_at, s.id), '[]')
    from public.students s
    left join (select student_id, sum(remaining_classes) as credits, count(*) as packages, sum(price) as revenue,
                       sum(paid_total) as paid
                 from public.packages where user_id = coach group by 1) p on p.student_id = s.id
    left join (select student_id, count(*) as lessons
                 from public.session_package_assignments where user_id = coach group by 1) a on a.student_id = s.id
    left join (select student_id, sum(rating) as rating_sum, count(*) as rating_count
                 from public.session_feedbacks where user_id = coach group by 1) f on f.student_id = s.id
   where s.user_id = coach
$$;
comment on function private.balances(uuid) is 'What the rows of each student add up to: the check sums of an export.';
grant execute on function private.balances(uuid) to authenticated;

create function private.totals(coach uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'active_students', t.active_students, 'lessons', t.lessons, 'held', t.held,
    'unassigned_lessons', t.unassigned_lessons, 'rating_sum', t.rating_sum, 'rating_count', t.rating_count,
    'revenue', (select coalesce(sum(d.revenue), 0) from public.coach_days d where d.user_id = coach))
    from public.coach_totals t where t.user_id = coach
$$;
comment on function private.totals(uuid) is 'The running totals of a coach.';
grant execute on function private.totals(uuid) to authenticated;

-- 25 MB for 20,000 lessons: more than fits into the eight seconds of any other request.
create function public.export_my_data() returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan'
set statement_timeout = '60s' as $$
declare
  me constant uuid := private.coach();
begin
  if not exists (select from public.profiles where id = me) then
    raise sqlstate 'PT401' using message = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'format', 'voleio-export',
    'version', 1,
    'exported_at', now(),
    'profile', (select to_jsonb(p) - 'id' || jsonb_build_object('email', private.login_email())
                  from public.profiles p where p.id = me),
    'clubs', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.created_at, c.id), '[]')
                from public.clubs c where c.user_id = me),
    'students', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                   from public.students s where s.user_id = me),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id'
                                             || jsonb_build_object('stands', private.extension_stands(e))
                                             order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me),
    'recesses', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.first_day, r.id), '[]')
                   from public.recesses r where r.user_id = me),
    -- The address of the calendar is left out: it is a secret.
    'slots', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                from public.lesson_slots s where s.user_id = me),
    'slot_students', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.student_id), '[]')
                        from public.lesson_slot_students e where e.user_id = me),
    'slot_exceptions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.slot_date), '[]')
                          from public.slot_exceptions e where e.user_id = me),
    'agreements', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by a.version), '[]')
                     from public.agreements a where a.user_id = me),
    'agreement_confirmations', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id'
                                                          order by c.student_id, c.version), '[]')
                                  from public.agreement_confirmations c where c.user_id = me),
    'lesson_replies', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id'
                                                 order by r.for_start, r.slot_id, r.slot_date, r.student_id,
                                                          r.told_by), '[]')
                         from public.lesson_replies r where r.user_id = me),
    'occurrence_guests', (select coalesce(jsonb_agg(to_jsonb(g) - 'user_id'
                                                    order by g.for_start, g.slot_id, g.slot_date, g.student_id), '[]')
                            from public.occurrence_guests g where g.user_id = me),
    'openings', (select coalesce(jsonb_agg(to_jsonb(o) - 'user_id' order by o.for_start, o.id), '[]')
                   from public.openings o where o.user_id = me),
    'opening_invites', (select coalesce(jsonb_agg(to_jsonb(i) - 'user_id' order by i.opening_id, i.student_id), '[]')
                          from public.opening_invites i where i.user_id = me),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.date, s.id), '[]')
                   from public.sessions s where s.user_id = me),
    'assignments', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id'
                                              order by s.date, a.session_id, a.student_id), '[]')
                      from public.session_package_assignments a
                      join public.sessions s on s.user_id = a.user_id and s.id = a.session_id where a.user_id = me),
    'feedbacks', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id' order by s.date, f.session_id, f.student_id), '[]')
                    from public.session_feedbacks f
                    join public.sessions s on s.user_id = f.user_id and s.id = f.session_id where f.user_id = me),
    'message_templates', (select coalesce(jsonb_agg(to_jsonb(m) - 'user_id' order by m.kind), '[]')
                            from public.message_templates m where m.user_id = me),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'open_key' order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(private.as_told(l)) - 'user_id' order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me),
    'balances', private.balances(me),
    'totals', private.totals(me));
end $$;
comment on function public.export_my_data() is
  'All data of the caller at one moment, with check sums (balances, totals). PT401 not signed in.';
grant execute on function public.export_my_data() to authenticated;

-- The coach decides whether the student gets the private notes, since the law may require it. The file leaves the
-- coach's hands, so it has neither the student's link nor the student's id, which may be the link.
create function public.export_student_data(student_uuid uuid, with_private_notes boolean default false) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students where user_id = me and id = student_uuid) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;
  return jsonb_build_object(
    'format', 'voleio-student',
    'version', 1,
    'exported_at', now(),
    'teacher', (select jsonb_build_object('name', name, 'phone', phone, 'time_zone', time_zone)
                  from public.profiles where id = me),
    'agreements', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by a.version), '[]')
                     from public.agreements a where a.user_id = me),
    'student', (select to_jsonb(s) - 'user_id' - 'id' - 'link'
                  from public.students s where s.user_id = me and s.id = student_uuid),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'student_id'
                                           order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me and p.student_id = student_uuid),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' - 'student_id'
                                             || jsonb_build_object('stands', private.extension_stands(e))
                                             order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me and e.student_id = student_uuid),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' - 'student_id'
                                           order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me and y.student_id = student_uuid),
    'slots', (select coalesce(jsonb_agg(jsonb_build_object(
                       'weekday', s.weekday, 'start_time', s.start_time, 'minutes', s.minutes, 'starts_on', s.starts_on,
                       'ends_on', s.ends_on, 'club', c.name) order by s.created_at, s.id), '[]')
                from public.lesson_slot_students e
                join public.lesson_slots s on s.user_id = e.user_id and s.id = e.slot_id
                left join public.clubs c on c.user_id = s.user_id and c.id = s.club_id
               where e.user_id = me and e.student_id = student_uuid),
    'agreement_confirmations', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'created_at'
                                                          || jsonb_build_object('confirmed_at', c.confirmed_at)
                                                          order by c.version), '[]')
                                  from public.agreement_confirmations c
                                  join public.agreements a on a.user_id = c.user_id and a.version = c.version
                                 where c.user_id = me and c.student_id = student_uuid),
    'lesson_replies', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' - 'student_id' - 'slot_id'
                                                 order by r.for_start, r.slot_date, r.told_by), '[]')
                         from public.lesson_replies r where r.user_id = me and r.student_id = student_uuid),
    'occurrence_guests', (select coalesce(jsonb_agg(to_jsonb(g) - 'user_id' - 'student_id' - 'slot_id'
                                                    order by g.for_start, g.slot_date), '[]')
                            from public.occurrence_guests g where g.user_id = me and g.student_id = student_uuid),
    'opening_invites', (select coalesce(jsonb_agg(jsonb_build_object('for_start', o.for_start, 'closes_at', o.closes_at,
                                                                     'invited_at', i.invited_at, 'taken_at', i.taken_at)
                                                  order by o.for_start, o.id), '[]')
                          from public.opening_invites i
                          join public.openings o on o.user_id = i.user_id and o.id = i.opening_id
                         where i.user_id = me and i.student_id = student_uuid),
    -- A group lesson shows the number of participants, and no other student.
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object(
                         'session_id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes,
                         'participants', s.student_count, 'created_at', s.created_at,
                         'cancelled_reason', s.cancelled_reason, 'attendance', a.attendance,
                         'package_id', a.package_id, 'manually_assigned', a.manually_assigned,
                         'assigned_at', a.assigned_at, 'told_at', a.told_at, 'told_for', a.told_for,
                         'told_by', a.told_by, 'told_outcome', a.told_outcome,
                         'agreement_version', a.agreement_version, 'spared_package_id', a.spared_package_id,
                         'feedback', case when f.session_id is not null then
                           to_jsonb(f) - 'user_id' - 'student_id' - 'session_id' - 'club_id' - 'attendance'
                             - case when with_private_notes then '' else 'private_notes' end
                             || jsonb_build_object('club', c.name) end)
                         order by s.date, s.id), '[]')
                  from public.session_package_assignments a
                  join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
                  left join public.session_feedbacks f
                    on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
                  left join public.clubs c on c.user_id = f.user_id and c.id = f.club_id
                 where a.user_id = me and a.student_id = student_uuid),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'student_id'
                                          || jsonb_build_object('cause', replace(n.cause, student_uuid::text, 'aluno'))
                                          order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me and n.student_id = student_uuid),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'student_id' - 'open_key' - 'dedupe_key'
                                         order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me and a.student_id = student_uuid),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(private.as_told(l)) - 'user_id' - 'student_id'
                                                order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me and l.student_id = student_uuid));
end $$;
comment on function public.export_student_data(uuid, boolean) is
  'All data about one student of the caller, and none about any other; private notes only if asked for. PT404 '
  'student_not_found.';
grant execute on function public.export_student_data(uuid, boolean) to authenticated;
