-- The coach's week (docs/product.md, 'Agenda', 'Times of the agenda'). A slot is stored, its occurrences are not: they are
-- expanded here, once, for the agenda, the calendar and the student's page. An occurrence is (slot, original local date), also
-- after it moved.
create function private.is_time_zone(name text) returns boolean
language plpgsql immutable security invoker set search_path = '' as $$
begin
  perform timestamp '2000-01-01' at time zone name;
  -- 'EST' and '+03' know no summer time. With a digit in it, any word is a time zone to Postgres: 'No/Where3'.
  return name ~ '^([A-Za-z_]+(/[A-Za-z_-]+)+|Etc/GMT[+-][0-9]+|UTC)$';
exception when invalid_parameter_value then
  return false;
end $$;
comment on function private.is_time_zone(text) is 'Whether this is the IANA name of a time zone.';
grant execute on function private.is_time_zone(text) to authenticated, service_role;

alter table public.profiles add column time_zone text
  check (char_length(time_zone) <= 60 and private.is_time_zone(time_zone));
comment on column public.profiles.time_zone is
  'IANA name, from the coach''s device; in it the local times of slots become instants. Null: not known yet.';
grant update (time_zone) on public.profiles to authenticated;
comment on function private.fallback_day(timestamptz) is 'The day in São Paulo; devices send the lesson''s day.';

