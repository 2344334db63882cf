-- Attendance: this student attended this lesson. A row that names a package *is* one used credit of it; one that names
-- none is a lesson without a package. Balances, ledger and counters follow these rows and nothing else.
create table public.session_package_assignments (
  user_id           uuid not null default auth.uid(),
  session_id        uuid not null,
  student_id        uuid not null,
  package_id        uuid,
  manually_assigned boolean not null default false,
  assigned_at       timestamptz not null default now(),
  primary key (user_id, session_id, student_id),
  constraint assignments_session_fkey foreign key (user_id, session_id)
    references public.sessions (user_id, id) on delete cascade,
  constraint assignments_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade,
  -- NO ACTION: a package in use cannot be deleted alone, but can be deleted together with its student.
  constraint assignments_package_fkey foreign key (user_id, student_id, package_id)
    references public.packages (user_id, student_id, id)
);
comment on table public.session_package_assignments is
  'Attendance of one student in one lesson, and the package whose credit it used.';
create index assignments_package_idx on public.session_package_assignments (user_id, student_id, package_id);
-- A student has one coach. Without this the planner multiplies the two, expects one lesson for each student, and checks the
-- key of a feedback by reading all lessons of the student.
create statistics public.assignments_student_statistics (dependencies)
  on user_id, student_id from public.session_package_assignments;

alter table public.session_package_assignments enable row level security;
create policy "own rows" on public.session_package_assignments for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.session_package_assignments to authenticated;
grant insert (user_id, session_id, student_id, package_id, manually_assigned)
  on public.session_package_assignments to authenticated;
grant update (package_id, manually_assigned, assigned_at) on public.session_package_assignments to authenticated;
grant all on public.session_package_assignments to service_role;

create type private.attendance_change as (user_id uuid, session_id uuid, student_id uuid, package_id uuid, taken integer);
comment on type private.attendance_change is 'A student added to (1) or removed from (-1) a lesson.';

create function private.assignments_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changes private.attendance_change[] := '{}';
  added   private.attendance_change[];
begin
  if tg_op <> 'INSERT' then
    select array_agg(row (user_id, session_id, student_id, package_id, -1)::private.attendance_change) into changes from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    select array_agg(row (user_id, session_id, student_id, package_id, 1)::private.attendance_change) into added from new_rows;
    changes := changes || added;
  end if;
  -- A student removed and added again in one statement is no change.
  select array_agg(row (user_id, session_id, student_id, package_id, n)::private.attendance_change) into changes
    from (select user_id, session_id, student_id, package_id, sum(taken)::integer as n
            from unnest(changes) group by 1, 2, 3, 4) net
   where n <> 0;
  if changes is null then return null; end if;

  -- The lock order of every writer: lessons by id, packages by id, students by id (in packages_changed).
  perform from public.sessions s join (select distinct user_id, session_id from unnest(changes)) c
       on s.user_id = c.user_id and s.id = c.session_id order by s.user_id, s.id for no key update of s;
  update public.sessions s
     set student_count = s.student_count + c.students, unassigned_count = s.unassigned_count + c.unassigned
    from (select user_id, session_id, sum(taken)::integer as students,
                 coalesce(sum(taken) filter (where package_id is null), 0)::integer as unassigned
            from unnest(changes) group by 1, 2) c
   where s.user_id = c.user_id and s.id = c.session_id;

  perform from public.packages p join (select distinct user_id, student_id, package_id from unnest(changes)) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p
     set used_classes = p.used_classes + c.classes
    from (select user_id, student_id, package_id, sum(taken)::integer as classes from unnest(changes) group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id and c.classes <> 0;

  -- No line for a student who is being deleted in this statement: the ledger goes with the student.
  insert into public.credit_ledger (user_id, student_id, package_id, session_id, kind, delta)
  select x.user_id, x.student_id, x.package_id, x.session_id,
         case when x.taken > 0 then 'consume' else 'refund' end, -x.taken
    from unnest(changes) x join public.students s on s.user_id = x.user_id and s.id = x.student_id
   where x.package_id is not null;
  return null;
end $$;
comment on function private.assignments_changed() is
  'After a statement on attendance: used_classes of the packages, the ledger, the counters of the lessons.';
create trigger assignments_inserted after insert on public.session_package_assignments
  referencing new table as new_rows
  for each statement execute function private.assignments_changed();
create trigger assignments_updated after update on public.session_package_assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.assignments_changed();
create trigger assignments_deleted after delete on public.session_package_assignments
  referencing old table as old_rows
  for each statement execute function private.assignments_changed();
