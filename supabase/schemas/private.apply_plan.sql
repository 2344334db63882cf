-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Applies a plan of the caller, exactly once per op_id: {op_id, content, based_on, lessons, package, payment, renews, packages, money, extensions, skips, slots, recess, restores, alerts}, every part but the first optional. PT409 stale_session, stale_credits, stale_package, stale_money: read, plan and send again. PT409 occurrence_answered, agenda_changed, lesson_beside, recess_overlaps, renewed_already, stale_sale, stale_skip, stale_slot: the coach decides. PT404: gone, or another coach's. PT410 student_anonymized, lesson_anonymized. PT400 bad_plan, session_in_future, cancelled_in_part, overpaid. PT401 not_authenticated, account_closed.
CREATE OR REPLACE FUNCTION private.apply_plan(asked jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me          constant uuid := private.coach();
  op_id       constant uuid := asked ->> 'op_id';
  plan        jsonb;
  earlier     jsonb;  -- what the operation did, if it was applied before
  club_ids    uuid[];
  gone        uuid[];  -- lessons to delete that another device had deleted
  scope       jsonb;  -- the rows that the plan may change
  before      jsonb;  -- these rows as they were
  takers      jsonb := '[]';  -- guests of occurrences that the plan may move or end
  still       jsonb;  -- guests who are still expected afterwards
  busy        jsonb := '[]';  -- students with another lesson at the hour of a slot that is replaced
  said        jsonb := '[]';  -- students who had told not to come to such an occurrence
  ended       uuid[];  -- slots that end
  dormant     uuid[] := '{}';  -- extensions whose cause the plan may let begin again
  restores    constant boolean := coalesce((asked ->> 'restores')::boolean, false);  -- an undo
  has_skips   boolean;
  named       uuid[];  -- students whose credits are decided
  pkg         uuid;  -- the package that is sold, or paid
  effects     jsonb;
  answered    jsonb;  -- the lessons as they are now
  change      jsonb;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  plan := private.whole_plan(asked);
  named := array(select (b ->> 'student_id')::uuid from jsonb_array_elements(plan -> 'based_on') b);
  pkg := coalesce(plan #>> '{package,id}', plan #>> '{money,package_id}');
  has_skips := (plan #> '{skips,add}') || (plan #> '{skips,remove}') <> '[]';

  -- Claims the operation: a concurrent repeat waits here for the first call and is then answered as a replay.
  earlier := private.begin_operation(me, op_id, plan ->> 'content');

  if earlier is null then
    -- Claims clubs, slots, the coach and lessons, in this order.
    club_ids := private.lock_clubs(me, plan);
    plan := private.claim_occurrences(me, plan);
    -- With this lock, the second of two devices sees the recess of the first one, and counts its slots.
    if plan -> 'recess' <> '{}' or plan -> 'slots' <> '{"add": [], "end": []}' then
      perform from public.profiles where id = me for no key update;
    end if;
    gone := private.claim_lessons(me, plan -> 'lessons');
    -- A plan that does nothing but delete lessons which are gone has happened already.
    if cardinality(gone) > 0 and cardinality(gone) = jsonb_array_length(plan -> 'lessons')
       and plan -> 'package' = '{}' and plan -> 'recess' = '{}'
       and (plan -> 'packages') || (plan #> '{extensions,add}') || (plan #> '{extensions,take_back}') = '[]'
       and not has_skips then
      earlier := jsonb_build_object('effects', private.effects_between('{}', '{}'));
    end if;
  end if;

  if earlier is null then
    -- Claims packages and students, and reads the rows before anything is written, without the lessons that the plan
    -- creates.
    scope := private.scope_of(me, plan, private.lock_credits(me, plan));
    -- Deleting a lesson that is gone gives no days: its students have their credits back already.
    if exists (select from jsonb_array_elements(plan #> '{extensions,add}') e
                where (e ->> 'session_id')::uuid = any (gone)) then
      raise sqlstate 'PT400' using message = 'bad_plan', detail = 'days of a lesson that is gone';
    end if;
    if jsonb_path_exists(plan, '$.lessons[*].session.beside') then
      perform private.refuse_lesson_beside(me, plan -> 'lessons');
    end if;
    before := private.effect_rows(me, jsonb_set(
      scope, '{lessons}', jsonb_path_query_array(plan, '$.lessons[*] ? (@.op != "create").session.id')));

    if has_skips or plan #> '{slots,end}' <> '[]' then
      takers := private.guests_of_plan(me, plan, coming => true);
      said := private.replies_of_plan(me, plan);
    end if;
    -- Recess, slots and packages. Triggers move the credits and the sums.
    if plan #>> '{recess,op}' = 'give' then perform private.write_recess(plan -> 'recess'); end if;
    -- Only of slots that keep their hour, by weekday: at another one there may be another lesson.
    if plan #> '{slots,add}' <> '[]' and plan #> '{slots,end}' <> '[]' then
      busy := private.busy_in(me, array(
        select s.id
          from jsonb_to_recordset(plan #> '{slots,add}') as a (replaces uuid, start_time time, minutes smallint)
          join public.lesson_slots s on s.user_id = me and s.id = a.replaces
         where s.start_time = a.start_time and s.minutes >= a.minutes));
    end if;
    if plan -> 'slots' <> '{"add": [], "end": []}' then
      perform private.write_slots(me, plan -> 'slots', club_ids);
    end if;
    if plan -> 'package' <> '{}' then
      perform private.sell(me, plan -> 'package', plan -> 'payment', (plan ->> 'renews')::uuid);
      -- After the sale, which refuses what was renewed before: that is told, also if the mark is gone since.
      if (plan ->> 'only_marked')::boolean
         and not exists (select from public.packages p
                          where p.user_id = me and p.id = (plan ->> 'renews')::uuid and p.renews_monthly) then
        raise sqlstate 'PT404' using message = 'package_not_found', detail = plan ->> 'renews';
      end if;
    end if;
    for change in select c from jsonb_array_elements(plan -> 'packages') c where c ->> 'op' = 'adjust' loop
      perform private.adjust_package(change);
    end loop;
    for change in select c from jsonb_array_elements(plan -> 'packages') c where c ->> 'op' in ('edit', 'delete') loop
      perform private.edit_package(change);
    end loop;

    -- Lessons. An undo brings back the days as they were; any other plan says anew which days a cause gives that stands
    -- again.
    if not restores and (has_skips or jsonb_path_exists(plan, '$.lessons[*] ? (@.op != "create")')) then
      dormant := private.dormant_extensions(me, plan -> 'lessons', plan -> 'skips');
    end if;
    perform private.write_lessons(me, plan -> 'lessons', restores, club_ids);
    for change in
      select c from jsonb_array_elements(plan -> 'packages') c where c ->> 'op' = 'remove' order by (c ->> 'id')::uuid
    loop
      perform private.remove_package(change);
    end loop;

    -- Skips, days, money and alerts.
    if has_skips then perform private.write_exceptions(plan -> 'skips'); end if;
    if plan -> 'extensions' <> '{"add": [], "take_back": []}' or cardinality(dormant) > 0 then
      perform private.write_extensions(plan #> '{extensions,add}', plan #> '{extensions,take_back}', dormant);
    end if;
    if plan #>> '{recess,op}' = 'give' then perform private.refuse_partial_recess(me, plan -> 'recess'); end if;
    if plan #>> '{recess,op}' = 'undo' then perform private.write_recess(plan -> 'recess'); end if;
    set constraints public.cancelled_whole immediate;
    set constraints public.cancelled_whole deferred;
    if plan -> 'money' <> '{}' then perform private.write_money(me, plan -> 'money'); end if;
    perform public.apply_alert_plan(plan -> 'alerts');
    ended := array(select (e ->> 'slot_id')::uuid from jsonb_array_elements(plan #> '{slots,end}') e);
    if ended <> '{}' then perform private.release_ended(ended); end if;
    if takers <> '[]' then
      still := private.guests_of_plan(me, plan, coming => false);
      select coalesce(jsonb_agg(t), '[]') into takers from jsonb_array_elements(takers) t
       where not still @> jsonb_build_array(t)
         -- A guest may have become a student of the slot.
         and not exists (select from public.lesson_slots s
                           join public.lesson_slot_students e
                             on e.user_id = me and e.slot_id = s.id and e.student_id = (t ->> 'student_id')::uuid
                          cross join lateral (select * from private.occurrence(me, s.id, (t ->> 'slot_date')::date)) y
                          where s.user_id = me and s.replaces @> array[(t ->> 'slot_id')::uuid] and y.reason is null);
    end if;
    if ended <> '{}' then perform private.hand_on(ended); end if;
    -- A reply is about one start, so it is released when the occurrence no longer begins then, unless the student had
    -- told the same of its new start. Each student is named once.
    select takers || coalesce(jsonb_agg(r), '[]') into takers
      from jsonb_array_elements(said) r
     cross join jsonb_to_record(r) as x (slot_id uuid, slot_date date, student_id uuid)
     where not takers @> jsonb_build_array(r - 'told_for')
       and not exists (select from public.lesson_slots s
                        cross join lateral (select * from private.occurrence(me, s.id, x.slot_date)) y
                        cross join lateral (
                          select * from private.replies(me, s.id || s.replaces, x.slot_date, y.starts_at)) w
                        where s.user_id = me and (s.id = x.slot_id or s.replaces @> array[x.slot_id])
                          and w.student_id = x.student_id and w.reply = 'not_coming');
    if plan #> '{slots,add}' <> '[]' then
      select takers || coalesce(jsonb_agg(b), '[]') into takers
        from jsonb_array_elements(private.busy_in(me, array(
               select (s ->> 'id')::uuid from jsonb_array_elements(plan #> '{slots,add}') s))) b
       where not exists (select from jsonb_array_elements(busy) k
                          where k -> 'student_id' = b -> 'student_id'
                            and extract(dow from (k ->> 'slot_date')::date)
                                = extract(dow from (b ->> 'slot_date')::date));
    end if;
    effects := private.end_operation(me, op_id, scope, before, takers);
  end if;

  answered := coalesce((
    select jsonb_agg(to_jsonb(s) order by l.n)
      from jsonb_array_elements(plan -> 'lessons') with ordinality l (lesson, n)
     cross join lateral (select * from public.sessions y
                          where y.user_id = me and y.id = (l.lesson -> 'session' ->> 'id')::uuid offset 0) s), '[]');
  effects := coalesce(effects, nullif(earlier -> 'effects', 'null'));
  return jsonb_build_object(
    'released', coalesce(effects -> 'released', '[]'),
    'replayed', earlier is not null, 'same', earlier -> 'same', 'effects', effects - 'released',
    'session', case when answered #>> '{0,id}' = plan #>> '{lessons,0,session,id}' then answered -> 0 end,
    'sessions', answered,
    'students', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'total_credits', s.total_credits,
                                          'credits_version', s.credits_version) order by s.id)
        from public.students s where s.user_id = me and s.id = any (named)), '[]'),
    'package', (select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $function$;
grant execute to authenticated, service_role;
