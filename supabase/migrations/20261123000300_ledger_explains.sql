-- A line of the ledger explains itself, also when its package or lesson is gone (docs/product.md, 'Statement').
alter table public.credit_ledger
  add column package_name          text check (char_length(package_name) <= 120),
  add column lesson_date           timestamptz,
  add column lesson_day            date,
  add column attendance            text check (attendance in ('present', 'absent', 'excused', 'cancelled')),
  add column cancelled_reason      text check (cancelled_reason in ('rain', 'coach', 'venue', 'other')),
  add column reason                text check (char_length(reason) <= 200),
  add column package_balance_after integer,
  add column balance_after         integer,
  -- Lines are written under the student's lock: with the clock instead of the start of the transaction, the order of a
  -- student's ids is the order of their times.
  alter column created_at set default clock_timestamp();
comment on column public.credit_ledger.attendance is
  'Of the student in the lesson after the change: a refund for ''excused'' says why. Null: the student is not in the lesson any more.';
comment on column public.credit_ledger.reason is 'Why the coach adjusted the credits.';
comment on column public.credit_ledger.package_balance_after is 'The credits of the package after this line.';
comment on column public.credit_ledger.balance_after is 'The credits of the student after this line, expired ones included.';
create index credit_ledger_package_idx on public.credit_ledger (user_id, student_id, package_id, id);

create function private.backfill_ledger(coach uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.credit_ledger l
     set package_name = coalesce(l.package_name, x.package_name), lesson_date = coalesce(l.lesson_date, x.date),
         lesson_day = coalesce(l.lesson_day, x.day), attendance = coalesce(l.attendance, x.attendance),
         package_balance_after = x.package_balance_after, balance_after = x.balance_after
    from (select e.user_id, e.id, s.date, s.day,
                 case when st.anonymized_at is null then p.name end as package_name,
                 case when e.kind = 'consume' or a.student_id is not null then 'present' end as attendance,
                 sum(e.delta) over (partition by e.user_id, e.student_id, e.package_id order by e.id) as package_balance_after,
                 sum(e.delta) over (partition by e.user_id, e.student_id order by e.id) as balance_after
            from public.credit_ledger e
            join public.students st on st.user_id = e.user_id and st.id = e.student_id
            left join public.packages p on p.user_id = e.user_id and p.id = e.package_id
            left join public.sessions s on s.user_id = e.user_id and s.id = e.session_id
            left join public.session_package_assignments a
              on a.user_id = e.user_id and a.session_id = e.session_id and a.student_id = e.student_id
           where coach is null or e.user_id = coach) x
   where l.user_id = x.user_id and l.id = x.id and l.balance_after is null
$$;
comment on function private.backfill_ledger(uuid) is
  'Explains the lines that were written before lines explained themselves: of this coach, or of all.';
select private.backfill_ledger(null);

create type private.ledger_line as (
  user_id uuid, student_id uuid, package_id uuid, package_name text, session_id uuid, kind text, delta integer,
  remaining integer, lesson_date timestamptz, lesson_day date, attendance text, cancelled_reason text
);
comment on type private.ledger_line is 'A line to be written; `remaining`: the balance of its package after all lines of the statement.';

-- The caller has locked the students and moved the balances: what follows a line in the same statement is taken back from
-- the balances of now.
create function private.write_ledger(lines private.ledger_line[]) returns void
-- Not in SQL: a function in SQL would be planned anew at each call, a tenth of a registration.
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.credit_ledger (user_id, student_id, package_id, package_name, session_id, kind, delta, lesson_date,
                                    lesson_day, attendance, cancelled_reason, package_balance_after, balance_after)
  select x.user_id, x.student_id, x.package_id, x.package_name, x.session_id, x.kind, x.delta, x.lesson_date, x.lesson_day,
         x.attendance, x.cancelled_reason,
         x.remaining - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id, x.package_id order by x.n
                                                   rows between 1 following and unbounded following), 0),
         s.total_credits - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id order by x.n
                                                       rows between 1 following and unbounded following), 0)
    from unnest(lines) with ordinality
           as x (user_id, student_id, package_id, package_name, session_id, kind, delta, remaining, lesson_date, lesson_day,
                 attendance, cancelled_reason, n)
    -- No line for a student who is being deleted in this statement: the ledger goes with the student.
    join public.students s on s.user_id = x.user_id and s.id = x.student_id
   where x.delta <> 0
   order by x.n;
end $$;
comment on function private.write_ledger(private.ledger_line[]) is 'Writes these lines in their order, each with the balances after it.';

alter type private.attendance_change add attribute attendance text;

