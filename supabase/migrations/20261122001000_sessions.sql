-- The day of a lesson that is inserted without one.
create function private.fallback_day(date timestamptz) returns date
language sql immutable security invoker set search_path = ''
return (date at time zone 'America/Sao_Paulo')::date;
comment on function private.fallback_day(timestamptz) is
  'The local day in São Paulo of an instant. Devices send the lesson''s own day.';
grant execute on function private.fallback_day(timestamptz) to authenticated, service_role;

-- Lessons, also those that did not happen (docs/product.md, 'A lesson that did not happen'). Written through
-- apply_session_plan; triggers keep the counters, the rating sums and the version.
create table public.sessions (
  id               uuid not null default gen_random_uuid(),
  user_id          uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  date             timestamptz not null default now(),
  day              date not null,
  teacher          text not null check (private.is_seen(teacher) and char_length(teacher) <= 255),
  notes            text check (char_length(notes) <= 2000),
  student_count    integer not null default 0 check (student_count >= 0),
  unassigned_count integer not null default 0 check (unassigned_count between 0 and student_count),
  rating_sum       integer not null default 0,
  rating_count     integer not null default 0,
  version          bigint not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  cancelled_reason text check (cancelled_reason in ('rain', 'coach', 'venue', 'other')),
  cancelled_count  integer not null default 0 check (cancelled_count between 0 and student_count),
  slot_id          uuid,
  slot_date        date,
  primary key (user_id, id),
  constraint sessions_teacher_has_no_bidi_controls check (teacher !~ '[\u202A-\u202E\u2066-\u2069]'),
  -- No time zone is a day or more away from UTC.
  constraint sessions_day_of_date
    check (day between (date at time zone 'UTC')::date - 1 and (date at time zone 'UTC')::date + 1),
  constraint sessions_occurrence_whole check ((slot_id is null) = (slot_date is null)),
  -- An occurrence that is answered twice, from two devices or the outbox, has one lesson.
  constraint sessions_one_per_occurrence unique (user_id, slot_id, slot_date),
  -- A slot with lessons is ended, never deleted. The key is checked at the end of the statement, so that closing an
  -- account can delete both.
  constraint sessions_slot_fkey foreign key (user_id, slot_id) references public.lesson_slots (user_id, id)
);
comment on table public.sessions is 'A lesson: when, by whom, and the notes that every student of it can read.';
comment on column public.sessions.day is
  'The local day of the lesson on the device that entered it. Decides which packages were valid.';
comment on column public.sessions.student_count is
  'Kept by triggers: how many students it has, whether they came or not.';
comment on column public.sessions.unassigned_count is
  'Kept by triggers: how many of them are charged and have no package.';
comment on column public.sessions.rating_sum is 'Kept by triggers: the sum of the ratings of its feedback.';
comment on column public.sessions.rating_count is 'Kept by triggers: how many ratings its feedback has.';
comment on column public.sessions.version is
  'Rises with every change to the lesson, its students or its feedback. Plans name the version they were made from.';
comment on column public.sessions.cancelled_reason is 'Why the lesson did not happen; null: it did.';
comment on column public.sessions.cancelled_count is 'Kept by triggers: how many of its students are ''cancelled''.';
comment on column public.sessions.slot_id is
  'With slot_date, the occurrence that this lesson answers; null: the lesson is not from the agenda.';
create index sessions_date_idx on public.sessions (user_id, date desc, id desc);
create index sessions_unassigned_idx on public.sessions (user_id, date desc, id desc) where unassigned_count > 0;
create index sessions_cancelled_idx on public.sessions (user_id, date desc, id desc) where cancelled_reason is not null;

alter table public.sessions enable row level security;
create policy "own rows" on public.sessions for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.sessions to authenticated;
grant insert (id, user_id, date, day, teacher, notes, cancelled_reason, created_at, slot_id, slot_date)
  on public.sessions to authenticated;
grant update (date, day, teacher, notes, cancelled_reason, slot_id, slot_date) on public.sessions to authenticated;
grant all on public.sessions to service_role;

