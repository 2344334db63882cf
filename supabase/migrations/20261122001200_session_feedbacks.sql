-- What the coach wrote about one student in one lesson (docs/product.md, 'Feedback and notes of a lesson'). It belongs
-- to the student's assignment and is deleted with it.
create table public.session_feedbacks (
  user_id       uuid not null default auth.uid(),
  session_id    uuid not null,
  student_id    uuid not null,
  rating        smallint not null check (rating between 1 and 5),
  notes         text check (char_length(notes) <= 2000),
  tags          text[] not null default '{}'
                check (cardinality(tags) <= 20 and private.is_list(tags)
                       and char_length(array_to_string(tags, '')) <= 800),
  club_id       uuid,
  created_at    timestamptz not null default now(),
  attendance    text not null generated always as ('present') stored,
  private_notes text check (char_length(private_notes) <= 2000),
  -- Only a participant who was present has feedback: the foreign key refers to an assignment with this attendance. The
  -- primary key has the same columns, so that the API embeds one feedback and not a list.
  primary key (user_id, session_id, student_id, attendance),
  constraint feedbacks_attendance_fkey foreign key (user_id, session_id, student_id, attendance)
    references public.session_package_assignments (user_id, session_id, student_id, attendance) on delete cascade,
  constraint feedbacks_club_fkey foreign key (user_id, club_id)
    references public.clubs (user_id, id) on delete set null (club_id)
);
comment on table public.session_feedbacks is 'Rating, notes and tags for one student of one lesson.';
comment on column public.session_feedbacks.private_notes is
  'Only the coach sees them: in no public answer and no message.';
create index feedbacks_student_idx on public.session_feedbacks (user_id, student_id, session_id);
create index feedbacks_club_idx on public.session_feedbacks (user_id, club_id);

alter table public.session_feedbacks enable row level security;
create policy "own rows" on public.session_feedbacks for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.session_feedbacks to authenticated;
-- `created_at`: an undone deletion brings feedback back as old as it was.
grant insert (user_id, session_id, student_id, rating, notes, private_notes, tags, club_id, created_at)
  on public.session_feedbacks to authenticated;
grant update (rating, notes, private_notes, tags, club_id) on public.session_feedbacks to authenticated;
grant all on public.session_feedbacks to service_role;

-- Feedback is deleted with its assignment; by then the lesson itself may be gone.
create function private.feedbacks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.sessions s
       set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum, rating_count = s.rating_count + c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from new_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  elsif tg_op = 'DELETE' then
    update public.sessions s
       set rating_sum = s.rating_sum - c.rating_sum, rating_count = s.rating_count - c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from old_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  else
    -- Deleting a club clears club_id. That is no edit of its lessons and must not wait for their locks.
    update public.sessions s set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum
      from (select n.user_id, n.session_id, sum(n.rating - o.rating)::integer as rating_sum
              from old_rows o join new_rows n using (user_id, session_id, student_id)
             where (o.rating, o.notes, o.tags, o.private_notes)
                   is distinct from (n.rating, n.notes, n.tags, n.private_notes)
                or (n.club_id is not null and n.club_id is distinct from o.club_id)
             group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  end if;
  return null;
end $$;
comment on function private.feedbacks_changed() is
  'After a statement on feedback: updates the rating sums of its lesson, whose version rises.';
create trigger feedbacks_inserted after insert on public.session_feedbacks referencing new table as new_rows
  for each statement execute function private.feedbacks_changed();
create trigger feedbacks_updated after update on public.session_feedbacks
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.feedbacks_changed();
create trigger feedbacks_deleted after delete on public.session_feedbacks referencing old table as old_rows
  for each statement execute function private.feedbacks_changed();
