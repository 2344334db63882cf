-- The coach's agreement about missed lessons (docs/data-model.md, 'Replies and how they are judged'), who read it, and
-- the replies to lessons. Only functions write these tables: the database decides versions, times and outcomes.
create table public.agreements (
  user_id      uuid not null references public.profiles (id) on delete cascade,
  version      integer not null check (version > 0),
  starts_on    date not null,
  ends_on      date,
  notice_hours smallint not null check (notice_hours between 0 and 168),
  makeup_days  smallint not null check (makeup_days between 0 and 90),
  note         text check (private.is_seen(note) and char_length(note) <= 500),
  created_at   timestamptz not null default now(),
  primary key (user_id, version)
);
comment on table public.agreements is
  'The versions of a coach''s agreement, the rules for missed lessons. private.judging_version says which one judges '
  'a lesson.';
comment on column public.agreements.ends_on is
  'The last day of a version that was taken down; it may lie before starts_on. A version that a later one replaced '
  'keeps null.';
comment on column public.agreements.notice_hours is
  'How many hours before the start of a lesson an absence can at the latest be told in time.';
comment on column public.agreements.makeup_days is
  'For how many days after a lesson whose absence was told in time its package stays valid at least; 0: the package '
  'gets no floor.';

alter table public.agreements enable row level security;
create policy "own rows" on public.agreements for select to authenticated using (user_id = (select auth.uid()));
grant select on public.agreements to authenticated;
grant all on public.agreements to service_role;

create trigger limit_added after insert on public.agreements referencing new table as new_rows
  for each statement execute function private.limit_rows('1000');

create table public.agreement_confirmations (
  user_id      uuid not null,
  student_id   uuid not null,
  version      integer not null,
  confirmed_at timestamptz not null default now(),
  primary key (user_id, student_id, version),
  constraint agreement_confirmations_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade,
  constraint agreement_confirmations_version_fkey foreign key (user_id, version)
    references public.agreements (user_id, version) on delete cascade
);
comment on table public.agreement_confirmations is
  '''Li os combinados'': when a student first confirmed a version. It decides nothing.';
create index agreement_confirmations_version_idx on public.agreement_confirmations (user_id, version);

alter table public.agreement_confirmations enable row level security;
create policy "own rows" on public.agreement_confirmations for select to authenticated
  using (user_id = (select auth.uid()));
grant select on public.agreement_confirmations to authenticated;
grant all on public.agreement_confirmations to service_role;

create table public.lesson_replies (
  user_id           uuid not null,
  slot_id           uuid not null,
  slot_date         date not null,
  student_id        uuid not null,
  reply             text not null check (reply in ('coming', 'not_coming')),
  replied_at        timestamptz not null default now(),
  told_by           text not null check (told_by in ('student', 'coach')),
  for_start         timestamptz not null,
  outcome           text check (outcome in ('kept', 'late')),
  agreement_version integer,
  came_back         boolean not null default false,
  -- One reply of the student and one note of the coach for each start that the occurrence had.
  primary key (user_id, slot_id, slot_date, student_id, told_by, for_start),
  constraint lesson_replies_judged check ((outcome is null) = (agreement_version is null)),
  constraint lesson_replies_coming_costs_nothing check (reply = 'not_coming' or outcome is null),
  constraint lesson_replies_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
-- No foreign key to the slot: replies count for the slot that replaced it, even when it is gone.
comment on table public.lesson_replies is
  'Replies of students (''Vou'', ''Não vou'') to the occurrence of a slot. A reply counts while the occurrence begins '
  'at for_start (private.replies).';
comment on column public.lesson_replies.replied_at is
  'When the student replied; for a note of the coach, when the student told the coach.';
comment on column public.lesson_replies.outcome is
  'Whether ''not_coming'' was told in time (''kept'') or not (''late''), by the agreement version that judges the '
  'lesson; null: no version judges it.';
comment on column public.lesson_replies.came_back is
  'The coach knew before that the student would not come: by a note, or by a reply that was seen.';
create index lesson_replies_student_idx on public.lesson_replies (user_id, student_id);
create index lesson_replies_start_idx on public.lesson_replies (user_id, for_start);

alter table public.lesson_replies enable row level security;
create policy "own rows" on public.lesson_replies for select to authenticated using (user_id = (select auth.uid()));
grant select on public.lesson_replies to authenticated;
grant all on public.lesson_replies to service_role;

create trigger limit_added after insert on public.lesson_replies referencing new table as new_rows
  for each statement execute function private.limit_rows('10000', 'for_start > now() - interval ''90 days''');
