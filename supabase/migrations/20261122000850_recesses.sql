-- Days without lessons (docs/product.md, 'Recess'). Extensions and skips name the recess that they come from, so that
-- undoing it finds them by its key.
create table public.recesses (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  first_day  date not null,
  last_day   date not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint recesses_at_most_a_year check (last_day - first_day between 0 and 364)
);
comment on table public.recesses is
  'Days without lessons, the first and the last included. Recesses of one coach do not overlap (private.write_recess).';

alter table public.recesses enable row level security;
create policy "own rows" on public.recesses for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
-- Written by private.write_recess and imports.
grant select on public.recesses to authenticated;
grant all on public.recesses to service_role;

create trigger require_account before insert on public.recesses
  for each statement execute function private.require_account();
