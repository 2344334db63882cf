-- Rights of the coach over what is new: payments, extensions, and ledger lines that explain themselves
-- (docs/decisions/0016-anonymise-erase-import.md). Exports are of version 2; those of version 1 are still imported.
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
                   'packages', count(*), 'credits', coalesce(sum(p.remaining_classes), 0), 'revenue', coalesce(sum(p.price), 0))
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
  'credits left, payments and refunds and what they add up to, revenue by month of purchase.';
comment on function public.preview_student_removal(uuid) is
  'What delete_student would delete and anonymize_student would clear: {lessons_alone, lessons_in_groups, alone_notes, '
  'group_notes, feedbacks, feedback_texts, packages, credits, revenue, payments, received, revenue_by_month}. '
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
  delete from public.alerts where user_id = coach and student_id = student;
  delete from public.lesson_slot_students where user_id = coach and student_id = student;
  -- Last: from now on triggers refuse every write.
  update public.students
     set name = 'Aluno anonimizado', email = null, phone = '', notes = null, gender = 'male', type = 'occasional',
         classe = '7-classe', status = 'inactive', anonymized_at = since
   where user_id = coach and id = student;
end $$;

create or replace function private.balances(coach uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'student_id', s.id, 'credits', coalesce(p.credits, 0), 'packages', coalesce(p.packages, 0),
           'revenue', coalesce(p.revenue, 0), 'paid', coalesce(p.paid, 0),
           'lessons', coalesce(a.lessons, 0),
           'rating_sum', coalesce(f.rating_sum, 0), 'rating_count', coalesce(f.rating_count, 0)) order by s.created_at, s.id), '[]')
    from public.students s
    left join (select student_id, sum(remaining_classes) as credits, count(*) as packages, sum(price) as revenue,
                       sum(paid_total) as paid
                 from public.packages where user_id = coach group by 1) p on p.student_id = s.id
    left join (select student_id, count(*) as lessons
                 from public.session_package_assignments where user_id = coach group by 1) a on a.student_id = s.id
    left join (select student_id, sum(rating) as rating_sum, count(*) as rating_count
                 from public.session_feedbacks where user_id = coach group by 1) f on f.student_id = s.id
   where s.user_id = coach
$$;

create or replace function private.totals(coach uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  select jsonb_build_object(
    'active_students', t.active_students, 'lessons', t.lessons, 'held', t.held, 'unassigned_lessons', t.unassigned_lessons,
    'rating_sum', t.rating_sum, 'rating_count', t.rating_count,
    'revenue', (select coalesce(sum(d.revenue), 0) from public.coach_days d where d.user_id = coach))
    from public.coach_totals t where t.user_id = coach
$$;

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
    'alerts', (select coalesce(jsonb_agg(to_jsonb(a) - 'user_id' - 'student_id' - 'open_key' order by a.created_at, a.id), '[]')
                 from public.alerts a where a.user_id = me and a.student_id = student_uuid),
    'credit_ledger', (select coalesce(jsonb_agg(to_jsonb(l) - 'user_id' - 'student_id' order by l.id), '[]')
                        from public.credit_ledger l where l.user_id = me and l.student_id = student_uuid));
end $$;

