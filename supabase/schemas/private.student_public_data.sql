-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.student_public_data(link uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  s public.students;
  t public.profiles;
  answer json;
  owed numeric;
  offered json;
  shown json;
  zone text;
  today date;
begin
  -- An anonymised student has no public page.
  select st.* into s
    from public.student_links l join public.students st on st.user_id = l.user_id and st.id = l.student_id
   where l.link = student_public_data.link and not l.revoked and st.anonymized_at is null;
  if s.id is null then
    return json_build_object('success', false, 'error', 'Aluno não encontrado');
  end if;
  select * into t from public.profiles where id = s.user_id;
  zone := private.coach_time_zone(s.user_id);
  today := (now() at time zone zone)::date;
  offered := private.openings_shown(s.user_id, s.id);
  shown := private.agreement_shown(s.user_id, s.id, today);
  answer := json_build_object(
    'success', true,
    -- Not the student's id, which may be an older link, or the link of another coach's student.
    'student', json_build_object('id', student_public_data.link, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                 'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', json_build_object('name', t.name, 'phone', t.phone, 'sport', t.main_sport),
    -- Limited, because anybody with the link makes the database read them; no student has as many (docs/product.md,
    -- 'Limits').
    'packages', coalesce((
      select json_agg(json_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               -- With the days that were given: all of them begin with the first lesson.
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date,
               'validity_days', p.validity_days + p.extended_days,
               -- As `makeupDay` finds it for the coach (src/packages/words.ts): a floor that ends before the expiry
               -- decides nothing.
               'makeup_day', case when p.extended_days > 0 then (
                  select max(e.day) from public.package_extensions e
                   where e.user_id = s.user_id and e.student_id = s.id and e.package_id = p.id
                     and e.until_day >= p.expiry_date
                     and private.extension_stands(e)) end,
               -- Without a last day private.extended_days counts no floors.
               'floor_days', case when p.extended_days > 0 and json_array_length(offered) > 0
                                  then p.extended_days - private.extended_days(s.user_id, s.id, p.id, null) else 0 end,
               'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from (select * from public.packages x where x.user_id = s.user_id and x.student_id = s.id
               order by x.purchase_date desc, x.created_at desc, x.id limit 1000) p), '[]'),
    'sessions', coalesce((
      select json_agg(json_build_object(
               'id', l.id, 'date', l.date, 'day', l.day, 'teacher', l.teacher, 'notes', l.notes,
               'attendance', l.attendance, 'cancelled_reason', l.cancelled_reason,
               'told_at', l.told_at, 'told_for', l.told_for, 'told_by', l.told_by, 'told_outcome', l.told_outcome,
               'agreement_version', l.agreement_version,
               'notice_hours', private.notice_hours(s.user_id, l.agreement_version),
               'feedback', case when f.session_id is not null then json_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then json_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from (select x.id, x.date, x.day, x.teacher, x.notes, x.cancelled_reason, a.attendance, a.package_id,
                     a.told_at, a.told_for, a.told_by, a.told_outcome, a.agreement_version
                from public.session_package_assignments a
               cross join lateral (select * from public.sessions y
                                    where y.user_id = a.user_id and y.id = a.session_id offset 0) x
               where a.user_id = s.user_id and a.student_id = s.id
               order by x.date desc, x.id desc limit 2000) l
        left join lateral (select * from public.session_feedbacks x
                            where x.user_id = s.user_id and x.session_id = l.id and x.student_id = s.id
                           offset 0) f on true
        left join lateral (select * from public.packages x
                            where x.user_id = s.user_id and x.student_id = s.id and x.id = l.package_id
                           offset 0) p on true), '[]'),
    -- Unanswered occurrences of the next four weeks, without the other students.
    'next_lessons', coalesce((
      select json_agg(n.entry order by n.starts_at, n.slot_id) from private.next_lessons(s.user_id, s.id) n), '[]'),
    'openings', offered,
    -- These lessons may use the credits of an opening. As far ahead as the calendar, because anybody with the link
    -- makes the database read them.
    'unanswered', coalesce((
      select json_agg(n.entry order by n.starts_at, n.slot_id)
        from private.next_lessons(s.user_id, s.id, others_until => (
               select least(max((o ->> 'starts_at')::timestamptz at time zone zone)::date, today + 120)
                 from json_array_elements(offered) o)) n
       where json_array_length(offered) > 0), '[]'),
    'agreement', shown,
    'next_confirmed_at', (select c.confirmed_at from public.agreement_confirmations c
                           where c.user_id = s.user_id and c.student_id = s.id
                             and c.version = (shown #>> '{next,version}')::integer),
    -- For the sentence about rain, which depends on the coach's rules.
    'cancel_extension_days', t.cancel_extension_days,
    'package_order', t.package_order,
    -- The zone in which the page tells times, wherever the visitor is. Null: the coach has none, and nothing is planned
    -- in the one that is assumed.
    'time_zone', coalesce(t.time_zone,
                          (select zone where exists (select from public.lesson_slots where user_id = s.user_id))),
    -- If the coach plans nothing in the app, the page says nothing about next lessons.
    'uses_agenda', exists (select from public.lesson_slots where user_id = s.user_id),
    -- The newest lines of the statement, read as get_credit_statement reads them.
    'statement', coalesce((
      select json_agg(json_build_object(
               'kind', e.kind, 'delta', e.delta, 'created_at', e.created_at, 'package_name', e.package_name,
               'lesson_date', e.lesson_date, 'lesson_day', e.lesson_day, 'attendance', e.attendance,
               'cancelled_reason', e.cancelled_reason, 'reason', e.reason, 'told_at', e.told_at,
               'told_for', e.told_for, 'told_by', e.told_by, 'told_outcome', e.told_outcome,
               'agreement_version', e.agreement_version,
               'notice_hours', private.notice_hours(s.user_id, e.agreement_version),
               'balance_after', e.balance_after) order by e.id desc)
        from (select l as line from public.credit_ledger l
               where l.user_id = s.user_id and (l.student_id, l.id) >= (s.id, 0)
                 and (l.student_id, l.id) <= (s.id, 9223372036854775807)
               order by l.student_id desc, l.id desc limit 20) x
       cross join lateral private.as_told(x.line) e), '[]'));
  if t.show_pix then
    select sum(p.open_amount) into owed
      from public.packages p where p.user_id = s.user_id and p.student_id = s.id and p.open_amount > 0;
  end if;
  if owed is null then return answer; end if;
  return answer::jsonb || jsonb_build_object('open', jsonb_build_object(
    'amount', owed,
    'pix', case when t.pix_key is not null then
             jsonb_build_object('key', t.pix_key, 'name', t.pix_name, 'city', t.pix_city) end));
end $function$;
grant execute to anon, authenticated, service_role;
