-- Who was in a lesson (docs/product.md, 'Attendance'). A row that names a package *is* one used credit of it; a charged
-- one that names none is a lesson without a package. Balances, ledger and counters follow these rows and nothing else.
create table public.session_package_assignments (
  user_id           uuid not null default auth.uid(),
  session_id        uuid not null,
  student_id        uuid not null,
  package_id        uuid,
  manually_assigned boolean not null default false,
  assigned_at       timestamptz not null default now(),
  attendance        text not null default 'present' check (attendance in ('present', 'absent', 'excused', 'cancelled')),
  charged           boolean not null generated always as (attendance in ('present', 'absent')) stored,
  told_at           timestamptz,
  told_for          timestamptz,
  told_by           text check (told_by in ('student', 'coach')),
  told_outcome      text check (told_outcome in ('kept', 'late')),
  agreement_version integer,
  spared_package_id uuid,
  primary key (user_id, session_id, student_id),
  -- For the feedback's foreign key.
  constraint assignments_attendance_key unique (user_id, session_id, student_id, attendance),
  constraint assignments_session_fkey foreign key (user_id, session_id)
    references public.sessions (user_id, id) on delete cascade,
  constraint assignments_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade,
  -- NO ACTION: a package in use cannot be deleted alone, but can be deleted together with its student.
  constraint assignments_package_fkey foreign key (user_id, student_id, package_id)
    references public.packages (user_id, student_id, id),
  constraint assignments_uncharged_takes_no_credit check (charged or package_id is null),
  constraint assignments_spared_if_excused check (attendance = 'excused' or spared_package_id is null),
  constraint assignments_told_whole check (
    num_nulls(told_at, told_for, told_by) in (0, 3) and (told_outcome is null or told_at is not null))
);
comment on table public.session_package_assignments is
  'One student in one lesson: who came, and the package whose credit it used.';
comment on column public.session_package_assignments.charged is
  'Whether the row takes a credit. Charged without a package is ''sem pacote''.';
-- The columns told_* and agreement_version are written by private.copy_told and private.tell_seats (docs/data-model.md,
-- 'Replies and how they are judged').
comment on column public.session_package_assignments.told_at is
  'When it was told that the student would not come, by whom (told_by), and whether in time (told_outcome). Copied '
  'from the reply.';
comment on column public.session_package_assignments.told_for is
  'The start that the reply was about. told_outcome was judged by it, even if the lesson has another date by now.';
comment on column public.session_package_assignments.agreement_version is
  'The agreement version that judged this lesson; null: none did. No foreign key: a version that judged a lesson '
  'stays.';
comment on column public.session_package_assignments.spared_package_id is
  'For an excused student: the package that the lesson would have taken. Its validity gets a floor, if the agreement '
  'gives one (package_extensions.until_day). No foreign key: with two foreign keys to packages, the API could not '
  'embed the package of a seat by the table''s name.';
create index assignments_package_idx on public.session_package_assignments (user_id, student_id, package_id);
create index assignments_owed_idx on public.session_package_assignments (user_id, student_id)
  where charged and package_id is null;
-- A student has one coach. Without these statistics the planner multiplies the selectivity of both columns, expects one
-- lesson for each student, and checks the foreign key of a feedback by reading all lessons of the student.
create statistics public.assignments_student_statistics (dependencies)
  on user_id, student_id from public.session_package_assignments;

alter table public.session_package_assignments enable row level security;
create policy "own rows" on public.session_package_assignments for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, delete on public.session_package_assignments to authenticated;
grant insert (user_id, session_id, student_id, package_id, manually_assigned, attendance, spared_package_id)
  on public.session_package_assignments to authenticated;
grant update (package_id, manually_assigned, assigned_at, attendance, spared_package_id)
  on public.session_package_assignments to authenticated;
grant all on public.session_package_assignments to service_role;

create type private.told as (
  told_at timestamptz, told_for timestamptz, told_by text, told_outcome text, agreement_version integer
);
comment on type private.told is
  'What a student told before a lesson, and the agreement version that judged the lesson.';

create type private.attendance_change as (
  user_id uuid, session_id uuid, student_id uuid, package_id uuid, taken integer, attendance text, told private.told
);
comment on type private.attendance_change is 'A student added to (1) or removed from (-1) a lesson.';

-- Generic plans: the planner knows how many rows an array holds and therefore planned each statement anew for each
-- lesson, a quarter of the time of a registration. One plan is right for any number of rows: each row is looked up by
-- its key.
create function private.assignments_changed() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  changes private.attendance_change[] := '{}';
  added   private.attendance_change[];
  given   record;
