-- Rights of the coach over what is new: monthly renewals, texts of messages, which messages were opened
-- (docs/decisions/0016-anonymise-erase-import.md). Exports stay of version 2: a file without these is one that has none.
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
                   'feedback_texts', count(*) filter (where f.notes is not null or f.tags <> '{}'))
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
comment on function private.removal_preview(uuid, uuid) is
  'Counts of a student: lessons alone and in groups, those with notes, feedback and how much of it has text, packages, '
  'credits left, what is owed, payments and refunds and what they add up to, revenue by month of purchase.';
comment on function public.preview_student_removal(uuid) is
  'What delete_student would delete and anonymize_student would clear: {lessons_alone, lessons_in_groups, alone_notes, '
  'group_notes, feedbacks, feedback_texts, packages, credits, revenue, open, payments, received, revenue_by_month}. '
  'PT404 student_not_found.';

create or replace function private.clear_personal_data(coach uuid, student uuid, since timestamptz) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  update public.packages set name = 'Pacote' where user_id = coach and student_id = student and name <> 'Pacote';
  update public.session_feedbacks set notes = null, tags = '{}'
   where user_id = coach and student_id = student and (notes is not null or tags <> '{}');
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

create or replace function public.export_my_data() returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan'
set statement_timeout = '60s' as $$
declare
  me constant uuid := private.coach();
begin
  if not exists (select from public.profiles where id = me) then
    raise sqlstate 'PT401' using message = 'not_authenticated';
  end if;
  return jsonb_build_object(
    'format', 'voleio-export',
    'version', 2,
    'exported_at', now(),
    'profile', (select to_jsonb(p) - 'id' || jsonb_build_object('email', private.login_email())
                  from public.profiles p where p.id = me),
    'clubs', (select coalesce(jsonb_agg(to_jsonb(c) - 'user_id' order by c.created_at, c.id), '[]')
                from public.clubs c where c.user_id = me),
    'students', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                   from public.students s where s.user_id = me),
    'packages', (select coalesce(jsonb_agg(to_jsonb(p) - 'user_id' order by p.purchase_date, p.created_at, p.id), '[]')
                   from public.packages p where p.user_id = me),
    'extensions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.created_at, e.id), '[]')
                     from public.package_extensions e where e.user_id = me),
    'payments', (select coalesce(jsonb_agg(to_jsonb(y) - 'user_id' order by y.paid_on, y.created_at, y.id), '[]')
                   from public.payments y where y.user_id = me),
    -- Not the address of the calendar: it is a secret.
    'slots', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.created_at, s.id), '[]')
                from public.lesson_slots s where s.user_id = me),
    'slot_students', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.student_id), '[]')
                        from public.lesson_slot_students e where e.user_id = me),
    'slot_exceptions', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.slot_id, e.slot_date), '[]')
                          from public.slot_exceptions e where e.user_id = me),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' order by s.date, s.id), '[]')
                   from public.sessions s where s.user_id = me),
    'assignments', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' order by s.date, a.session_id, a.student_id), '[]')
                      from public.session_package_assignments a
                      join public.sessions s on s.user_id = a.user_id and s.id = a.session_id where a.user_id = me),
    'feedbacks', (select coalesce(jsonb_agg(to_jsonb(f) - 'user_id' order by s.date, f.session_id, f.student_id), '[]')
                    from public.session_feedbacks f
                    join public.sessions s on s.user_id = f.user_id and s.id = f.session_id where f.user_id = me),
    'message_templates', (select coalesce(jsonb_agg(to_jsonb(m) - 'user_id' order by m.kind), '[]')
                            from public.message_templates m where m.user_id = me),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' order by n.opened_at, n.id), '[]')
                  from public.notices n where n.user_id = me),
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'open_key' order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(l) - 'user_id' order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me),
    'balances', private.balances(me),
    'totals', private.totals(me));
end $$;

create or replace function public.export_student_data(student_uuid uuid) returns jsonb
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

