-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.import_my_data(document jsonb, op_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;
grant execute to authenticated;