create or replace function private.import_rows(coach uuid, document jsonb, op_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  first_version constant boolean := document -> 'version' = '1';
  student record;
begin
  -- All columns as the document has them, so that a new column comes back by itself; what follows `||` is not taken from
  -- it: ids, the coach, and what triggers keep.
  insert into public.clubs
  select club.*
    from jsonb_array_elements(document -> 'clubs') r
   cross join jsonb_populate_record(null::public.clubs, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach)) club;

  -- An anonymised student is inserted as an ordinary one (triggers would refuse their rows) and anonymised at the end.
  insert into public.students
  select s.*
    from jsonb_array_elements(document -> 'students') r
   cross join jsonb_populate_record(null::public.students, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'total_credits', 0, 'credits_version', 0, 'anonymized_at', null,
           'phone', case when r ->> 'anonymized_at' is null then r ->> 'phone' else '00000000' end)) s;

  -- Without its extensions; they bring their days below.
  insert into public.packages (id, user_id, student_id, name, total_classes, used_outside, price, purchase_date, payment_date,
                               expiry_date, validity_days, created_at, updated_at)
  select private.imported_id(op_id, r.id), coach, private.imported_id(op_id, r.student_id), r.name, r.total_classes,
         coalesce(r.used_outside, 0), r.price, r.purchase_date, r.payment_date, r.expiry_date - coalesce(r.extended_days, 0),
         r.validity_days, r.created_at, r.updated_at
    from jsonb_to_recordset(document -> 'packages') as r (id uuid, student_id uuid, name text, total_classes integer,
                                                        used_outside integer, price numeric, purchase_date date,
                                                        payment_date date, expiry_date date, validity_days integer,
                                                        extended_days integer, created_at timestamptz, updated_at timestamptz);

  -- Each package has been paid by its trigger.
  if first_version then
    delete from public.payments where user_id = coach and paid_on > private.fallback_day(now());
  else
    delete from public.payments where user_id = coach;
    insert into public.payments
    select payment.*
      from jsonb_array_elements(document -> 'payments') r
     cross join jsonb_populate_record(null::public.payments, r || jsonb_build_object(
             'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
             'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid),
             'package_id', private.imported_id(op_id, (r ->> 'package_id')::uuid))) payment;
    insert into public.package_extensions
    select extension.*
      from jsonb_array_elements(document -> 'extensions') r
     cross join jsonb_populate_record(null::public.package_extensions, r || jsonb_build_object(
             'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
             'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid),
             'package_id', private.imported_id(op_id, (r ->> 'package_id')::uuid),
             'session_id', private.imported_id(op_id, (r ->> 'session_id')::uuid),
             'batch_id', private.imported_id(op_id, (r ->> 'batch_id')::uuid))) extension;
  end if;

  -- The agenda, which an older file does not have; before the lessons that answer it.
  insert into public.lesson_slots
  select slot.*
    from jsonb_array_elements(document -> 'slots') r
   cross join jsonb_populate_record(null::public.lesson_slots, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'club_id', private.imported_id(op_id, (r ->> 'club_id')::uuid))) slot;
  insert into public.lesson_slot_students
  select expected.*
    from jsonb_array_elements(document -> 'slot_students') r
   cross join jsonb_populate_record(null::public.lesson_slot_students, jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid), 'user_id', coach,
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid))) expected;
  insert into public.slot_exceptions
  select exception.*
    from jsonb_array_elements(document -> 'slot_exceptions') r
   cross join jsonb_populate_record(null::public.slot_exceptions, r || jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid), 'user_id', coach)) exception;

  insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id, slot_date)
  select private.imported_id(op_id, r.id), coach, r.date, r.day, r.teacher, r.notes, r.cancelled_reason, r.created_at,
         private.imported_id(op_id, r.slot_id), r.slot_date
    from jsonb_to_recordset(document -> 'sessions') as r (id uuid, date timestamptz, day date, teacher text, notes text,
                                                        cancelled_reason text, created_at timestamptz, slot_id uuid,
                                                        slot_date date);

  insert into public.session_package_assignments (user_id, session_id, student_id, package_id, manually_assigned, assigned_at,
                                                  attendance)
  select coach, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id),
         private.imported_id(op_id, r.package_id), r.manually_assigned, r.assigned_at, coalesce(r.attendance, 'present')
    from jsonb_to_recordset(document -> 'assignments') as r (session_id uuid, student_id uuid, package_id uuid,
                                                           manually_assigned boolean, assigned_at timestamptz,
                                                           attendance text);

  insert into public.session_feedbacks (user_id, session_id, student_id, rating, notes, tags, club_id, created_at)
  select coach, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id), r.rating, r.notes, r.tags,
         private.imported_id(op_id, r.club_id), r.created_at
    from jsonb_to_recordset(document -> 'feedbacks') as r (session_id uuid, student_id uuid, rating smallint, notes text,
                                                         tags text[], club_id uuid, created_at timestamptz);

  -- Alerts whose cause lasts, so that what the coach closed stays closed. Their keys are rebuilt with the new ids.
  insert into public.alerts (user_id, type, priority, student_id, session_id, package_id, student_name, message, facts,
                             resolved, created_at, dedupe_key)
  select coach, r.type, r.priority, private.imported_id(op_id, r.student_id), private.imported_id(op_id, r.session_id),
         private.imported_id(op_id, r.package_id), r.student_name, r.message,
         coalesce(r.facts, '{}'), r.resolved, r.created_at,
         case r.type
           when 'low_credits' then concat_ws(':', r.type, private.imported_id(op_id, r.student_id))
           when 'unassigned_session' then
             concat_ws(':', r.type, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id))
           when 'no_club_registered' then r.type
           else concat_ws(':', r.type, private.imported_id(op_id, r.package_id), split_part(r.dedupe_key, ':', 3)::date)
         end
    from jsonb_to_recordset(document -> 'alerts') as r (type text, priority text, student_id uuid, session_id uuid,
                                                      package_id uuid, student_name text, message text, facts jsonb,
                                                      dedupe_key text, resolved boolean, ended boolean, created_at timestamptz)
   where not r.ended;

  -- The document's own lines replace those that triggers have just written: they know the order, the deleted packages and
  -- why. (A tab of an older version leaves out the lines of packages that exist.)
  delete from public.credit_ledger
   where user_id = coach and package_id = any (array(
           select distinct private.imported_id(op_id, (r ->> 'package_id')::uuid)
             from jsonb_array_elements(document -> 'credit_ledger') r));
  insert into public.credit_ledger (user_id, student_id, package_id, session_id, kind, delta, created_at, package_name,
                                    lesson_date, lesson_day, attendance, cancelled_reason, reason, package_balance_after,
                                    balance_after)
  select coach, private.imported_id(op_id, r.student_id), private.imported_id(op_id, r.package_id),
         private.imported_id(op_id, r.session_id), r.kind, r.delta, r.created_at, r.package_name, r.lesson_date, r.lesson_day,
         r.attendance, r.cancelled_reason, r.reason, r.package_balance_after, r.balance_after
    from jsonb_to_recordset(document -> 'credit_ledger') as r (id bigint, student_id uuid, package_id uuid, session_id uuid,
                                                             kind text, delta integer, created_at timestamptz,
                                                             package_name text, lesson_date timestamptz, lesson_day date,
                                                             attendance text, cancelled_reason text, reason text,
                                                             package_balance_after integer, balance_after integer)
   order by r.id;
  perform private.backfill_ledger(coach);

  for student in
    select private.imported_id(op_id, r.id) as id, r.anonymized_at
      from jsonb_to_recordset(document -> 'students') as r (id uuid, anonymized_at timestamptz)
     where r.anonymized_at is not null
  loop
    perform private.clear_personal_data(coach, student.id, student.anonymized_at);
  end loop;
