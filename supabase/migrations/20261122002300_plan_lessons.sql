-- What a plan does to lessons, their students and their feedback. private.apply_plan calls these functions.

create function private.check_link(me uuid, lesson public.sessions, slot uuid, asked date) returns void
language plpgsql stable security invoker set search_path = '' as $$
begin
  if not exists (select from public.lesson_slots
                  where user_id = me and id = slot and asked between starts_on and coalesce(ends_on, 'infinity')) then
    raise sqlstate 'PT404' using message = 'slot_not_found', detail = slot::text;
  end if;
  if exists (select from public.sessions where user_id = me and slot_id = slot and slot_date = asked)
     or exists (select from public.slot_exceptions
                 where user_id = me and slot_id = slot and slot_date = asked and reason is not null) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = asked::text;
  end if;
  if lesson.slot_id is not null then
    raise sqlstate 'PT409' using message = 'lesson_linked', detail = lesson.id::text;
  end if;
end $$;
comment on function private.check_link(uuid, public.sessions, uuid, date) is
  'Before a lesson is linked to an occurrence, whose slot is locked: refuses it if the occurrence has a lesson or is '
  'skipped (PT409 occurrence_answered), the lesson is that of another occurrence (PT409 lesson_linked), or the slot '
  'does not have that day (PT404 slot_not_found).';
grant execute on function private.check_link(uuid, public.sessions, uuid, date) to authenticated, service_role;

create function private.claim_lessons(me uuid, lessons jsonb) returns uuid[]
language plpgsql volatile security invoker set search_path = '' as $$
declare
  change    jsonb;
  lesson_id uuid;
  lesson    public.sessions;
  already_deleted uuid[] := '{}';
begin
  for change in
    select l from jsonb_array_elements(lessons) l where l ->> 'op' <> 'create' order by (l -> 'session' ->> 'id')::uuid
  loop
    lesson_id := change -> 'session' ->> 'id';
    select * into lesson from public.sessions where user_id = me and id = lesson_id for update;
    if lesson.id is null and change ->> 'op' = 'update' then
      raise sqlstate 'PT404' using message = 'session_not_found', detail = lesson_id::text;
    end if;
    if lesson.id is null then already_deleted := already_deleted || lesson_id;
    elsif lesson.version is distinct from (change ->> 'expected_version')::bigint then
      raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
    elsif change ->> 'op' = 'update' and change -> 'session' ->> 'slot_id' is not null then
      perform private.check_link(me, lesson, (change -> 'session' ->> 'slot_id')::uuid,
                                 (change -> 'session' ->> 'slot_date')::date);
      if private.has_moved(me, change -> 'session') then
        raise sqlstate 'PT409' using message = 'agenda_changed', detail = change -> 'session' ->> 'slot_id';
      end if;
    end if;
  end loop;
  return already_deleted;
end $$;
comment on function private.claim_lessons(uuid, jsonb) is
  'Locks the lessons of a plan that exist, by id, and answers the ids of lessons to delete that another device had '
  'deleted already. PT409 stale_session, agenda_changed, PT404 session_not_found, and what private.check_link refuses.';
grant execute on function private.claim_lessons(uuid, jsonb) to authenticated, service_role;

create function private.refuse_lesson_beside(me uuid, lessons jsonb) returns void
language plpgsql stable security invoker set search_path = '' as $$
declare
  zone     constant text := private.coach_time_zone(me);
  found_id uuid;
begin
  select x.id into found_id
    from jsonb_array_elements(lessons) l
   cross join lateral (select (l -> 'session' ->> 'date')::timestamptz as date) n
   cross join lateral (select * from public.sessions y
                        where y.user_id = me
                          and y.date between n.date - interval '120 minutes' and n.date + interval '120 minutes'
                       offset 0) x
   where l ->> 'op' = 'create' and l -> 'session' ? 'beside' and x.id <> (l -> 'session' ->> 'id')::uuid
     -- In the agenda's zone: the device that entered one of the two may have been in another.
     and (x.date at time zone zone)::date = (n.date at time zone zone)::date and x.cancelled_reason is null
     and (x.slot_id is null) <> (l -> 'session' ->> 'slot_id' is null)
     and not l -> 'session' -> 'beside' ? x.id::text
     and exists (select from jsonb_array_elements(l -> 'participants') a
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = x.id and t.student_id = (a ->> 'student_id')::uuid)
   limit 1;
  if found_id is not null then
    raise sqlstate 'PT409' using message = 'lesson_beside', detail = found_id::text;
  end if;
