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

create function private.recount_totals(coach uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.coach_totals (user_id, active_students, lessons, unassigned_lessons, rating_sum, rating_count)
  select coach, (select count(*) from public.students where user_id = coach and status = 'active'),
         count(*), count(*) filter (where unassigned_count > 0), coalesce(sum(rating_sum), 0), coalesce(sum(rating_count), 0)
    from public.sessions where user_id = coach;
  insert into public.coach_days (user_id, day, lessons, rating_sum, rating_count, revenue)
  select coach, day, sum(lessons), sum(rating_sum), sum(rating_count), sum(revenue)
    from (select (date at time zone 'UTC')::date as day, 1 as lessons, rating_sum, rating_count, 0 as revenue
            from public.sessions where user_id = coach
          union all
          select purchase_date, 0, 0, 0, price from public.packages where user_id = coach) x
   group by day;
$$;
comment on function private.recount_totals(uuid) is 'Inserts the totals and days of a coach who has none, computed from the rows.';

create function private.import_rows(coach uuid, document jsonb, op_id uuid) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
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

  insert into public.packages (id, user_id, student_id, name, total_classes, price, purchase_date, payment_date, expiry_date,
                               created_at, updated_at)
  select private.imported_id(op_id, r.id), coach, private.imported_id(op_id, r.student_id), r.name, r.total_classes, r.price,
         r.purchase_date, r.payment_date, r.expiry_date, r.created_at, r.updated_at
    from jsonb_to_recordset(document -> 'packages') as r (id uuid, student_id uuid, name text, total_classes integer,
                                                        price numeric, purchase_date date, payment_date date,
                                                        expiry_date date, created_at timestamptz, updated_at timestamptz);

  insert into public.sessions (id, user_id, date, day, teacher, notes, created_at)
  select private.imported_id(op_id, r.id), coach, r.date, r.day, r.teacher, r.notes, r.created_at
    from jsonb_to_recordset(document -> 'sessions') as r (id uuid, date timestamptz, day date, teacher text, notes text,
                                                        created_at timestamptz);

  insert into public.session_package_assignments (user_id, session_id, student_id, package_id, manually_assigned, assigned_at)
  select coach, private.imported_id(op_id, r.session_id), private.imported_id(op_id, r.student_id),
         private.imported_id(op_id, r.package_id), r.manually_assigned, r.assigned_at
    from jsonb_to_recordset(document -> 'assignments') as r (session_id uuid, student_id uuid, package_id uuid,
                                                           manually_assigned boolean, assigned_at timestamptz);

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

  -- Triggers have written the ledger of existing packages. Lines of deleted packages are copied: they tell who ever had
  -- one.
  insert into public.credit_ledger (user_id, student_id, package_id, session_id, kind, delta, created_at)
  select coach, private.imported_id(op_id, r.student_id), private.imported_id(op_id, r.package_id),
         private.imported_id(op_id, r.session_id), r.kind, r.delta, r.created_at
    from jsonb_to_recordset(document -> 'credit_ledger') as r (id bigint, student_id uuid, package_id uuid, session_id uuid,
                                                             kind text, delta integer, created_at timestamptz)
   where not exists (select from public.packages p
                      where p.user_id = coach and p.id = private.imported_id(op_id, r.package_id))
   order by r.id;

  for student in
    select private.imported_id(op_id, r.id) as id, r.anonymized_at
      from jsonb_to_recordset(document -> 'students') as r (id uuid, anonymized_at timestamptz)
     where r.anonymized_at is not null
  loop
    perform private.clear_personal_data(coach, student.id, student.anonymized_at);
  end loop;
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
    or exists (select from jsonb_to_recordset(document -> 'packages') as r (id uuid, used_classes integer, remaining_classes integer)
                left join public.packages p on p.user_id = coach and p.id = private.imported_id(op_id, r.id)
                where (p.used_classes, p.remaining_classes) is distinct from (r.used_classes, r.remaining_classes))
    or exists (select from jsonb_to_recordset(document -> 'sessions') as r (id uuid, student_count integer,
                                unassigned_count integer, rating_sum integer, rating_count integer)
                left join public.sessions s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where (s.student_count, s.unassigned_count, s.rating_sum, s.rating_count)
                      is distinct from (r.student_count, r.unassigned_count, r.rating_sum, r.rating_count))
    -- The ledger of a package adds up to its balance; of a deleted package, and of each of its lessons, to 0.
    or exists (select from public.credit_ledger l
                 left join public.packages p on p.user_id = l.user_id and p.id = l.package_id
                where l.user_id = coach
                group by l.package_id, p.remaining_classes
               having sum(l.delta) <> coalesce(p.remaining_classes, 0))
    or exists (select from public.credit_ledger l
                 left join public.packages p on p.user_id = l.user_id and p.id = l.package_id
                where l.user_id = coach and l.session_id is not null and p.id is null
                group by l.session_id, l.student_id, l.package_id
               having sum(l.delta) <> 0)
$$;
comment on function private.import_differs(uuid, jsonb, uuid) is 'Whether any balance differs from the document.';

create function private.import_my_data(document jsonb, op_id uuid) returns jsonb
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
       or exists (select from public.clubs where user_id = coach) then
      raise sqlstate 'PT409' using message = 'account_not_empty';
    end if;
    if document ->> 'format' is distinct from 'voleio-export' or document -> 'version' is distinct from '1'
       or jsonb_typeof(document -> 'totals') is distinct from 'object'
       or exists (select from unnest(array['clubs', 'students', 'packages', 'sessions', 'assignments', 'feedbacks', 'alerts',
                                           'credit_ledger', 'balances']) part
                   where jsonb_typeof(document -> part) is distinct from 'array') then
      raise sqlstate 'PT400' using message = 'bad_document';
    end if;
    if jsonb_array_length(document -> 'students') > 10000 or jsonb_array_length(document -> 'sessions') > 100000
       or exists (select from unnest(array['clubs', 'packages', 'assignments', 'feedbacks', 'alerts', 'credit_ledger']) part
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

create function public.import_my_data(document jsonb, op_id uuid) returns jsonb
language sql volatile security invoker set search_path = '' set statement_timeout = '300s' as $$
  select private.import_my_data(document, op_id)
$$;
comment on function public.import_my_data(jsonb, uuid) is
  'Brings an export into the caller''s empty account, exactly once per op_id, all of it or nothing, under new ids. '
  'PT409 account_not_empty, PT400 bad_document, PT413 document_too_large, PT422 balances_differ, PT401 not signed in.';
grant execute on function private.import_my_data(jsonb, uuid) to authenticated;
grant execute on function public.import_my_data(jsonb, uuid) to authenticated;
