-- The public page: one student, by the secret in the link, to anybody. Every key is written out, so that a new
-- column can never appear here by itself. No price, payment date, e-mail, notes about the student, other students.
create function private.student_public_data(student uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  s public.students;
  t public.profiles;
begin
  select * into s from public.students where id = student;
  if s.id is null then
    return jsonb_build_object('success', false, 'error', 'Aluno não encontrado');
  end if;
  select * into t from public.profiles where id = s.user_id;
  return jsonb_build_object(
    'success', true,
    'student', jsonb_build_object('id', s.id, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                  'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', jsonb_build_object('name', t.name, 'phone', t.phone),
    'packages', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date, 'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from public.packages p where p.user_id = s.user_id and p.student_id = s.id), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', l.id, 'date', l.date, 'teacher', l.teacher, 'notes', l.notes,
               'feedback', case when f.session_id is not null then jsonb_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then jsonb_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from public.session_package_assignments a
        join public.sessions l on l.user_id = a.user_id and l.id = a.session_id
        left join public.session_feedbacks f
          on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
        left join public.packages p on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
       where a.user_id = s.user_id and a.student_id = s.id), '[]'));
end $$;

create function public.get_student_public_data(student_uuid uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select private.student_public_data(student_uuid)
$$;
comment on function public.get_student_public_data(uuid) is
  'What the public page of a student shows: {success, student, teacher, packages, sessions}, or {success: false, error}.';
grant execute on function private.student_public_data(uuid) to anon, authenticated, service_role;
grant execute on function public.get_student_public_data(uuid) to anon, authenticated, service_role;
