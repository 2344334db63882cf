-- An anonymised student stays in the figures: lessons, packages, prices and ratings remain, so revenue and balances
-- stay right. Triggers refuse to write personal data back, even when a form that was filled in last week is sent only
-- today (docs/decisions/0016-anonymise-erase-import.md).
create function private.refuse_anonymized() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  anonymized uuid;
begin
  -- The foreign-key check ran before this and waited for a transaction that is anonymising the student.
  select s.id into anonymized from new_rows n join public.students s on s.user_id = n.user_id and s.id = n.student_id
   where s.anonymized_at is not null
     -- What the student still owes can be received, lowered or written off, with figures but without texts.
     and (tg_table_name <> 'payments' or num_nonnulls(to_jsonb(n) ->> 'payer_name', to_jsonb(n) ->> 'note') > 0)
   limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = anonymized::text;
  end if;
  return null;
end $$;
comment on function private.refuse_anonymized() is
  'After insert: refuses new rows about an anonymised student, of payments those with a payer or a note (PT410).';
create trigger z_refuse_anonymized after insert on public.packages referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
-- An extension that does not stand changes no package, so no other trigger would refuse it.
create trigger z_refuse_anonymized after insert on public.package_extensions referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.lesson_slot_students referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.session_package_assignments referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
-- Triggers run in the order of their names, and this one must be last: feedbacks_inserted locks the lesson, and so
-- waits for a transaction that is anonymising one of its students.
create trigger z_refuse_anonymized after insert on public.session_feedbacks referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.alerts referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.agreement_confirmations referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.lesson_replies referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.occurrence_guests referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.opening_invites referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger z_refuse_anonymized after insert on public.notices referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
-- Last by its name: by then payments_inserted has waited for a transaction that is anonymising the student.
create trigger z_refuse_anonymized after insert on public.payments referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();

create function private.refuse_anonymized_edit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  student constant uuid := coalesce(to_jsonb(old) ->> 'student_id', to_jsonb(old) ->> 'id');
begin
  if exists (select from public.students s
              where s.user_id = old.user_id and s.id = student and s.anonymized_at is not null) then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = student::text;
  end if;
  return new;
end $$;
comment on function private.refuse_anonymized_edit() is
  'Before update: refuses edits of an anonymised student, their packages and feedback texts (PT410).';
-- What triggers move (credits and their version, used classes) is no edit: a deleted lesson still gives its credit
-- back.
create trigger refuse_anonymized_edit before update on public.students
  for each row when (old.anonymized_at is not null and old.credits_version = new.credits_version)
  execute function private.refuse_anonymized_edit();
-- Nor is a change of extended_days: what a floor adds follows the first lesson, and an extension is itself refused.
create trigger refuse_anonymized_edit before update on public.packages
  for each row when (
    (old.name, old.total_classes, old.purchase_date, old.validity_days, old.used_outside)
      is distinct from
    (new.name, new.total_classes, new.purchase_date, new.validity_days, new.used_outside)
    or (new.validity_days is null and old.expiry_date is distinct from new.expiry_date))
  execute function private.refuse_anonymized_edit();
-- An edit of a group lesson sends the feedback of all its students, so feedback without text may pass.
create trigger refuse_anonymized_edit before update of notes, tags, private_notes on public.session_feedbacks
  for each row when (new.notes is not null or new.tags <> '{}' or new.private_notes is not null)
  execute function private.refuse_anonymized_edit();

create function private.refuse_anonymized_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  anonymized uuid;
begin
  select s.id into anonymized
    from public.session_package_assignments a join public.students s on s.user_id = a.user_id and s.id = a.student_id
   where a.user_id = new.user_id and a.session_id = new.id and s.anonymized_at is not null limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'lesson_anonymized', detail = anonymized::text;
  end if;
  return new;
end $$;
comment on function private.refuse_anonymized_notes() is
  'Before update of notes: refuses notes on a lesson that an anonymised student attended (PT410).';
create trigger refuse_anonymized_notes before update of notes on public.sessions
  for each row when (new.notes is not null and new.notes is distinct from old.notes)
  execute function private.refuse_anonymized_notes();
