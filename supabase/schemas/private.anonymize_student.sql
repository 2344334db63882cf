-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.anonymize_student(student uuid, erase_group_notes boolean, replace_mentions boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  coach constant uuid := private.coach();
  figures  jsonb;
  replaced jsonb := '{}';
  stay     jsonb := '[]';
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not private.lock_student(coach, student,
                              case when replace_mentions then private.name_pattern(coach, student) end) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text;
  end if;
  figures := private.removal_preview(coach, student);
  -- Before the check: a coach who asks again after a lost answer may have chosen to erase the notes after all.
  update public.sessions set notes = null
   where user_id = coach and notes is not null and (student_count = 1 or erase_group_notes is not false)
     and id = any (array(select session_id from public.session_package_assignments
                          where user_id = coach and student_id = student));
  if exists (select from public.students where user_id = coach and id = student and anonymized_at is not null) then
    return figures || jsonb_build_object('replayed', true, 'replaced', replaced, 'mentions', stay);
  end if;
  if replace_mentions then
    replaced := private.replace_mentions(coach, student);
  end if;
  -- While the student still has the name that private.mentions looks for.
  stay := private.mentions(coach, student);
  perform private.clear_personal_data(coach, student, now());
  return figures || jsonb_build_object('replayed', false, 'replaced', replaced, 'mentions', stay);
end $function$;
grant execute to authenticated;
