-- The public page (docs/product.md, 'Public student page'): one student, to anybody who knows the link. The link alone
-- says which coach and which student, by student_links. Every key of the answer is written out, so that a new column
-- never appears here by itself. No e-mail, no private notes or notes about the student, no other students; what is owed
-- only if the coach wants it shown; of a group lesson only the student's own attendance.
--
-- Each lesson, feedback and package is looked up by its own key: the planner expects a handful of rows for one student,
-- and joined 1,000 lessons as if they were three. json instead of jsonb: a large answer takes half the time.
create function private.notice_hours(coach uuid, version integer) returns smallint
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (select a.notice_hours from public.agreements a where a.user_id = coach and a.version = notice_hours.version);
end $$;
comment on function private.notice_hours(uuid, integer) is 'The notice_hours of a version of a coach''s agreement.';

create function private.next_lessons(
  coach uuid, student uuid, only_slot uuid default null, only_day date default null, others_until date default null
)
returns table (slot_id uuid, slot_date date, starts_at timestamptz, slots uuid[], reply text, deadline timestamptz,
               would_be text, agreement_version integer, entry json)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  zone  constant text := private.coach_time_zone(coach);
  today constant date := (now() at time zone zone)::date;
begin
  return query
  -- From yesterday on: a lesson of yesterday may run past midnight.
  select n.slot_id, n.slot_date, n.starts_at, n.slots, r.reply, d.deadline, j.would_be, n.version,
         json_build_object(
           'starts_at', n.starts_at, 'minutes', n.minutes, 'club', c.name, 'slot_id', n.slot_id,
           'slot_date', n.slot_date,
           'reply', r.reply, 'replied_at', r.replied_at, 'told_by', r.told_by, 'outcome', r.outcome,
           'deadline', d.deadline, 'can_reply', n.version is not null and n.starts_at > now(), 'would_be', j.would_be,
           -- By the version that the seat will keep (private.told_of).
           'makeup_days', (select g.makeup_days from public.agreements g
                            where g.user_id = coach and g.version = coalesce(n.version, r.agreement_version)))
    from (select x.*, y.id || y.replaces as slots, (v.judge).version as version, (v.judge).notice_hours as notice_hours
            from (select o.slot_id, o.slot_date, o.starts_at, o.minutes, o.club_id, o.reason, o.holds_since
                    from private.occurrences(coach, today - case when others_until is null then 1 else 7 end,
                                             case when others_until is null then today + 28
                                                  else greatest(others_until, today) end) o
                   where only_slot is null
                  union all
                  select only_slot, only_day, o.starts_at, o.minutes, o.club_id, o.reason, o.holds_since
                    from private.occurrence(coach, only_slot, only_day) o
                   where only_slot is not null
                     and (o.starts_at at time zone zone)::date between today - 1 and today + 28) x
            join public.students st on st.user_id = coach and st.id = student and st.status = 'active'
           cross join lateral (select * from public.lesson_slots where user_id = coach and id = x.slot_id offset 0) y
            left join public.sessions l on l.user_id = coach and l.slot_id = x.slot_id and l.slot_date = x.slot_date
           cross join lateral (select private.judging_version(coach, x.starts_at) as judge offset 0) v
           where x.reason is null and l.id is null
             and (x.starts_at + make_interval(mins => x.minutes) > now()
                  and (x.starts_at at time zone zone)::date <= today + 28)
                 = (others_until is null)
             -- As private.expected has it, for this student alone.
             and (exists (select from public.lesson_slot_students e
                           where e.user_id = coach and e.slot_id = x.slot_id and e.student_id = student)
                  or exists (select from public.occurrence_guests g
                              where g.user_id = coach and g.student_id = student and g.slot_date = x.slot_date
                                and (g.slot_id = x.slot_id and (g.source = 'coach' or g.for_start = x.starts_at)
                                     or g.slot_id = any (y.replaces) and g.for_start = x.starts_at)))) n
    left join public.clubs c on c.user_id = coach and c.id = n.club_id
    left join lateral (select * from private.replies(coach, n.slots, n.slot_date, n.starts_at) y
                        where y.student_id = student) r on true
   cross join lateral (select private.reply_deadline(n.starts_at, n.holds_since, n.notice_hours::integer) as deadline) d
   cross join lateral (
     select case when now() <= d.deadline then 'kept' when now() > d.deadline then 'late' end as would_be) j;
