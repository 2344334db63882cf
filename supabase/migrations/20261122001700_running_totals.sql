-- Running totals: figures that a screen would otherwise add up over all lessons are kept by triggers, so that no
-- request grows with the past (docs/decisions/0007-running-sums-at-commit.md). They have no check constraints: a wrong
-- total must never block a lesson. Tests compare them with the rows.
--
-- A lesson is held if it was not cancelled, whoever came. Lists count all lessons; figures and charts count lessons
-- held.
create table public.coach_totals (
  user_id            uuid primary key references public.profiles (id) on delete cascade,
  active_students    integer not null default 0,
  lessons            integer not null default 0,
  unassigned_lessons integer not null default 0,
  rating_sum         bigint  not null default 0,
  rating_count       bigint  not null default 0,
  held               integer not null default 0
);
comment on table public.coach_totals is 'Kept by triggers: the totals of one coach over all rows.';
comment on column public.coach_totals.unassigned_lessons is
  'Lessons in which at least one student is charged and has no package.';
comment on column public.coach_totals.held is 'Lessons that were not cancelled.';

alter table public.coach_totals enable row level security;
create policy "own rows: read" on public.coach_totals for select to authenticated using (user_id = (select auth.uid()));
grant select on public.coach_totals to authenticated;
grant all on public.coach_totals to service_role;

create table public.coach_days (
  user_id      uuid not null references public.profiles (id) on delete cascade,
  day          date not null,
  lessons      integer not null default 0,
  rating_sum   integer not null default 0,
  rating_count integer not null default 0,
  revenue      numeric(14, 2) not null default 0,
  held         integer not null default 0,
  received     numeric(14, 2) not null default 0,
  open_amount  numeric(14, 2) not null default 0,
  primary key (user_id, day)
);
comment on table public.coach_days is
  'Kept by triggers: the totals of one coach by day. For a period that begins or ends within a day, that day''s '
  'lessons are read instead.';
comment on column public.coach_days.day is
  'For lessons the UTC day; for money the purchase date (revenue), the day of the payment (received) or the payment '
  'date (open), which have no time zone.';
comment on column public.coach_days.held is 'Lessons that were not cancelled.';
comment on column public.coach_days.received is 'Payments less refunds of this day.';
comment on column public.coach_days.open_amount is 'What is still owed of packages whose payment date is this day.';
create index coach_days_open_idx on public.coach_days (user_id, day) where open_amount <> 0;

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
comment on function private.create_coach_totals() is 'After a profile is inserted: inserts the row for its totals.';
create trigger create_coach_totals after insert on public.profiles
  for each row execute function private.create_coach_totals();

-- Accounts that existed before this migration.
insert into public.coach_totals (user_id) select id from public.profiles;

create type private.totals_change as (
  active_students integer, lessons integer, unassigned_lessons integer, rating_sum integer, rating_count integer,
  revenue numeric, held integer
);
comment on type private.totals_change is 'What is added to the totals of a coach and to one of the days.';

-- A row that one transaction updates thousands of times gets slower with each update. import_students adds to the
-- totals itself, once for each day; meanwhile the triggers of its rows add nothing. No request can set this variable.
create function private.is_importing() returns boolean
language sql stable security invoker set search_path = ''
return coalesce(current_setting('voleio.importing', true), '') = 'on';
comment on function private.is_importing() is
  'Whether triggers leave their work to an import: import_students counts for the triggers of its rows, and the '
  'document of import_my_data has what they would write.';

