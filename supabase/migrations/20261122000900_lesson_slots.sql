-- The coach's week (docs/product.md, 'Agenda', 'Times of the agenda'). Slots are stored, occurrences are not:
-- private.occurrences computes them. (slot, original local date) names an occurrence, even after it moved.
create table public.lesson_slots (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  weekday    smallint check (weekday between 0 and 6),
  start_time time not null check (extract(second from start_time) = 0 and start_time < '24:00'),
  minutes    smallint not null default 60 check (minutes between 15 and 600),
  club_id    uuid,
  starts_on  date not null,
  ends_on    date,
  replaces   uuid[] not null default '{}' check (private.is_list(replaces)),
  time_since timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint lesson_slots_ends_after_start check (ends_on >= starts_on),
  constraint lesson_slots_replaces_few check (cardinality(replaces) <= 50),
  constraint lesson_slots_weekly_or_once check (weekday is not null or (ends_on is not null and ends_on = starts_on)),
  constraint lesson_slots_club_fkey foreign key (user_id, club_id)
    references public.clubs (user_id, id) on delete set null (club_id)
);
comment on table public.lesson_slots is
  'A time at which the coach teaches: every week on a weekday, or on one date. Without students it is a free hour.';
comment on column public.lesson_slots.weekday is '0 is Sunday; null: only on the date starts_on = ends_on.';
comment on column public.lesson_slots.start_time is 'Local time in the coach''s time zone.';
-- No foreign keys: the slot that was replaced may be gone, and an answer that waits on a device still names it.
comment on column public.lesson_slots.replaces is
  'The slots that this one replaced (''Mudar deste dia em diante''), the latest first, deleted ones included.';
comment on column public.lesson_slots.time_since is
  'Since when its lessons begin at this time. A slot that replaces another one at the same time keeps that slot''s '
  'value. It is set anew when an exception is removed from a moved occurrence that begins within a week; it says '
  'nothing of lessons that began before it. Kept by the functions of plans.';
create index lesson_slots_club_idx on public.lesson_slots (user_id, club_id);
-- Most slots of an old account have ended, and a week reads only the others. A case expression, because `coalesce` is
-- not leakproof: under row-level security Postgres would not search an index by it.
create index lesson_slots_end_idx on public.lesson_slots
  (user_id, (case when ends_on is null then 'infinity' else ends_on end));

alter table public.lesson_slots enable row level security;
create policy "own rows" on public.lesson_slots for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.lesson_slots to authenticated;
grant insert (id, user_id, weekday, start_time, minutes, club_id, starts_on, ends_on, replaces)
  on public.lesson_slots to authenticated;
-- Only ends_on: a change ends the slot and adds another one, so that answered occurrences keep their time.
grant update (ends_on) on public.lesson_slots to authenticated;
grant all on public.lesson_slots to service_role;

create trigger require_account before insert on public.lesson_slots
  for each statement execute function private.require_account();
create trigger touch before update on public.lesson_slots
  for each row when (old.time_since = new.time_since) execute function private.touch_updated_at();

-- Limited, because anybody who knows the address of the calendar makes the database expand all of a coach's slots.
create function private.limit_slots() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  coach uuid;
begin
  for coach in select distinct user_id from new_rows order by 1 loop
    -- With this lock, the second of two devices counts what the first one added.
    perform from public.profiles where id = coach for no key update;
    if (select count(*) from (
          select from public.lesson_slots
           where user_id = coach and case when ends_on is null then 'infinity' else ends_on end >= current_date - 1
           limit 501) running) > 500 then
      raise sqlstate 'PT413' using message = 'too_many_slots';
    end if;
  end loop;
  return null;
end $$;
comment on function private.limit_slots() is
  'After slots are added or prolonged: a coach has at most 500 that have not ended (PT413 too_many_slots).';
create trigger limit_added after insert on public.lesson_slots referencing new table as new_rows
  for each statement execute function private.limit_slots();
create trigger limit_prolonged after update on public.lesson_slots referencing new table as new_rows
  for each statement execute function private.limit_slots();

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

alter table public.lesson_slot_students enable row level security;
create policy "own rows" on public.lesson_slot_students for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert, delete on public.lesson_slot_students to authenticated;
grant all on public.lesson_slot_students to service_role;

create trigger require_account before insert on public.lesson_slot_students
  for each statement execute function private.require_account();

create table public.slot_exceptions (
  user_id    uuid not null default auth.uid(),
  slot_id    uuid not null,
  slot_date  date not null,
  reason     text check (reason in ('rain', 'coach', 'venue', 'other', 'holiday', 'recess')),
  moved_to   timestamptz,
  moved_at   timestamptz,
  recess_id  uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, slot_id, slot_date),
  constraint slot_exceptions_says_something check (reason is not null or moved_to is not null),
  constraint slot_exceptions_of_recess check ((reason is not distinct from 'recess') = (recess_id is not null)),
  constraint slot_exceptions_slot_fkey foreign key (user_id, slot_id)
    references public.lesson_slots (user_id, id) on delete cascade,
  constraint slot_exceptions_recess_fkey foreign key (user_id, recess_id)
    references public.recesses (user_id, id) on delete cascade
);
comment on table public.slot_exceptions is
  'An occurrence that differs from its slot: skipped for a reason, moved, or both.';
comment on column public.slot_exceptions.slot_date is 'The original local date of the occurrence.';
comment on column public.slot_exceptions.moved_at is 'Kept by a trigger: since when the occurrence begins at moved_to.';
create index slot_exceptions_recess_idx on public.slot_exceptions (user_id, recess_id) where recess_id is not null;
create index slot_exceptions_moved_idx on public.slot_exceptions (user_id, moved_to) where moved_to is not null;

alter table public.slot_exceptions enable row level security;
create policy "own rows" on public.slot_exceptions for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
-- Only functions write this table, because extensions of packages depend on skips.
grant select on public.slot_exceptions to authenticated;
grant all on public.slot_exceptions to service_role;

create trigger require_account before insert on public.slot_exceptions
  for each statement execute function private.require_account();
create trigger limit_added after insert on public.slot_exceptions referencing new table as new_rows
  for each statement execute function private.limit_rows('20000');

create function private.note_move() returns trigger
language plpgsql security invoker set search_path = '' as $$
begin
  if new.moved_to is null then
    new.moved_at := null;
  elsif tg_op = 'INSERT' then
    if not private.is_importing() then new.moved_at := coalesce(new.moved_at, now()); end if;
  elsif new.moved_to is distinct from old.moved_to then
    new.moved_at := now();
  end if;
  return new;
end $$;
comment on function private.note_move() is 'Before an exception is written: stamps moved_at if the occurrence moves.';
create trigger note_move before insert or update on public.slot_exceptions
  for each row execute function private.note_move();

-- An occurrence with a lesson can be neither skipped nor moved. Registering a lesson for a skipped occurrence ends the
-- skip (private.end_skip).
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
  'Before an exception is written: refuses one for an occurrence with a lesson (PT409 occurrence_answered).';
create trigger refuse_answered before insert or update on public.slot_exceptions
  for each row execute function private.refuse_answered_exception();
