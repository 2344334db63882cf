-- Guests and openings (docs/data-model.md, 'Replies and how they are judged'): who is expected on one day only, which
-- hour is offered to whom, and who took it. Only functions write these tables. No foreign keys to slots: guests and
-- openings count for the slot that replaced theirs, even when theirs is gone.
create table public.occurrence_guests (
  user_id    uuid not null,
  slot_id    uuid not null,
  slot_date  date not null,
  student_id uuid not null,
  source     text not null check (source in ('coach', 'opening')),
  for_start  timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, slot_id, slot_date, student_id),
  constraint occurrence_guests_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.occurrence_guests is
  'A student who is expected at one occurrence only. A guest that the coach added stays one when the occurrence '
  'moves; a taker of an opening is a guest only while it begins at for_start.';
comment on column public.occurrence_guests.created_at is
  'When the coach added the guest, or when the student took the place.';
create index occurrence_guests_student_idx on public.occurrence_guests (user_id, student_id);
create index occurrence_guests_start_idx on public.occurrence_guests (user_id, for_start);

alter table public.occurrence_guests enable row level security;
create policy "own rows" on public.occurrence_guests for select to authenticated using (user_id = (select auth.uid()));
grant select on public.occurrence_guests to authenticated;
grant all on public.occurrence_guests to service_role;

create trigger limit_added after insert on public.occurrence_guests referencing new table as new_rows
  for each statement execute function private.limit_rows('10000', 'for_start > now() - interval ''90 days''');

create table public.openings (
  user_id    uuid not null references public.profiles (id) on delete cascade,
  id         uuid not null,
  slot_id    uuid not null,
  slot_date  date not null,
  for_start  timestamptz not null,
  places     smallint not null check (places between 1 and 10),
  seats      smallint not null default 1 check (seats > 0),
  closes_at  timestamptz not null,
  closed_at  timestamptz,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint openings_close_before_start check (closes_at <= for_start)
);
comment on table public.openings is
  'Places of an occurrence that are offered until closes_at. for_start: when the occurrence begins, as it was when '
  'they were offered.';
comment on column public.openings.seats is
  'How many students come once every place is taken, as it was when they were offered.';
comment on column public.openings.closed_at is
  'When the coach closed the opening, or the occurrence was skipped, answered or moved. Taking that back does not '
  'reopen it.';
create index openings_occurrence_idx on public.openings (user_id, slot_id, slot_date);
create index openings_end_idx on public.openings (user_id, closes_at);

alter table public.openings enable row level security;
create policy "own rows" on public.openings for select to authenticated using (user_id = (select auth.uid()));
grant select on public.openings to authenticated;
grant all on public.openings to service_role;

create trigger limit_added after insert on public.openings referencing new table as new_rows
  for each statement execute function private.limit_rows('10000', 'closes_at > now() - interval ''90 days''');

create table public.opening_invites (
  user_id    uuid not null,
  opening_id uuid not null,
  student_id uuid not null,
  invited_at timestamptz not null default now(),
  taken_at   timestamptz,
  primary key (user_id, opening_id, student_id),
  constraint opening_invites_opening_fkey foreign key (user_id, opening_id)
    references public.openings (user_id, id) on delete cascade,
  constraint opening_invites_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.opening_invites is
  'Which students were asked, and when they took a place. private.takers says who has a place now.';
create index opening_invites_student_idx on public.opening_invites (user_id, student_id);
create index opening_invites_newest_idx on public.opening_invites (user_id, invited_at);

alter table public.opening_invites enable row level security;
create policy "own rows" on public.opening_invites for select to authenticated using (user_id = (select auth.uid()));
grant select on public.opening_invites to authenticated;
grant all on public.opening_invites to service_role;

create trigger limit_added after insert on public.opening_invites referencing new table as new_rows
  for each statement execute function private.limit_rows('20000', 'invited_at > now() - interval ''90 days''');