create function private.add_to_totals(coach uuid, day date, f private.totals_change) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.is_importing() then return; end if;
  -- The totals first: their row lock also serialises the writers of this coach's days.
  update public.coach_totals t
     set active_students = t.active_students + coalesce(f.active_students, 0),
         lessons = t.lessons + coalesce(f.lessons, 0),
         held = t.held + coalesce(f.held, 0),
         unassigned_lessons = t.unassigned_lessons + coalesce(f.unassigned_lessons, 0),
         rating_sum = t.rating_sum + coalesce(f.rating_sum, 0),
         rating_count = t.rating_count + coalesce(f.rating_count, 0)
   where t.user_id = coach;
  -- No totals: the account is being deleted (its days go with it) or imported into (counted once at the end).
  if not found or day is null then return; end if;
  insert into public.coach_days as d (user_id, day, lessons, held, rating_sum, rating_count, revenue)
  values (coach, day, coalesce(f.lessons, 0), coalesce(f.held, 0), coalesce(f.rating_sum, 0),
          coalesce(f.rating_count, 0), coalesce(f.revenue, 0))
  on conflict on constraint coach_days_pkey do update
     set lessons = d.lessons + excluded.lessons, held = d.held + excluded.held,
         rating_sum = d.rating_sum + excluded.rating_sum, rating_count = d.rating_count + excluded.rating_count,
         revenue = d.revenue + excluded.revenue;
end $$;
comment on function private.add_to_totals(uuid, date, private.totals_change) is
  'Adds to the totals of a coach and to one of the days, by increments.';

