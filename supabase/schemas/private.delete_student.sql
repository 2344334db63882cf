-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.delete_student(student uuid, erase_group_notes boolean, seen jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  coach constant uuid := private.coach();
  figures  jsonb;
  attended uuid[];
  told     uuid[];
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not private.lock_student(coach, student) then return jsonb_build_object('students', 0, 'lessons', 0); end if;

  figures := private.removal_preview(coach, student);
  if figures <> seen then raise sqlstate 'PT409' using message = 'stale_student', detail = student::text; end if;
  -- Read again: a lesson may have been registered while this waited for the lock.
  attended := array(select session_id from public.session_package_assignments
                     where user_id = coach and student_id = student);
  delete from public.sessions where user_id = coach and id = any (attended) and student_count = 1;
  -- A group lesson stays, without this student.
  if erase_group_notes is not false then
    update public.sessions set notes = null where user_id = coach and id = any (attended) and notes is not null;
  end if;
  -- private.deleted_lessons keeps a lesson for the ledger lines about it: with the last of these lines its row goes
  -- too.
  told := array(select distinct l.session_id from public.credit_ledger l
                 where l.user_id = coach and l.student_id = student and l.session_id is not null);
  delete from public.students where user_id = coach and id = student;
  update private.deleted_lessons d set seats = d.seats - student::text
   where d.user_id = coach and d.seats ? student::text;
  delete from private.deleted_lessons d
   where d.user_id = coach and d.id = any (attended || told)
     and not exists (select from public.sessions s where s.user_id = coach and s.id = d.id)
     and not exists (select from public.credit_ledger l where l.user_id = coach and l.session_id = d.id);
  return figures || jsonb_build_object('students', 1, 'lessons', figures -> 'lessons_alone');
end $function$;
grant execute to authenticated;
