-- Every credit that was bought, used, refunded, corrected or voided. Triggers append, the coach reads. A line explains
-- itself, also when its package or lesson is gone (docs/product.md, 'Statement'): lines outlive both (no foreign keys
-- to them) and are deleted with the student.
create table public.credit_ledger (
  id                    bigint not null,
  user_id               uuid not null,
  student_id            uuid not null,
  package_id            uuid not null,
  session_id            uuid,
  kind                  text not null check (kind in ('purchase', 'adjust', 'void', 'consume', 'refund')),
  delta                 integer not null,
  -- The clock instead of the start of the transaction: lines are written under the student's lock, so the order of a
  -- student's ids is then the order of their times.
  created_at            timestamptz not null default clock_timestamp(),
  package_name          text check (char_length(package_name) <= 120),
  lesson_date           timestamptz,
  lesson_day            date,
  attendance            text check (attendance in ('present', 'absent', 'excused', 'cancelled')),
  cancelled_reason      text check (cancelled_reason in ('rain', 'coach', 'venue', 'other')),
  charged_as            text check (charged_as in ('present', 'absent')),
  told_at               timestamptz,
  told_for              timestamptz,
  told_by               text check (told_by in ('student', 'coach')),
  told_outcome          text check (told_outcome in ('kept', 'late')),
  agreement_version     integer,
  reason                text check (char_length(reason) <= 200),
  package_balance_after integer,
  balance_after         integer,
  primary key (user_id, id),
  constraint credit_ledger_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.credit_ledger is
  'Append-only. Per package the deltas add up to remaining_classes; for a deleted package, to 0.';
comment on column public.credit_ledger.attendance is
  'The student''s attendance after the change, so that a refund says why (''excused''). Null: the student is not in '
  'the lesson any more.';
comment on column public.credit_ledger.charged_as is
  'For a refund: the attendance for which the student was charged last. The line that charged may say another one, '
  'because a correction that moves no credit writes no line.';
comment on column public.credit_ledger.told_at is
  'told_at, told_for, told_by, told_outcome and agreement_version are copied from session_package_assignments, so '
  'that the line explains itself when the lesson is gone.';
comment on column public.credit_ledger.reason is 'Why the coach adjusted the credits.';
comment on column public.credit_ledger.package_balance_after is 'The credits of the package after this line.';
comment on column public.credit_ledger.balance_after is
  'The credits of the student after this line, expired ones included.';
create index credit_ledger_student_idx on public.credit_ledger (user_id, student_id, id);
create index credit_ledger_package_idx on public.credit_ledger (user_id, student_id, package_id, id);
-- Finds where a period of the statement begins and ends among a student's lines.
create index credit_ledger_time_idx on public.credit_ledger (user_id, student_id, created_at, id);
-- Finds the last attendance for which a lesson charged a student whom it does not charge any more.
create index credit_ledger_refund_idx on public.credit_ledger (user_id, student_id, session_id, id)
  where kind = 'refund';

alter table public.credit_ledger enable row level security;
create policy "own rows: read" on public.credit_ledger
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.credit_ledger to authenticated, service_role;

-- Each coach's lines are numbered separately: with numbers that all coaches share, gaps would reveal how much the
-- others write.
create table private.ledger_numbers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  last    bigint not null
);
comment on table private.ledger_numbers is
  'The number of the last line of a coach''s ledger. Written by private.write_ledger and imports.';
alter table private.ledger_numbers enable row level security;
create policy "its functions alone" on private.ledger_numbers for all to anon, authenticated
  using (false) with check (false);

-- A line says what happened and does not change, with two exceptions: an adjustment gets its reason, once, and
-- anonymising the student clears the line's texts.
create function private.keep_line() returns trigger
language plpgsql security invoker set search_path = '' as $$
declare
  allowed public.credit_ledger := old;
begin
  if old.kind = 'adjust' and old.reason is null then allowed.reason := new.reason; end if;
  if new.reason is null and new.package_name is null then
    allowed.reason := null;
    allowed.package_name := null;
  end if;
  if new is distinct from allowed then
    raise sqlstate 'PT400' using message = 'line_is_kept', detail = old.id::text;
  end if;
  return new;
end $$;
comment on function private.keep_line() is
  'Before update of a line: refuses everything but an adjustment''s first reason and the end of its texts (PT400 '
  'line_is_kept).';
create trigger keep_line before update on public.credit_ledger for each row execute function private.keep_line();

create type private.ledger_line as (
  user_id uuid, student_id uuid, package_id uuid, package_name text, session_id uuid, kind text, delta integer,
  remaining integer, lesson_date timestamptz, lesson_day date, attendance text, cancelled_reason text, charged_as text,
  told_at timestamptz, told_for timestamptz, told_by text, told_outcome text, agreement_version integer
);
comment on type private.ledger_line is
  'A line to be written. `remaining`: the balance of its package after all lines that are written with it.';

-- The caller has locked the students and moved the balances already. So the balance after a line is the present balance
-- less the deltas of the lines that follow it in the same call.
create function private.write_ledger(lines private.ledger_line[]) returns void
-- PL/pgSQL: a function in SQL would be planned anew at each call, which took a tenth of the time of a registration.
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The last of all locks: of two transactions of one coach, the second waits here until the first has ended and its
  -- numbers are known.
  insert into private.ledger_numbers as c (user_id, last)
  select x.user_id, count(*)
    from unnest(lines) x join public.students s on s.user_id = x.user_id and s.id = x.student_id
   where x.delta <> 0 group by 1
  on conflict (user_id) do update set last = c.last + excluded.last;
  insert into public.credit_ledger (user_id, id, student_id, package_id, package_name, session_id, kind, delta,
                                    lesson_date, lesson_day, attendance, cancelled_reason, charged_as, told_at,
                                    told_for, told_by, told_outcome, agreement_version, package_balance_after,
                                    balance_after)
  select x.user_id,
         c.last - count(*) over (partition by x.user_id) + row_number() over (partition by x.user_id order by x.n),
         x.student_id, x.package_id, x.package_name, x.session_id, x.kind, x.delta, x.lesson_date, x.lesson_day,
         x.attendance, x.cancelled_reason, x.charged_as, x.told_at, x.told_for, x.told_by, x.told_outcome,
         x.agreement_version,
         x.remaining - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id, x.package_id order by x.n
                                                   rows between 1 following and unbounded following), 0),
         s.total_credits - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id order by x.n
                                                       rows between 1 following and unbounded following), 0)
    from unnest(lines) with ordinality
           as x (user_id, student_id, package_id, package_name, session_id, kind, delta, remaining, lesson_date,
                 lesson_day, attendance, cancelled_reason, charged_as, told_at, told_for, told_by, told_outcome,
                 agreement_version, n)
    -- A student who is being deleted in this statement gets no line: the ledger goes with the student.
    join public.students s on s.user_id = x.user_id and s.id = x.student_id
    join private.ledger_numbers c on c.user_id = x.user_id
   where x.delta <> 0
   order by x.n;
end $$;
comment on function private.write_ledger(private.ledger_line[]) is
  'Writes these lines in their order, each with the balances after it.';
