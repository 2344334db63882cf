-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- These lessons of the caller, newest first, with their attendance, packages and feedback.
CREATE OR REPLACE FUNCTION private.session_details(ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('session_package_assignments', coalesce((
             select jsonb_agg(jsonb_build_object(
                      'session_id', a.session_id, 'student_id', a.student_id, 'package_id', a.package_id,
                      'assigned_at', a.assigned_at, 'manually_assigned', a.manually_assigned,
                      'attendance', a.attendance, 'told_at', a.told_at, 'told_for', a.told_for, 'told_by', a.told_by,
                      'told_outcome', a.told_outcome,
                      'agreement_version', a.agreement_version,
                      'notice_hours', (select g.notice_hours from public.agreements g
                                        where g.user_id = me and g.version = a.agreement_version),
                      'spared_package_id', a.spared_package_id,
                      'student', jsonb_build_object('name', st.name),
                      'package', case when p.id is not null then jsonb_build_object(
                        'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                        'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                        'expiry_date', p.expiry_date) end,
                      'feedback', case when f.session_id is not null then jsonb_build_object(
                        'session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                        'private_notes', f.private_notes, 'tags', f.tags, 'club_id', f.club_id,
                        'created_at', f.created_at) end))
               from public.session_package_assignments a
               join public.students st on st.user_id = a.user_id and st.id = a.student_id
               left join public.packages p
                 on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
               left join public.session_feedbacks f
                 on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
              where a.user_id = s.user_id and a.session_id = s.id), '[]'))
             order by s.date desc, s.id desc), '[]')
      from unnest(ids) as wanted (id)
     cross join lateral (select * from public.sessions l where l.user_id = me and l.id = wanted.id offset 0) s);
end $function$;
grant execute to authenticated, service_role;
