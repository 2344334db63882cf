-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- SessionFacts of one lesson; null if there is none.
CREATE OR REPLACE FUNCTION private.session_facts(coach uuid, lesson uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (select jsonb_build_object(
           'id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes, 'version', s.version,
           'cancelled_reason', s.cancelled_reason, 'created_at', s.created_at,
           'slot_id', s.slot_id, 'slot_date', s.slot_date,
           'participants', coalesce((
             select jsonb_agg(jsonb_build_object(
                      'student_id', a.student_id, 'package_id', a.package_id,
                      'manually_assigned', a.manually_assigned, 'attendance', a.attendance,
                      'told_at', a.told_at, 'told_by', a.told_by, 'told_outcome', a.told_outcome,
                      'agreement_version', a.agreement_version,
                      'makeup_days', (select g.makeup_days from public.agreements g
                                       where g.user_id = a.user_id and g.version = a.agreement_version),
                      'spared_package_id', a.spared_package_id,
                      'feedback', case when f.session_id is not null then jsonb_build_object(
                        'rating', f.rating, 'notes', f.notes, 'private_notes', f.private_notes, 'tags', f.tags,
                        'club_id', f.club_id, 'created_at', f.created_at) end)
                      order by a.student_id)
               from public.session_package_assignments a
               left join public.session_feedbacks f
                 on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
              where a.user_id = s.user_id and a.session_id = s.id), '[]'))
    from public.sessions s where s.user_id = coach and s.id = lesson);
end $function$;
grant execute to authenticated, service_role;
