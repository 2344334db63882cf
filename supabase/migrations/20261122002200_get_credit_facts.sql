-- What the credit and alert rules need to know, in one answer from one snapshot, for any number of students.
create function private.session_facts(coach uuid, lesson uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
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
end $$;
comment on function private.session_facts(uuid, uuid) is 'SessionFacts of one lesson; null if there is none.';
grant execute on function private.session_facts(uuid, uuid) to authenticated, service_role;

-- If the slot is gone or has ended, answers for the slot that replaced it, provided that the device says when the
-- occurrence would begin.
create function private.occurrence_facts(coach uuid, asked jsonb) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  slot   constant uuid := asked ->> 'slot_id';
  on_day constant date := asked ->> 'slot_date';
  begins constant timestamptz := asked ->> 'starts_at';
  o      record;
  judge  public.agreements;
begin
  select * into o from private.occurrence(coach, slot, on_day);
  if not found and begins is not null then
    select x.* into o
      from public.lesson_slots s
     cross join lateral (select * from private.occurrence(coach, s.id, on_day)) x
     where s.user_id = coach and s.replaces @> array[slot] and x.starts_at = begins
     order by s.id limit 1;
  end if;
  if not found then return null; end if;
  judge := private.judging_version(coach, o.starts_at);
  return jsonb_build_object(
    'slot_id', slot, 'slot_date', on_day, 'starts_at', o.starts_at,
    'replies', coalesce((
      select jsonb_agg(jsonb_build_object(
               'student_id', r.student_id, 'reply', r.reply, 'replied_at', r.replied_at, 'told_by', r.told_by,
               'outcome', r.outcome,
               -- By the version that the seat will keep (private.told_of).
               'makeup_days', (select g.makeup_days from public.agreements g
                                where g.user_id = coach and g.version = coalesce(judge.version, r.agreement_version)))
               order by r.student_id)
        from private.replies(coach, o.slots, on_day, o.starts_at) r), '[]'),
    -- Whom another device may have taken out, or added, since the one that answers read the agenda.
    'expected', array(select e.student_id from private.expected(coach, o.slots, on_day, o.starts_at) e order by 1),
    'guests', coalesce((
      select jsonb_agg(jsonb_build_object('student_id', e.student_id, 'name', p.name) order by e.student_id)
        from private.expected(coach, o.slots, on_day, o.starts_at) e
        join public.students p on p.user_id = coach and p.id = e.student_id and p.status = 'active'
        left join private.replies(coach, o.slots, on_day, o.starts_at) r on r.student_id = e.student_id
       where e.guest and r.reply is distinct from 'not_coming'), '[]'));
end $$;
comment on function private.occurrence_facts(uuid, jsonb) is
  'The replies to an occurrence, {slot_id, slot_date, starts_at}, with the days that the agreement gives for each, '
  'who is expected, and guests. Null: no such occurrence.';
grant execute on function private.occurrence_facts(uuid, jsonb) to authenticated, service_role;

create function public.get_credit_facts(
  student_ids uuid[] default null, session_id uuid default null, session_ids uuid[] default null,
  occurrences jsonb default null
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me      constant uuid := private.coach();
  lesson  constant uuid := session_id;
  -- Each once, and without nulls: with a null, `<> all (lessons)` would be true for no lesson.
  lessons constant uuid[] := array(select distinct l from unnest(session_ids || session_id) l where l is not null);
  everyone constant boolean :=
    student_ids is null and session_id is null and session_ids is null and occurrences is null;
  rules   record;
  wanted  uuid[];
  in_use  uuid[];  -- packages from which the lessons take their credits, or to which they or skips gave days
begin
  select p.package_order, p.cancel_extension_days into rules from public.profiles p where p.id = me;
  if not found then
    raise sqlstate 'PT401' using message = 'account_closed';
  end if;
  if cardinality(session_ids) > 200 then
    raise sqlstate 'PT400' using message = 'too_many_lessons';
  end if;
  if occurrences is not null and (jsonb_typeof(occurrences) <> 'array' or jsonb_array_length(occurrences) > 500) then
    raise sqlstate 'PT400' using message = 'bad_occurrences';
  end if;
  if everyone then
    wanted := array(select s.id from public.students s
                     where s.user_id = me and (s.status = 'active' or s.total_credits > 0) and s.anonymized_at is null
                    union
                    select s.id from public.packages p join public.students s on s.user_id = me and s.id = p.student_id
                     where p.user_id = me and p.open_amount > 0 and s.anonymized_at is null
                    union
                    select a.student_id from public.alerts a
                     where a.user_id = me and a.open_key is not null and a.type <> 'unassigned_session'
                       and a.student_id is not null);
  else
    -- Each lesson is looked up by itself: `= any (lessons)` was planned as a scan of all rows of the coach.
    select student_ids || array_agg(a.student_id),
           array_remove(array_agg(a.package_id) || array_agg(a.spared_package_id), null)
      into wanted, in_use
      from unnest(lessons) l (id)
     cross join lateral (select * from public.session_package_assignments y
                          where y.user_id = me and y.session_id = l.id offset 0) a;
    -- A deleted lesson may have left days, which its undo takes back. That moves an expiry, and so an alert.
    select wanted || array_agg(e.student_id), in_use || array_agg(e.package_id) into wanted, in_use
      from unnest(lessons) l (id)
     cross join lateral (select * from public.package_extensions y
                          where y.user_id = me and y.session_id = l.id offset 0) e;
    -- Days go and return with the skip that gave them, also for students who are in none of these lessons.
    select wanted || array_agg(e.student_id), in_use || array_agg(e.package_id) into wanted, in_use
      from (select (o ->> 'slot_id')::uuid, (o ->> 'slot_date')::date
              from jsonb_array_elements(coalesce(occurrences, '[]')) o
            union
            select s.slot_id, s.slot_date
              from unnest(lessons) l (id)
             cross join lateral (select * from public.sessions y where y.user_id = me and y.id = l.id offset 0) s
             where s.slot_id is not null) o (slot_id, slot_date)
     cross join lateral (select * from public.package_extensions y
                          where y.user_id = me and y.slot_id = o.slot_id and y.slot_date = o.slot_date offset 0) e;
  end if;

  return jsonb_build_object(
    'rules', jsonb_build_object('package_order', rules.package_order,
                                'cancel_extension_days', rules.cancel_extension_days),
    'session', private.session_facts(me, lesson),
    'sessions', coalesce((
      select jsonb_agg(f.facts order by f.facts ->> 'id')
        from unnest(lessons) i (id) cross join lateral (select private.session_facts(me, i.id) as facts) f
       where f.facts is not null), '[]'),
    -- Replies and agreement for the given occurrences and those of the given lessons.
    'occurrences', coalesce((
      select jsonb_agg(f.facts order by f.facts ->> 'slot_id', f.facts ->> 'slot_date')
        from (select o from jsonb_array_elements(coalesce(occurrences, '[]')) o
              union
              select jsonb_build_object('slot_id', s.slot_id, 'slot_date', s.slot_date)
                from unnest(lessons) l (id)
               cross join lateral (select * from public.sessions y where y.user_id = me and y.id = l.id offset 0) s
               where s.slot_id is not null
                 and not exists (select from jsonb_array_elements(coalesce(occurrences, '[]')) x
                                  where x ->> 'slot_id' = s.slot_id::text
                                    and x ->> 'slot_date' = s.slot_date::text)) x (o)
       cross join lateral (select private.occurrence_facts(me, x.o) as facts) f
       where f.facts is not null), '[]'),
    'extensions', coalesce((
      select jsonb_agg(to_jsonb(e.x) - 'user_id' - 'created_at'
                       || jsonb_build_object('stands', private.extension_stands(e.x))
                       || case when (e.x).until_day is null
                                    and exists (select from public.sessions s
                                                 where s.user_id = me and s.id = (e.x).session_id
                                                   and s.updated_at = (e.x).created_at)
                               then '{"by_last_change": true}' else '{}'::jsonb end
                       order by (e.x).created_at desc, (e.x).id)
        from (select y.x from unnest(lessons) l (id)
               cross join lateral (select x from public.package_extensions x
                                    where x.user_id = me and x.session_id = l.id offset 0) y
              union
              select y.x from unnest(wanted) w (id)
               cross join lateral (select x from public.package_extensions x
                                    where x.user_id = me and x.student_id = w.id offset 0) y
               where not everyone) e), '[]'),
    'students', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', s.id, 'name', s.name, 'status', s.status, 'credits_version', s.credits_version,
               'anonymized', s.anonymized_at is not null,
               -- The first line of a student is a purchase. `exists` was planned as one scan of the whole ledger.
               'ever_had_package', coalesce((select true from public.credit_ledger l
                                              where l.user_id = s.user_id and l.student_id = s.id
                                                and l.kind = 'purchase'
                                              order by l.id limit 1), false),
               'packages', coalesce((
                 select jsonb_agg(jsonb_build_object(
                          'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'used_classes', p.used_classes,
                          'used_outside', p.used_outside, 'remaining_classes', p.remaining_classes,
                          'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date,
                          'validity_days', p.validity_days, 'extended_days', p.extended_days,
                          -- With this and the given lessons, the rules know the package's first day after any plan.
                          'first_day_elsewhere', case when p.validity_days is not null then (
                            select min(l.day)
                              from public.session_package_assignments a
                              join public.sessions l on l.user_id = a.user_id and l.id = a.session_id
                             where a.user_id = p.user_id and a.student_id = p.student_id and a.package_id = p.id
                               and l.day >= p.purchase_date and l.id <> all (lessons)) end)
                          order by p.purchase_date, p.expiry_date, p.id)
                   from (select * from public.packages
                          where user_id = s.user_id and student_id = s.id and remaining_classes > 0
                         union all
                         select * from public.packages
                          where user_id = s.user_id and student_id = s.id and id = any (in_use)
                            and remaining_classes = 0) p), '[]'),
               'open', coalesce((
                 select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'payment_date', p.payment_date,
                                                     'open_amount', p.open_amount) order by p.payment_date, p.id)
                   from public.packages p
                  where p.user_id = s.user_id and p.student_id = s.id and p.open_amount > 0), '[]'))
               order by s.name, s.id)
        from public.students s where s.user_id = me and s.id = any (wanted)), '[]'),
    'alerts', coalesce((
      select jsonb_agg(jsonb_build_object(
               'dedupe_key', a.dedupe_key, 'type', a.type, 'student_id', a.student_id, 'session_id', a.session_id,
               'package_id', a.package_id, 'student_name', a.student_name, 'priority', a.priority,
               'message', a.message, 'facts', a.facts, 'resolved', a.resolved)
               order by a.created_at, a.id)
        from (select * from public.alerts
               where user_id = me and open_key is not null and type <> 'unassigned_session' and everyone
              union all
              select y.* from (select distinct i from unnest(wanted) i) w (id)
               cross join lateral (select * from public.alerts
                                    where not everyone and user_id = me and student_id = w.id
                                      and open_key is not null and type <> 'unassigned_session' offset 0) y
              union all
              select y.* from unnest(lessons) l (id)
               cross join lateral (select * from public.alerts
                                    where user_id = me and alerts.session_id = l.id and open_key is not null
                                      and type = 'unassigned_session' offset 0) y) a), '[]'),
    'has_club', exists (select from public.clubs c where c.user_id = me),
    'default_club_id', (select c.id from public.clubs c where c.user_id = me and c.is_default));
end $$;
comment on function public.get_credit_facts(uuid[], uuid, uuid[], jsonb) is
  'CreditFacts of the given students, of those in the given lessons, and of those to whom a skip gave days, if the '
  'skip is of a given occurrence or of one that a given lesson answers. Without arguments: of all students who are '
  'active, have credits left, owe something or have an open alert. Packages with credits left, and those that the '
  'given lessons use or gave days to. Alerts whose cause has not ended; of unassigned_session only those of the given '
  'lessons. Extensions of these students and of the given lessons, also when the lesson is gone; `stands`: the cause '
  'stands, so the days count. `occurrences`: replies to the given ones and to those of the lessons '
  '(private.occurrence_facts).';
grant execute on function public.get_credit_facts(uuid[], uuid, uuid[], jsonb) to authenticated, service_role;