end $$;

create or replace function private.import_differs(coach uuid, document jsonb, op_id uuid) returns boolean
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  select coalesce(private.totals(coach) - added.totals <> document -> 'totals', true)
    -- The sums of each student's rows.
    or exists (
         (select b - added.balances from jsonb_array_elements(private.balances(coach)) b
          except all
          select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b)
         union all
         (select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b
          except all
          select b - added.balances from jsonb_array_elements(private.balances(coach)) b))
    -- The columns that triggers keep.
    or exists (select from jsonb_to_recordset(document -> 'students') as r (id uuid, total_credits integer)
                left join public.students s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where s.total_credits is distinct from r.total_credits)
    or exists (select from jsonb_to_recordset(document -> 'packages') as r (id uuid, used_classes integer,
                                remaining_classes integer, expiry_date date, extended_days integer, paid_total numeric)
                left join public.packages p on p.user_id = coach and p.id = private.imported_id(op_id, r.id)
                where (p.used_classes, p.remaining_classes, p.expiry_date, p.extended_days, p.paid_total)
                      is distinct from (r.used_classes, r.remaining_classes, r.expiry_date, coalesce(r.extended_days, 0),
                                        coalesce(r.paid_total, p.paid_total)))
    or exists (select from jsonb_to_recordset(document -> 'sessions') as r (id uuid, student_count integer,
                                unassigned_count integer, cancelled_count integer, rating_sum integer, rating_count integer)
                left join public.sessions s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where (s.student_count, s.unassigned_count, s.cancelled_count, s.rating_sum, s.rating_count)
                      is distinct from (r.student_count, r.unassigned_count, coalesce(r.cancelled_count, 0), r.rating_sum,
                                        r.rating_count))
    -- The ledger of a package adds up to its balance, that of a deleted one to 0; for each lesson it took the one credit
    -- that the attendance says, and the balances beside the lines are their running sums.
    or exists (select from public.credit_ledger l
                 left join public.packages p on p.user_id = l.user_id and p.id = l.package_id
                where l.user_id = coach
                group by l.package_id, p.remaining_classes
               having sum(l.delta) <> coalesce(p.remaining_classes, 0))
    or exists (select from (select session_id, student_id, package_id, sum(delta) as delta from public.credit_ledger
                             where user_id = coach and session_id is not null group by 1, 2, 3) l
                 full join (select session_id, student_id, package_id from public.session_package_assignments
                             where user_id = coach and package_id is not null) a using (session_id, student_id, package_id)
                where coalesce(l.delta, 0) <> case when a is null then 0 else -1 end)
    or exists (select from (select package_balance_after, balance_after,
                                   sum(delta) over (partition by student_id, package_id order by id) as of_package,
                                   sum(delta) over (partition by student_id order by id) as of_student
                              from public.credit_ledger where user_id = coach) l
                where (package_balance_after, balance_after) is distinct from (of_package, of_student))
    -- Keys that version 1 does not have.
    from (select case when document -> 'version' = '1' then array['held'] else '{}' end as totals,
                 case when document -> 'version' = '1' then array['paid'] else '{}' end as balances) added
$$;

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
       or exists (select from unnest(array['slots', 'slot_students', 'slot_exceptions']) part
                   where jsonb_typeof(document -> part) <> 'array') then
      raise sqlstate 'PT400' using message = 'bad_document';
    end if;
    if jsonb_array_length(document -> 'students') > 10000 or jsonb_array_length(document -> 'sessions') > 100000
       or exists (select from unnest(array['clubs', 'packages', 'payments', 'extensions', 'assignments', 'feedbacks', 'alerts',
                                           'credit_ledger', 'slots', 'slot_students', 'slot_exceptions']) part
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
