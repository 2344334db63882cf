-- The public page: one student, to anybody who knows the link. The link alone says which coach and which student, by
-- student_links. Every key of the answer is written out, so that a new column never appears here by itself. No price, payment date, e-mail, notes about the student or other
-- students.
--
-- Each lesson, feedback and package is looked up by its own key: the planner expects a handful of rows for one student,
-- and joined 1,000 lessons as if they were three. json instead of jsonb: a large answer takes half the time.
create function private.student_public_data(link uuid) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  s public.students;
  t public.profiles;
begin
  -- An anonymised student has no public page.
  select st.* into s
    from public.student_links l join public.students st on st.user_id = l.user_id and st.id = l.student_id
   where l.link = student_public_data.link and st.anonymized_at is null;
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
       cross join lateral (select * from public.sessions x where x.user_id = a.user_id and x.id = a.session_id offset 0) l
        left join lateral (select * from public.session_feedbacks x
                            where x.user_id = a.user_id and x.session_id = a.session_id and x.student_id = a.student_id
                           offset 0) f on true
        left join lateral (select * from public.packages x
                            where x.user_id = a.user_id and x.student_id = a.student_id and x.id = a.package_id
                           offset 0) p on true
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