end $$;
comment on function private.next_lessons(uuid, uuid, uuid, date, date) is
  'The unanswered occurrences of the next four weeks at which an active student is expected, or the given one of '
  'these; with `others_until` those that are over and have not lapsed, and those after the four weeks until then. '
  '`entry`: the JSON of the public page, which names no other student.';

create function private.agreement_shown(coach uuid, student uuid, today date) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  current public.agreements;
  later   public.agreements;
begin
  select * into current from public.agreements a
   where a.user_id = coach and a.ends_on is null and a.starts_on <= today
   order by a.starts_on desc, a.version desc limit 1;
  select * into later from public.agreements a
   where a.user_id = coach and a.ends_on is null and a.starts_on > today
   order by a.starts_on, a.version desc limit 1;
  if current.version is null and later.version is null then return null; end if;
  return json_build_object(
    'version', current.version, 'starts_on', current.starts_on, 'notice_hours', current.notice_hours,
    'makeup_days', current.makeup_days, 'note', current.note,
    'confirmed_at', (select c.confirmed_at from public.agreement_confirmations c
                      where c.user_id = coach and c.student_id = student and c.version = current.version),
    'next', case when later.version is not null then json_build_object(
      'version', later.version, 'starts_on', later.starts_on, 'notice_hours', later.notice_hours,
      'makeup_days', later.makeup_days, 'note', later.note) end);
end $$;
comment on function private.agreement_shown(uuid, uuid, date) is
  'The agreement as the public page shows it: the version of today, whether this student has read it, and the next '
  'one. Null: none is published.';

create function private.openings_shown(coach uuid, student uuid) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
             'id', o.id, 'starts_at', n.starts_at, 'minutes', n.minutes, 'club', c.name, 'closes_at', o.closes_at,
             'left', greatest(o.places - t.taken, 0), 'taken', t.own, 'deadline', d.deadline,
             'would_be', case when now() <= d.deadline then 'kept' when now() > d.deadline then 'late' end)
             order by n.starts_at, o.id), '[]')
      -- Limited, like packages and lessons below: each takes milliseconds.
      from (select x.* from public.opening_invites i
              join public.openings x on x.user_id = i.user_id and x.id = i.opening_id
             where i.user_id = coach and i.student_id = student and x.closed_at is null and x.closes_at > now()
             order by x.for_start, x.id limit 100) o
      join public.students st on st.user_id = coach and st.id = student and st.status = 'active'
     cross join lateral (select s.id as slot_id, y.starts_at, y.minutes, y.club_id, y.slots, y.holds_since
                           from public.lesson_slots s
                          cross join lateral (select * from private.occurrence(coach, s.id, o.slot_date)) y
                          where s.user_id = coach and (s.id = o.slot_id or s.replaces @> array[o.slot_id])
                            and y.starts_at = o.for_start and y.reason is null limit 1) n
     cross join lateral (select count(*)::integer as taken, coalesce(bool_or(x = student), false) as own
                           from private.takers(coach, o.id, n.slots, o.slot_date, o.for_start) x) t
     cross join lateral (select private.reply_deadline(n.starts_at, n.holds_since,
                                  (private.judging_version(coach, n.starts_at)).notice_hours::integer) as deadline) d
      left join public.clubs c on c.user_id = coach and c.id = n.club_id
     -- Not shown to a student who is expected there anyway, or by now has another lesson at that time.
     where (t.own
            or not private.has_lesson_then(coach, student, n.slot_id, o.slot_date, n.starts_at, n.minutes)
               and not exists (select from private.expected(coach, n.slots, o.slot_date, o.for_start) e
                                 left join private.replies(coach, n.slots, o.slot_date, o.for_start) r
                                   on r.student_id = e.student_id
                                where e.student_id = student and r.reply is distinct from 'not_coming')));
end $$;
comment on function private.openings_shown(uuid, uuid) is
  'The openings for an active student: places left, whether this student has one, and until when it could be given '
  'back in time.';

create function private.student_public_data(link uuid) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;
grant execute on function private.student_public_data(uuid) to anon, authenticated, service_role;

create function public.get_student_public_data(student_uuid uuid) returns json
language sql stable security invoker set search_path = '' as $$
  select private.student_public_data(student_uuid)
$$;
comment on function public.get_student_public_data(uuid) is
  'What the public page shows to anybody with the link: {success, student, teacher, packages, sessions, next_lessons, '
  'openings, unanswered, agreement, next_confirmed_at, cancel_extension_days, package_order, time_zone, uses_agenda, '
  'statement}, `open` only if the coach shows it and something is owed, or {success: false, error}.';
grant execute on function public.get_student_public_data(uuid) to anon, authenticated, service_role;
