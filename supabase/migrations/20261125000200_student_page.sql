-- The student's page, second edition: a link that can be changed, notes that only the coach sees, the next lessons
-- (docs/product.md, 'Public student page', 'Feedback and notes of a lesson').

-- 1. Links. A revoked one stays, so that no other student can get it.
alter table public.student_links add column revoked boolean not null default false;
comment on column public.student_links.revoked is 'Opens nothing any more.';
create unique index student_links_one_current on public.student_links (user_id, student_id) where not revoked;

-- Answers the student's id if there is no link: nobody learns that another coach has it.
create function private.get_student_link(student uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students s where s.user_id = me and s.id = student) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text;
  end if;
  return coalesce((select l.link from public.student_links l
                    where l.user_id = me and l.student_id = student and not l.revoked), student);
end $$;
create function public.get_student_link(student uuid) returns uuid
language sql stable security invoker set search_path = '' as $$
  select private.get_student_link(student)
$$;
comment on function public.get_student_link(uuid) is 'The link that opens the page of a student of the caller. PT404 student_not_found.';

create function private.rotate_student_link(student uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  me    constant uuid := private.coach();
  fresh constant uuid := gen_random_uuid();
  since timestamptz;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Of two devices one waits here, and revokes what the other has made.
  select s.anonymized_at into since from public.students s where s.user_id = me and s.id = student for no key update;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  if since is not null then raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text; end if;
  update public.student_links l set revoked = true where l.user_id = me and l.student_id = student and not l.revoked;
  insert into public.student_links (link, user_id, student_id) values (fresh, me, student);
  return fresh;
end $$;
create function public.rotate_student_link(student uuid) returns uuid
language sql volatile security invoker set search_path = '' as $$
  select private.rotate_student_link(student)
$$;
comment on function public.rotate_student_link(uuid) is
  'Gives a student of the caller a new link and answers it; the old one opens nothing from now on. PT404 student_not_found, '
  'PT410 student_anonymized.';
grant execute on function private.get_student_link(uuid) to authenticated, service_role;
grant execute on function public.get_student_link(uuid) to authenticated, service_role;
grant execute on function private.rotate_student_link(uuid) to authenticated, service_role;
grant execute on function public.rotate_student_link(uuid) to authenticated, service_role;

-- 2. Private notes.
alter table public.session_feedbacks
  add column private_notes text check (char_length(private_notes) <= 2000);
comment on column public.session_feedbacks.private_notes is 'Only the coach sees them: in no public answer and no message.';
grant insert (private_notes), update (private_notes) on public.session_feedbacks to authenticated;

drop trigger refuse_anonymized_edit on public.session_feedbacks;
create trigger refuse_anonymized_edit before update of notes, tags, private_notes on public.session_feedbacks
  for each row when (new.notes is not null or new.tags <> '{}' or new.private_notes is not null)
  execute function private.refuse_anonymized_edit();

create or replace function private.feedbacks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.sessions s
       set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum, rating_count = s.rating_count + c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from new_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  elsif tg_op = 'DELETE' then
    update public.sessions s
       set rating_sum = s.rating_sum - c.rating_sum, rating_count = s.rating_count - c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from old_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  else
    -- Deleting a club clears club_id. That is no edit of its lessons and must not wait for their locks.
    update public.sessions s set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum
      from (select n.user_id, n.session_id, sum(n.rating - o.rating)::integer as rating_sum
              from old_rows o join new_rows n using (user_id, session_id, student_id)
             where (o.rating, o.notes, o.tags, o.private_notes) is distinct from (n.rating, n.notes, n.tags, n.private_notes)
                or (n.club_id is not null and n.club_id is distinct from o.club_id)
             group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  end if;
  return null;
end $$;

create or replace function private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  removed     constant jsonb := coalesce(nullif(change -> 'remove_students', 'null'), '[]');
  assignments constant jsonb := coalesce(nullif(change -> 'assignments', 'null'), '[]');
  feedbacks   constant jsonb := coalesce(nullif(change -> 'feedbacks', 'null'), '[]');
  silent      constant jsonb := coalesce(nullif(change -> 'remove_feedbacks', 'null'), '[]');
begin
  -- A new lesson has nothing to be removed, and nobody who could know less than the lesson. Triggers of statements cost
  -- time, also when there are no rows.
  if removed <> '[]' then
    delete from public.session_package_assignments
     where user_id = me and session_id = lesson_id
       and student_id = any (array(select jsonb_array_elements_text(removed)::uuid));
  end if;
  if change ->> 'op' = 'update' then
    -- An older tab does not know that somebody is excused, or that the lesson was cancelled.
    if exists (select from jsonb_array_elements(assignments) a
                join public.session_package_assignments t
                  on t.user_id = me and t.session_id = lesson_id and t.student_id = (a ->> 'student_id')::uuid
               where a ->> 'attendance' is null and a ->> 'package_id' is not null and not t.charged) then
      raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
    end if;
    delete from public.session_feedbacks f
     where f.user_id = me and f.session_id = lesson_id
       and f.student_id = any (array(select jsonb_array_elements_text(silent)::uuid)
                               || array(select (a ->> 'student_id')::uuid from jsonb_array_elements(assignments) a
                                         where a ->> 'attendance' <> 'present'));
  end if;

  insert into public.session_package_assignments as t (user_id, session_id, student_id, package_id, manually_assigned, attendance)
  select me, lesson_id, a.student_id,
         case when a.attendance is null and s.cancelled_reason is not null then null else a.package_id end,
         coalesce(a.manually_assigned, false),
         coalesce(a.attendance, old.attendance, case when s.cancelled_reason is null then 'present' else 'cancelled' end)
    from jsonb_to_recordset(assignments) as a (student_id uuid, package_id uuid, manually_assigned boolean, attendance text)
    join public.sessions s on s.user_id = me and s.id = lesson_id
    left join public.session_package_assignments old
      on old.user_id = me and old.session_id = lesson_id and old.student_id = a.student_id
  on conflict (user_id, session_id, student_id) do update
     set package_id = excluded.package_id, manually_assigned = excluded.manually_assigned,
         attendance = excluded.attendance, assigned_at = now()
   where (t.package_id, t.manually_assigned, t.attendance)
         is distinct from (excluded.package_id, excluded.manually_assigned, excluded.attendance);

  if feedbacks = '[]' then return; end if;
  -- In a new lesson the plan itself says who is present, and the foreign key refuses the rest.
  if change ->> 'op' = 'update'
     and exists (select from jsonb_array_elements(feedbacks) f
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = lesson_id and t.student_id = (f ->> 'student_id')::uuid
                  where t.attendance <> 'present') then
    raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
  end if;
  -- An older version of the app does not know private notes: absent, they stay.
  insert into public.session_feedbacks as t (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
  select me, lesson_id, f.student_id, f.rating, f.notes,
         case when said ? 'private_notes' then f.private_notes else old.private_notes end, coalesce(f.tags, '{}'),
         case when f.club_id = any (club_ids) then f.club_id end, least(coalesce(f.created_at, now()), now())
    from jsonb_array_elements(feedbacks) said
   cross join lateral jsonb_to_record(said) as f (student_id uuid, rating smallint, notes text, private_notes text, tags text[],
                                                  club_id uuid, created_at timestamptz)
    left join public.session_feedbacks old
      on old.user_id = me and old.session_id = lesson_id and old.student_id = f.student_id
  on conflict (user_id, session_id, student_id, attendance) do update
     set rating = excluded.rating, notes = excluded.notes, private_notes = excluded.private_notes, tags = excluded.tags,
         club_id = excluded.club_id;
end $$;

create or replace function private.session_facts(coach uuid, lesson uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
           'id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes, 'version', s.version,
           'cancelled_reason', s.cancelled_reason, 'created_at', s.created_at,
           'slot_id', s.slot_id, 'slot_date', s.slot_date,
           'assignments', coalesce((
             select jsonb_agg(jsonb_build_object('student_id', a.student_id, 'package_id', a.package_id,
                                                 'manually_assigned', a.manually_assigned, 'attendance', a.attendance)
                              order by a.student_id)
               from public.session_package_assignments a
              where a.user_id = s.user_id and a.session_id = s.id), '[]'),
           'feedbacks', coalesce((
             select jsonb_agg(jsonb_build_object('student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                                                 'private_notes', f.private_notes, 'tags', f.tags, 'club_id', f.club_id, 'created_at', f.created_at)
                              order by f.student_id)
               from public.session_feedbacks f
              where f.user_id = s.user_id and f.session_id = s.id), '[]'))
    from public.sessions s where s.user_id = coach and s.id = lesson
$$;

create or replace function private.session_details(ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('session_package_assignments', coalesce((
             select jsonb_agg(jsonb_build_object(
                      'session_id', a.session_id, 'student_id', a.student_id, 'package_id', a.package_id,
                      'assigned_at', a.assigned_at, 'manually_assigned', a.manually_assigned, 'attendance', a.attendance,
                      'student', jsonb_build_object('name', st.name),
                      'package', case when p.id is not null then jsonb_build_object(
                        'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                        'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                        'expiry_date', p.expiry_date) end,
                      'feedback', case when f.session_id is not null then jsonb_build_object(
                        'session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                        'private_notes', f.private_notes, 'tags', f.tags, 'club_id', f.club_id, 'created_at', f.created_at) end))
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
end $$;

create or replace function private.removal_preview(coach uuid, student uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select (select jsonb_build_object(
                   'lessons_alone', count(*) filter (where s.student_count = 1),
                   'lessons_in_groups', count(*) filter (where s.student_count > 1),
                   'alone_notes', count(s.notes) filter (where s.student_count = 1),
                   'group_notes', count(s.notes) filter (where s.student_count > 1))
            from public.session_package_assignments a
            join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
           where a.user_id = coach and a.student_id = student)
      || (select jsonb_build_object(
                   'feedbacks', count(*),
                   'feedback_texts', count(*) filter (where f.notes is not null or f.private_notes is not null or f.tags <> '{}'))
            from public.session_feedbacks f where f.user_id = coach and f.student_id = student)
      || (select jsonb_build_object(
                   'packages', count(*), 'credits', coalesce(sum(p.remaining_classes), 0), 'revenue', coalesce(sum(p.price), 0),
                   'open', coalesce(sum(p.open_amount) filter (where p.open_amount > 0), 0))
            from public.packages p where p.user_id = coach and p.student_id = student)
      || (select jsonb_build_object(
                   'payments', count(*),
                   'received', coalesce(sum(case y.kind when 'payment' then y.amount else -y.amount end), 0))
            from public.payments y where y.user_id = coach and y.student_id = student)
      || jsonb_build_object('revenue_by_month', (
           select coalesce(jsonb_agg(jsonb_build_object('month', month, 'revenue', revenue) order by month), '[]')
             from (select to_char(p.purchase_date, 'YYYY-MM') as month, sum(p.price) as revenue
                     from public.packages p where p.user_id = coach and p.student_id = student group by 1) m))
$$;

create or replace function private.clear_personal_data(coach uuid, student uuid, since timestamptz) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  update public.packages set name = 'Pacote' where user_id = coach and student_id = student and name <> 'Pacote';
  update public.session_feedbacks set notes = null, private_notes = null, tags = '{}'
   where user_id = coach and student_id = student and (notes is not null or private_notes is not null or tags <> '{}');
  update public.credit_ledger set package_name = null, reason = null
   where user_id = coach and student_id = student and (package_name is not null or reason is not null);
  update public.package_extensions set reason = 'Extensão'
   where user_id = coach and student_id = student and reason <> 'Extensão';
  update public.payments set payer_name = null, note = null
   where user_id = coach and student_id = student and (payer_name is not null or note is not null);
  delete from public.notices where user_id = coach and student_id = student;
  delete from public.alerts where user_id = coach and student_id = student;
  delete from public.lesson_slot_students where user_id = coach and student_id = student;
  -- Last: from now on triggers refuse every write.
  update public.students
     set name = 'Aluno anonimizado', email = null, phone = '', notes = null, gender = 'male', type = 'occasional',
         classe = '7-classe', status = 'inactive', anonymized_at = since
   where user_id = coach and id = student;
end $$;

create or replace function private.import_newer_parts(coach uuid, document jsonb, op_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  update public.packages p
     set renews_monthly = coalesce(r.renews_monthly, false), renews = private.imported_id(op_id, r.renews)
    from jsonb_to_recordset(document -> 'packages') as r (id uuid, renews_monthly boolean, renews uuid)
   where p.user_id = coach and p.id = private.imported_id(op_id, r.id) and (r.renews_monthly or r.renews is not null);

  update public.session_feedbacks f set private_notes = r.private_notes
    from jsonb_to_recordset(document -> 'feedbacks') as r (session_id uuid, student_id uuid, private_notes text)
   where f.user_id = coach and f.session_id = private.imported_id(op_id, r.session_id)
     and f.student_id = private.imported_id(op_id, r.student_id) and r.private_notes is not null;

  -- A text that the account has already stays.
  insert into public.message_templates (user_id, kind, body, updated_at)
  select coach, r.kind, r.body, r.updated_at
    from jsonb_to_recordset(document -> 'message_templates') as r (kind text, body text, updated_at timestamptz)
  on conflict (user_id, kind) do nothing;

  -- A cause names rows by their ids, which are new ones now.
  insert into public.notices (id, user_id, kind, student_id, cause, opened_at)
  select private.imported_id(op_id, r.id), coach, r.kind, private.imported_id(op_id, r.student_id), c.cause, r.opened_at
    from jsonb_to_recordset(document -> 'notices') as r (id uuid, kind text, student_id uuid, cause text, opened_at timestamptz)
   cross join lateral (
     select string_agg(case when part ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                            then private.imported_id(op_id, part::uuid)::text else part end, ':' order by n) as cause
       from string_to_table(r.cause, ':') with ordinality x (part, n)) c
  on conflict on constraint notices_one_per_cause do nothing;
end $$;
comment on function private.import_newer_parts(uuid, jsonb, uuid) is
  'After import_rows: what older files do not have. Renewals, private notes, texts of messages, and which messages were opened.';

-- The coach decides whether the student gets the private notes: the law may ask for them.
drop function public.export_student_data(uuid);
create function public.export_student_data(student_uuid uuid, with_private_notes boolean default false) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students where user_id = me and id = student_uuid) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;
  return jsonb_build_object(
    'format', 'voleio-student',
    'version', 2,
    'exported_at', now(),
    'teacher', (select jsonb_build_object('name', name, 'phone', phone)
                  from public.profiles where id = me),
    'student', (select to_jsonb(s) - 'user_id' from public.students s where s.user_id = me and s.id = student_uuid),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' - 'student_id'
                                           order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me and p.student_id = student_uuid),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' - 'student_id' order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me and e.student_id = student_uuid),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' - 'student_id' order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me and y.student_id = student_uuid),
    'slots', (select coalesce(jsonb_agg(jsonb_build_object(
                       'weekday', s.weekday, 'start_time', s.start_time, 'minutes', s.minutes, 'starts_on', s.starts_on,
                       'ends_on', s.ends_on, 'club', c.name) order by s.created_at, s.id), '[]')
                from public.lesson_slot_students e
                join public.lesson_slots s on s.user_id = e.user_id and s.id = e.slot_id
                left join public.clubs c on c.user_id = s.user_id and c.id = s.club_id
               where e.user_id = me and e.student_id = student_uuid),
    -- Of a group lesson only the number of participants, no other student.
    'lessons', (select coalesce(jsonb_agg(jsonb_build_object(
                         'session_id', s.id, 'date', s.date, 'day', s.day, 'teacher', s.teacher, 'notes', s.notes,
                         'participants', s.student_count, 'created_at', s.created_at,
                         'cancelled_reason', s.cancelled_reason, 'attendance', a.attendance,
                         'package_id', a.package_id, 'manually_assigned', a.manually_assigned, 'assigned_at', a.assigned_at,
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
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' - 'student_id' order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me and n.student_id = student_uuid),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'student_id' - 'open_key' order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me and a.student_id = student_uuid),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(l) - 'user_id' - 'student_id' order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me and l.student_id = student_uuid));
end $$;
comment on function public.export_student_data(uuid, boolean) is
  'All data about one student of the caller, and none about any other; private notes only if asked for. PT404 student_not_found.';
grant execute on function public.export_student_data(uuid, boolean) to authenticated;

-- 3. The public page.
create or replace function private.student_public_data(link uuid) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  s public.students;
  t public.profiles;
  answer json;
  owed numeric;
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
  today := (now() at time zone coalesce(t.time_zone, 'America/Sao_Paulo'))::date;
  answer := json_build_object(
    'success', true,
    'student', json_build_object('id', s.id, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                 'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', json_build_object('name', t.name, 'phone', t.phone),
    'packages', coalesce((
      select json_agg(json_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date, 'validity_days', p.validity_days,
               'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from public.packages p where p.user_id = s.user_id and p.student_id = s.id), '[]'),
    'sessions', coalesce((
      select json_agg(json_build_object(
               'id', l.id, 'date', l.date, 'teacher', l.teacher, 'notes', l.notes,
               'attendance', a.attendance, 'cancelled_reason', l.cancelled_reason,
               'feedback', case when f.session_id is not null then json_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then json_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from public.session_package_assignments a
       cross join lateral (select * from public.sessions x where x.user_id = a.user_id and x.id = a.session_id offset 0) l
        left join lateral (select * from public.session_feedbacks x
                            where x.user_id = a.user_id and x.session_id = a.session_id and x.student_id = a.student_id
                           offset 0) f on true
        left join lateral (select * from public.packages x
                            where x.user_id = a.user_id and x.student_id = a.student_id and x.id = a.package_id
                           offset 0) p on true
       where a.user_id = s.user_id and a.student_id = s.id), '[]'),
    -- What is planned in the next four weeks and not answered yet. Who else comes is nobody's business.
    'next_lessons', coalesce((
      select json_agg(json_build_object('starts_at', n.starts_at, 'minutes', n.minutes, 'club', c.name)
                      order by n.starts_at, n.slot_id)
        from private.occurrences(s.user_id, today, today + 28) n
        join public.lesson_slot_students e on e.user_id = s.user_id and e.slot_id = n.slot_id and e.student_id = s.id
        left join public.sessions l on l.user_id = s.user_id and l.slot_id = n.slot_id and l.slot_date = n.slot_date
        left join public.clubs c on c.user_id = s.user_id and c.id = n.club_id
       where s.status = 'active' and n.reason is null and l.id is null
         and n.starts_at + make_interval(mins => n.minutes) > now()), '[]'),
    -- The newest lines of the statement, read as get_credit_statement reads them.
    'statement', coalesce((
      select json_agg(json_build_object(
               'kind', e.kind, 'delta', e.delta, 'created_at', e.created_at, 'package_name', e.package_name,
               'lesson_date', e.lesson_date, 'attendance', e.attendance, 'cancelled_reason', e.cancelled_reason,
               'reason', e.reason, 'balance_after', e.balance_after) order by e.id desc)
        from (select * from public.credit_ledger l
               where l.user_id = s.user_id and (l.student_id, l.id) >= (s.id, 0)
                 and (l.student_id, l.id) <= (s.id, 9223372036854775807)
               order by l.student_id desc, l.id desc limit 20) e), '[]'));
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
comment on function public.get_student_public_data(uuid) is
  'What the public page shows to whoever has the link: {success, student, teacher, packages, sessions, next_lessons, statement}, '
  '`open` only if the coach shows it and something is owed, or {success: false, error}.';