end $$;
comment on function private.refuse_lesson_beside(uuid, jsonb) is
  'Refuses a new lesson that may be one entered twice: another lesson of the agenda''s same day, at most 120 minutes '
  'away, has one of its students, and only one of the two is from the agenda. PT409 lesson_beside, unless the plan '
  'names the other lesson in `beside`. Called with the students locked, so that the second of two devices sees the '
  'lesson of the first one.';
grant execute on function private.refuse_lesson_beside(uuid, jsonb) to authenticated, service_role;

create function private.write_participants(me uuid, lesson_id uuid, change jsonb, club_ids uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  participants constant jsonb := change -> 'participants';
begin
  -- Each statement only where a plan needs it, because statement triggers cost time even without rows. A new lesson has
  -- nothing to remove, and no device can have changed it meanwhile.
  if change -> 'remove_students' <> '[]' then
    delete from public.session_package_assignments
     where user_id = me and session_id = lesson_id
       and student_id = any (array(select jsonb_array_elements_text(change -> 'remove_students')::uuid));
  end if;
  if change ->> 'op' = 'update' then
    delete from public.session_feedbacks f
     where f.user_id = me and f.session_id = lesson_id
       and f.student_id = any (array(select (p ->> 'student_id')::uuid from jsonb_array_elements(participants) p
                                      where p -> 'feedback' = 'null' or p ->> 'attendance' <> 'present'));
  end if;

  -- A student who stays excused keeps the spared package, unless the plan names one.
  insert into public.session_package_assignments as t (user_id, session_id, student_id, package_id, manually_assigned,
                                                       attendance, spared_package_id)
  select me, lesson_id, p.student_id, p.package_id, coalesce(p.manually_assigned, false), p.attendance,
         case when said ? 'spared_package_id' then p.spared_package_id
              when p.attendance = 'excused' and change ->> 'op' = 'update' then (
                select old.spared_package_id from public.session_package_assignments old
                 where old.user_id = me and old.session_id = lesson_id and old.student_id = p.student_id) end
    from jsonb_array_elements(participants) said
   cross join lateral jsonb_to_record(said) as p (student_id uuid, package_id uuid, manually_assigned boolean,
                                                  attendance text, spared_package_id uuid)
   where p.attendance is not null
  on conflict (user_id, session_id, student_id) do update
     set package_id = excluded.package_id, manually_assigned = excluded.manually_assigned,
         attendance = excluded.attendance, spared_package_id = excluded.spared_package_id, assigned_at = now()
   where (t.package_id, t.manually_assigned, t.attendance, t.spared_package_id)
         is distinct from
         (excluded.package_id, excluded.manually_assigned, excluded.attendance, excluded.spared_package_id);

  if not jsonb_path_exists(participants, '$[*] ? (@.feedback != null)') then return; end if;
  -- In a new lesson the plan itself says who is present, and the foreign key refuses any other feedback.
  if change ->> 'op' = 'update'
     and exists (select from jsonb_to_recordset(participants) as p (student_id uuid, feedback jsonb)
                   join public.session_package_assignments t
                     on t.user_id = me and t.session_id = lesson_id and t.student_id = p.student_id
                  where p.feedback is not null and t.attendance <> 'present') then
    raise sqlstate 'PT409' using message = 'stale_session', detail = lesson_id::text;
  end if;
  -- Private notes stay as they are if the plan leaves them out.
  insert into public.session_feedbacks as t (user_id, session_id, student_id, rating, notes, private_notes, tags,
                                             club_id, created_at)
  select me, lesson_id, p.student_id, f.rating, f.notes,
         case when p.feedback ? 'private_notes' then f.private_notes else old.private_notes end, coalesce(f.tags, '{}'),
         case when f.club_id = any (club_ids) then f.club_id end, least(coalesce(f.created_at, now()), now())
    from jsonb_to_recordset(participants) as p (student_id uuid, feedback jsonb)
   cross join lateral jsonb_to_record(p.feedback) as f (rating smallint, notes text, private_notes text, tags text[],
                                                        club_id uuid, created_at timestamptz)
    left join public.session_feedbacks old
      on old.user_id = me and old.session_id = lesson_id and old.student_id = p.student_id
   where p.feedback is not null
  on conflict (user_id, session_id, student_id, attendance) do update
     set rating = excluded.rating, notes = excluded.notes, private_notes = excluded.private_notes, tags = excluded.tags,
         club_id = excluded.club_id;
end $$;
comment on function private.write_participants(uuid, uuid, jsonb, uuid[]) is
  'Writes the students of one lesson of a plan and their feedback. PT409 stale_session: the plan has feedback for a '
  'student who is not present.';
grant execute on function private.write_participants(uuid, uuid, jsonb, uuid[]) to authenticated, service_role;

create function private.write_lessons(me uuid, lessons jsonb, restores boolean, club_ids uuid[]) returns void
language plpgsql volatile security invoker set search_path = '' as $$
declare
  change    jsonb;
  fields    jsonb;
  op        text;
  lesson_id uuid;
  slot      uuid;
begin
  for change in select l from jsonb_array_elements(lessons) l order by (l -> 'session' ->> 'id')::uuid loop
    op := change ->> 'op';
    fields := change -> 'session';
    lesson_id := fields ->> 'id';
    if op = 'delete' then
      if restores then perform private.forget_days_of_lesson(lesson_id); end if;
      delete from public.sessions where user_id = me and id = lesson_id;
      continue;
    end if;
    if op = 'create' then
      slot := fields ->> 'slot_id';
      insert into public.sessions (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id,
                                   slot_date)
      values (lesson_id, me, coalesce((fields ->> 'date')::timestamptz, now()), (fields ->> 'day')::date,
              fields ->> 'teacher', fields ->> 'notes', fields ->> 'cancelled_reason',
              least(coalesce((fields ->> 'created_at')::timestamptz, now()), now()),
              slot, case when slot is not null then (fields ->> 'slot_date')::date end)
      on conflict on constraint sessions_one_per_occurrence do nothing;
      if not found then
        raise sqlstate 'PT409' using message = 'occurrence_answered', detail = fields ->> 'slot_date';
      end if;
    end if;
    if op = 'update' then
      -- The version has shown that the change to undo is the last one.
      if restores then
        perform private.forget_days_of_lesson(lesson_id, (select updated_at from public.sessions
                                                           where user_id = me and id = lesson_id));
      end if;
      -- The lesson first, so that the ledger's lines describe it as it is now.
      update public.sessions
         set date    = case when fields ? 'date' then (fields ->> 'date')::timestamptz else date end,
             day     = case when fields ? 'day' then (fields ->> 'day')::date else day end,
             teacher = case when fields ? 'teacher' then fields ->> 'teacher' else teacher end,
             notes   = case when fields ? 'notes' then fields ->> 'notes' else notes end,
             cancelled_reason = case when fields ? 'cancelled_reason' then fields ->> 'cancelled_reason'
                                     else cancelled_reason end,
             slot_id   = case when fields ? 'slot_id' then (fields ->> 'slot_id')::uuid else slot_id end,
             slot_date = case when fields ? 'slot_id' then (fields ->> 'slot_date')::date else slot_date end
       where user_id = me and id = lesson_id;
    end if;
    perform private.write_participants(me, lesson_id, change, club_ids);
  end loop;
end $$;
comment on function private.write_lessons(uuid, jsonb, boolean, uuid[]) is
  'Creates, changes and deletes the lessons of a plan, by id. `restores`: it is an undo. PT409 occurrence_answered, '
  'and what private.write_participants refuses.';
grant execute on function private.write_lessons(uuid, jsonb, boolean, uuid[]) to authenticated, service_role;
