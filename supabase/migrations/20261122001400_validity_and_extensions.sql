-- How long a package lasts: from its start, or from its first lesson, and longer by extensions (docs/product.md,
-- 'Expiry', 'More time'). package_extensions is created later in this file: a PL/pgSQL body is bound when it is called.
create function private.extended_days(coach uuid, student uuid, pkg uuid, own_last_day date) returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  given integer;
  apart integer;
begin
  select coalesce(sum(d.days), 0) into given
    from (select max(e.days) as days
            from public.package_extensions e
           where e.user_id = coach and e.student_id = student and e.package_id = pkg and e.until_day is null
             and private.extension_stands(e)
           group by coalesce(e.day::text, e.id::text)) d;
  if own_last_day is null then return given; end if;
  select max(least(f.until_day - own_last_day, given + (f.until_day - f.day))) into apart
    from public.package_extensions f
   where f.user_id = coach and f.student_id = student and f.package_id = pkg and f.until_day is not null
     and private.extension_stands(f);
  return greatest(given, apart);
end $$;
comment on function private.extended_days(uuid, uuid, uuid, date) is
  'How many days extensions add to a package''s own last day: the sum of those by hand, those of recesses and, for '
  'each day that lessons and skips make up for, the most that stand; or what the highest floor needs, if that is '
  'more. A floor adds to the sum at most the days from its lesson to itself, so that absences do not chain.';

