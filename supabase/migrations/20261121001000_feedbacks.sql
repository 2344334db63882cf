-- What the coach wrote about one student in one lesson. Hangs on the attendance, and leaves with it.
create table public.session_feedbacks (
  user_id    uuid not null default auth.uid(),
  session_id uuid not null,
  student_id uuid not null,
  rating     smallint not null check (rating between 1 and 5),
  notes      text check (char_length(notes) <= 2000),
  tags       text[] not null default '{}'
             check (cardinality(tags) <= 20 and array_position(tags, null) is null
                    and char_length(array_to_string(tags, '')) <= 800),
  club_id    uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, session_id, student_id),
  constraint feedbacks_attendance_fkey foreign key (user_id, session_id, student_id)
    references public.session_package_assignments (user_id, session_id, student_id) on delete cascade,
  constraint feedbacks_club_fkey foreign key (user_id, club_id)
    references public.clubs (user_id, id) on delete set null (club_id)
);
comment on table public.session_feedbacks is 'Rating, notes and tags for one student of one lesson.';
create index feedbacks_student_idx on public.session_feedbacks (user_id, student_id, session_id);
create index feedbacks_club_idx on public.session_feedbacks (user_id, club_id);

alter table public.session_feedbacks enable row level security;
create policy "own rows" on public.session_feedbacks for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select on public.session_feedbacks to authenticated;
grant insert (user_id, session_id, student_id, rating, notes, tags, club_id) on public.session_feedbacks to authenticated;
grant update (rating, notes, tags, club_id) on public.session_feedbacks to authenticated;
grant all on public.session_feedbacks to service_role;

create function private.feedbacks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.sessions s set updated_at = now()
      from (select distinct user_id, session_id from new_rows) c
     where s.user_id = c.user_id and s.id = c.session_id;
  else
    -- A club that went away is no edit of its lessons, and must not wait for their locks.
    update public.sessions s set updated_at = now()
      from (select distinct n.user_id, n.session_id
              from old_rows o join new_rows n using (user_id, session_id, student_id)
             where (o.rating, o.notes, o.tags) is distinct from (n.rating, n.notes, n.tags)
                or (n.club_id is not null and n.club_id is distinct from o.club_id)) c
     where s.user_id = c.user_id and s.id = c.session_id;
  end if;
  return null;
end $$;
comment on function private.feedbacks_changed() is
  'After a statement on feedback: an edit of the feedback is an edit of its lesson, whose version rises.';
create trigger feedbacks_inserted after insert on public.session_feedbacks referencing new table as new_rows
  for each statement execute function private.feedbacks_changed();
create trigger feedbacks_updated after update on public.session_feedbacks
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.feedbacks_changed();
