-- The public page (docs/product.md, 'Public student page'): one student, to anybody who knows the link. The link alone says
-- which coach and which student, by student_links. Every key of the answer is written out, so that a new column never
-- appears here by itself. No e-mail, no private notes or notes about the student, no other students; what is owed only if
-- the coach wants it there; of a group lesson only the student's own attendance.
--
-- Each lesson, feedback and package is looked up by its own key: the planner expects a handful of rows for one student,
-- and joined 1,000 lessons as if they were three. json instead of jsonb: a large answer takes half the time.
create function private.student_public_data(link uuid) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  s public.students;
  t public.profiles;
  answer json;
  owed numeric;
  zone text;
  today date;
begin
  -- An anonymised student has no public page.
  select st.* into s
    from public.student_links l join public.students st on st.user_id = l.user_id and st.id = l.student_id
   where l.link = student_public_data.link and not l.revoked and st.anonymized_at is null;
  if s.id is null then
    return json_build_object('success', false, 'error', 'Aluno não encontrado');
  end if;
  select * into t from public.profiles where id = s.user_id;
  zone := private.coach_time_zone(s.user_id);
  today := (now() at time zone zone)::date;
  answer := json_build_object(
    'success', true,
    -- Not the student's id, which may be an older link, or the link of another coach's student.
    'student', json_build_object('id', student_public_data.link, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                 'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', json_build_object('name', t.name, 'phone', t.phone),
    -- Anybody with the link makes the database read them: a bound above what a student has (docs/product.md, 'Limits').
    'packages', coalesce((
      select json_agg(json_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date, 'validity_days', p.validity_days,
               'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from (select * from public.packages x where x.user_id = s.user_id and x.student_id = s.id
               order by x.purchase_date desc, x.created_at desc, x.id limit 1000) p), '[]'),
    'sessions', coalesce((
      select json_agg(json_build_object(
               'id', l.id, 'date', l.date, 'teacher', l.teacher, 'notes', l.notes,
               'attendance', l.attendance, 'cancelled_reason', l.cancelled_reason,
               'feedback', case when f.session_id is not null then json_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then json_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from (select x.id, x.date, x.teacher, x.notes, x.cancelled_reason, a.attendance, a.package_id
                from public.session_package_assignments a
               cross join lateral (select * from public.sessions y where y.user_id = a.user_id and y.id = a.session_id offset 0) x
               where a.user_id = s.user_id and a.student_id = s.id
               order by x.date desc, x.id desc limit 2000) l
        left join lateral (select * from public.session_feedbacks x
                            where x.user_id = s.user_id and x.session_id = l.id and x.student_id = s.id
                           offset 0) f on true
        left join lateral (select * from public.packages x
                            where x.user_id = s.user_id and x.student_id = s.id and x.id = l.package_id
                           offset 0) p on true), '[]'),
    -- What is planned in the next four weeks and not answered yet. Who else comes is nobody's business.
    'next_lessons', coalesce((
      select json_agg(json_build_object('starts_at', n.starts_at, 'minutes', n.minutes, 'club', c.name)
                      order by n.starts_at, n.slot_id)
        from private.occurrences(s.user_id, today, today + 28) n
        join public.lesson_slot_students e on e.user_id = s.user_id and e.slot_id = n.slot_id and e.student_id = s.id
        left join public.sessions l on l.user_id = s.user_id and l.slot_id = n.slot_id and l.slot_date = n.slot_date
        left join public.clubs c on c.user_id = s.user_id and c.id = n.club_id
       where s.status = 'active' and n.reason is null and l.id is null
         and n.starts_at + make_interval(mins => n.minutes) > now()), '[]'),
    -- In which the next lessons are told, wherever the visitor is.
    'time_zone', zone,
    -- Of a coach who plans nothing in the app it says nothing of next lessons.
    'uses_agenda', exists (select from public.lesson_slots where user_id = s.user_id),
    -- The newest lines of the statement, read as get_credit_statement reads them.
    'statement', coalesce((
      select json_agg(json_build_object(
               'kind', e.kind, 'delta', e.delta, 'created_at', e.created_at, 'package_name', e.package_name,
               'lesson_date', e.lesson_date, 'attendance', e.attendance, 'cancelled_reason', e.cancelled_reason,
               'reason', e.reason, 'balance_after', e.balance_after) order by e.id desc)
        from (select l as line from public.credit_ledger l
               where l.user_id = s.user_id and (l.student_id, l.id) >= (s.id, 0)
                 and (l.student_id, l.id) <= (s.id, 9223372036854775807)
               order by l.student_id desc, l.id desc limit 20) x
       cross join lateral private.as_told(x.line) e), '[]'));
  if t.show_pix then
    select sum(p.open_amount) into owed
      from public.packages p where p.user_id = s.user_id and p.student_id = s.id and p.open_amount > 0;
  end if;
  if owed is null then return answer; end if;
  return answer::jsonb || jsonb_build_object('open', jsonb_build_object(
    'amount', owed,
    'pix', case when t.pix_key is not null then
             jsonb_build_object('key', t.pix_key, 'name', t.pix_name, 'city', t.pix_city) end));
end $$;
grant execute on function private.student_public_data(uuid) to anon, authenticated, service_role;

create function public.get_student_public_data(student_uuid uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.student_public_data(student_uuid)
$$;
comment on function public.get_student_public_data(uuid) is
  'What the public page shows to whoever has the link: {success, student, teacher, packages, sessions, next_lessons, time_zone, uses_agenda, '
  'statement}, `open` only if the coach shows it and something is owed, or {success: false, error}.';
grant execute on function public.get_student_public_data(uuid) to anon, authenticated, service_role;
