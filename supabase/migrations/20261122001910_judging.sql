-- How the absence of a student is judged, in one place (docs/data-model.md, 'Replies and how they are judged'): which
-- version of the agreement judges a lesson, until when 'Não vou' counts as in time, which reply counts, and what the
-- seat of a registered lesson keeps of it.

create function private.judging_version(coach uuid, starts_at timestamptz) returns public.agreements
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  lesson_day constant date := (starts_at at time zone private.coach_time_zone(coach))::date;
  judge      public.agreements;
begin
  select a.* into judge
    from public.agreements a
    left join lateral (select b.notice_hours from public.agreements b
                        where b.user_id = coach and b.version < a.version
                          and (b.ends_on is null or b.ends_on >= a.starts_on)
                        order by b.version desc limit 1) before on true
   where a.user_id = coach and a.starts_on <= lesson_day and (a.ends_on is null or a.ends_on >= lesson_day)
     -- Saving a version makes nobody late: it judges a lesson only if, when it was saved, there was still time to tell
     -- an absence by this version and by the one before.
     and starts_at > a.created_at + make_interval(hours => greatest(a.notice_hours, before.notice_hours))
   order by a.starts_on desc, a.version desc limit 1;
  return judge;
end $$;
comment on function private.judging_version(uuid, timestamptz) is
  'The version of a coach''s agreement that judges a lesson beginning at `starts_at`; a row of nulls: no version does.';
grant execute on function private.judging_version(uuid, timestamptz) to authenticated, service_role;

create function private.reply_deadline(starts_at timestamptz, holds_since timestamptz, notice_hours integer)
returns timestamptz
language sql stable security invoker set search_path = ''
return case when holds_since > starts_at - make_interval(hours => notice_hours + 12) then starts_at
            else starts_at - make_interval(hours => notice_hours) end;
comment on function private.reply_deadline(timestamptz, timestamptz, integer) is
  'The last moment at which ''Não vou'' counts as told in time: the notice before the start. For a lesson that got '
  'its time (`holds_since`) less than the notice and twelve hours before the start, the start itself.';

-- Each slot is looked up by itself (docs/data-model.md, 'Looking rows up').
create function private.replies(coach uuid, slots uuid[], on_day date, begins timestamptz)
returns setof public.lesson_replies
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return query
  select (word.r).*
    from (select distinct on ((said.r).student_id) said.r
            from (select y.r, bool_and((y.r).reply = 'not_coming') over (partition by (y.r).student_id) as agreed
                    from unnest(slots) i (id)
                   cross join lateral (select x as r from public.lesson_replies x
                                        where x.user_id = coach and x.slot_id = i.id and x.slot_date = on_day
                                          and x.for_start = begins offset 0) y) said
           order by (said.r).student_id, case when said.agreed then (said.r).replied_at end, (said.r).replied_at desc,
                    (said.r).told_by desc) word;
end $$;
comment on function private.replies(uuid, uuid[], date, timestamptz) is
  'The reply that counts for each student who replied to an occurrence beginning at `begins`: the newer one of the '
  'student''s reply and the coach''s note; if both are ''not_coming'', the earlier one. `slots`: the slot of the '
  'occurrence and the slots that it replaced.';
grant execute on function private.replies(uuid, uuid[], date, timestamptz) to authenticated, service_role;

create function private.told_of(coach uuid, slot uuid, on_day date, student uuid) returns private.told
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  o    record;
  word public.lesson_replies;
  told private.told;
begin
  select * into o from private.occurrence(coach, slot, on_day);
  if not found then return told; end if;
  select * into word from private.replies(coach, o.slots, on_day, o.starts_at) r
   where r.student_id = student and r.reply = 'not_coming';
  if found then told := row (word.replied_at, word.for_start, word.told_by, word.outcome, null)::private.told; end if;
  -- An agreement that was taken down since no longer judges lessons of these days, but a reply keeps its outcome. Only
  -- the version that found a reply late can say why, so a late reply keeps that version.
  told.agreement_version :=
    case when word.outcome = 'late' then word.agreement_version
         else coalesce((private.judging_version(coach, o.starts_at)).version, word.agreement_version) end;
  return told;
end $$;
comment on function private.told_of(uuid, uuid, date, uuid) is
  'What a student''s seat in the lesson of an occurrence keeps: the reply ''not_coming'', if it counts, and the '
  'agreement version that judges the lesson.';

create function private.copy_told() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  answered record;
begin
  if private.is_importing() then return new; end if;
  select s.slot_id, s.slot_date into answered
    from public.sessions s where s.user_id = new.user_id and s.id = new.session_id;
  if answered.slot_id is not null then
    select * into new.told_at, new.told_for, new.told_by, new.told_outcome, new.agreement_version
      from private.told_of(new.user_id, answered.slot_id, answered.slot_date, new.student_id);
  else
    -- The lesson may be back by an undo, with its slot gone.
    select t.* into new.told_at, new.told_for, new.told_by, new.told_outcome, new.agreement_version
      from private.deleted_lessons d
     cross join lateral jsonb_populate_record(null::private.told, d.seats -> new.student_id::text) t
     where d.user_id = new.user_id and d.id = new.session_id;
  end if;
  return new;
end $$;
comment on function private.copy_told() is
  'Before a student is added to a lesson: copies what the student told, if the lesson answers an occurrence, or did '
  'before it was deleted.';
create trigger copy_told before insert on public.session_package_assignments
  for each row execute function private.copy_told();

create function private.tell_seats(coach uuid, lesson uuid, student uuid default null) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  update public.session_package_assignments a
     set told_at = t.told_at, told_for = t.told_for, told_by = t.told_by, told_outcome = t.told_outcome,
         agreement_version = t.agreement_version
    from public.sessions s, public.students st, lateral private.told_of(s.user_id, s.slot_id, s.slot_date, st.id) t
   where s.user_id = coach and s.id = lesson and a.user_id = s.user_id and a.session_id = s.id
     and (student is null or a.student_id = student)
     -- What an anonymised student told stays as it was.
     and st.user_id = a.user_id and st.id = a.student_id and st.anonymized_at is null
     and (a.told_at, a.told_for, a.told_by, a.told_outcome, a.agreement_version)
         is distinct from (t.told_at, t.told_for, t.told_by, t.told_outcome, t.agreement_version);
end $$;
comment on function private.tell_seats(uuid, uuid, uuid) is
  'Copies anew what students told before a registered lesson, to all of its seats or to that of one student.';

create function private.lesson_linked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_seats(new.user_id, new.id);
  return null;
end $$;
comment on function private.lesson_linked() is
  'After a lesson was linked to an occurrence, or unlinked: copies what its students told anew.';
create trigger lesson_linked after update of slot_id, slot_date on public.sessions
  for each row when ((old.slot_id, old.slot_date) is distinct from (new.slot_id, new.slot_date))
  execute function private.lesson_linked();
