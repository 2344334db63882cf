-- Running totals: figures that a screen would otherwise add up over all lessons are kept by triggers, so that no request
-- grows with the past. They have no check constraints: a wrong total must never block a lesson. Tests compare them with
-- the rows.
create table public.coach_totals (
  user_id            uuid primary key references public.profiles (id) on delete cascade,
  active_students    integer not null default 0,
  lessons            integer not null default 0,
  unassigned_lessons integer not null default 0,
  rating_sum         bigint  not null default 0,
  rating_count       bigint  not null default 0
);
comment on table public.coach_totals is 'Kept by triggers: the totals of one coach over all rows.';
comment on column public.coach_totals.unassigned_lessons is 'Lessons in which at least one student has no package.';

create table public.coach_days (
  user_id      uuid not null references public.profiles (id) on delete cascade,
  day          date not null,
  lessons      integer not null default 0,
  rating_sum   integer not null default 0,
  rating_count integer not null default 0,
  revenue      numeric(12, 2) not null default 0,
  primary key (user_id, day)
);
comment on table public.coach_days is
  'Kept by triggers: the totals of one coach by day. A period that begins within a day adds the lessons of that day.';
comment on column public.coach_days.day is 'For lessons the day in UTC, for revenue the purchase date, which has no time zone.';

alter table public.coach_totals enable row level security;
create policy "own rows: read" on public.coach_totals for select to authenticated using (user_id = (select auth.uid()));
grant select on public.coach_totals to authenticated;
grant all on public.coach_totals to service_role;
alter table public.coach_days enable row level security;
create policy "own rows: read" on public.coach_days for select to authenticated using (user_id = (select auth.uid()));
grant select on public.coach_days to authenticated;
grant all on public.coach_days to service_role;

create function private.create_coach_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.coach_totals (user_id) values (new.id);
  return null;
end $$;
comment on function private.create_coach_totals() is 'After a profile is inserted: the row for its totals.';
create trigger create_coach_totals after insert on public.profiles
  for each row execute function private.create_coach_totals();

-- Accounts that existed before this migration.
insert into public.coach_totals (user_id) select id from public.profiles;

create type private.totals_change as (
  active_students integer, lessons integer, unassigned_lessons integer, rating_sum integer, rating_count integer,
  revenue numeric
);
comment on type private.totals_change is 'What is added to the totals of a coach and to one of the days.';

create function private.add_to_totals(coach uuid, day date, f private.totals_change) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The totals first: their row lock also serialises the writers of this coach's days.
  update public.coach_totals t
     set active_students = t.active_students + coalesce(f.active_students, 0),
         lessons = t.lessons + coalesce(f.lessons, 0),
         unassigned_lessons = t.unassigned_lessons + coalesce(f.unassigned_lessons, 0),
         rating_sum = t.rating_sum + coalesce(f.rating_sum, 0),
         rating_count = t.rating_count + coalesce(f.rating_count, 0)
   where t.user_id = coach;
  -- No totals: the account is being deleted (its days go with it) or imported into (counted once at the end).
  if not found or day is null then return; end if;
  insert into public.coach_days as d (user_id, day, lessons, rating_sum, rating_count, revenue)
  values (coach, day, coalesce(f.lessons, 0), coalesce(f.rating_sum, 0), coalesce(f.rating_count, 0), coalesce(f.revenue, 0))
  on conflict on constraint coach_days_pkey do update
     set lessons = d.lessons + excluded.lessons, rating_sum = d.rating_sum + excluded.rating_sum,
         rating_count = d.rating_count + excluded.rating_count, revenue = d.revenue + excluded.revenue;
end $$;
comment on function private.add_to_totals(uuid, date, private.totals_change) is
  'Adds to the totals of a coach and to one of the days, by increments.';

-- Deferred to the commit: a lesson is the first in the lock order and the totals are the last. Concurrent writers of one
-- coach therefore wait for each other only during the commit.
create function private.count_lessons() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant date := case when tg_op <> 'INSERT' then (old.date at time zone 'UTC')::date end;
  after  constant date := case when tg_op <> 'DELETE' then (new.date at time zone 'UTC')::date end;
begin
  if before = after then
    perform private.add_to_totals(new.user_id, after,
      row (0, 0, (new.unassigned_count > 0)::integer - (old.unassigned_count > 0)::integer,
           new.rating_sum - old.rating_sum, new.rating_count - old.rating_count, 0)::private.totals_change);
    return null;
  end if;
  if before is not null then
    perform private.add_to_totals(old.user_id, before,
      row (0, -1, -(old.unassigned_count > 0)::integer, -old.rating_sum, -old.rating_count, 0)::private.totals_change);
  end if;
  if after is not null then
    perform private.add_to_totals(new.user_id, after,
      row (0, 1, (new.unassigned_count > 0)::integer, new.rating_sum, new.rating_count, 0)::private.totals_change);
  end if;
  return null;
end $$;
comment on function private.count_lessons() is 'At commit: lessons and ratings in the totals and days of their coach.';
create constraint trigger lessons_counted after insert or delete on public.sessions
  deferrable initially deferred for each row execute function private.count_lessons();
create constraint trigger lessons_recounted after update on public.sessions
  deferrable initially deferred for each row
  when ((old.date, old.unassigned_count > 0, old.rating_sum, old.rating_count)
        is distinct from (new.date, new.unassigned_count > 0, new.rating_sum, new.rating_count))
  execute function private.count_lessons();

create function private.count_revenue() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_to_totals(old.user_id, old.purchase_date, row (0, 0, 0, 0, 0, -old.price)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_to_totals(new.user_id, new.purchase_date, row (0, 0, 0, 0, 0, new.price)::private.totals_change);
  end if;
  return null;
end $$;
comment on function private.count_revenue() is 'At commit: revenue in the days of its coach.';
create constraint trigger sales_counted after insert or delete on public.packages
  deferrable initially deferred for each row execute function private.count_revenue();
create constraint trigger sales_recounted after update on public.packages
  deferrable initially deferred for each row
  when ((old.price, old.purchase_date) is distinct from (new.price, new.purchase_date))
  execute function private.count_revenue();

create function private.count_active_students() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    perform private.add_to_totals(old.user_id, null, row (-1, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    perform private.add_to_totals(new.user_id, null, row (1, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  return null;
end $$;
comment on function private.count_active_students() is 'At commit: the active students in the totals of their coach.';
create constraint trigger students_counted after insert or delete on public.students
  deferrable initially deferred for each row execute function private.count_active_students();
create constraint trigger students_recounted after update on public.students
  deferrable initially deferred for each row when (old.status <> new.status)
  execute function private.count_active_students();
