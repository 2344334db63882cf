-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Lessons of one student of the caller, newest first, as get_sessions_page answers them; with_feedback: only those in which this student has feedback.
CREATE OR REPLACE FUNCTION public.get_student_sessions_page(student_uuid uuid, page integer, page_size integer, with_feedback boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  me   constant uuid := private.coach();
  size constant integer := least(greatest(page_size, 1), 100);
  skip constant integer := (greatest(page, 1) - 1) * size;
  total bigint;
  ids   uuid[];
begin
  -- Reads all lessons of this one student: hundreds, after years.
  select count(*), (array_agg(s.id order by s.date desc, s.id desc))[skip + 1 : skip + size] into total, ids
    from (select a.session_id from public.session_package_assignments a
           where a.user_id = me and a.student_id = student_uuid and not with_feedback
          union all
          select f.session_id from public.session_feedbacks f
           where f.user_id = me and f.student_id = student_uuid and with_feedback) x
   cross join lateral (select l.id, l.date from public.sessions l
                       where l.user_id = me and l.id = x.session_id offset 0) s;
  return jsonb_build_object('total', total, 'items', private.session_details(ids));
end $function$;
grant execute to authenticated, service_role;
