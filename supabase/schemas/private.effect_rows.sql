-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The rows that a write may change, by kind and key. `removed`: lessons and packages that it deletes, whose alerts go with them.
CREATE OR REPLACE FUNCTION private.effect_rows(me uuid, scope jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  rows jsonb := '{}';
begin
  if coalesce(scope -> 'packages', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'packages ' || p.id,
             jsonb_build_object('id', p.id, 'student_id', p.student_id, 'remaining_classes', p.remaining_classes,
                                'expiry_date', p.expiry_date, 'extended_days', p.extended_days, 'price', p.price,
                                'paid_total', p.paid_total, 'open_amount', p.open_amount,
                                'payment_date', p.payment_date)
        from jsonb_array_elements_text(scope -> 'packages') i
       cross join lateral (select * from public.packages y
                            where y.user_id = me and y.id = i::uuid offset 0) p) x (key, row));
  end if;
  if coalesce(scope -> 'lessons', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'lessons ' || s.id,
             jsonb_build_object('id', s.id, 'date', s.date, 'day', s.day, 'cancelled_reason', s.cancelled_reason,
                                'slot_id', s.slot_id, 'slot_date', s.slot_date, 'version', s.version)
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.sessions y where y.user_id = me and y.id = i::uuid offset 0) s
      union all
      select 'participants ' || a.session_id || ' ' || a.student_id,
             jsonb_build_object('session_id', a.session_id, 'student_id', a.student_id, 'attendance', a.attendance,
                                'package_id', a.package_id, 'manually_assigned', a.manually_assigned,
                                'told_at', a.told_at, 'told_by', a.told_by, 'told_outcome', a.told_outcome)
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.session_package_assignments y
                            where y.user_id = me and y.session_id = i::uuid offset 0) a
      union all
      select 'feedbacks ' || f.session_id || ' ' || f.student_id,
             jsonb_build_object('session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating,
                                -- A hash, only to notice a change: effects hold no texts.
                                'text', md5(row (f.notes, f.private_notes, f.tags, f.club_id)::text))
        from jsonb_array_elements_text(scope -> 'lessons') i
       cross join lateral (select * from public.session_feedbacks y
                            where y.user_id = me and y.session_id = i::uuid offset 0) f) x (key, row));
  end if;
  if coalesce(scope -> 'slots', '[]') <> '[]' or coalesce(scope -> 'occurrences', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'skips ' || e.slot_id || ' ' || e.slot_date,
             jsonb_build_object('slot_id', e.slot_id, 'slot_date', e.slot_date, 'reason', e.reason,
                                'moved_to', e.moved_to, 'recess_id', e.recess_id)
        from (select y.* from jsonb_array_elements_text(scope -> 'slots') i
               cross join lateral (select * from public.slot_exceptions y
                                    where y.user_id = me and y.slot_id = i::uuid offset 0) y
              union
              select y.* from jsonb_array_elements(scope -> 'occurrences') o
               cross join lateral (select * from public.slot_exceptions y
                                    where y.user_id = me and y.slot_id = (o ->> 'slot_id')::uuid
                                      and y.slot_date = (o ->> 'slot_date')::date offset 0) y) e) x (key, row));
  end if;
  if (scope ->> 'money')::boolean then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'payments ' || m.id,
             jsonb_build_object('id', m.id, 'package_id', m.package_id, 'student_id', m.student_id, 'kind', m.kind,
                                'amount', m.amount, 'paid_on', m.paid_on)
        from jsonb_array_elements_text(scope -> 'packages') i
       cross join lateral (select * from public.packages y where y.user_id = me and y.id = i::uuid offset 0) p
       cross join lateral (select * from public.payments y
                            where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id
                           offset 0) m) x (key, row));
  end if;
  if coalesce(scope -> 'alerts', '[]') <> '[]' or coalesce(scope -> 'removed', '[]') <> '[]' then
    rows := rows || (select coalesce(jsonb_object_agg(x.key, x.row), '{}') from (
      select 'alerts ' || a.open_key,
             jsonb_build_object('key', a.open_key, 'type', a.type, 'student_id', a.student_id,
                                'session_id', a.session_id,
                                'package_id', a.package_id)
        from (select y.* from jsonb_array_elements_text(scope -> 'alerts') i
               cross join lateral (select * from public.alerts y where y.user_id = me and y.open_key = i offset 0) y
              union
              select y.* from jsonb_array_elements_text(scope -> 'removed') i
               cross join lateral (select * from public.alerts y
                                    where y.user_id = me and y.session_id = i::uuid offset 0) y
              union
              select y.* from jsonb_array_elements_text(scope -> 'removed') i
               cross join lateral (select * from public.packages y where y.user_id = me and y.id = i::uuid offset 0) p
               cross join lateral (select * from public.alerts y
                                    where y.user_id = me and y.student_id = p.student_id and y.package_id = p.id
                                   offset 0) y) a
       where a.open_key is not null) x (key, row));
  end if;
  return rows;
end $function$;
grant execute to authenticated, service_role;