create trigger require_account before insert on public.sessions
  for each statement execute function private.require_account();

create function private.raise_session_version() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;
comment on function private.raise_session_version() is 'Before update: raises the version and stamps updated_at.';
create trigger touch before update on public.sessions
  for each row execute function private.raise_session_version();

-- A trigger, since a check must not depend on the clock. Five minutes of tolerance for devices whose clock is ahead.
create function private.refuse_future_session() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  if new.date > now() + interval '5 minutes' then
    raise sqlstate 'PT400' using message = 'session_in_future', detail = new.date::text;
  end if;
  return new;
end $$;
comment on function private.refuse_future_session() is
  'Before a date is set: refuses a lesson more than five minutes ahead (PT400 session_in_future).';
create trigger not_in_future before insert or update of date on public.sessions
  for each row execute function private.refuse_future_session();

-- A coach may insert a lesson through the API without its day. The app's plans and the import of an export always name
-- the day.
create function private.set_session_day() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  new.day := private.fallback_day(new.date);
  return new;
end $$;
comment on function private.set_session_day() is
  'Before a lesson without a day is inserted: sets private.fallback_day.';
create trigger set_day before insert on public.sessions
  for each row when (new.day is null) execute function private.set_session_day();

-- Deferred: the lesson and its students are written by different statements.
create function private.refuse_cancelled_in_part() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.sessions s
              where s.user_id = new.user_id and s.id = new.id
                and s.cancelled_count <> case when s.cancelled_reason is null then 0 else s.student_count end) then
    raise sqlstate 'PT400' using message = 'cancelled_in_part', detail = new.id::text;
  end if;
  return null;
end $$;
comment on function private.refuse_cancelled_in_part() is
  'At commit: refuses a cancelled lesson with a student who is not ''cancelled'', and any other lesson with one who '
  'is (PT400 cancelled_in_part).';
create constraint trigger cancelled_whole after insert or update on public.sessions
  deferrable initially deferred for each row when (new.cancelled_reason is not null or new.cancelled_count > 0)
  execute function private.refuse_cancelled_in_part();

-- Locks the slot, so that it cannot end before this lesson meanwhile, and so that no plan skips the occurrence: a plan
-- locks the slot too, and then looks for lessons.
create function private.end_skip() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  slot public.lesson_slots;
begin
  -- Policies refuse another coach's row only after this trigger, which must neither tell of that coach's slots nor lock
  -- them.
  if new.user_id <> private.coach() then return new; end if;
  select * into slot from public.lesson_slots where user_id = new.user_id and id = new.slot_id for share;
  -- If the slot does not exist, the foreign key refuses the lesson.
  if found and (new.slot_date < slot.starts_on or new.slot_date > slot.ends_on) then
    raise sqlstate 'PT409' using message = 'agenda_changed', detail = slot.id::text;
  end if;
  delete from public.slot_exceptions
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and moved_to is null;
  update public.slot_exceptions set reason = null, recess_id = null
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and reason is not null;
  return new;
end $$;
comment on function private.end_skip() is
  'Before a lesson is linked to an occurrence: ends the skip of the occurrence. PT409 agenda_changed: the slot does '
  'not have that day.';
create trigger end_skip before insert on public.sessions
  for each row when (new.slot_id is not null) execute function private.end_skip();
-- Not when an edit writes the same occurrence: it would lock the slot after the lesson, against the lock order.
create trigger end_skip_linked before update of slot_id, slot_date on public.sessions
  for each row when (new.slot_id is not null
                     and (old.slot_id, old.slot_date) is distinct from (new.slot_id, new.slot_date))
  execute function private.end_skip();

create function private.refuse_end_before_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.sessions
              where user_id = new.user_id and slot_id = new.id and slot_date > new.ends_on) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = new.id::text;
  end if;
  return new;
end $$;
comment on function private.refuse_end_before_lesson() is
  'Before a slot gets a last day: refuses one before its last lesson (PT409 occurrence_answered).';
create trigger not_before_lesson before update of ends_on on public.lesson_slots
  for each row when (new.ends_on is not null) execute function private.refuse_end_before_lesson();
