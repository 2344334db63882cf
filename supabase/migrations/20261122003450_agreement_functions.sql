-- What coach and student write about the agreement (docs/data-model.md, 'Replies and how they are judged'). Apart from
-- imports and the removal of a student, only these functions write its tables.

create function private.save_agreement(agreement jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me     constant uuid := private.coach();
  words  constant text :=
    case when private.is_seen(agreement ->> 'note') then btrim(agreement ->> 'note', E' \t\n\r') end;
  wanted public.agreements;
  latest public.agreements;
  today  date;
  number text;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Checked first, because a cast would round a fraction.
  foreach number in array array['notice_hours', 'makeup_days'] loop
    if jsonb_typeof(agreement -> number) is distinct from 'number'
       or (agreement ->> number)::numeric <> trunc((agreement ->> number)::numeric)
       or not (agreement ->> number)::numeric between 0 and (case number when 'notice_hours' then 168 else 90 end) then
      raise sqlstate 'PT400' using message = 'bad_agreement', detail = number;
    end if;
  end loop;
  if char_length(words) > 500 or coalesce(jsonb_typeof(agreement -> 'note'), 'null') not in ('string', 'null') then
    raise sqlstate 'PT400' using message = 'bad_agreement', detail = 'note';
  end if;
  -- With this lock, the second of two devices sees the version of the first one.
  perform from public.profiles where id = me for no key update;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
  today := (now() at time zone private.coach_time_zone(me))::date;
  wanted := jsonb_populate_record(null::public.agreements, jsonb_build_object(
    'user_id', me, 'starts_on', agreement -> 'starts_on', 'notice_hours', agreement -> 'notice_hours',
    'makeup_days', agreement -> 'makeup_days', 'note', words));
  if wanted.starts_on is null or wanted.starts_on < today then
    raise sqlstate 'PT400' using message = 'bad_agreement', detail = 'starts_on';
  end if;

  select * into latest from public.agreements a
   where a.user_id = me and a.ends_on is null order by a.version desc limit 1;
  if (latest.notice_hours, latest.makeup_days, latest.note)
     is not distinct from (wanted.notice_hours, wanted.makeup_days, wanted.note)
     -- The same rules from a later day on change nothing.
     and (latest.starts_on <= today or latest.starts_on = wanted.starts_on) then
    return to_jsonb(latest);
  end if;
  if coalesce(latest.version, 0) <> (agreement ->> 'seen')::integer then
    raise sqlstate 'PT409' using message = 'stale_agreement', detail = coalesce(latest.version, 0)::text;
  end if;
  update public.profiles set agreements_written = agreements_written + 1 where id = me
  returning agreements_written into wanted.version;
  wanted.created_at := now();
  delete from public.agreements a where a.user_id = me and a.starts_on > today;
  insert into public.agreements select wanted.*;
  perform private.judge_anew(me);
  return to_jsonb(wanted);
end $$;
grant execute on function private.save_agreement(jsonb) to authenticated, service_role;

create function public.save_agreement(agreement jsonb) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.save_agreement(agreement)
$$;
comment on function public.save_agreement(jsonb) is
  'Publishes {starts_on, notice_hours, makeup_days, note, seen} as a version of the caller''s agreement, and answers '
  'its row. It replaces a version that has not begun. If nothing changed, no version is written, and the latest one '
  'is answered. PT400 bad_agreement, PT409 stale_agreement: the latest version is not `seen` (0: none).';
grant execute on function public.save_agreement(jsonb) to authenticated, service_role;

create function private.end_agreement(seen integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me    constant uuid := private.coach();
  today date;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  perform from public.profiles where id = me for no key update;
  if not found then raise sqlstate 'PT401' using message = 'account_closed'; end if;
  today := (now() at time zone private.coach_time_zone(me))::date;
  if exists (select from public.agreements a where a.user_id = me and a.ends_on is null and a.version > seen) then
    raise sqlstate 'PT409' using message = 'stale_agreement';
  end if;
  delete from public.agreements a where a.user_id = me and a.starts_on > today;
  -- Earlier versions too: none of them may judge in the place of the last one.
  update public.agreements a set ends_on = today - 1 where a.user_id = me and a.ends_on is null;
  perform private.judge_anew(me);
end $$;
grant execute on function private.end_agreement(integer) to authenticated, service_role;

create function public.end_agreement(seen integer default null) returns void
language sql volatile security invoker set search_path = '' as $$
  select private.end_agreement(seen)
$$;
comment on function public.end_agreement(integer) is
  'Takes the caller''s agreement down at once. Earlier replies keep their outcome, except those that a version found '
  'late that never began. PT409 stale_agreement: there is a version newer than `seen`.';
grant execute on function public.end_agreement(integer) to authenticated, service_role;

-- A version that was replaced or taken down before it began may have judged replies to lessons of its days: those that
-- it found late are judged anew, those in time stay in time. A note that the coach wrote while no version judged the
-- lesson is judged once one does.
create function private.judge_anew(coach uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  said  record;
  judge public.agreements;
begin
  for said in select r.*, n.holds_since from public.lesson_replies r
                left join lateral (
                  select y.holds_since from public.lesson_slots s
                   cross join lateral (select * from private.occurrence(coach, s.id, r.slot_date)) y
                   where s.user_id = coach and (s.id = r.slot_id or s.replaces @> array[r.slot_id])
                     and y.starts_at = r.for_start
                   limit 1) n on true
               where r.user_id = coach and r.for_start > now() and r.reply = 'not_coming'
                 and r.outcome is distinct from 'kept'
                 and not exists (select from public.agreements a
                                  where a.user_id = coach and a.version = r.agreement_version) loop
    judge := private.judging_version(coach, said.for_start);
    update public.lesson_replies r
       set agreement_version = judge.version,
           outcome = case when judge.version is null then null
                          when r.replied_at <= private.reply_deadline(r.for_start, said.holds_since,
                                                                      judge.notice_hours::integer) then 'kept'
                          else 'late' end
     where r.user_id = coach and r.slot_id = said.slot_id and r.slot_date = said.slot_date
       and r.student_id = said.student_id and r.told_by = said.told_by and r.for_start = said.for_start;
  end loop;
end $$;
comment on function private.judge_anew(uuid) is
  'After a save or an end: the version that now judges the lesson, if any, judges the replies that a version which '
  'never began had found late, and the notes that no version had judged.';

-- The rate limits of visitors, per hour and hashed (docs/decisions/0010-lead-rate-limit.md). Changes are counted by
-- link and by coach, tries with links that open nothing by link and by network, leads by address and by network.
create table private.attempts (
  bucket timestamptz not null,
  who    text not null,
  n      integer not null default 1,
  primary key (bucket, who)
);
comment on table private.attempts is
  'Changes, tries and leads of visitors per hour, hashed. Written by private.count_attempt; deleted after the hour.';
alter table private.attempts enable row level security;
-- Without any policy row-level security refuses everybody too; this states that it is intended.
create policy "its functions alone" on private.attempts for all to anon, authenticated
  using (false) with check (false);
grant all on private.attempts to service_role;

create function private.count_attempt(what text, who text, most integer) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  hour constant timestamptz := date_trunc('hour', now());
begin
  delete from private.attempts x where (x.bucket, x.who) in (
    select a.bucket, a.who from private.attempts a where a.bucket < hour limit 1000 for update skip locked);
  insert into private.attempts as a (bucket, who)
  values (hour, encode(sha256(convert_to(hour::text || what || count_attempt.who, 'UTF8')), 'hex'))
  on conflict on constraint attempts_pkey do update set n = a.n + 1 where a.n < most;
  return found;
end $$;
comment on function private.count_attempt(text, text, integer) is
  'Counts one more attempt in this hour. False: there were `most` already.';

create function private.visitor_address() returns inet
language sql stable security invoker set search_path = '' as $$
  -- The edge of hosted Supabase overwrites this header; the first hop of x-forwarded-for is chosen by the caller. An
  -- IPv4-mapped IPv6 address counts as the IPv4 address.
  select case when pg_input_is_valid(h.address, 'inet') then h.address::inet end
    from (select regexp_replace(nullif(current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip',
                                '^::ffff:(?=\d+\.)', '') as address) h
$$;
comment on function private.visitor_address() is 'Where the request comes from; null: the host does not say.';

create function private.refuse_visitor(error text) returns json
language sql immutable security invoker set search_path = ''
return json_build_object('success', false, 'error', error);

create function private.refuse_stranger(link uuid, error text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  address constant inet := private.visitor_address();
  net     constant text := network(set_masklen(address, case family(address) when 4 then 24 else 48 end));
begin
  -- The network first, so that a network over its limit adds no more rows.
  if net is not null and not private.count_attempt('network', net, 60)
     or not private.count_attempt('unknown', coalesce(link::text, ''), 30) then
    return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
  end if;
  return private.refuse_visitor(error);
end $$;
comment on function private.refuse_stranger(uuid, text) is
  'The answer to a link that opens nothing, whether it never did or was revoked: at most 60 an hour from a network, '
  '30 with one link.';

create function private.may_change(link uuid, coach uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  return private.count_attempt('link', link::text, 30) and private.count_attempt('coach', coach::text, 300);
end $$;
comment on function private.may_change(uuid, uuid) is
  'Counts a change of a visitor: at most 30 an hour with a link, 300 at one coach.';

create function private.visitor(link uuid) returns public.students
language plpgsql stable security definer set search_path = '' as $$
declare
  s public.students;
begin
  select st.* into s
    from public.student_links l join public.students st on st.user_id = l.user_id and st.id = l.student_id
   where l.link = visitor.link and not l.revoked and st.anonymized_at is null;
  return s;
end $$;
comment on function private.visitor(uuid) is 'The student whose page a link opens; a row of nulls: it opens none.';

create function private.claim_slot(coach uuid, slot uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Closing the account locks the coach first, then the slots.
  perform from public.profiles p where p.id = coach for key share;
  perform from public.lesson_slots l
    where l.user_id = coach and (l.id = slot or l.replaces @> array[slot]) order by l.id for no key update;
  perform from public.profiles p where p.id = coach for share;
end $$;
comment on function private.claim_slot(uuid, uuid) is
  'Locks a slot and those that replaced it, and keeps the coach''s agreement and time zone from changing: what '
  'another device writes meanwhile for the old hour would be lost.';

-- Lock order: the account against being closed, the slot, the coach, then the student. Callers read everything else in
-- later statements, which see what the locks waited for. A link that was changed meanwhile opens nothing.
create function private.claim_visit(link uuid, slot uuid) returns public.students
language plpgsql volatile security definer set search_path = '' as $$
declare
  s public.students;
begin
  s := private.visitor(link);
  if s.id is null then return s; end if;
  -- Publishing an agreement judges replies anew, and a new time zone moves guests and openings: no new ones may be
  -- written meanwhile.
  perform private.claim_slot(s.user_id, slot);
  perform from public.students st where st.user_id = s.user_id and st.id = s.id for no key update;
  return private.visitor(link);
end $$;
comment on function private.claim_visit(uuid, uuid) is
  'The student of a link. Locks the slot and the student, and keeps the coach''s agreement and time zone from '
  'changing.';

create function private.put_reply(said public.lesson_replies, slots uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  said.came_back := said.told_by = 'student'
    and exists (select from private.replies(said.user_id, slots, said.slot_date, said.for_start) r
                  join public.profiles p on p.id = said.user_id
                 where r.student_id = said.student_id
                   and (r.came_back
                        or r.reply = 'not_coming' and (r.told_by = 'coach' or r.replied_at <= p.replies_seen_at)));
  -- Also replies to the slots that this one replaced.
  delete from public.lesson_replies r
   where r.user_id = said.user_id and r.slot_id = any (slots) and r.slot_date = said.slot_date
     and r.student_id = said.student_id and r.for_start = said.for_start
     -- What was said since, of whatever hour, is not taken back by who has not read it.
     and (r.told_by = said.told_by
          and (said.reply is not null or r.replied_at = said.replied_at or said.replied_at >= now())
          -- A student who comes after all takes back the coach's note too.
          or (said.told_by = 'student' and said.reply = 'coming' and r.reply = 'not_coming'));
  if said.reply is not null then insert into public.lesson_replies select said.*; end if;
end $$;
comment on function private.put_reply(public.lesson_replies, uuid[]) is
  'Writes a student''s reply or a coach''s note in the place of the earlier one; with a null `reply` only deletes '
  'that, if it was told at `replied_at`, or whenever it was if that is now.';

create function private.reply_to_lesson(
  link uuid, slot uuid, slot_date date, reply text, expected text, start timestamptz
) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone constant text := 'Esta aula não está mais marcada';
  s      public.students;
  lesson record;
  said   public.lesson_replies;
begin
  s := private.claim_visit(link, slot);
  if s.id is null then return private.refuse_stranger(link, gone); end if;
  if (reply in ('coming', 'not_coming')) is not true then return private.refuse_visitor(gone); end if;
  slot := private.slot_now(s.user_id, slot, slot_date, start);
  -- Without a slot, next_lessons would answer any lesson.
  select n.* into lesson from private.next_lessons(s.user_id, s.id, slot, slot_date) n where slot is not null;
  if not found then return private.refuse_visitor(gone); end if;
  if lesson.starts_at <= now() then return private.refuse_visitor('Esta aula já começou'); end if;
  if lesson.agreement_version is null then
    return json_build_object('success', false, 'lesson', lesson.entry,
                             'error', 'Esta aula não pode ser respondida aqui. Fale com o professor.');
  end if;
  if lesson.starts_at is distinct from start then
    return json_build_object('success', false, 'error', 'Esta aula mudou. Confira e responda de novo.',
                             'lesson', lesson.entry);
  end if;
  select r.* into said from public.lesson_replies r
   where r.user_id = s.user_id and r.slot_id = any (lesson.slots) and r.slot_date = lesson.slot_date
     and r.student_id = s.id and r.told_by = 'student' and r.for_start = lesson.starts_at;
  -- Already stored. But if a newer note of the coach says something else, the reply is written again.
  if said.reply = reply and lesson.reply = reply then
    return json_build_object('success', true, 'lesson', lesson.entry);
  end if;
  if reply = 'not_coming' and lesson.would_be = 'late' and expected is distinct from 'late' then
    return json_build_object('success', false, 'error', 'Esta aula mudou. Confira e responda de novo.',
                             'lesson', lesson.entry);
  end if;
  if reply = 'coming' and lesson.reply = 'not_coming'
     and private.is_offered(s.user_id, s.id, lesson.slots, lesson.slot_date, lesson.starts_at) then
    return private.refuse_visitor('Seu lugar já foi oferecido. Fale com o professor.');
  end if;
  if not private.may_change(link, s.user_id) then
    return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
  end if;
  perform private.put_reply(
    row (s.user_id, lesson.slot_id, lesson.slot_date, s.id, reply, now(), 'student', lesson.starts_at,
         case reply when 'not_coming' then lesson.would_be end,
         case reply when 'not_coming' then lesson.agreement_version end, false)::public.lesson_replies, lesson.slots);
  return json_build_object('success', true, 'lesson', (
    select n.entry from private.next_lessons(s.user_id, s.id, lesson.slot_id, lesson.slot_date) n));
end $$;
grant execute on function private.reply_to_lesson(uuid, uuid, date, text, text, timestamptz)
  to anon, authenticated, service_role;

create function public.reply_to_lesson(
  link uuid, slot uuid, slot_date date, reply text, expected text default null, start timestamptz default null
) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.reply_to_lesson(link, slot, slot_date, reply, expected, start)
$$;
comment on function public.reply_to_lesson(uuid, uuid, date, text, text, timestamptz) is
  'Stores that the student of a link comes to a lesson or not (''coming'', ''not_coming''). `expected` and `start`: '
  'the outcome and the start that the page showed. Answers {success, lesson} with the fresh entry of next_lessons, or '
  '{success: false, error}, with `lesson` if it is not as it was shown.';
grant execute on function public.reply_to_lesson(uuid, uuid, date, text, text, timestamptz)
  to anon, authenticated, service_role;

create function private.confirm_agreement(link uuid, version integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  gone constant text := 'Estes combinados mudaram. Atualize a página.';
  s     public.students;
  shown json;
  since timestamptz;
begin
  s := private.claim_visit(link, null);
  if s.id is null then return private.refuse_stranger(link, gone); end if;
  shown := private.agreement_shown(s.user_id, s.id, (now() at time zone private.coach_time_zone(s.user_id))::date);
  if version is null
     or (version = (shown ->> 'version')::integer or version = (shown #>> '{next,version}')::integer) is not true then
    return private.refuse_visitor(gone);
  end if;
  select c.confirmed_at into since from public.agreement_confirmations c
   where c.user_id = s.user_id and c.student_id = s.id and c.version = confirm_agreement.version;
  if since is null then
    if not private.may_change(link, s.user_id) then
      return private.refuse_visitor('Muitas tentativas. Tente mais tarde.');
    end if;
    insert into public.agreement_confirmations (user_id, student_id, version)
    values (s.user_id, s.id, confirm_agreement.version)
    returning confirmed_at into since;
  end if;
  return json_build_object('success', true, 'confirmed_at', since);
end $$;
grant execute on function private.confirm_agreement(uuid, integer) to anon, authenticated, service_role;

create function public.confirm_agreement(link uuid, version integer) returns json
language sql volatile security invoker set search_path = '' as $$
  select private.confirm_agreement(link, version)
$$;
comment on function public.confirm_agreement(uuid, integer) is
  'Stores that the student of a link has read a version of the agreement that the page shows. Answers {success, '
  'confirmed_at}, the time of the first confirmation, or {success: false, error}.';
grant execute on function public.confirm_agreement(uuid, integer) to anon, authenticated, service_role;

create function private.reply_shown(r public.lesson_replies) returns jsonb
language sql stable security invoker set search_path = ''
return jsonb_build_object('reply', r.reply, 'replied_at', r.replied_at, 'told_by', r.told_by, 'outcome', r.outcome);

create function private.change_reply(asked jsonb, told_by text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
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
end $$;
comment on function private.change_reply(jsonb, text) is
  'Notes or takes back what a student of the caller said of an occurrence: {op_id, slot_id, slot_date, student_id, '
  'reply, told_at, starts_at}, once per op_id. Answers the student''s reply that counts now, the effects on a '
  'registered lesson, and after a take-back whether the place was `offered`. PT400 bad_reply, PT404 '
  'occurrence_not_found, student_not_found, student_not_expected, PT409 agenda_changed: it begins at another hour, '
  'PT410 student_anonymized.';
grant execute on function private.change_reply(jsonb, text) to authenticated, service_role;

create function public.record_reply(reply jsonb) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.change_reply(reply, 'coach')
$$;
comment on function public.record_reply(jsonb) is
  'Notes what a student told the coach, once per op_id: {op_id, slot_id, slot_date, student_id, reply, told_at, '
  'starts_at, note_op}. A null `reply` takes back the note told at told_at, or now by the operation note_op, any note '
  'if told_at is now; a null told_at means now. Answers {reply, effects, offered}: the reply that counts now, what '
  'changed of a registered lesson, and whether the place was offered. Refuses as private.change_reply does.';
grant execute on function public.record_reply(jsonb) to authenticated, service_role;

create function public.void_reply(
  slot uuid, slot_date date, student uuid, start timestamptz default null, op uuid default null
) returns jsonb
language sql volatile security invoker set search_path = '' as $$
  select private.change_reply(jsonb_build_object(
           'op_id', op, 'slot_id', slot, 'slot_date', slot_date, 'student_id', student, 'starts_at', start), 'student')
$$;
comment on function public.void_reply(uuid, date, uuid, timestamptz, uuid) is
  '''Não foi o aluno'': takes back what was said with a student''s link, once per op. Answers as record_reply does.';
grant execute on function public.void_reply(uuid, date, uuid, timestamptz, uuid) to authenticated, service_role;
