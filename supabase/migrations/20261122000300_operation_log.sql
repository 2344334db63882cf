-- Idempotency: every operation id that was applied, and every id a device ever inserted. A request whose answer was
-- lost is sent again with the same id and is found here. Never purged: after a purge a late retry would act twice.
create table private.applied_ops (
  user_id    uuid not null references public.profiles (id) on delete cascade,
  op_id      uuid not null,
  applied_at timestamptz not null default now(),
  content    text check (char_length(content) <= 64),
  effects    jsonb,
  primary key (user_id, op_id)
);
comment on table private.applied_ops is
  'Operation ids of plans, imports, noted replies and guests, and ids of students, packages, payments and clubs ever '
  'inserted. Outlives the rows.';
comment on column private.applied_ops.content is
  'For a plan: a hash of what the coach entered, made on the device. A repeat with another hash was entered '
  'differently from what was saved. Kept for 30 days.';
comment on column private.applied_ops.effects is
  'What the plan did, in ids and figures, to answer a repeat. Kept for 30 days.';
create index applied_ops_with_effects_idx on private.applied_ops (user_id, applied_at) where effects is not null;

alter table private.applied_ops enable row level security;
create policy "own memory: read" on private.applied_ops
  for select to authenticated using (user_id = (select auth.uid()));
create policy "own memory: add" on private.applied_ops
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "own memory: what was done" on private.applied_ops
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
grant select, insert (user_id, op_id, content), update (content, effects) on private.applied_ops to authenticated;
grant all on private.applied_ops to service_role;

create trigger require_account before insert on private.applied_ops
  for each statement execute function private.require_account();

create function private.log_inserted_id() returns trigger
language plpgsql security invoker set search_path = '' as $$
declare
  still_there boolean;
begin
  insert into private.applied_ops (user_id, op_id) values (new.user_id, new.id) on conflict do nothing;
  if not found then
    execute format('select exists (select from %I.%I where user_id = $1 and id = $2)', tg_table_schema, tg_table_name)
      into still_there using new.user_id, new.id;
    if not still_there then
      raise sqlstate 'PT410' using message = 'already_deleted', detail = new.id::text;
    end if;
  end if;
  return new;
end $$;
comment on function private.log_inserted_id() is
  'Before insert: refuses an id whose row was deleted (PT410 already_deleted). An id in use violates its primary key '
  '(23505). Ids of other coaches do not matter.';
