-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- All data about one student of the caller, and none about any other; private notes only if asked for. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.export_student_data(student_uuid uuid, with_private_notes boolean DEFAULT false)
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
  return jsonb_build_object(
    'format', 'voleio-student',
    'version', 1,
    'exported_at', now(),
    'teacher', (select jsonb_build_object('name', name, 'phone', phone, 'time_zone', time_zone)
                  from public.profiles where id = me),
    'agreements', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by a.version), '[]')
                     from public.agreements a where a.user_id = me),
    'student', (select to_jsonb(s) - 'user_id' - 'id' - 'link'
                  from public.students s where s.user_id = me and s.id = student_uuid),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'student_id'
                                           order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me and p.student_id = student_uuid),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' - 'student_id'
                                             || jsonb_build_object('stands', private.extension_stands(e))
                                             order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me and e.student_id = student_uuid),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' - 'student_id'
                                           order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me and y.student_id = student_uuid),
    'slots', (select coalesce(jsonb_agg(jsonb_build_object(
                       'weekday', s.weekday, 'start_time', s.start_time, 'minutes', s.minutes, 'starts_on', s.starts_on,
                       'ends_on', s.ends_on, 'club', c.name) order by s.created_at, s.id), '[]')
                from public.lesson_slot_students e
                join public.lesson_slots s on s.user_id = e.user_id and s.id = e.slot_id
                left join public.clubs c on c.user_id = s.user_id and c.id = s.club_id
               where e.user_id = me and e.student_id = student_uuid),
    'agreement_confirmations', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'created_at'
                                                          || jsonb_build_object('confirmed_at', c.confirmed_at)
                                                          order by c.version), '[]')
                                  from public.agreement_confirmations c
                                  join public.agreements a on a.user_id = c.user_id and a.version = c.version
                                 where c.user_id = me and c.student_id = student_uuid),
    'lesson_replies', (select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' - 'student_id' - 'slot_id'
                                                 order by r.for_start, r.slot_date, r.told_by), '[]')
                         from public.lesson_replies r where r.user_id = me and r.student_id = student_uuid),
    'occurrence_guests', (select coalesce(jsonb_agg(to_jsonb(g) - 'user_id' - 'student_id' - 'slot_id'
                                                    order by g.for_start, g.slot_date), '[]')
                            from public.occurrence_guests g where g.user_id = me and g.student_id = student_uuid),
    'opening_invites', (select coalesce(jsonb_agg(jsonb_build_object('for_start', o.for_start, 'closes_at', o.closes_at,
                                                                     'invited_at', i.invited_at, 'taken_at', i.taken_at)
                                                  order by o.for_start, o.id), '[]')
                          from public.opening_invites i
                          join public.openings o on o.user_id = i.user_id and o.id = i.opening_id
                         where i.user_id = me and i.student_id = student_uuid),
    -- A group lesson shows the number of participants, and no other student.
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object(
                         'session_id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes,
                         'participants', s.student_count, 'created_at', s.created_at,
                         'cancelled_reason', s.cancelled_reason, 'attendance', a.attendance,
                         'package_id', a.package_id, 'manually_assigned', a.manually_assigned,
                         'assigned_at', a.assigned_at, 'told_at', a.told_at, 'told_for', a.told_for,
                         'told_by', a.told_by, 'told_outcome', a.told_outcome,
                         'agreement_version', a.agreement_version, 'spared_package_id', a.spared_package_id,
                         'feedback', case when f.session_id is not null then
                           to_jsonb(f) - 'user_id' - 'student_id' - 'session_id' - 'club_id' - 'attendance'
                             - case when with_private_notes then '' else 'private_notes' end
                             || jsonb_build_object('club', c.name) end)
                         order by s.date, s.id), '[]')
                  from public.session_package_assignments a
                  join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
                  left join public.session_feedbacks f
                    on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
                  left join public.clubs c on c.user_id = f.user_id and c.id = f.club_id
                 where a.user_id = me and a.student_id = student_uuid),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'student_id'
                                          || jsonb_build_object('cause', replace(n.cause, student_uuid::text, 'aluno'))
                                          order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me and n.student_id = student_uuid),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'student_id' - 'open_key' - 'dedupe_key'
                                         order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me and a.student_id = student_uuid),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(private.as_told(l)) - 'user_id' - 'student_id'
                                                order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me and l.student_id = student_uuid));
end $function$;
grant execute to authenticated;
