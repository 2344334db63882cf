-- Imports an export: all of it or nothing, into an empty account, under new ids. Constraints and triggers do the
-- arithmetic as for any lesson; afterwards every balance is compared with the document
-- (docs/decisions/0016-anonymise-erase-import.md).
create function private.imported_id(op_id uuid, id uuid) returns uuid
language sql immutable strict security invoker set search_path = '' as $$
  select overlay(overlay(left(encode(sha256(uuid_send(op_id) || uuid_send(id)), 'hex'), 32) placing '8' from 13)
                 placing '8' from 17)::uuid
$$;
comment on function private.imported_id(uuid, uuid) is
  'The new id of an imported row: the same wherever it is referenced, and not guessable without the operation id.';

-- A new column that names a row stands here too. Where it has a foreign key, that refuses the old id.
create function private.imported(entry jsonb, coach uuid, op_id uuid) returns jsonb
language sql immutable security invoker set search_path = '' as $$
  select entry || jsonb_build_object('user_id', coach) || coalesce((
    select jsonb_object_agg(e.key, private.imported_id(op_id, e.value::uuid))
      from jsonb_each_text(entry) e
     where e.value is not null
       and e.key in ('id', 'student_id', 'package_id', 'renews', 'session_id', 'spared_package_id', 'slot_id',
                     'club_id', 'recess_id', 'batch_id', 'opening_id')), '{}')
$$;
comment on function private.imported(jsonb, uuid, uuid) is 'A row of a document as a row of this coach: with new ids.';

create function private.import_rows(coach uuid, document jsonb, op_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
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
end $$;
comment on function private.import_rows(uuid, jsonb, uuid) is 'Inserts the rows of a document for this coach.';

create function private.import_differs(coach uuid, document jsonb, op_id uuid) returns boolean
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  select coalesce(private.totals(coach) <> document -> 'totals', true)
    -- The sums of each student's rows.
    or exists (
         (select b from jsonb_array_elements(private.balances(coach)) b
          except all
          select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b)
         union all
         (select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b
          except all
          select b from jsonb_array_elements(private.balances(coach)) b))
    -- The columns that triggers keep.
    or exists (select from jsonb_to_recordset(document -> 'students') as r (id uuid, total_credits integer)
                left join public.students s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where s.total_credits is distinct from r.total_credits)
    or exists (select from jsonb_to_recordset(document -> 'packages') as r (id uuid, used_classes integer,
                                remaining_classes integer, expiry_date date, extended_days integer, paid_total numeric)
                left join public.packages p on p.user_id = coach and p.id = private.imported_id(op_id, r.id)
                where (p.used_classes, p.remaining_classes, p.expiry_date, p.extended_days, p.paid_total)
                      is distinct from
                      (r.used_classes, r.remaining_classes, r.expiry_date, r.extended_days, r.paid_total))
    or exists (select from jsonb_to_recordset(document -> 'sessions') as r (id uuid, student_count integer,
                                unassigned_count integer, cancelled_count integer, rating_sum integer,
                                rating_count integer)
                left join public.sessions s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where (s.student_count, s.unassigned_count, s.cancelled_count, s.rating_sum, s.rating_count)
                      is distinct from
                      (r.student_count, r.unassigned_count, r.cancelled_count, r.rating_sum, r.rating_count))
    -- The lines of a package add up to its balance, those of a deleted package to 0; for each lesson they took the one
    -- credit that the assignment names; and the balances on the lines are their running sums.
    or exists (select from public.credit_ledger l
                 left join public.packages p on p.user_id = l.user_id and p.id = l.package_id
                where l.user_id = coach
                group by l.package_id, p.remaining_classes
               having sum(l.delta) <> coalesce(p.remaining_classes, 0))
    or exists (select from (select session_id, student_id, package_id, sum(delta) as delta from public.credit_ledger
                             where user_id = coach and session_id is not null group by 1, 2, 3) l
                 full join (select session_id, student_id, package_id from public.session_package_assignments
                             where user_id = coach and package_id is not null) a
                   using (session_id, student_id, package_id)
                where coalesce(l.delta, 0) <> case when a is null then 0 else -1 end)
    or exists (select from (select package_balance_after, balance_after,
                                   sum(delta) over (partition by student_id, package_id order by id) as of_package,
                                   sum(delta) over (partition by student_id order by id) as of_student
                              from public.credit_ledger where user_id = coach) l
                where (package_balance_after, balance_after) is distinct from (of_package, of_student))
$$;
comment on function private.import_differs(uuid, jsonb, uuid) is 'Whether any balance differs from the document.';

-- Calls that may take minutes hold a connection of the API even while they wait for each other, and the API has a dozen
-- connections for everybody.
create function private.take_turn(coach uuid) returns void
language plpgsql volatile security invoker set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(coach::text, 1))
     and not pg_try_advisory_xact_lock(hashtextextended(coach::text, 2)) then
    raise sqlstate 'PT429' using message = 'too_many_requests';
  end if;
