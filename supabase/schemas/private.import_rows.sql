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
  -- document: what triggers keep.
  insert into public.clubs
  select club.*
    from jsonb_array_elements(document -> 'clubs') r
   cross join jsonb_populate_record(null::public.clubs, private.imported(r, coach, op_id)) club;

  -- An anonymised student is inserted as an ordinary one (triggers would refuse their rows) and anonymised at the end.
  insert into public.students
  select s.*
    from jsonb_array_elements(document -> 'students') r
   cross join jsonb_populate_record(null::public.students, private.imported(r, coach, op_id) || jsonb_build_object(
           'total_credits', 0, 'credits_version', 0, 'anonymized_at', null, 'link', null,
           'phone', case when r ->> 'anonymized_at' is null then r ->> 'phone' else '00000000' end)) s;

  -- Without the days of extensions, which their rows bring below.
  insert into public.packages (id, user_id, student_id, name, total_classes, used_outside, price, purchase_date,
                               payment_date, expiry_date, validity_days, renews_monthly, renews, sold_classes,
                               sold_price, created_at, updated_at)
  select x.id, x.user_id, x.student_id, x.name, x.total_classes, x.used_outside, x.price, x.purchase_date,
         x.payment_date, x.expiry_date - x.extended_days, x.validity_days, x.renews_monthly, x.renews, x.sold_classes,
         x.sold_price, x.created_at, x.updated_at
    from jsonb_array_elements(document -> 'packages') r
   cross join jsonb_populate_record(null::public.packages, private.imported(r, coach, op_id)) x;

  -- A trigger has paid each package; the document's payments replace these.
  delete from public.payments where user_id = coach;
  insert into public.payments
  select payment.*
    from jsonb_array_elements(document -> 'payments') r
   cross join jsonb_populate_record(null::public.payments, private.imported(r, coach, op_id)) payment;

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
   cross join jsonb_populate_record(null::public.recesses, private.imported(r, coach, op_id)) recess;
  insert into public.lesson_slots
  select slot.*
    from jsonb_array_elements(document -> 'slots') r
   cross join jsonb_populate_record(null::public.lesson_slots, private.imported(r, coach, op_id) || jsonb_build_object(
           'replaces', array(select private.imported_id(op_id, before::uuid)
                               from jsonb_array_elements_text(r -> 'replaces') with ordinality b (before, at)
                              order by b.at))) slot;
  insert into public.lesson_slot_students
  select expected.*
    from jsonb_array_elements(document -> 'slot_students') r
   cross join jsonb_populate_record(null::public.lesson_slot_students, private.imported(r, coach, op_id)) expected;
  -- From here on triggers leave to the document when an occurrence moved, what was told of a lesson, and which floors
  -- follow from that.
  perform set_config('voleio.importing', 'on', true);
  insert into public.slot_exceptions
  select exception.*
    from jsonb_array_elements(document -> 'slot_exceptions') r
   cross join jsonb_populate_record(null::public.slot_exceptions, private.imported(r, coach, op_id)) exception;

  insert into public.agreement_confirmations
  select confirmed.*
    from jsonb_array_elements(document -> 'agreement_confirmations') r
   cross join jsonb_populate_record(null::public.agreement_confirmations, private.imported(r, coach, op_id)) confirmed;
  insert into public.occurrence_guests
  select guest.*
    from jsonb_array_elements(document -> 'occurrence_guests') r
   cross join jsonb_populate_record(null::public.occurrence_guests, private.imported(r, coach, op_id)) guest;
  insert into public.openings
  select opening.*
    from jsonb_array_elements(document -> 'openings') r
   cross join jsonb_populate_record(null::public.openings, private.imported(r, coach, op_id)) opening;
  insert into public.opening_invites
  select invite.*
    from jsonb_array_elements(document -> 'opening_invites') r
   cross join jsonb_populate_record(null::public.opening_invites, private.imported(r, coach, op_id)) invite;
  insert into public.lesson_replies
  select said.*
    from jsonb_array_elements(document -> 'lesson_replies') r
   cross join jsonb_populate_record(null::public.lesson_replies, private.imported(r, coach, op_id)) said;

  insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id, slot_date)
  select x.id, x.user_id, x.date, x.day, x.teacher, x.notes, x.cancelled_reason, x.created_at, x.slot_id, x.slot_date
    from jsonb_array_elements(document -> 'sessions') r
   cross join jsonb_populate_record(null::public.sessions, private.imported(r, coach, op_id)) x;

  insert into public.session_package_assignments (user_id, session_id, student_id, package_id, manually_assigned,
                                                  assigned_at, attendance, told_at, told_for, told_by, told_outcome,
                                                  agreement_version, spared_package_id)
  select x.user_id, x.session_id, x.student_id, x.package_id, x.manually_assigned, x.assigned_at, x.attendance,
         x.told_at, x.told_for, x.told_by, x.told_outcome, x.agreement_version, x.spared_package_id
    from jsonb_array_elements(document -> 'assignments') r
   cross join jsonb_populate_record(null::public.session_package_assignments,
                                    private.imported(r, coach, op_id)) x;
  perform set_config('voleio.importing', 'off', true);

  insert into public.session_feedbacks (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id,
                                        created_at)
  select x.user_id, x.session_id, x.student_id, x.rating, x.notes, x.private_notes, x.tags, x.club_id, x.created_at
    from jsonb_array_elements(document -> 'feedbacks') r
   cross join jsonb_populate_record(null::public.session_feedbacks, private.imported(r, coach, op_id)) x;

  -- After the lessons: a lesson that is inserted takes up its kept days again (private.return_days_to_lesson).
  insert into public.package_extensions
  select extension.*
    from jsonb_array_elements(document -> 'extensions') r
   cross join jsonb_populate_record(null::public.package_extensions, private.imported(r, coach, op_id)) extension;

  -- Alerts whose cause lasts, so that what the coach closed stays closed. Their keys are rebuilt with the new ids.
  insert into public.alerts (user_id, type, priority, student_id, session_id, package_id, student_name, message, facts,
                             resolved, created_at, dedupe_key)
  select x.user_id, x.type, x.priority, x.student_id, x.session_id, x.package_id, x.student_name, x.message, x.facts,
         x.resolved, x.created_at,
         case x.type
           when 'low_credits' then concat_ws(':', x.type, x.student_id)
           when 'unassigned_session' then concat_ws(':', x.type, x.session_id, x.student_id)
           when 'no_club_registered' then x.type
           else concat_ws(':', x.type, x.package_id, split_part(x.dedupe_key, ':', 3)::date)
         end
    from jsonb_array_elements(document -> 'alerts') r
   cross join jsonb_populate_record(null::public.alerts, private.imported(r, coach, op_id)) x
   -- An alert with a key that the app would not make is left out; if its cause lasts, it is raised anew.
   where not x.ended
     and (x.type in ('low_credits', 'unassigned_session', 'no_club_registered')
          or pg_input_is_valid(split_part(x.dedupe_key, ':', 3), 'date'))
  on conflict on constraint alerts_one_per_cause do nothing;

  -- The document's own lines replace those that triggers have just written: only the document's lines have the order,
  -- the deleted packages and the reasons.
  delete from public.credit_ledger where user_id = coach;
  insert into public.credit_ledger (user_id, id, student_id, package_id, session_id, kind, delta, created_at,
                                    package_name, lesson_date, lesson_day, attendance, cancelled_reason, charged_as,
                                    told_at, told_for, told_by, told_outcome, agreement_version, reason,
                                    package_balance_after, balance_after)
  select x.user_id, row_number() over (order by x.id), x.student_id, x.package_id, x.session_id, x.kind, x.delta,
         x.created_at, x.package_name, x.lesson_date, x.lesson_day, x.attendance, x.cancelled_reason, x.charged_as,
         x.told_at, x.told_for, x.told_by, x.told_outcome, x.agreement_version, x.reason, x.package_balance_after,
         x.balance_after
    from jsonb_array_elements(document -> 'credit_ledger') r
   -- The id of a line is a number.
   cross join jsonb_populate_record(null::public.credit_ledger, private.imported(r - 'id', coach, op_id)
                                                                || jsonb_build_object('id', r -> 'id')) x;
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
  select x.id, x.user_id, x.kind, x.student_id, c.cause, x.opened_at
    from jsonb_array_elements(document -> 'notices') r
   cross join jsonb_populate_record(null::public.notices, private.imported(r, coach, op_id)) x
   cross join lateral (
     select string_agg(case when part ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                            then private.imported_id(op_id, part::uuid)::text else part end, ':' order by n) as cause
       from string_to_table(x.cause, ':') with ordinality y (part, n)) c
  on conflict on constraint notices_one_per_cause do nothing;
end $function$;