create function private.has_floor(coach uuid, student uuid, pkg uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return exists (select from public.package_extensions e
                  where e.user_id = coach and e.student_id = student and e.package_id = pkg
                    and e.until_day is not null);
end $$;
comment on function private.has_floor(uuid, uuid, uuid) is
  'Whether an absence gave a package a floor, whether or not the floor stands.';

create function private.set_expiry_from_first_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  first_day date;
begin
  -- Lessons before the start date that were settled later do not begin the validity.
  select min(s.day) into first_day
    from public.session_package_assignments a
    join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
   where a.user_id = new.user_id and a.student_id = new.student_id and a.package_id = new.id
     and s.day >= new.purchase_date;
  if private.has_floor(new.user_id, new.student_id, new.id) then
    new.extended_days := private.extended_days(new.user_id, new.student_id, new.id, first_day + new.validity_days);
  end if;
  new.expiry_date := first_day + new.validity_days + new.extended_days;
  return new;
end $$;
comment on function private.set_expiry_from_first_lesson() is
  'Before insert or update of a package whose validity begins with its first lesson: computes its expiry.';
-- Its name sorts before `touch`, whose condition reads the expiry that this trigger sets.
create trigger expiry_from_first_lesson before insert or update on public.packages
  for each row when (new.validity_days is not null) execute function private.set_expiry_from_first_lesson();

create function private.set_expiry_above_floors() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own constant date := new.expiry_date - new.extended_days;
begin
  if private.has_floor(new.user_id, new.student_id, new.id) then
    new.extended_days := private.extended_days(new.user_id, new.student_id, new.id, own);
    new.expiry_date := own + new.extended_days;
  end if;
  return new;
end $$;
comment on function private.set_expiry_above_floors() is
  'Before the form of a package changes the package''s own last day: recomputes what the floors add to it.';
create trigger expiry_above_floors before update of expiry_date, validity_days on public.packages
  for each row when (new.validity_days is null and new.extended_days = old.extended_days
                     and (old.expiry_date, old.validity_days) is distinct from (new.expiry_date, new.validity_days))
  execute function private.set_expiry_above_floors();

create function private.lesson_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  moved uuid[];
begin
  moved := array(select a.package_id from public.session_package_assignments a
                  where a.user_id = new.user_id and a.session_id = new.id and a.package_id is not null);
  perform from public.packages
   where user_id = new.user_id and id = any (moved) and validity_days is not null order by id for no key update;
  -- The trigger expiry_from_first_lesson computes the expiry.
  update public.packages set validity_days = validity_days
   where user_id = new.user_id and id = any (moved) and validity_days is not null;
  update public.package_extensions set day = new.day, until_day = until_day + (new.day - old.day)
   where user_id = new.user_id and session_id = new.id and not kept;
  return null;
end $$;
comment on function private.lesson_moved() is
  'After a lesson moved to another day: recomputes packages whose validity may begin with it, and moves its '
  'extensions and floors to that day.';
create trigger lesson_moved after update of day on public.sessions
  for each row when (old.day <> new.day) execute function private.lesson_moved();

-- An extension names its cause and counts while the cause stands (docs/product.md, 'More time'). No caller subtracts
-- days: recount_validity computes them from the causes that stand, whenever a cause may have changed.
create table public.package_extensions (
  id         uuid not null default gen_random_uuid(),
  user_id    uuid not null default auth.uid(),
  student_id uuid not null,
  package_id uuid not null,
  days       integer check (days between 1 and 365),
  until_day  date,
  reason     text not null check (private.is_seen(reason) and char_length(reason) <= 200),
  -- The cause; without any it is 'by hand'. No foreign keys to lessons and slots: the days that a deleted one gave
  -- stay.
  batch_id   uuid,
  session_id uuid,
  slot_id    uuid,
  slot_date  date,
  day        date,
  kept       boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint package_extensions_one_cause check (num_nonnulls(batch_id, session_id, slot_id) <= 1),
  -- Either days, or a floor: a day until which the package is valid at least, however its own last day changes.
  constraint package_extensions_days_or_floor check (num_nonnulls(days, until_day) = 1),
  constraint package_extensions_floor_of_lesson
    check (until_day is null or (session_id is not null and until_day - day between 1 and 90)),
  constraint package_extensions_occurrence_whole check ((slot_id is null) = (slot_date is null)),
  constraint package_extensions_day_of_cause check ((day is null) = (session_id is null and slot_id is null)),
  constraint package_extensions_one_per_occurrence unique (user_id, slot_id, slot_date, package_id),
  constraint package_extensions_one_per_recess unique (user_id, batch_id, package_id),
  constraint package_extensions_package_fkey foreign key (user_id, student_id, package_id)
    references public.packages (user_id, student_id, id) on delete cascade,
  -- When a recess is deleted, only extensions that are kept for good still name it.
  constraint package_extensions_recess_fkey foreign key (user_id, batch_id)
    references public.recesses (user_id, id) on delete set null (batch_id)
);
comment on table public.package_extensions is
  'More days for a package, or a floor, and their cause: by hand, a recess (batch_id), a lesson and its student '
  '(session_id), or an occurrence that was skipped (slot_id, slot_date).';
comment on column public.package_extensions.day is
  'The day that a lesson or a skip makes up for: the lesson''s, or the one on which the occurrence would have begun. '
  'Extensions for one day do not add up; the longest counts.';
comment on column public.package_extensions.kept is
  'The cause stood when its lesson or slot was deleted or the student was anonymised, so the days stay for good.';
comment on column public.package_extensions.until_day is
  'A floor, instead of days: the package is valid at least until then (docs/data-model.md, ''Replies and how they are '
  'judged''). Given by private.keep_floor.';
-- A lesson may give a package both days, which the coach chose in its form, and a floor.
create unique index package_extensions_one_per_lesson
  on public.package_extensions (user_id, session_id, package_id, (until_day is null));
create index package_extensions_package_idx on public.package_extensions (user_id, student_id, package_id);

alter table public.package_extensions enable row level security;
create policy "own rows" on public.package_extensions for all to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
-- Only functions write this table.
grant select on public.package_extensions to authenticated;
grant all on public.package_extensions to service_role;

create function private.extension_stands(e public.package_extensions) returns boolean
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return e.kept or case
    when e.until_day is not null then
      exists (select from public.session_package_assignments a
               where a.user_id = e.user_id and a.session_id = e.session_id and a.student_id = e.student_id
                 and a.attendance = 'excused' and a.told_outcome = 'kept' and a.spared_package_id = e.package_id)
    when e.session_id is not null then
      exists (select from public.sessions s where s.user_id = e.user_id and s.id = e.session_id)
      and not exists (select from public.session_package_assignments a
                       where a.user_id = e.user_id and a.session_id = e.session_id and a.student_id = e.student_id
                         and a.charged)
    when e.slot_id is not null then
      exists (select from public.slot_exceptions x
               where x.user_id = e.user_id and x.slot_id = e.slot_id
                 and x.slot_date = e.slot_date and x.reason is not null)
    else true end;
end $$;
comment on function private.extension_stands(public.package_extensions) is
  'Whether the cause of an extension stands: by hand and by recess always; days of a lesson while the lesson exists '
  'and its student is not charged in it; a floor while the student is excused, told in time and spared a credit of '
  'this package; days of a skip while the occurrence is skipped.';
grant execute on function private.extension_stands(public.package_extensions) to authenticated, service_role;

create function private.recount_validity(coach uuid, package_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  if cardinality(package_ids) = 0 then return; end if;
  -- Locked by a statement of its own, so that the next one sees what another transaction changed of the causes before
  -- it released the lock.
  perform from public.packages where user_id = coach and id = any (package_ids) order by id for no key update;
  update public.packages p
     set extended_days = c.days,
         expiry_date = case when p.validity_days is null then p.expiry_date + (c.days - p.extended_days)
                            else p.expiry_date end
    from public.packages q
   cross join lateral (
     select private.extended_days(q.user_id, q.student_id, q.id, q.expiry_date - q.extended_days) as days) c
   where q.user_id = coach and q.id = any (package_ids)
     and p.user_id = q.user_id and p.id = q.id and p.extended_days <> c.days;
end $$;
comment on function private.recount_validity(uuid, uuid[]) is
  'Computes extended_days (private.extended_days), and with it the expiry, of these packages.';

create function private.extensions_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c record;
begin
  for c in select user_id, array_agg(distinct package_id) as package_ids from changed group by user_id loop
    perform private.recount_validity(c.user_id, c.package_ids);
  end loop;
  return null;
end $$;
comment on function private.extensions_changed() is
  'After a statement on extensions: recounts the validity of their packages.';
create trigger extensions_inserted after insert on public.package_extensions referencing new table as changed
  for each statement execute function private.extensions_changed();
create trigger extensions_updated after update on public.package_extensions referencing new table as changed
  for each statement execute function private.extensions_changed();
create trigger extensions_deleted after delete on public.package_extensions referencing old table as changed
  for each statement execute function private.extensions_changed();

create function private.skips_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c record;
begin
  for c in select e.user_id, array_agg(distinct e.package_id) as package_ids
             from changed x
             join public.package_extensions e
               on e.user_id = x.user_id and e.slot_id = x.slot_id and e.slot_date = x.slot_date
            group by e.user_id loop
    perform private.recount_validity(c.user_id, c.package_ids);
  end loop;
  return null;
end $$;
comment on function private.skips_changed() is
  'After a statement on exceptions: recounts the validity of the packages to which a skip gave days.';
create trigger skips_inserted after insert on public.slot_exceptions referencing new table as changed
  for each statement execute function private.skips_changed();
create trigger skips_updated after update on public.slot_exceptions referencing new table as changed
  for each statement execute function private.skips_changed();
create trigger skips_deleted after delete on public.slot_exceptions referencing old table as changed
  for each statement execute function private.skips_changed();

-- Days that count when their lesson or slot is deleted count for good. The other days wait, without counting, until an
-- undo brings the lesson back.
create function private.keep_days_of_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.package_extensions e set kept = true
   where e.user_id = old.user_id and e.session_id = old.id and not e.kept and private.extension_stands(e);
  return old;
end $$;
comment on function private.keep_days_of_lesson() is
  'Before a lesson is deleted: marks the days that it gives as kept.';
create trigger keep_days before delete on public.sessions for each row execute function private.keep_days_of_lesson();

create function private.forget_days_of_lesson(lesson uuid, since timestamptz default '-infinity') returns void
language sql volatile security definer set search_path = '' as $$
  -- Kept days stay: a deletion on another device made them permanent, or their student was anonymised since.
  delete from public.package_extensions
   where user_id = private.coach() and session_id = lesson and created_at >= since and not kept
     -- A floor goes only with its lesson: after an undone change private.keep_floor decides about it.
     and (until_day is null or since = '-infinity')
$$;
comment on function private.forget_days_of_lesson(uuid, timestamptz) is
  'Before an undo: deletes the days that a lesson gave. If the undo deletes the lesson, all of them; if it takes back '
  'the lesson''s last change, those given since that change (`since`).';
grant execute on function private.forget_days_of_lesson(uuid, timestamptz) to authenticated, service_role;

create function private.return_days_to_lesson() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.package_extensions e set kept = false
    from new_rows n, public.students s
   where e.user_id = n.user_id and e.session_id = n.id and e.kept
     -- The days of a student who was anonymised meanwhile stay kept: that student does not return with the lesson.
     and s.user_id = e.user_id and s.id = e.student_id and s.anonymized_at is null;
  return null;
end $$;
comment on function private.return_days_to_lesson() is
  'After insert of a lesson that was deleted before: the days that were kept follow the lesson again.';
create trigger return_days after insert on public.sessions referencing new table as new_rows
  for each statement execute function private.return_days_to_lesson();

create function private.keep_days_of_skips(coach uuid, slot uuid, last_day date) returns void
language sql volatile security definer set search_path = '' as $$
  update public.package_extensions e set kept = true
   where e.user_id = coach and e.slot_id = slot and (last_day is null or e.slot_date > last_day)
     and not e.kept and private.extension_stands(e)
$$;
comment on function private.keep_days_of_skips(uuid, uuid, date) is
  'Before a slot is deleted, or ends on a last day: marks the days that its later skips give as kept.';

create function private.keep_days_of_slot() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_days_of_skips(old.user_id, old.id, null);
  return old;
end $$;
comment on function private.keep_days_of_slot() is
  'Before a slot is deleted: marks the days that its skips give as kept.';
create trigger keep_days before delete on public.lesson_slots for each row execute function private.keep_days_of_slot();

create function private.dormant_extensions(coach uuid, lessons jsonb, skips jsonb) returns uuid[]
language sql stable security invoker set search_path = '' as $$
  select coalesce(array_agg((e.x).id), '{}')
    from (select y.x from jsonb_array_elements(lessons) l
           cross join lateral (select x from public.package_extensions x
                                where x.user_id = coach and x.session_id = (l -> 'session' ->> 'id')::uuid offset 0) y
          union all
          select y.x from jsonb_array_elements(coalesce(skips -> 'add', '[]')) s
           cross join lateral (select x from public.package_extensions x
                                where x.user_id = coach and x.slot_id = (s ->> 'slot_id')::uuid
                                  and x.slot_date = (s ->> 'slot_date')::date offset 0) y) e
   where (e.x).until_day is null and not private.extension_stands(e.x)
$$;
comment on function private.dormant_extensions(uuid, jsonb, jsonb) is
  'The extensions of a plan''s lessons and skips whose cause does not stand, leaving out floors.';
grant execute on function private.dormant_extensions(uuid, jsonb, jsonb) to authenticated, service_role;

create function private.write_extensions(added jsonb, taken_back jsonb, dormant uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me constant uuid := private.coach();
begin
  delete from public.package_extensions
   where user_id = me and id = any (array(select jsonb_array_elements_text(taken_back)::uuid))
     and session_id is null and slot_id is null and not kept;
  if exists (select from public.package_extensions
              where user_id = me and id = any (array(select jsonb_array_elements_text(taken_back)::uuid))
                and session_id is null and slot_id is null and batch_id is null) then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = taken_back::text;
  end if;
  -- A cause that stands again gives the days chosen now, not those chosen when it stood before.
  delete from public.package_extensions e
   where e.user_id = me and e.id = any (dormant)
     and (private.extension_stands(e)
          or exists (select from jsonb_to_recordset(added) as a (package_id uuid, session_id uuid)
                      where a.package_id = e.package_id and a.session_id = e.session_id));
  insert into public.package_extensions (id, user_id, student_id, package_id, days, reason, batch_id, session_id,
                                         slot_id, slot_date, day, kept)
  select coalesce(a.id, gen_random_uuid()), me, a.student_id, a.package_id, a.days, a.reason, a.batch_id, a.session_id,
         a.slot_id, a.slot_date, a.day,
         -- Kept, if the plan has just deleted the lesson.
         a.session_id is not null
           and not exists (select from public.sessions s where s.user_id = me and s.id = a.session_id)
    from jsonb_to_recordset(added) as a (id uuid, student_id uuid, package_id uuid, days integer, reason text,
                                         batch_id uuid, session_id uuid, slot_id uuid, slot_date date, day date)
  on conflict do nothing;
end $$;
comment on function private.write_extensions(jsonb, jsonb, uuid[]) is
  'Writes the extensions of a plan of the caller: deletes those by hand or by a recess whose ids are `taken_back`, '
  'deletes `dormant` ones that stand again or that the plan gives anew, and inserts the `added` rows. PT410 '
  'student_anonymized: days by hand of such a student stay.';
grant execute on function private.write_extensions(jsonb, jsonb, uuid[]) to authenticated, service_role;

-- A plan that excuses a student names the package that the lesson would have taken; the reply says whether the absence
-- was told in time (private.copy_told). Whichever is written last writes the floor here.
create function private.keep_floor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  seat constant public.session_package_assignments := case when tg_op = 'DELETE' then old else new end;
begin
  -- Lessons before packages, as every writer locks them.
  perform from public.sessions where user_id = seat.user_id and id = seat.session_id for no key update;
  delete from public.package_extensions e
   where e.user_id = seat.user_id and e.session_id = seat.session_id and e.student_id = seat.student_id
     and e.until_day is not null and not e.kept
     and (not private.extension_stands(e)
          -- The insert below writes none for a version that gives no days.
          or exists (select from public.agreements a
                      where a.user_id = seat.user_id and a.version = seat.agreement_version and a.makeup_days = 0));
  if tg_op = 'DELETE' or private.is_importing() then return null; end if;
  insert into public.package_extensions as e (user_id, student_id, package_id, until_day, reason, session_id, day)
  select seat.user_id, seat.student_id, seat.spared_package_id, s.day + a.makeup_days, 'Reposição', s.id, s.day
    from public.sessions s
    join public.agreements a on a.user_id = s.user_id and a.version = seat.agreement_version and a.makeup_days > 0
    join public.packages p on p.user_id = s.user_id and p.student_id = seat.student_id and p.id = seat.spared_package_id
    -- An anonymised student's floor stays for good. Writing it would be refused, and with it the correction of another
    -- student.
    join public.students st on st.user_id = s.user_id and st.id = seat.student_id and st.anonymized_at is null
   where s.user_id = seat.user_id and s.id = seat.session_id
     and seat.attendance = 'excused' and seat.told_outcome = 'kept'
  on conflict (user_id, session_id, package_id, (until_day is null)) do update
     set until_day = excluded.until_day, day = excluded.day where not e.kept;
  return null;
end $$;
comment on function private.keep_floor() is
  'After a seat changes: writes or removes the floor of the spared package, which it has while the student is excused '
  'for an absence told in time.';
create trigger floor_inserted after insert on public.session_package_assignments
  for each row when (new.spared_package_id is not null) execute function private.keep_floor();
create trigger floor_updated after update on public.session_package_assignments
  for each row when ((old.attendance, old.told_outcome, old.spared_package_id, old.agreement_version)
                     is distinct from (new.attendance, new.told_outcome, new.spared_package_id, new.agreement_version)
                     and (old.spared_package_id is not null or new.spared_package_id is not null))
  execute function private.keep_floor();
create trigger floor_deleted after delete on public.session_package_assignments
  for each row when (old.spared_package_id is not null) execute function private.keep_floor();
