-- A student can become nobody: lessons, packages, prices and ratings stay, so that revenue and balances stay right, and
-- nothing that says who it was. What is gone cannot come back: not by an edit, not by a form of last week that is sent
-- today (docs/decisions/0016-anonymise-erase-import.md).

alter table public.students add column anonymized_at timestamptz;
comment on column public.students.anonymized_at is 'Since when nothing here says who this was. Set by anonymize_student, for good.';

alter table public.students drop constraint students_phone_check;
alter table public.students
  add constraint students_phone_check
    check (phone ~ '^[0-9]{8,15}$' or (anonymized_at is not null and phone = '')),
  -- Gender, type and class too: together they point at the one woman who played as a professional.
  add constraint students_anonymized_is_nobody
    check (anonymized_at is null
           or ((name, phone, gender, type, classe, status)
               = ('Aluno anonimizado', '', 'male', 'occasional', '7-classe', 'inactive')
               and email is null and notes is null));

create function private.refuse_anonymized() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  nobody uuid;
begin
  -- The keys to the students were checked before, so that who is being anonymised was waited for.
  select s.id into nobody from new_rows n join public.students s on s.user_id = n.user_id and s.id = n.student_id
   where s.anonymized_at is not null limit 1;
  if nobody is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = nobody::text;
  end if;
  return null;
end $$;
comment on function private.refuse_anonymized() is
  'After rows were added: nothing new is said of a student who was anonymised (PT410).';
create trigger z_refuse_anonymized after insert on public.packages referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.session_package_assignments referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
-- By its name the last one: feedbacks_inserted waits for the lesson, and with it for who anonymises its students.
create trigger z_refuse_anonymized after insert on public.session_feedbacks referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.alerts referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();

create function private.anonymized_stays() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  student constant uuid := case when tg_table_name = 'students' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'student_id' end;
begin
  if exists (select from public.students s
              where s.user_id = old.user_id and s.id = student and s.anonymized_at is not null) then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text;
  end if;
  return new;
end $$;
comment on function private.anonymized_stays() is
  'Before an edit: of a student who was anonymised nothing is edited, nor their packages and feedback texts (PT410).';
create trigger anonymized_stays
  before update of id, user_id, name, email, phone, gender, type, classe, status, notes, created_at, anonymized_at
  on public.students for each row when (old.anonymized_at is not null) execute function private.anonymized_stays();
create trigger anonymized_stays
  before update of name, total_classes, price, purchase_date, payment_date, expiry_date
  on public.packages for each row execute function private.anonymized_stays();
-- An edit of a group lesson sends all its feedback along: without a text it may pass.
create trigger anonymized_stays before update of notes, tags on public.session_feedbacks
  for each row when (new.notes is not null or new.tags <> '{}') execute function private.anonymized_stays();

create function private.no_notes_on_anonymized() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  nobody uuid;
begin
  select s.id into nobody
    from public.session_package_assignments a join public.students s on s.user_id = a.user_id and s.id = a.student_id
   where a.user_id = new.user_id and a.session_id = new.id and s.anonymized_at is not null limit 1;
  if nobody is not null then
    raise sqlstate 'PT410' using message = 'lesson_anonymized', detail = nobody::text;
  end if;
  return new;
end $$;
comment on function private.no_notes_on_anonymized() is
  'Before notes are written: a lesson that somebody attended who was anonymised gets none (PT410).';
create trigger no_notes_on_anonymized before update of notes on public.sessions
  for each row when (new.notes is not null and new.notes is distinct from old.notes)
  execute function private.no_notes_on_anonymized();

