-- The two ways to remove a student. Deleting takes everything about them, figures too; anonymising keeps the figures
-- and clears what identifies the person. preview_student_removal tells beforehand what either will remove. The notes of
-- group lessons belong to the other students too, and may be about this one, so the coach chooses. By default they are
-- erased.
create function private.removal_preview(coach uuid, student uuid) returns jsonb
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
                   'feedback_texts', count(*) filter (where f.notes is not null or f.private_notes is not null
                                                         or f.tags <> '{}'))
            from public.session_feedbacks f where f.user_id = coach and f.student_id = student)
      || (select jsonb_build_object(
                   'packages', count(*), 'credits', coalesce(sum(p.remaining_classes), 0),
                   'revenue', coalesce(sum(p.price), 0),
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
grant execute on function private.removal_preview(uuid, uuid) to authenticated;

create function private.name_pattern(coach uuid, student uuid) returns text
language sql stable security invoker set search_path = '' as $$
  -- The surnames that follow are matched too, so that none is left behind; the 'da' of 'Ana da Silva' only together
  -- with the surname. A word in braces is a placeholder of a message and does not match. 'joao' is João: each accented
  -- letter of a word of three letters or more becomes a choice, '[oõ]'.
  select '(?<![[:alnum:]À-ÖØ-öø-ÿ{])' || w.words[1]
         || coalesce('(?:(?:' || m.gap || '(?:e|d[aeo]s?))*' || m.gap || '(?:'
                     || (select string_agg(word, '|') from unnest(w.words[2:]) word
                          where word !~* '^(e|d[aeo]s?)$') || '))*', '')
         || '(?![[:alnum:]À-ÖØ-öø-ÿ}\u0300-\u036f])'
    from public.students s
    -- Marks that nobody sees: a pasted name may have some, and a text where it was pasted too, but others do not.
   cross join lateral (select '[\s' || unseen || ']+' as gap, unseen
                         from (values ('\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff')) v (unseen)) m
   cross join lateral (
     select array_agg(normalize(regexp_replace(
              -- A sign may have an accent too, and is escaped: 'not equal' is '\=' with a stroke.
              normalize(word, nfd), '(\\?.)([\u0300-\u036f]+)',
              case when char_length(word) < 3 then '(?:\1\2|\1(?:\2))' else '[\1\1\2](?:\2)?' end, 'g'))
                      order by n) as words
       from regexp_split_to_table(regexp_replace(
              regexp_replace(normalize(s.name), '[' || m.unseen || ']', '', 'g'),
              '([^[:alnum:]À-ÖØ-öø-ÿ[:space:]\u0300-\u036f])', '\\\1', 'g'), '\s+')
            with ordinality as t (word, n)
      where word <> '') w
   where s.user_id = coach and s.id = student and s.anonymized_at is null
$$;
comment on function private.name_pattern(uuid, uuid) is
  'Matches a student''s first name as a word, with the surnames that follow it. Null: no such student, or an '
  'anonymised one.';
grant execute on function private.name_pattern(uuid, uuid) to authenticated;

create function private.mentions(coach uuid, student uuid) returns jsonb
language sql stable security invoker set search_path = '' as $$
  with who as materialized (select private.name_pattern(coach, student) as pattern),
  said as (
    select 'payer' as place, y.student_id as about, y.payer_name as body from public.payments y where y.user_id = coach
    union all
    select 'payment', y.student_id, y.note from public.payments y where y.user_id = coach
    union all
    select 'feedback', f.student_id, concat_ws(' / ', f.notes, f.private_notes)
      from public.session_feedbacks f where f.user_id = coach
    union all
    select 'student', o.id, o.notes from public.students o where o.user_id = coach
    union all
    select 'extension', e.student_id, e.reason from public.package_extensions e where e.user_id = coach
    union all
    select 'statement', l.student_id, l.reason from public.credit_ledger l where l.user_id = coach
    union all
    -- Distinct, because many lines name one package.
    select distinct 'statement', l.student_id, l.package_name from public.credit_ledger l where l.user_id = coach
    union all
    select 'package', p.student_id, p.name from public.packages p where p.user_id = coach
    union all
    select 'club', null, concat_ws(' / ', c.name, c.address) from public.clubs c where c.user_id = coach
    union all
    select distinct 'agreement', null::uuid, a.note from public.agreements a where a.user_id = coach
    union all
    select 'template', null, m.body from public.message_templates m where m.user_id = coach
    union all
    select case when a.student_id is null then 'lesson' else 'group' end, null, l.notes
      from public.sessions l
      left join public.session_package_assignments a
        on a.user_id = coach and a.session_id = l.id and a.student_id = student
     where l.user_id = coach and l.notes is not null and (a.student_id is null or l.student_count > 1))
  select coalesce(jsonb_agg(jsonb_build_object('place', m.place, 'about', m.name, 'text', m.body)
                            order by m.place, m.name, m.body), '[]')
    from (select t.place, o.name, t.body
            from said t cross join who left join public.students o on o.user_id = coach and o.id = t.about
           where t.body ~* who.pattern and t.about is distinct from student
           -- Notes of group lessons last: the coach may erase them all, and they must not hide another record.
           order by t.place = 'group', t.place, o.name, t.body limit 100) m
$$;
comment on function private.mentions(uuid, uuid) is
  'Texts that contain the first name of a student: in other students'' records, lessons with others, clubs, '
  'agreements and messages. At most 100.';
grant execute on function private.mentions(uuid, uuid) to authenticated;

create function public.preview_student_removal(student_uuid uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not exists (select from public.students where user_id = me and id = student_uuid) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;
  return private.removal_preview(me, student_uuid)
         || jsonb_build_object('mentions', private.mentions(me, student_uuid));
end $$;
comment on function public.preview_student_removal(uuid) is
  'What delete_student would delete and anonymize_student would clear: {lessons_alone, lessons_in_groups, '
  'alone_notes, group_notes, feedbacks, feedback_texts, packages, credits, revenue, open, payments, received, '
  'revenue_by_month}, and `mentions`: texts of other records with the student''s name, which neither touches by '
  'itself. PT404 student_not_found.';
grant execute on function public.preview_student_removal(uuid) to authenticated;

create function private.lock_student(coach uuid, student uuid, named text default null) returns boolean
language plpgsql volatile security invoker set search_path = '' as $$
declare
  attended uuid[];
begin
  -- Closing the account locks the coach before everything else.
  perform from public.profiles where id = coach for key share;
  -- The lock order of every writer: lessons by id, packages by id, students by id.
  attended := array(select session_id from public.session_package_assignments
                     where user_id = coach and student_id = student
                     union select id from public.sessions where user_id = coach and notes ~* named
                     union select session_id from public.session_feedbacks
                            where user_id = coach and (notes ~* named or private_notes ~* named));
  perform from public.sessions where user_id = coach and id = any (attended) order by id for update;
  perform from public.packages p
    where p.user_id = coach
      and (p.student_id = student or p.id in (
            select e.package_id from public.package_extensions e where e.user_id = coach and e.reason ~* named
            union select n.id from public.packages n where n.user_id = coach and n.name ~* named
            union select y.package_id from public.payments y
                   where y.user_id = coach and (y.payer_name ~* named or y.note ~* named)))
    order by p.id for update;
  perform from public.students where user_id = coach and (id = student or notes ~* named) order by id for update;
  return exists (select from public.students where user_id = coach and id = student);
end $$;
comment on function private.lock_student(uuid, uuid, text) is
  'Locks a student with lessons and packages until the end of the transaction, and the records of others whose texts '
  'match `named`. False: no such student.';

create function private.delete_student(student uuid, erase_group_notes boolean, seen jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  coach constant uuid := private.coach();
  figures  jsonb;
  attended uuid[];
  told     uuid[];
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not private.lock_student(coach, student) then return jsonb_build_object('students', 0, 'lessons', 0); end if;

  figures := private.removal_preview(coach, student);
  if figures <> seen then raise sqlstate 'PT409' using message = 'stale_student', detail = student::text; end if;
  -- Read again: a lesson may have been registered while this waited for the lock.
  attended := array(select session_id from public.session_package_assignments
                     where user_id = coach and student_id = student);
  delete from public.sessions where user_id = coach and id = any (attended) and student_count = 1;
  -- A group lesson stays, without this student.
  if erase_group_notes is not false then
    update public.sessions set notes = null where user_id = coach and id = any (attended) and notes is not null;
  end if;
  -- private.deleted_lessons keeps a lesson for the ledger lines about it: with the last of these lines its row goes
  -- too.
  told := array(select distinct l.session_id from public.credit_ledger l
                 where l.user_id = coach and l.student_id = student and l.session_id is not null);
  delete from public.students where user_id = coach and id = student;
  update private.deleted_lessons d set seats = d.seats - student::text
   where d.user_id = coach and d.seats ? student::text;
  delete from private.deleted_lessons d
   where d.user_id = coach and d.id = any (attended || told)
     and not exists (select from public.sessions s where s.user_id = coach and s.id = d.id)
     and not exists (select from public.credit_ledger l where l.user_id = coach and l.session_id = d.id);
  return figures || jsonb_build_object('students', 1, 'lessons', figures -> 'lessons_alone');
end $$;
grant execute on function private.delete_student(uuid, boolean, jsonb) to authenticated;

create function public.delete_student(
  student_uuid uuid, erase_group_notes boolean default true, seen jsonb default null
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.delete_student(student_uuid, erase_group_notes, seen)
$$;
comment on function public.delete_student(uuid, boolean, jsonb) is
  'Deletes a student of the caller with everything about them: lessons alone, packages, feedback, alerts, ledger, and '
  'the notes of group lessons unless erase_group_notes is false. Answers what preview_student_removal said, with how '
  'many students (0 or 1) and lessons went. `seen`: what preview_student_removal said to the coach, without '
  '`mentions`; PT409 stale_student: it is something else by now.';
grant execute on function public.delete_student(uuid, boolean, jsonb) to authenticated;

-- The caller has locked the student.
create function private.clear_personal_data(coach uuid, student uuid, since timestamptz) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  update public.packages set name = 'Pacote' where user_id = coach and student_id = student and name <> 'Pacote';
  -- Also rows without text: whoever writes some at this moment waits for the row and is then refused.
  update public.session_feedbacks set notes = null, private_notes = null, tags = '{}'
   where user_id = coach and student_id = student;
  update public.credit_ledger set package_name = null, reason = null
   where user_id = coach and student_id = student and (package_name is not null or reason is not null);
  -- Extensions that stand stay, whatever becomes of their cause. Otherwise correcting a lesson with other students
  -- would change this student's package, and be refused.
  delete from public.package_extensions e
   where e.user_id = coach and e.student_id = student and not private.extension_stands(e);
  update public.package_extensions set reason = 'Extensão', kept = true
   where user_id = coach and student_id = student and (reason <> 'Extensão' or not kept);
  update public.payments set payer_name = null, note = null
   where user_id = coach and student_id = student and (payer_name is not null or note is not null);
  delete from public.agreement_confirmations where user_id = coach and student_id = student;
  -- What the seats of lessons keep of the replies stays, as figures do.
  delete from public.lesson_replies where user_id = coach and student_id = student;
  delete from public.occurrence_guests where user_id = coach and student_id = student;
  delete from public.opening_invites where user_id = coach and student_id = student;
  delete from public.notices where user_id = coach and student_id = student;
  delete from public.alerts where user_id = coach and student_id = student;
  delete from public.lesson_slot_students where user_id = coach and student_id = student;
  -- Last: from now on triggers refuse every write.
  update public.students
     set name = 'Aluno anonimizado', email = null, phone = '', notes = null, gender = 'male', type = 'occasional',
         classe = '7-classe', status = 'inactive', anonymized_at = since
   where user_id = coach and id = student;
end $$;
comment on function private.clear_personal_data(uuid, uuid, timestamptz) is
  'Clears everything that identifies a student, and all text about them but the notes of lessons. Figures stay.';

create function private.unnamed(body text, named text, most integer) returns text
language sql immutable security invoker set search_path = '' as $$
  -- A text that would grow too long stays as it is: cutting it would lose what the coach wrote.
  select case when char_length(t.fresh) <= most then t.fresh else body end
    from (select regexp_replace(body, named, 'um aluno', 'gi') as fresh) t
$$;
comment on function private.unnamed(text, text, integer) is
  'A text in which ''um aluno'' replaces a name, or the text as it was if the new one would be longer than `most`.';

-- The caller has locked the student and the records whose texts match. Lines of the statement are never changed, and
-- others know a club by its name: the coach sees both listed.
create function private.replace_mentions(coach uuid, student uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  named constant text := private.name_pattern(coach, student);
  told jsonb := '{}';
  n    bigint;
begin
  update public.sessions s set notes = private.unnamed(s.notes, named, 2000)
   where s.user_id = coach and s.notes is distinct from private.unnamed(s.notes, named, 2000)
     and exists (select from public.session_package_assignments a
                  where a.user_id = coach and a.session_id = s.id and a.student_id = student)
     and not exists (select from public.session_package_assignments a
                       join public.students o on o.user_id = a.user_id and o.id = a.student_id
                      where a.user_id = coach and a.session_id = s.id and o.anonymized_at is not null);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('group', n);
  update public.sessions s set notes = private.unnamed(s.notes, named, 2000)
   where s.user_id = coach and s.notes is distinct from private.unnamed(s.notes, named, 2000)
     and not exists (select from public.session_package_assignments a
                      where a.user_id = coach and a.session_id = s.id and a.student_id = student)
     and not exists (select from public.session_package_assignments a
                       join public.students o on o.user_id = a.user_id and o.id = a.student_id
                      where a.user_id = coach and a.session_id = s.id and o.anonymized_at is not null);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('lesson', n);
  update public.session_feedbacks f
     set notes = private.unnamed(f.notes, named, 2000), private_notes = private.unnamed(f.private_notes, named, 2000)
   where f.user_id = coach and f.student_id <> student
     and (f.notes, f.private_notes)
         is distinct from (private.unnamed(f.notes, named, 2000), private.unnamed(f.private_notes, named, 2000));
  get diagnostics n = row_count;
  told := told || jsonb_build_object('feedback', n);
  update public.package_extensions e set reason = private.unnamed(e.reason, named, 200)
   where e.user_id = coach and e.student_id <> student and e.reason <> private.unnamed(e.reason, named, 200);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('extension', n);
  update public.packages p set name = private.unnamed(p.name, named, 120)
   where p.user_id = coach and p.student_id <> student and p.name <> private.unnamed(p.name, named, 120);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('package', n);
  update public.payments y set payer_name = private.unnamed(y.payer_name, named, 100)
   where y.user_id = coach and y.student_id <> student and y.payer_name <> private.unnamed(y.payer_name, named, 100);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('payer', n);
  update public.payments y set note = private.unnamed(y.note, named, 200)
   where y.user_id = coach and y.student_id <> student and y.note <> private.unnamed(y.note, named, 200);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('payment', n);
  update public.students o set notes = private.unnamed(o.notes, named, 500)
   where o.user_id = coach and o.id <> student and o.notes <> private.unnamed(o.notes, named, 500);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('student', n);
  update public.message_templates m set body = private.unnamed(m.body, named, 1000)
   where m.user_id = coach and m.body <> private.unnamed(m.body, named, 1000);
  get diagnostics n = row_count;
  told := told || jsonb_build_object('template', n);
  return (select coalesce(jsonb_object_agg(place, count), '{}')
            from jsonb_each(told) as t (place, count) where count <> '0');
end $$;
comment on function private.replace_mentions(uuid, uuid) is
  'Replaces a student''s name in the texts that private.mentions lists, where they may change and the new text fits. '
  'Answers how many texts changed, by place.';

create function private.anonymize_student(student uuid, erase_group_notes boolean, replace_mentions boolean)
returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  coach constant uuid := private.coach();
  figures  jsonb;
  replaced jsonb := '{}';
  stay     jsonb := '[]';
begin
  if coach is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if not private.lock_student(coach, student,
                              case when replace_mentions then private.name_pattern(coach, student) end) then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text;
  end if;
  figures := private.removal_preview(coach, student);
  -- Before the check: a coach who asks again after a lost answer may have chosen to erase the notes after all.
  update public.sessions set notes = null
   where user_id = coach and notes is not null and (student_count = 1 or erase_group_notes is not false)
     and id = any (array(select session_id from public.session_package_assignments
                          where user_id = coach and student_id = student));
  if exists (select from public.students where user_id = coach and id = student and anonymized_at is not null) then
    return figures || jsonb_build_object('replayed', true, 'replaced', replaced, 'mentions', stay);
  end if;
  if replace_mentions then
    replaced := private.replace_mentions(coach, student);
  end if;
  -- While the student still has the name that private.mentions looks for.
  stay := private.mentions(coach, student);
  perform private.clear_personal_data(coach, student, now());
  return figures || jsonb_build_object('replayed', false, 'replaced', replaced, 'mentions', stay);
end $$;
grant execute on function private.anonymize_student(uuid, boolean, boolean) to authenticated;

create function public.anonymize_student(
  student_uuid uuid, erase_group_notes boolean default true, replace_mentions boolean default false
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.anonymize_student(student_uuid, erase_group_notes, replace_mentions)
$$;
comment on function public.anonymize_student(uuid, boolean, boolean) is
  'Anonymises a student of the caller, irreversibly; figures stay, and the notes of group lessons if '
  'erase_group_notes is false. With replace_mentions the name in other texts becomes "um aluno". Answers what '
  'preview_student_removal said, `replaced`: how many texts changed, by place, `mentions`: the texts that stay, and '
  'replayed: true when it had happened before. PT404 student_not_found.';
grant execute on function public.anonymize_student(uuid, boolean, boolean) to authenticated;