create table public.lesson_slots (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  weekday    smallint check (weekday between 0 and 6),
  start_time time not null check (extract(second from start_time) = 0 and start_time < '24:00'),
  minutes    smallint not null default 60 check (minutes between 15 and 600),
  club_id    uuid,
  starts_on  date not null check (starts_on between '2000-01-01' and '2100-12-31'),
  ends_on    date check (ends_on between '2000-01-01' and '2100-12-31'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint lesson_slots_ends_after_start check (ends_on >= starts_on),
  constraint lesson_slots_weekly_or_once check (weekday is not null or (ends_on is not null and ends_on = starts_on)),
  constraint lesson_slots_club_fkey foreign key (user_id, club_id)
    references public.clubs (user_id, id) on delete set null (club_id)
);
comment on table public.lesson_slots is
  'A time at which the coach teaches: every week on a weekday, or on one date. Without students it is a free hour.';
comment on column public.lesson_slots.weekday is '0 is Sunday; null: only on the date starts_on = ends_on.';
comment on column public.lesson_slots.start_time is 'Local time in the coach''s time zone.';
create index lesson_slots_club_idx on public.lesson_slots (user_id, club_id);
-- Most slots of an old account have ended; a week reads those that have not. `coalesce` is not leakproof: under row-level
-- security no index would be searched by it.
create index lesson_slots_end_idx on public.lesson_slots
  (user_id, (case when ends_on is null then 'infinity' else ends_on end));

create table public.lesson_slot_students (
  user_id    uuid not null default auth.uid(),
  slot_id    uuid not null,
  student_id uuid not null,
  primary key (user_id, slot_id, student_id),
  constraint lesson_slot_students_slot_fkey foreign key (user_id, slot_id)
    references public.lesson_slots (user_id, id) on delete cascade,
  constraint lesson_slot_students_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.lesson_slot_students is 'Who is expected at a slot.';
create index lesson_slot_students_student_idx on public.lesson_slot_students (user_id, student_id);

create table public.slot_exceptions (
  user_id    uuid not null default auth.uid(),
  slot_id    uuid not null,
  slot_date  date not null,
  reason     text check (reason in ('rain', 'coach', 'venue', 'other', 'holiday', 'recess')),
  moved_to   timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, slot_id, slot_date),
  constraint slot_exceptions_says_something check (reason is not null or moved_to is not null),
  constraint slot_exceptions_real_day check (moved_to between '2000-01-01 00:00+00' and '2101-01-01 00:00+00'),
  constraint slot_exceptions_slot_fkey foreign key (user_id, slot_id)
    references public.lesson_slots (user_id, id) on delete cascade
);
comment on table public.slot_exceptions is 'An occurrence that differs from its slot: skipped for a reason, moved, or both.';
comment on column public.slot_exceptions.slot_date is 'The original local date of the occurrence.';
create index slot_exceptions_moved_idx on public.slot_exceptions (user_id, moved_to) where moved_to is not null;

alter table public.sessions
  add column slot_id uuid,
  add column slot_date date,
  add constraint sessions_occurrence_whole check ((slot_id is null) = (slot_date is null)),
  -- Answered twice, from two devices or the outbox, is one lesson.
  add constraint sessions_one_per_occurrence unique (user_id, slot_id, slot_date),
  -- A slot with lessons is ended, never deleted. Checked late, so that closing an account deletes both.
  add constraint sessions_slot_fkey foreign key (user_id, slot_id) references public.lesson_slots (user_id, id);
comment on column public.sessions.slot_id is 'The slot whose occurrence of slot_date this lesson is; null: not from the agenda.';
grant insert (slot_id, slot_date) on public.sessions to authenticated;

do $$
declare
  name text;
begin
  foreach name in array array['lesson_slots', 'lesson_slot_students', 'slot_exceptions'] loop
    execute format('alter table public.%I enable row level security', name);
    execute format('create policy "own rows" on public.%I for all to authenticated '
                   'using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()))', name);
    execute format('grant all on public.%I to service_role', name);
    execute format('create trigger require_account before insert on public.%I '
                   'for each statement execute function private.require_account()', name);
  end loop;
end $$;
grant select, delete on public.lesson_slots to authenticated;
grant insert (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on) on public.lesson_slots to authenticated;
-- A slot is ended and another one added; what was answered keeps its time.
grant update (ends_on) on public.lesson_slots to authenticated;
grant select, insert, delete on public.lesson_slot_students to authenticated;
grant select, delete on public.slot_exceptions to authenticated;
grant insert (user_id, slot_id, slot_date, reason, moved_to), update (reason, moved_to) on public.slot_exceptions to authenticated;
create trigger z_refuse_anonymized after insert on public.lesson_slot_students referencing new table as new_rows
  for each statement execute function private.refuse_anonymized();
create trigger touch before update on public.lesson_slots
  for each row execute function private.touch_updated_at();

-- An occurrence with a lesson can be neither skipped nor moved; a lesson that is registered for a skipped one ends the skip.
create function private.refuse_answered_exception() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  if exists (select from public.sessions
              where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date) then
    raise sqlstate 'PT409' using message = 'occurrence_answered', detail = new.slot_date::text;
  end if;
  return new;
end $$;
comment on function private.refuse_answered_exception() is
  'Before an exception is written: an occurrence with a lesson refuses it (PT409 occurrence_answered).';
create trigger refuse_answered before insert or update on public.slot_exceptions
  for each row execute function private.refuse_answered_exception();

create function private.end_skip() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  delete from public.slot_exceptions
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and moved_to is null;
  update public.slot_exceptions set reason = null
   where user_id = new.user_id and slot_id = new.slot_id and slot_date = new.slot_date and reason is not null;
  return new;
end $$;
comment on function private.end_skip() is 'Before a lesson of an occurrence is inserted: ends the skip of that occurrence.';
create trigger end_skip before insert on public.sessions
  for each row when (new.slot_id is not null) execute function private.end_skip();

create function private.coach_time_zone(coach uuid) returns text
language sql stable security invoker set search_path = '' as $$
  select coalesce((select p.time_zone from public.profiles p where p.id = coach), 'America/Sao_Paulo')
$$;
grant execute on function private.coach_time_zone(uuid) to authenticated, service_role;

-- The local days of slots first, then those moved into the range; each at most once.
create function private.occurrences(coach uuid, from_day date, to_day date)
returns table (slot_id uuid, slot_date date, starts_at timestamptz, day date, minutes smallint, club_id uuid, reason text,
               moved_to timestamptz)
language sql stable security invoker set search_path = '' as $$
  with zone as materialized (select private.coach_time_zone(coach) as name),
  days as (
    select s.id, d::date as day
      from public.lesson_slots s
     cross join lateral generate_series(
             (greatest(from_day, s.starts_on)
                + case when s.weekday is null then 0
                       else (s.weekday - extract(dow from greatest(from_day, s.starts_on))::integer + 7) % 7 end)::timestamp,
             least(to_day, s.ends_on)::timestamp, interval '7 days') d
     where s.user_id = coach and s.starts_on <= to_day
       and case when s.ends_on is null then 'infinity' else s.ends_on end >= from_day
    union
    -- Wide enough for every time zone; the local day decides below.
    select e.slot_id, e.slot_date
      from public.slot_exceptions e
     where e.user_id = coach and e.moved_to is not null
       and e.moved_to >= (from_day - 1)::timestamp at time zone 'UTC'
       and e.moved_to < (to_day + 2)::timestamp at time zone 'UTC'
  )
  select s.id, days.day, at.instant, (at.instant at time zone zone.name)::date, s.minutes, s.club_id, e.reason, e.moved_to
    from days
   cross join zone
   -- Looked up one by one: joined, all slots and exceptions of the past were read.
   cross join lateral (select * from public.lesson_slots where user_id = coach and id = days.id offset 0) s
    left join lateral (select x.reason, x.moved_to from public.slot_exceptions x
                        where x.user_id = coach and x.slot_id = days.id and x.slot_date = days.day offset 0) e on true
   cross join lateral (select coalesce(e.moved_to, (days.day + s.start_time) at time zone zone.name) as instant) at
   -- A moved occurrence whose day its slot no longer has is gone with it.
   where days.day between s.starts_on and coalesce(s.ends_on, 'infinity')
     and (s.weekday is null or s.weekday = extract(dow from days.day))
     and (at.instant at time zone zone.name)::date between from_day and to_day
$$;
comment on function private.occurrences(uuid, date, date) is
  'The occurrences of a coach on the local days of a range, each with its instant; moved ones on the day they moved to. '
  'A local time that summer time leaves out is an hour later; one that happens twice is the later one.';
grant execute on function private.occurrences(uuid, date, date) to authenticated, service_role;