-- For a visitor with the old link there is nobody.
create or replace function private.student_public_data(student uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  s public.students;
  t public.profiles;
begin
  select * into s from public.students where id = student and anonymized_at is null;
  if s.id is null then
    return jsonb_build_object('success', false, 'error', 'Aluno não encontrado');
  end if;
  select * into t from public.profiles where id = s.user_id;
  return jsonb_build_object(
    'success', true,
    'student', jsonb_build_object('id', s.id, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                  'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', jsonb_build_object('name', t.name, 'phone', t.phone),
    'packages', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date, 'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from public.packages p where p.user_id = s.user_id and p.student_id = s.id), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
               'id', l.id, 'date', l.date, 'teacher', l.teacher, 'notes', l.notes,
               'feedback', case when f.session_id is not null then jsonb_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then jsonb_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from public.session_package_assignments a
        join public.sessions l on l.user_id = a.user_id and l.id = a.session_id
        left join public.session_feedbacks f
          on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
        left join public.packages p on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
       where a.user_id = s.user_id and a.student_id = s.id), '[]'));
end $$;

-- A plan made before still names the student, and would bring the name back.
create or replace function public.apply_alert_plan(plan jsonb) returns void
language plpgsql volatile security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  to_raise constant jsonb := coalesce(nullif(plan -> 'raise', 'null'), '[]');
  to_end   constant jsonb := coalesce(nullif(plan -> 'end', 'null'), '[]');
  end_keys    text[];
  keys        text[];
  lesson_ids  uuid[];
  package_ids uuid[];
  student_ids uuid[];
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if jsonb_typeof(to_raise) <> 'array' or jsonb_typeof(to_end) <> 'array' then
    raise sqlstate 'PT400' using message = 'bad_plan';
  end if;
  end_keys := array(select jsonb_array_elements_text(to_end));
  keys := end_keys || array(select r ->> 'dedupe_key' from jsonb_array_elements(to_raise) r);
  if keys = '{}' then return; end if;

  -- What the alerts speak of is kept from being deleted meanwhile, in the lock order of all writers (lessons,
  -- packages, students, and alerts last). What is gone already, or was
  -- anonymised, raises nothing: there is nothing to warn of.
  select array_agg(x.session_id), array_agg(x.package_id), array_agg(x.student_id) into lesson_ids, package_ids, student_ids
    from (select a.session_id, a.package_id, a.student_id
            from public.alerts a where a.user_id = me and a.open_key = any (keys)
          union all
          select r.session_id, r.package_id, r.student_id
            from jsonb_to_recordset(to_raise) as r (session_id uuid, package_id uuid, student_id uuid)) x;
  with locked as (select id from public.sessions where id = any (lesson_ids) order by id for key share)
  select array_agg(id) into lesson_ids from locked;
  with locked as (select id from public.packages where id = any (package_ids) order by id for key share)
  select array_agg(id) into package_ids from locked;
  with locked as (select id from public.students
                   where id = any (student_ids) and anonymized_at is null order by id for key share)
  select array_agg(id) into student_ids from locked;

  perform from public.alerts where user_id = me and open_key = any (keys) order by open_key for no key update;
  update public.alerts set resolved = true, ended = true where user_id = me and open_key = any (end_keys);

  -- An alert that is held follows the facts; one that the coach closed stays closed.
  insert into public.alerts as a
         (user_id, type, priority, student_id, session_id, package_id, student_name, message, dedupe_key)
  select me, r.type, r.priority, r.student_id, r.session_id, r.package_id, r.student_name, r.message, r.dedupe_key
    from jsonb_to_recordset(to_raise) as r (type text, priority text, student_id uuid, session_id uuid,
                                          package_id uuid, student_name text, message text, dedupe_key text)
   where (r.session_id is null or r.session_id = any (lesson_ids))
     and (r.package_id is null or r.package_id = any (package_ids))
     and (r.student_id is null or r.student_id = any (student_ids))
   order by r.dedupe_key
  on conflict (user_id, open_key) do update
     set priority = excluded.priority, student_name = excluded.student_name, message = excluded.message
   where (a.priority, a.student_name, a.message)
         is distinct from (excluded.priority, excluded.student_name, excluded.message);
end $$;
