-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Notes or takes back what a student of the caller said of an occurrence: {op_id, slot_id, slot_date, student_id, reply, told_at, starts_at}, once per op_id. Answers the student's reply that counts now, the effects on a registered lesson, and after a take-back whether the place was `offered`. PT400 bad_reply, PT404 occurrence_not_found, student_not_found, student_not_expected, PT409 agenda_changed: it begins at another hour, PT410 student_anonymized.
CREATE OR REPLACE FUNCTION private.change_reply(asked jsonb, told_by text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me      constant uuid := private.coach();
  op      constant uuid := asked ->> 'op_id';
  asked_slot constant uuid := asked ->> 'slot_id';
  on_day  constant date := asked ->> 'slot_date';
  student constant uuid := asked ->> 'student_id';
  told    timestamptz := least(coalesce((asked ->> 'told_at')::timestamptz, now()), now());
  slot    uuid;
  o       record;
  judge   public.agreements;
  lesson  uuid;
  packs   uuid[] := '{}';
  scope   jsonb;
  before  jsonb;
  earlier jsonb;
  effects jsonb;
  outcome text;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if asked_slot is null or on_day is null or student is null
     or coalesce(asked ->> 'reply', 'coming') not in ('coming', 'not_coming') or told < '2000-01-01'
     -- Five minutes of tolerance for a fast clock, as for a lesson (private.refuse_future_session).
     or asked ->> 'reply' is not null and (asked ->> 'told_at')::timestamptz > now() + interval '5 minutes' then
    raise sqlstate 'PT400' using message = 'bad_reply';
  end if;
  -- A repeat writes nothing: another device may have taken the note back since.
  if op is not null then earlier := private.begin_operation(me, op, null); end if;
  if earlier is not null then
    slot := private.slot_now(me, asked_slot, on_day, (asked ->> 'starts_at')::timestamptz);
    return jsonb_build_object(
      'reply', (select private.reply_shown(r) from private.occurrence(me, slot, on_day) y
                 cross join lateral private.replies(me, y.slots, on_day, y.starts_at) r where r.student_id = student),
      'effects', coalesce(nullif(earlier -> 'effects', 'null'), private.effects_between('{}', '{}')) - 'released');
  end if;
  -- Lock order: slots, coach, lesson, packages, student.
  perform private.claim_slot(me, asked_slot);
  slot := private.slot_now(me, asked_slot, on_day, (asked ->> 'starts_at')::timestamptz);
  select * into o from private.occurrence(me, slot, on_day);
  if not found then raise sqlstate 'PT404' using message = 'occurrence_not_found', detail = on_day::text; end if;
  select s.id into lesson from public.sessions s
   where s.user_id = me and s.slot_id = slot and s.slot_date = on_day for no key update;
  -- A note is about the hour that the coach saw.
  if lesson is null and (asked ->> 'starts_at')::timestamptz <> o.starts_at then
    raise sqlstate 'PT409' using message = 'agenda_changed', detail = on_day::text;
  end if;
  if lesson is not null then
    packs := array(select a.spared_package_id from public.session_package_assignments a
                    where a.user_id = me and a.session_id = lesson and a.student_id = student
                      and a.spared_package_id is not null);
    perform from public.packages p where p.user_id = me and p.id = any (packs) order by p.id for no key update;
  end if;
  perform private.claim_student(me, student);
  if not exists (select from private.expected(me, o.slots, on_day, o.starts_at) e where e.student_id = student)
     and not exists (select from public.session_package_assignments a
                      where a.user_id = me and a.session_id = lesson and a.student_id = student) then
    raise sqlstate 'PT404' using message = 'student_not_expected', detail = student::text;
  end if;

  scope := jsonb_build_object('packages', packs, 'lessons', array_remove(array[lesson], null));
  before := private.effect_rows(me, scope);
  if asked ->> 'reply' = 'not_coming' then
    judge := private.judging_version(me, o.starts_at);
    outcome :=
      case when told <= private.reply_deadline(o.starts_at, o.holds_since, judge.notice_hours::integer) then 'kept'
           when judge.version is not null then 'late' end;
  end if;
  -- A note told 'now' has the time of its operation, which a device that lost the answer does not know.
  if asked ->> 'reply' is null then
    told := coalesce((select r.replied_at from private.applied_ops n
                       join public.lesson_replies r
                         on r.user_id = n.user_id and r.replied_at = n.applied_at and r.student_id = student
                      where n.user_id = me and n.op_id = (asked ->> 'note_op')::uuid), told);
  end if;
  perform private.put_reply(
    row (me, slot, on_day, student, asked ->> 'reply', told, told_by, o.starts_at, outcome,
         case when outcome is not null then judge.version end, false)::public.lesson_replies, o.slots);
  if lesson is not null then perform private.tell_seats(me, lesson, student); end if;
  effects := private.end_operation(me, op, scope, before, '[]');
  return jsonb_build_object(
    'reply', (select private.reply_shown(r) from private.replies(me, o.slots, on_day, o.starts_at) r
               where r.student_id = student),
    'offered', asked ->> 'reply' is null and lesson is null and o.starts_at > now()
               and private.is_offered(me, student, o.slots, on_day, o.starts_at),
    'effects', effects - 'released');
end $function$;
grant execute to authenticated, service_role;