begin
  if tg_op <> 'INSERT' then
    select array_agg(row (user_id, session_id, student_id, package_id, -1, attendance,
                          row (told_at, told_for, told_by, told_outcome, agreement_version)::private.told
                         )::private.attendance_change)
      into changes from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    select array_agg(row (user_id, session_id, student_id, package_id, 1, attendance,
                          row (told_at, told_for, told_by, told_outcome, agreement_version)::private.told
                         )::private.attendance_change)
      into added from new_rows;
    changes := changes || added;
  end if;
  -- A student removed and added again in one statement is no change.
  select array_agg(row (user_id, session_id, student_id, package_id, n, attendance, told)::private.attendance_change)
    into changes
    from (select user_id, session_id, student_id, package_id, attendance, sum(taken)::integer as n,
                 (array_agg(told))[1] as told
            from unnest(changes) group by 1, 2, 3, 4, 5) net
   where n <> 0;
  if changes is null then return null; end if;

  -- The lock order of every writer: lessons by id, packages by id, students by id (in packages_changed).
  perform from public.sessions s join (select distinct user_id, session_id from unnest(changes)) c
       on s.user_id = c.user_id and s.id = c.session_id order by s.user_id, s.id for no key update of s;
  update public.sessions s
     set student_count = s.student_count + c.students, unassigned_count = s.unassigned_count + c.unassigned,
         cancelled_count = s.cancelled_count + c.cancelled
    from (select user_id, session_id, sum(taken)::integer as students,
                 coalesce(sum(taken) filter (where package_id is null and attendance in ('present', 'absent')), 0
                         )::integer as unassigned,
                 coalesce(sum(taken) filter (where attendance = 'cancelled'), 0)::integer as cancelled
            from unnest(changes) group by 1, 2) c
   where s.user_id = c.user_id and s.id = c.session_id;

  perform from public.packages p join (select distinct user_id, student_id, package_id from unnest(changes)) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p
     set used_classes = p.used_classes + c.classes
    from (select user_id, student_id, package_id, sum(taken)::integer as classes
            from unnest(changes) group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id and c.classes <> 0;

  perform private.write_ledger(array(
    select row (x.user_id, x.student_id, x.package_id, p.name, x.session_id,
                case when x.taken > 0 then 'consume' else 'refund' end, -x.taken, p.remaining_classes,
                coalesce(s.date, gone.date), coalesce(s.day, gone.day),
                a.attendance,
                case when a.attendance = 'cancelled' then s.cancelled_reason end,
                case when x.taken < 0 then x.charged_as end,
                (x.told).told_at, (x.told).told_for, (x.told).told_by, (x.told).told_outcome,
                (x.told).agreement_version)::private.ledger_line
      from (select user_id, session_id, student_id, package_id, sum(taken)::integer as taken,
                   (array_agg(told))[1] as told,
                   max(attendance) filter (where taken < 0) as charged_as
              from unnest(changes) where package_id is not null group by 1, 2, 3, 4) x
      join public.packages p on p.user_id = x.user_id and p.student_id = x.student_id and p.id = x.package_id
      left join public.sessions s on s.user_id = x.user_id and s.id = x.session_id
      left join private.deleted_lessons gone on gone.user_id = x.user_id and gone.id = x.session_id
      left join public.session_package_assignments a
        on a.user_id = x.user_id and a.session_id = x.session_id and a.student_id = x.student_id
     where x.taken <> 0
     -- Refunds first, so that no balance in between is below zero.
     order by x.taken, coalesce(s.date, gone.date), x.session_id, x.package_id));

  -- The days that a lesson gives to packages depend on who is charged in it (recount_validity).
  for given in select e.user_id, array_agg(distinct e.package_id) as package_ids
                 from unnest(changes) x
                 join public.package_extensions e
                   on e.user_id = x.user_id and e.session_id = x.session_id and e.student_id = x.student_id
                group by e.user_id loop
    perform private.recount_validity(given.user_id, given.package_ids);
  end loop;
  return null;
end $$;
comment on function private.assignments_changed() is
  'After a statement on assignments: updates used_classes of the packages, the ledger, the counters of the lessons, '
  'and the validity of packages to which the lessons gave days.';
create trigger assignments_inserted after insert on public.session_package_assignments
  referencing new table as new_rows
  for each statement execute function private.assignments_changed();
create trigger assignments_updated after update on public.session_package_assignments
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.assignments_changed();
create trigger assignments_deleted after delete on public.session_package_assignments
  referencing old table as old_rows
  for each statement execute function private.assignments_changed();
