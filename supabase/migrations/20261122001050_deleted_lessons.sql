-- The last state of each deleted lesson. Ledger lines outlive their lesson, and it may have moved after they were
-- written (docs/product.md, 'Statement'). The lesson's texts are not kept; of its students, only what they told before
-- it. When an undo brings a lesson back, its lines read the lesson itself again; the row here stays, and the next
-- deletion overwrites it.
create table private.deleted_lessons (
  user_id          uuid not null references public.profiles (id) on delete cascade,
  id               uuid not null,
  date             timestamptz not null,
  day              date not null,
  cancelled_reason text,
  seats            jsonb,
  moved_to         timestamptz,
  version          bigint not null,
  primary key (user_id, id)
);
comment on table private.deleted_lessons is
  'When a deleted lesson was, and why it did not happen: for the lines of the ledger about it.';
comment on column private.deleted_lessons.seats is
  'By student, what the seats kept of replies (private.told), for an undo after the slot is gone.';
comment on column private.deleted_lessons.moved_to is
  'The time to which its occurrence had moved; null: it had not, or there was none. An undo does not answer another '
  'hour.';

alter table private.deleted_lessons enable row level security;
create policy "own rows: read" on private.deleted_lessons
  for select to authenticated using (user_id = (select auth.uid()));
grant select on private.deleted_lessons to authenticated;
grant all on private.deleted_lessons to service_role;

create function private.keep_deleted_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Selected from the coach's row, so that nothing is kept while the account is being closed.
  insert into private.deleted_lessons (user_id, id, date, day, cancelled_reason, seats, moved_to, version)
  select p.id, old.id, old.date, old.day, old.cancelled_reason,
         (select jsonb_object_agg(a.student_id, row (a.told_at, a.told_for, a.told_by, a.told_outcome,
                                                     a.agreement_version)::private.told)
            from public.session_package_assignments a
           where a.user_id = old.user_id and a.session_id = old.id
             and num_nonnulls(a.told_at, a.agreement_version) > 0),
         (select e.moved_to from public.slot_exceptions e
           where e.user_id = old.user_id and e.slot_id = old.slot_id and e.slot_date = old.slot_date),
         old.version
    from public.profiles p where p.id = old.user_id
  on conflict (user_id, id) do update
    set date = excluded.date, day = excluded.day, cancelled_reason = excluded.cancelled_reason, seats = excluded.seats,
        moved_to = excluded.moved_to, version = excluded.version;
  return old;
end $$;
comment on function private.keep_deleted_lesson() is
  'Before a lesson is deleted: keeps when it was, and what its students had told.';
-- Before the deletion, so that the lines of the returned credits find the row.
create trigger keep_deleted before delete on public.sessions
  for each row execute function private.keep_deleted_lesson();

create function private.continue_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select d.version + 1 into new.version from private.deleted_lessons d where d.user_id = new.user_id and d.id = new.id;
  new.version := coalesce(new.version, 1);
  return new;
end $$;
comment on function private.continue_version() is
  'Before a lesson is inserted: if an undo brings a deleted lesson back, its version is higher than ever before. So a '
  'device that read it before the deletion can neither change nor undo what it has not seen.';
create trigger continue_version before insert on public.sessions
  for each row execute function private.continue_version();