create function private.import_newer_parts(coach uuid, document jsonb, op_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  update public.packages p
     set renews_monthly = coalesce(r.renews_monthly, false), renews = private.imported_id(op_id, r.renews)
    from jsonb_to_recordset(document -> 'packages') as r (id uuid, renews_monthly boolean, renews uuid)
   where p.user_id = coach and p.id = private.imported_id(op_id, r.id) and (r.renews_monthly or r.renews is not null);

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
  'After import_rows: what older files do not have. Renewals, texts of messages, and which messages were opened.';

create or replace function private.import_my_data(document jsonb, op_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  coach constant uuid := private.coach();
  replayed boolean := false;
begin
  -- Every new row of this coach needs a key-share lock on this one: other writers wait until this is done.
  perform from public.profiles where id = coach for update;
  if not found then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null then raise sqlstate 'PT400' using message = 'bad_document'; end if;

  insert into private.applied_ops (user_id, op_id) values (coach, op_id) on conflict do nothing;
  if not found then
    replayed := true;
  else
    if exists (select from public.students where user_id = coach) or exists (select from public.sessions where user_id = coach)
       or exists (select from public.clubs where user_id = coach)
       or exists (select from public.lesson_slots where user_id = coach) then
      raise sqlstate 'PT409' using message = 'account_not_empty';
    end if;
    if document ->> 'format' is distinct from 'voleio-export' or coalesce(document -> 'version' not in ('1', '2'), true)
       or jsonb_typeof(document -> 'totals') is distinct from 'object'
       or exists (select from unnest(array['clubs', 'students', 'packages', 'sessions', 'assignments', 'feedbacks', 'alerts',
                                           'credit_ledger', 'balances']
                                     || case when document -> 'version' = '2' then array['payments', 'extensions'] else '{}' end) part
                   where jsonb_typeof(document -> part) is distinct from 'array')
       or exists (select from unnest(array['slots', 'slot_students', 'slot_exceptions', 'message_templates', 'notices']) part
                   where jsonb_typeof(document -> part) <> 'array') then
      raise sqlstate 'PT400' using message = 'bad_document';
    end if;
    if jsonb_array_length(document -> 'students') > 10000 or jsonb_array_length(document -> 'sessions') > 100000
       or exists (select from unnest(array['clubs', 'packages', 'payments', 'extensions', 'assignments', 'feedbacks', 'alerts',
                                           'credit_ledger', 'slots', 'slot_students', 'slot_exceptions',
                                           'message_templates', 'notices']) part
                   where jsonb_array_length(document -> part) > 400000) then
      raise sqlstate 'PT413' using message = 'document_too_large';
    end if;

    -- An empty account may already have the alert that it has no club.
    delete from public.alerts where user_id = coach;
    -- Without a totals row add_to_totals does nothing. A row that one transaction updates twenty thousand times gets slower
    -- with each update; the totals are counted once at the end instead.
    delete from public.coach_days where user_id = coach;
    delete from public.coach_totals where user_id = coach;
    begin
      perform private.import_rows(coach, document, op_id);
      perform private.import_newer_parts(coach, document, op_id);
      set constraints all immediate;
      set constraints all deferred;
      perform private.recount_totals(coach);
      if private.import_differs(coach, document, op_id) then
        raise sqlstate 'PT422' using message = 'balances_differ';
      end if;
    exception
      -- Values that do not fit, duplicate rows, references to rows that are not in the document.
      when data_exception or integrity_constraint_violation or sqlstate 'PT400' or sqlstate 'PT410' then
        raise sqlstate 'PT400' using message = 'bad_document', detail = sqlerrm;
    end;
  end if;

  return jsonb_build_object(
    'replayed', replayed,
    'students', (select count(*) from public.students where user_id = coach),
    'packages', (select count(*) from public.packages where user_id = coach),
    'sessions', (select count(*) from public.sessions where user_id = coach),
    'credits', (select coalesce(sum(total_credits), 0) from public.students where user_id = coach));
end $$;