create function private.add_money(coach uuid, day date, received numeric, open_amount numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if private.is_importing() or (received = 0 and open_amount = 0) then return; end if;
  -- As in add_to_totals: this row serialises the writers of the coach's days, and is missing while an account is
  -- deleted or imported.
  perform from public.coach_totals t where t.user_id = coach for no key update;
  if not found then return; end if;
  insert into public.coach_days as d (user_id, day, received, open_amount) values (coach, day, received, open_amount)
  on conflict on constraint coach_days_pkey do update
     set received = d.received + excluded.received, open_amount = d.open_amount + excluded.open_amount;
end $$;
comment on function private.add_money(uuid, date, numeric, numeric) is
  'Adds to the money of one day of a coach, by increments.';

-- Deferred to the commit: a lesson is the first in the lock order and the totals are the last. Concurrent writers of
-- one coach therefore wait for each other only during the commit.
create function private.count_lessons() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant date := case when tg_op <> 'INSERT' then (old.date at time zone 'UTC')::date end;
  after  constant date := case when tg_op <> 'DELETE' then (new.date at time zone 'UTC')::date end;
begin
  if before = after then
    perform private.add_to_totals(new.user_id, after,
      row (0, 0, (new.unassigned_count > 0)::integer - (old.unassigned_count > 0)::integer,
           new.rating_sum - old.rating_sum, new.rating_count - old.rating_count, 0,
           (new.cancelled_reason is null)::integer - (old.cancelled_reason is null)::integer)::private.totals_change);
    return null;
  end if;
  if before is not null then
    perform private.add_to_totals(old.user_id, before,
      row (0, -1, -(old.unassigned_count > 0)::integer, -old.rating_sum, -old.rating_count, 0,
           -(old.cancelled_reason is null)::integer)::private.totals_change);
  end if;
  if after is not null then
    perform private.add_to_totals(new.user_id, after,
      row (0, 1, (new.unassigned_count > 0)::integer, new.rating_sum, new.rating_count, 0,
           (new.cancelled_reason is null)::integer)::private.totals_change);
  end if;
  return null;
end $$;
comment on function private.count_lessons() is
  'At commit: counts lessons and ratings in the totals and days of their coach.';
create constraint trigger lessons_counted after insert or delete on public.sessions
  deferrable initially deferred for each row execute function private.count_lessons();
create constraint trigger lessons_recounted after update on public.sessions
  deferrable initially deferred for each row
  when ((old.date, old.unassigned_count > 0, old.rating_sum, old.rating_count, old.cancelled_reason is null)
        is distinct from
        (new.date, new.unassigned_count > 0, new.rating_sum, new.rating_count, new.cancelled_reason is null))
  execute function private.count_lessons();

create function private.count_active_students() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    perform private.add_to_totals(old.user_id, null, row (-1, 0, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    perform private.add_to_totals(new.user_id, null, row (1, 0, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  return null;
end $$;
comment on function private.count_active_students() is
  'At commit: counts active students in the totals of their coach.';
create constraint trigger students_counted after insert or delete on public.students
  deferrable initially deferred for each row execute function private.count_active_students();
create constraint trigger students_recounted after update on public.students
  deferrable initially deferred for each row when (old.status <> new.status)
  execute function private.count_active_students();

create function private.count_revenue() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_to_totals(old.user_id, old.purchase_date,
      row (0, 0, 0, 0, 0, -old.price, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_to_totals(new.user_id, new.purchase_date,
      row (0, 0, 0, 0, 0, new.price, 0)::private.totals_change);
  end if;
  return null;
end $$;
comment on function private.count_revenue() is 'At commit: counts revenue in the days of its coach.';
create constraint trigger sales_counted after insert or delete on public.packages
  deferrable initially deferred for each row execute function private.count_revenue();
create constraint trigger sales_recounted after update on public.packages
  deferrable initially deferred for each row
  when ((old.price, old.purchase_date) is distinct from (new.price, new.purchase_date))
  execute function private.count_revenue();

create function private.count_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_money(old.user_id, old.paid_on,
      case old.kind when 'payment' then -old.amount else old.amount end, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_money(new.user_id, new.paid_on,
      case new.kind when 'payment' then new.amount else -new.amount end, 0);
  end if;
  return null;
end $$;
comment on function private.count_received() is 'At commit: counts payments and refunds in the days of their coach.';
create constraint trigger payments_counted after insert or delete on public.payments
  deferrable initially deferred for each row execute function private.count_received();
create constraint trigger payments_recounted after update on public.payments
  deferrable initially deferred for each row when ((old.amount, old.paid_on) is distinct from (new.amount, new.paid_on))
  execute function private.count_received();

create function private.count_open() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_money(old.user_id, old.payment_date, 0, -greatest(old.open_amount, 0));
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_money(new.user_id, new.payment_date, 0, greatest(new.open_amount, 0));
  end if;
  return null;
end $$;
comment on function private.count_open() is 'At commit: counts what packages still owe in the days of their coach.';
create constraint trigger open_amount_counted after insert or delete on public.packages
  deferrable initially deferred for each row execute function private.count_open();
create constraint trigger open_amount_recounted after update on public.packages
  deferrable initially deferred for each row
  when ((greatest(old.open_amount, 0), old.payment_date)
        is distinct from (greatest(new.open_amount, 0), new.payment_date))
  execute function private.count_open();

create function private.recount_money(coach uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.coach_days as d (user_id, day, received, open_amount)
  select coach, x.day, sum(x.received), sum(x.open_amount)
    from (select paid_on as day, case kind when 'payment' then amount else -amount end as received, 0 as open_amount
            from public.payments where user_id = coach
          union all
          select payment_date, 0, open_amount from public.packages where user_id = coach and open_amount > 0) x
   group by x.day
  on conflict on constraint coach_days_pkey do update
     set received = excluded.received, open_amount = excluded.open_amount
$$;
comment on function private.recount_money(uuid) is
  'Writes received and open amounts of all days of a coach, computed from the rows. For days that have none yet.';

-- For import_my_data, which counts once at its end.
create function private.recount_totals(coach uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.coach_totals (user_id, active_students, lessons, held, unassigned_lessons, rating_sum,
                                   rating_count)
  select coach, (select count(*) from public.students where user_id = coach and status = 'active'),
         count(*), count(*) filter (where cancelled_reason is null), count(*) filter (where unassigned_count > 0),
         coalesce(sum(rating_sum), 0), coalesce(sum(rating_count), 0)
    from public.sessions where user_id = coach;
  insert into public.coach_days (user_id, day, lessons, held, rating_sum, rating_count, revenue)
  select coach, day, sum(lessons), sum(held), sum(rating_sum), sum(rating_count), sum(revenue)
    from (select (date at time zone 'UTC')::date as day, 1 as lessons, (cancelled_reason is null)::integer as held,
                 rating_sum, rating_count, 0 as revenue
            from public.sessions where user_id = coach
          union all
          select purchase_date, 0, 0, 0, 0, price from public.packages where user_id = coach) x
   group by day;
  select private.recount_money(coach);
$$;
comment on function private.recount_totals(uuid) is
  'Inserts the totals and days of a coach who has none, computed from the rows.';