end $$;
comment on function private.take_turn(uuid) is
  'Lets one long call of a coach run and one more wait for it, such as a repeat after a lost answer. PT429 '
  'too_many_requests.';

create function private.import_my_data(document jsonb, op_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  coach constant uuid := private.coach();
  replayed boolean := false;
begin
  perform private.take_turn(coach);
  -- Every new row of this coach needs a key-share lock on this row: other writers wait until the import is done.
  perform from public.profiles where id = coach for update;
  if not found then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if op_id is null then raise sqlstate 'PT400' using message = 'bad_document'; end if;

  insert into private.applied_ops (user_id, op_id) values (coach, op_id) on conflict do nothing;
  if not found then
    replayed := true;
  else
    if exists (select from public.students where user_id = coach)
       or exists (select from public.sessions where user_id = coach)
       or exists (select from public.clubs where user_id = coach)
       or exists (select from public.lesson_slots where user_id = coach)
       or exists (select from public.recesses where user_id = coach)
       or exists (select from public.agreements where user_id = coach) then
      raise sqlstate 'PT409' using message = 'account_not_empty';
    end if;
    if document ->> 'format' is distinct from 'voleio-export' or document -> 'version' is distinct from '1'
       or jsonb_typeof(document -> 'totals') is distinct from 'object'
       or exists (select from unnest(array['clubs', 'students', 'packages', 'extensions', 'payments', 'recesses',
                                           'slots', 'slot_students', 'slot_exceptions', 'agreements',
                                           'agreement_confirmations', 'lesson_replies', 'occurrence_guests',
                                           'openings', 'opening_invites', 'sessions', 'assignments', 'feedbacks',
                                           'message_templates', 'notices', 'alerts', 'credit_ledger',
                                           'balances']) part
                   where jsonb_typeof(document -> part) is distinct from 'array') then
      raise sqlstate 'PT400' using message = 'bad_document';
    end if;
    if jsonb_array_length(document -> 'students') > 10000 or jsonb_array_length(document -> 'sessions') > 100000
       or exists (select from unnest(array['clubs', 'packages', 'payments', 'extensions', 'assignments', 'feedbacks',
                                           'alerts', 'credit_ledger', 'recesses', 'slots', 'slot_students',
                                           'slot_exceptions', 'agreements', 'agreement_confirmations', 'lesson_replies',
                                           'occurrence_guests', 'openings', 'opening_invites', 'message_templates',
                                           'notices']) part
                   where jsonb_array_length(document -> part) > 400000) then
      raise sqlstate 'PT413' using message = 'document_too_large';
    end if;

    -- An empty account may already have the alert that it has no club.
    delete from public.alerts where user_id = coach;
    -- Without a totals row add_to_totals does nothing. A row that one transaction updates twenty thousand times gets
    -- slower with each update; the totals are counted once at the end instead.
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
      when data_exception or integrity_constraint_violation
           or sqlstate 'PT400' or sqlstate 'PT409' or sqlstate 'PT410' then
        raise sqlstate 'PT400' using message = 'bad_document', detail = sqlerrm;
    end;
  end if;

  return jsonb_build_object(
    'replayed', replayed,
    'students', (select count(*) from public.students where user_id = coach),
    'packages', (select count(*) from public.packages where user_id = coach),
    'sessions', (select count(*) from public.sessions where user_id = coach),
    'credits', (select coalesce(sum(total_credits), 0) from public.students where user_id = coach),
    -- Students with a new link, which nobody had before: nobody gets a link of the export.
    'links', (select count(*) from public.students where user_id = coach and anonymized_at is null),
    'texts', (select count(*) from public.message_templates where user_id = coach));
end $$;
grant execute on function private.import_my_data(jsonb, uuid) to authenticated;

create function public.import_my_data(document jsonb, op_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '180s' as $$
  select private.import_my_data(document, op_id)
$$;
comment on function public.import_my_data(jsonb, uuid) is
  'Brings an export into the caller''s empty account, exactly once per op_id, all of it or nothing, under new ids; '
  'every student gets a link that nobody had. PT409 account_not_empty, PT400 bad_document, PT413 document_too_large, '
  'PT422 balances_differ, PT429 too_many_requests: two calls are under way. PT401 not signed in.';
grant execute on function public.import_my_data(jsonb, uuid) to authenticated;
