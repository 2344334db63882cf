-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- What delete_student would delete and anonymize_student would clear: {lessons_alone, lessons_in_groups, alone_notes, group_notes, feedbacks, feedback_texts, packages, credits, revenue, open, payments, received, revenue_by_month}, and `mentions`: texts of other records with the student's name, which neither touches by itself. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.preview_student_removal(student_uuid uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students where user_id = me and id = student_uuid) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;
  return private.removal_preview(me, student_uuid)
         || jsonb_build_object('mentions', private.mentions(me, student_uuid));
end $function$;
grant execute to authenticated;
