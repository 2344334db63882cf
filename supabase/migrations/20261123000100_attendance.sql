-- Attendance and lessons that did not happen (docs/product.md, 'Attendance', 'A lesson that did not happen').
alter table public.session_package_assignments
  add column attendance text not null default 'present'
    check (attendance in ('present', 'absent', 'excused', 'cancelled')),
  add column charged boolean not null generated always as (attendance in ('present', 'absent')) stored,
  add constraint assignments_uncharged_takes_no_credit check (charged or package_id is null),
  -- For the feedback's foreign key.
  add constraint assignments_attendance_key unique (user_id, session_id, student_id, attendance);
comment on table public.session_package_assignments is
  'One student in one lesson: who came, and the package whose credit it used.';
comment on column public.session_package_assignments.charged is
  'Whether the row takes a credit. Charged without a package is ''sem pacote''.';
create index assignments_owed_idx on public.session_package_assignments (user_id, student_id)
  where charged and package_id is null;
grant insert (attendance), update (attendance) on public.session_package_assignments to authenticated;

-- Only who was present has feedback: the key refers to a row with this attendance. The primary key has the same columns, so
-- that the API embeds one feedback and not a list, as tabs of older versions expect.
alter table public.session_feedbacks
  add column attendance text not null generated always as ('present') stored,
  drop constraint session_feedbacks_pkey,
  add primary key (user_id, session_id, student_id, attendance),
  drop constraint feedbacks_attendance_fkey,
  add constraint feedbacks_attendance_fkey foreign key (user_id, session_id, student_id, attendance)
    references public.session_package_assignments (user_id, session_id, student_id, attendance) on delete cascade;
-- Feedback may be missing, and an undone deletion brings it back as old as it was.
grant delete, insert (created_at) on public.session_feedbacks to authenticated;

alter table public.sessions
  add column cancelled_reason text check (cancelled_reason in ('rain', 'coach', 'venue', 'other')),
  add column cancelled_count integer not null default 0 check (cancelled_count between 0 and student_count);
comment on column public.sessions.cancelled_reason is 'Why the lesson did not happen; null: it did.';
comment on column public.sessions.cancelled_count is 'Kept by triggers: how many of its students are ''cancelled''.';
comment on column public.sessions.student_count is 'Kept by triggers: how many students it has, whether they came or not.';
comment on column public.sessions.unassigned_count is
  'Kept by triggers: how many of them are charged and have no package.';
create index sessions_cancelled_idx on public.sessions (user_id, date desc, id desc) where cancelled_reason is not null;
grant insert (cancelled_reason, created_at), update (cancelled_reason) on public.sessions to authenticated;

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
  'At commit: all students of a cancelled lesson are ''cancelled'', and nobody else is (PT400).';
create constraint trigger cancelled_whole after insert or update on public.sessions
  deferrable initially deferred for each row when (new.cancelled_reason is not null or new.cancelled_count > 0)
  execute function private.refuse_cancelled_in_part();
