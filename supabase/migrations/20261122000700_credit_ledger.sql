-- Every credit that was bought, used, refunded, corrected or voided. Triggers append, the coach reads, nobody updates.
-- Lines outlive their package and lesson (no foreign keys to them) and are deleted with the student.
create table public.credit_ledger (
  id         bigint generated always as identity,
  user_id    uuid not null,
  student_id uuid not null,
  package_id uuid not null,
  session_id uuid,
  kind       text not null check (kind in ('purchase', 'adjust', 'void', 'consume', 'refund')),
  delta      integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint credit_ledger_student_fkey foreign key (user_id, student_id)
    references public.students (user_id, id) on delete cascade
);
comment on table public.credit_ledger is
  'Append-only. Per package the deltas add up to remaining_classes; for a deleted package, to 0.';
create index credit_ledger_student_idx on public.credit_ledger (user_id, student_id, id);

alter table public.credit_ledger enable row level security;
create policy "own rows: read" on public.credit_ledger
  for select to authenticated using (user_id = (select auth.uid()));
grant select on public.credit_ledger to authenticated, service_role;