create or replace function private.packages_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lines private.ledger_line[];
begin
  -- The lock order of every writer: lessons, packages by id, students by id.
  if tg_op = 'DELETE' then
    perform from public.students s join (select distinct user_id, student_id from old_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  else
    perform from public.students s join (select distinct user_id, student_id from new_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  end if;

  if tg_op = 'INSERT' then
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from new_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (n.user_id, n.student_id, n.id, n.name, null, 'purchase', n.remaining_classes,
                               n.remaining_classes, null, null, null, null)::private.ledger_line from new_rows n);

  elsif tg_op = 'DELETE' then
    update public.students s
       set total_credits = s.total_credits - d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from old_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (o.user_id, o.student_id, o.id, o.name, null, 'void', -o.remaining_classes,
                               0, null, null, null, null)::private.ledger_line from old_rows o);

  else
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, n.student_id, sum(n.remaining_classes - o.remaining_classes)::integer as credits
              from old_rows o join new_rows n using (user_id, id)
             where (o.total_classes, o.used_classes, o.used_outside, o.purchase_date, o.expiry_date, o.validity_days, o.extended_days)
                   is distinct from
                   (n.total_classes, n.used_classes, n.used_outside, n.purchase_date, n.expiry_date, n.validity_days, n.extended_days)
             group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    -- assignments_changed writes what lessons use and refund; this writes only corrections of the total.
    lines := array(select row (n.user_id, n.student_id, n.id, n.name, null, 'adjust',
                               n.total_classes - n.used_outside - o.total_classes + o.used_outside,
                               n.remaining_classes, null, null, null, null)::private.ledger_line
                     from old_rows o join new_rows n using (user_id, id)
                    where o.total_classes - o.used_outside <> n.total_classes - n.used_outside);
  end if;
  if cardinality(lines) > 0 then perform private.write_ledger(lines); end if;
  return null;
end $$;

-- The planner knows how many rows an array holds, and so planned each statement anew for each lesson, a quarter of a
-- registration. The plan for any number of rows is the right one: each row is looked up by its key.
create or replace function private.assignments_changed() returns trigger
language plpgsql security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  changes private.attendance_change[] := '{}';
  added   private.attendance_change[];
begin
  if tg_op <> 'INSERT' then
    select array_agg(row (user_id, session_id, student_id, package_id, -1, attendance)::private.attendance_change) into changes from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    select array_agg(row (user_id, session_id, student_id, package_id, 1, attendance)::private.attendance_change) into added from new_rows;
    changes := changes || added;
  end if;
  -- A student removed and added again in one statement is no change.
  select array_agg(row (user_id, session_id, student_id, package_id, n, attendance)::private.attendance_change) into changes
    from (select user_id, session_id, student_id, package_id, attendance, sum(taken)::integer as n
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
                 coalesce(sum(taken) filter (where package_id is null and attendance in ('present', 'absent')), 0)::integer as unassigned,
                 coalesce(sum(taken) filter (where attendance = 'cancelled'), 0)::integer as cancelled
            from unnest(changes) group by 1, 2) c
   where s.user_id = c.user_id and s.id = c.session_id;

  perform from public.packages p join (select distinct user_id, student_id, package_id from unnest(changes)) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p
     set used_classes = p.used_classes + c.classes
    from (select user_id, student_id, package_id, sum(taken)::integer as classes from unnest(changes) group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id and c.classes <> 0;

  perform private.write_ledger(array(
    select row (x.user_id, x.student_id, x.package_id, p.name, x.session_id,
                case when x.taken > 0 then 'consume' else 'refund' end, -x.taken, p.remaining_classes,
                -- A deleted lesson: as it was when it took the credit.
                case when s.id is null then (
                  select e.lesson_date from public.credit_ledger e
                   where e.user_id = x.user_id and e.student_id = x.student_id and e.package_id = x.package_id
                     and e.session_id = x.session_id order by e.id desc limit 1) else s.date end,
                case when s.id is null then (
                  select e.lesson_day from public.credit_ledger e
                   where e.user_id = x.user_id and e.student_id = x.student_id and e.package_id = x.package_id
                     and e.session_id = x.session_id order by e.id desc limit 1) else s.day end,
                a.attendance,
                case when a.attendance = 'cancelled' then s.cancelled_reason end)::private.ledger_line
      from (select user_id, session_id, student_id, package_id, sum(taken)::integer as taken
              from unnest(changes) where package_id is not null group by 1, 2, 3, 4) x
      join public.packages p on p.user_id = x.user_id and p.student_id = x.student_id and p.id = x.package_id
      left join public.sessions s on s.user_id = x.user_id and s.id = x.session_id
      left join public.session_package_assignments a
        on a.user_id = x.user_id and a.session_id = x.session_id and a.student_id = x.student_id
     where x.taken <> 0
     -- What comes back first, so that no balance on the way is below zero.
     order by x.taken, s.date, x.session_id, x.package_id));
  return null;
end $$;
comment on function private.assignments_changed() is
  'After a statement on students of lessons: used_classes of the packages, the ledger, the counters of the lessons.';
