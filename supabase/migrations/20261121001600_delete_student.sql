-- Erasing a person: packages, feedback, attendance, alerts, ledger, and the lessons that were only theirs (their
-- notes are about that person). Group lessons stay, without them. The only way a coach can delete a student.
create function private.delete_student(student uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  coach    constant uuid := private.coach();
  attended uuid[];
  lessons  integer;
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- The lock order of every writer: lessons by id, packages by id, the student.
  attended := array(select session_id from public.session_package_assignments
                     where user_id = coach and student_id = student);
  perform from public.sessions where user_id = coach and id = any (attended) order by id for update;
  perform from public.packages where user_id = coach and student_id = student order by id for update;
  perform from public.students where user_id = coach and id = student for update;

  delete from public.sessions s
   where s.user_id = coach and s.student_count = 1
     and s.id = any (array(select a.session_id from public.session_package_assignments a
                            where a.user_id = coach and a.student_id = student));
  get diagnostics lessons = row_count;
  delete from public.students where user_id = coach and id = student;
  return jsonb_build_object('students', case when found then 1 else 0 end, 'lessons', lessons);
end $$;

create function public.delete_student(student_uuid uuid) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.delete_student(student_uuid)
$$;
comment on function public.delete_student(uuid) is
  'Deletes a student of the caller with everything about them. Answers how many students (0 or 1) and lessons went.';
grant execute on function private.delete_student(uuid) to authenticated;
grant execute on function public.delete_student(uuid) to authenticated;
