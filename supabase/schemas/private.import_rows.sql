-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Inserts the rows of a document for this coach.
CREATE OR REPLACE FUNCTION private.import_rows(coach uuid, document jsonb, op_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  student record;
begin
  -- All columns as the document has them, so that a new column comes back by itself. What follows `||` overrides the
  -- document: ids, the coach, and what triggers keep.
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
           'total_credits', 0, 'credits_version', 0, 'anonymized_at', null, 'link', null,
           'phone', case when r ->> 'anonymized_at' is null then r ->> 'phone' else '00000000' end)) s;

  -- Without the days of extensions, which their rows bring below.
  insert into public.packages (id, user_id, student_id, name, total_classes, used_outside, price, purchase_date,
                               payment_date, expiry_date, validity_days, renews_monthly, renews, sold_classes,
                               sold_price, created_at, updated_at)
  select private.imported_id(op_id, r.id), coach, private.imported_id(op_id, r.student_id), r.name, r.total_classes,
         r.used_outside, r.price, r.purchase_date, r.payment_date, r.expiry_date - r.extended_days,
         r.validity_days, r.renews_monthly, private.imported_id(op_id, r.renews), r.sold_classes,
         r.sold_price, r.created_at, r.updated_at
    from jsonb_to_recordset(document -> 'packages') as r (id uuid, student_id uuid, name text, total_classes integer,
                                                        used_outside integer, price numeric, purchase_date date,
                                                        payment_date date, expiry_date date, validity_days integer,
                                                        extended_days integer, renews_monthly boolean, renews uuid,
                                                        sold_classes integer, sold_price numeric,
                                                        created_at timestamptz, updated_at timestamptz);

  -- A trigger has paid each package; the document's payments replace these.
  delete from public.payments where user_id = coach;
  insert into public.payments
  select payment.*
    from jsonb_array_elements(document -> 'payments') r
   cross join jsonb_populate_record(null::public.payments, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid),
           'package_id', private.imported_id(op_id, (r ->> 'package_id')::uuid))) payment;

  -- The agenda, before the lessons that answer it; its local times are in the document's time zone.
  update public.profiles set time_zone = document -> 'profile' ->> 'time_zone'
   where id = coach and document -> 'profile' ->> 'time_zone' is not null;
  -- An import does not change since when lessons begin at their times, and gives no version number twice.
  update public.profiles
     set time_zone_since = (document -> 'profile' ->> 'time_zone_since')::timestamptz,
         replies_seen_at = (document -> 'profile' ->> 'replies_seen_at')::timestamptz,
         agreements_written = greatest(
           agreements_written, (document -> 'profile' ->> 'agreements_written')::integer,
           (select max((r ->> 'version')::integer) from jsonb_array_elements(document -> 'agreements') r))
   where id = coach;
  insert into public.agreements
  select version.*
    from jsonb_array_elements(document -> 'agreements') r
   cross join jsonb_populate_record(null::public.agreements, r || jsonb_build_object('user_id', coach)) version;
  insert into public.recesses
  select recess.*
    from jsonb_array_elements(document -> 'recesses') r
   cross join jsonb_populate_record(null::public.recesses, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach)) recess;
  insert into public.lesson_slots
  select slot.*
    from jsonb_array_elements(document -> 'slots') r
   cross join jsonb_populate_record(null::public.lesson_slots, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'club_id', private.imported_id(op_id, (r ->> 'club_id')::uuid),
           'replaces', array(select private.imported_id(op_id, before::uuid)
                               from jsonb_array_elements_text(r -> 'replaces') with ordinality b (before, at)
                              order by b.at))) slot;
  insert into public.lesson_slot_students
  select expected.*
    from jsonb_array_elements(document -> 'slot_students') r
   cross join jsonb_populate_record(null::public.lesson_slot_students, jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid), 'user_id', coach,
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid))) expected;
  -- From here on triggers leave to the document when an occurrence moved, what was told of a lesson, and which floors
  -- follow from that.
  perform set_config('voleio.importing', 'on', true);
  insert into public.slot_exceptions
  select exception.*
    from jsonb_array_elements(document -> 'slot_exceptions') r
   cross join jsonb_populate_record(null::public.slot_exceptions, r || jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid),
           'recess_id', private.imported_id(op_id, (r ->> 'recess_id')::uuid), 'user_id', coach)) exception;

  insert into public.agreement_confirmations
  select confirmed.*
    from jsonb_array_elements(document -> 'agreement_confirmations') r
   cross join jsonb_populate_record(null::public.agreement_confirmations, r || jsonb_build_object(
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid), 'user_id', coach)) confirmed;
  insert into public.occurrence_guests
  select guest.*
    from jsonb_array_elements(document -> 'occurrence_guests') r
   cross join jsonb_populate_record(null::public.occurrence_guests, r || jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid),
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid), 'user_id', coach)) guest;
  insert into public.openings
  select opening.*
    from jsonb_array_elements(document -> 'openings') r
   cross join jsonb_populate_record(null::public.openings, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid),
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid), 'user_id', coach)) opening;
  insert into public.opening_invites
  select invite.*
    from jsonb_array_elements(document -> 'opening_invites') r
   cross join jsonb_populate_record(null::public.opening_invites, r || jsonb_build_object(
           'opening_id', private.imported_id(op_id, (r ->> 'opening_id')::uuid),
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid), 'user_id', coach)) invite;
  insert into public.lesson_replies
  select said.*
    from jsonb_array_elements(document -> 'lesson_replies') r
   cross join jsonb_populate_record(null::public.lesson_replies, r || jsonb_build_object(
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid),
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid), 'user_id', coach)) said;

  insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id, slot_date)
  select private.imported_id(op_id, r.id), coach, r.date, r.day, r.teacher, r.notes, r.cancelled_reason, r.created_at,
         private.imported_id(op_id, r.slot_id), r.slot_date
    from jsonb_to_recordset(document -> 'sessions') as r (id uuid, date timestamptz, day date, teacher text, notes text,
                                                        cancelled_reason text, created_at timestamptz, slot_id uuid,
                                                        slot_date date);

  insert into public.session_package_assignments (user_id, session_id, student_id, package_id, manually_assigned,
                                                  assigned_at, attendance, told_at, told_for, told_by, told_outcome,
                                                  agreement_version, spared_package_id)
  select coach, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id),
         private.imported_id(op_id, r.package_id), r.manually_assigned, r.assigned_at, r.attendance,
         r.told_at, r.told_for, r.told_by, r.told_outcome, r.agreement_version,
         private.imported_id(op_id, r.spared_package_id)
    from jsonb_to_recordset(document -> 'assignments') as r (session_id uuid, student_id uuid, package_id uuid,
                                                           manually_assigned boolean, assigned_at timestamptz,
                                                           attendance text, told_at timestamptz, told_for timestamptz,
                                                           told_by text, told_outcome text, agreement_version integer,
                                                           spared_package_id uuid);
  perform set_config('voleio.importing', 'off', true);

  insert into public.session_feedbacks (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id,
                                        created_at)
  select coach, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id), r.rating, r.notes,
         r.private_notes, r.tags, private.imported_id(op_id, r.club_id), r.created_at
    from jsonb_to_recordset(document -> 'feedbacks') as r (session_id uuid, student_id uuid, rating smallint,
                                                         notes text, private_notes text, tags text[], club_id uuid,
                                                         created_at timestamptz);

  -- After the lessons: a lesson that is inserted takes up its kept days again (private.return_days_to_lesson).
  insert into public.package_extensions
  select extension.*
    from jsonb_array_elements(document -> 'extensions') r
   cross join jsonb_populate_record(null::public.package_extensions, r || jsonb_build_object(
           'id', private.imported_id(op_id, (r ->> 'id')::uuid), 'user_id', coach,
           'student_id', private.imported_id(op_id, (r ->> 'student_id')::uuid),
           'package_id', private.imported_id(op_id, (r ->> 'package_id')::uuid),
           'session_id', private.imported_id(op_id, (r ->> 'session_id')::uuid),
           'slot_id', private.imported_id(op_id, (r ->> 'slot_id')::uuid),
           'batch_id', private.imported_id(op_id, (r ->> 'batch_id')::uuid))) extension;

  -- Alerts whose cause lasts, so that what the coach closed stays closed. Their keys are rebuilt with the new ids.
  insert into public.alerts (user_id, type, priority, student_id, session_id, package_id, student_name, message, facts,
                             resolved, created_at, dedupe_key)
  select coach, r.type, r.priority, private.imported_id(op_id, r.student_id), private.imported_id(op_id, r.session_id),
         private.imported_id(op_id, r.package_id), r.student_name, r.message,
         r.facts, r.resolved, r.created_at,
         case r.type
           when 'low_credits' then concat_ws(':', r.type, private.imported_id(op_id, r.student_id))
           when 'unassigned_session' then
             concat_ws(':', r.type, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id))
           when 'no_club_registered' then r.type
           else concat_ws(':', r.type, private.imported_id(op_id, r.package_id), split_part(r.dedupe_key, ':', 3)::date)
         end
    from jsonb_to_recordset(document -> 'alerts') as r (type text, priority text, student_id uuid, session_id uuid,
                                                      package_id uuid, student_name text, message text, facts jsonb,
                                                      dedupe_key text, resolved boolean, ended boolean,
                                                      created_at timestamptz)
   -- An alert with a key that the app would not make is left out; if its cause lasts, it is raised anew.
   where not r.ended
     and (r.type in ('low_credits', 'unassigned_session', 'no_club_registered')
          or pg_input_is_valid(split_part(r.dedupe_key, ':', 3), 'date'))
  on conflict on constraint alerts_one_per_cause do nothing;

  -- The document's own lines replace those that triggers have just written: only the document's lines have the order,
  -- the deleted packages and the reasons.
  delete from public.credit_ledger where user_id = coach;
  insert into public.credit_ledger (user_id, id, student_id, package_id, session_id, kind, delta, created_at,
                                    package_name, lesson_date, lesson_day, attendance, cancelled_reason, charged_as,
                                    told_at, told_for, told_by, told_outcome, agreement_version, reason,
                                    package_balance_after, balance_after)
  select coach, row_number() over (order by r.id), private.imported_id(op_id, r.student_id),
         private.imported_id(op_id, r.package_id), private.imported_id(op_id, r.session_id), r.kind, r.delta,
         r.created_at, r.package_name, r.lesson_date, r.lesson_day, r.attendance, r.cancelled_reason, r.charged_as,
         r.told_at, r.told_for, r.told_by, r.told_outcome, r.agreement_version, r.reason, r.package_balance_after,
         r.balance_after
    from jsonb_to_recordset(document -> 'credit_ledger') as r (id bigint, student_id uuid, package_id uuid,
                                                             session_id uuid, kind text, delta integer,
                                                             created_at timestamptz, package_name text,
                                                             lesson_date timestamptz, lesson_day date,
                                                             attendance text, cancelled_reason text, charged_as text,
                                                             told_at timestamptz, told_for timestamptz, told_by text,
                                                             told_outcome text, agreement_version integer, reason text,
                                                             package_balance_after integer, balance_after integer);
  insert into private.ledger_numbers (user_id, last) values (coach, jsonb_array_length(document -> 'credit_ledger'))
  on conflict (user_id) do update set last = excluded.last;

  for student in
    select private.imported_id(op_id, r.id) as id, r.anonymized_at
      from jsonb_to_recordset(document -> 'students') as r (id uuid, anonymized_at timestamptz)
     where r.anonymized_at is not null
  loop
    perform private.clear_personal_data(coach, student.id, student.anonymized_at);
  end loop;

  -- A text that the account has already stays.
  insert into public.message_templates (user_id, kind, body, updated_at)
  select coach, r.kind, r.body, r.updated_at
    from jsonb_to_recordset(document -> 'message_templates') as r (kind text, body text, updated_at timestamptz)
  on conflict (user_id, kind) do nothing;

  -- A cause names rows by their ids, which are new ones now.
  insert into public.notices (id, user_id, kind, student_id, cause, opened_at)
  select private.imported_id(op_id, r.id), coach, r.kind, private.imported_id(op_id, r.student_id), c.cause, r.opened_at
    from jsonb_to_recordset(document -> 'notices') as r (id uuid, kind text, student_id uuid, cause text,
                                                       opened_at timestamptz)
   cross join lateral (
     select string_agg(case when part ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                            then private.imported_id(op_id, part::uuid)::text else part end, ':' order by n) as cause
       from string_to_table(r.cause, ':') with ordinality x (part, n)) c
  on conflict on constraint notices_one_per_cause do nothing;
end $function$;
