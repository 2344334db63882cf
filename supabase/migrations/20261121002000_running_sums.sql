-- Figures that do not grow with the history: what a screen would have to add up over all lessons is kept instead.

-- A lesson knows the sum of its ratings, so that one that is deleted or moved takes them along.
alter table public.sessions
  add column rating_sum   integer not null default 0,
  add column rating_count integer not null default 0;
comment on column public.sessions.rating_sum is 'Kept by triggers: the sum of the ratings of its feedback.';
comment on column public.sessions.rating_count is 'Kept by triggers: how many ratings that are.';

-- No checks on what is kept below: a figure that was wrong must never stop a lesson. Tests compare it with the rows.
create table public.coach_totals (
  user_id            uuid primary key references public.profiles (id) on delete cascade,
  active_students    integer not null default 0,
  lessons            integer not null default 0,
  unassigned_lessons integer not null default 0,
  rating_sum         bigint  not null default 0,
  rating_count       bigint  not null default 0
);
comment on table public.coach_totals is 'Kept by triggers: the figures of one coach over everything there is.';
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
  'Kept by triggers: the figures of one coach day by day. A period that begins within a day adds lessons of that day.';
comment on column public.coach_days.day is 'Of lessons the day in UTC; of revenue the purchase date, which has no time zone.';

alter table public.coach_totals enable row level security;
create policy "own rows: read" on public.coach_totals for select to authenticated using (user_id = (select auth.uid()));
grant select on public.coach_totals to authenticated;
grant all on public.coach_totals to service_role;
alter table public.coach_days enable row level security;
create policy "own rows: read" on public.coach_days for select to authenticated using (user_id = (select auth.uid()));
grant select on public.coach_days to authenticated;
grant all on public.coach_days to service_role;

create function private.open_totals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.coach_totals (user_id) values (new.id);
  return null;
end $$;
comment on function private.open_totals() is 'After a coach joined: the row that keeps the totals.';
create trigger open_totals after insert on public.profiles
  for each row execute function private.open_totals();

create type private.figures as (
  active_students integer, lessons integer, unassigned_lessons integer, rating_sum integer, rating_count integer,
  revenue numeric
);
comment on type private.figures is 'What is added to the totals of a coach and to one of the days.';

create function private.add_figures(coach uuid, day date, f private.figures) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The totals first: whoever holds them is alone with the days of that coach.
  update public.coach_totals t
     set active_students = t.active_students + coalesce(f.active_students, 0),
         lessons = t.lessons + coalesce(f.lessons, 0),
         unassigned_lessons = t.unassigned_lessons + coalesce(f.unassigned_lessons, 0),
         rating_sum = t.rating_sum + coalesce(f.rating_sum, 0),
         rating_count = t.rating_count + coalesce(f.rating_count, 0)
   where t.user_id = coach;
  -- Without totals the account itself is being deleted, and its days with it.
  if not found or day is null then return; end if;
  insert into public.coach_days as d (user_id, day, lessons, rating_sum, rating_count, revenue)
  values (coach, day, coalesce(f.lessons, 0), coalesce(f.rating_sum, 0), coalesce(f.rating_count, 0), coalesce(f.revenue, 0))
  on conflict on constraint coach_days_pkey do update
     set lessons = d.lessons + excluded.lessons, rating_sum = d.rating_sum + excluded.rating_sum,
         rating_count = d.rating_count + excluded.rating_count, revenue = d.revenue + excluded.revenue;
end $$;
comment on function private.add_figures(uuid, date, private.figures) is
  'Adds to the totals of a coach and to one of the days. By increments, as every kept figure.';

-- The ratings of a lesson. Feedback leaves with its attendance, and then the lesson may be gone already.
create or replace function private.feedbacks_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    update public.sessions s
       set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum, rating_count = s.rating_count + c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from new_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  elsif tg_op = 'DELETE' then
    update public.sessions s
       set rating_sum = s.rating_sum - c.rating_sum, rating_count = s.rating_count - c.rating_count
      from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
              from old_rows group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  else
    -- A club that went away is no edit of its lessons, and must not wait for their locks.
    update public.sessions s set updated_at = now(), rating_sum = s.rating_sum + c.rating_sum
      from (select n.user_id, n.session_id, sum(n.rating - o.rating)::integer as rating_sum
              from old_rows o join new_rows n using (user_id, session_id, student_id)
             where (o.rating, o.notes, o.tags) is distinct from (n.rating, n.notes, n.tags)
                or (n.club_id is not null and n.club_id is distinct from o.club_id)
             group by 1, 2) c
     where s.user_id = c.user_id and s.id = c.session_id;
  end if;
  return null;
end $$;
comment on function private.feedbacks_changed() is
  'After a statement on feedback: the ratings of its lesson, whose version rises.';
create trigger feedbacks_deleted after delete on public.session_feedbacks referencing old table as old_rows
  for each statement execute function private.feedbacks_changed();

-- The totals are the last in the order of locks, yet a lesson is the first: hence constraint triggers that wait for
-- the commit. One coach's writers then meet at the totals for a moment, with everything else behind them.
create function private.lessons_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_figures(old.user_id, (old.date at time zone 'UTC')::date,
      row (0, -1, -(old.unassigned_count > 0)::integer, -old.rating_sum, -old.rating_count, 0)::private.figures);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_figures(new.user_id, (new.date at time zone 'UTC')::date,
      row (0, 1, (new.unassigned_count > 0)::integer, new.rating_sum, new.rating_count, 0)::private.figures);
  end if;
  return null;
end $$;
comment on function private.lessons_counted() is 'At commit: lessons and ratings in the totals and days of their coach.';
create constraint trigger lessons_counted after insert or delete on public.sessions
  deferrable initially deferred for each row execute function private.lessons_counted();
create constraint trigger lessons_recounted after update on public.sessions
  deferrable initially deferred for each row
  when ((old.date, old.unassigned_count > 0, old.rating_sum, old.rating_count)
        is distinct from (new.date, new.unassigned_count > 0, new.rating_sum, new.rating_count))
  execute function private.lessons_counted();

create function private.sales_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_figures(old.user_id, old.purchase_date, row (0, 0, 0, 0, 0, -old.price)::private.figures);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_figures(new.user_id, new.purchase_date, row (0, 0, 0, 0, 0, new.price)::private.figures);
  end if;
  return null;
end $$;
comment on function private.sales_counted() is 'At commit: revenue in the days of its coach.';
create constraint trigger sales_counted after insert or delete on public.packages
  deferrable initially deferred for each row execute function private.sales_counted();
create constraint trigger sales_recounted after update on public.packages
  deferrable initially deferred for each row
  when ((old.price, old.purchase_date) is distinct from (new.price, new.purchase_date))
  execute function private.sales_counted();

create function private.students_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    perform private.add_figures(old.user_id, null, row (-1, 0, 0, 0, 0, 0)::private.figures);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    perform private.add_figures(new.user_id, null, row (1, 0, 0, 0, 0, 0)::private.figures);
  end if;
  return null;
end $$;
comment on function private.students_counted() is 'At commit: the active students in the totals of their coach.';
create constraint trigger students_counted after insert or delete on public.students
  deferrable initially deferred for each row execute function private.students_counted();
create constraint trigger students_recounted after update on public.students
  deferrable initially deferred for each row when (old.status <> new.status)
  execute function private.students_counted();

-- What was there before. Nobody writes meanwhile: the new triggers hold their tables until the end of this migration.
alter table public.sessions disable trigger user;
update public.sessions s set rating_sum = f.rating_sum, rating_count = f.rating_count
  from (select user_id, session_id, sum(rating)::integer as rating_sum, count(*)::integer as rating_count
          from public.session_feedbacks group by 1, 2) f
 where s.user_id = f.user_id and s.id = f.session_id;
alter table public.sessions enable trigger user;

insert into public.coach_totals (user_id, active_students, lessons, unassigned_lessons, rating_sum, rating_count)
select p.id, coalesce(a.active_students, 0), coalesce(l.lessons, 0), coalesce(l.unassigned_lessons, 0),
       coalesce(l.rating_sum, 0), coalesce(l.rating_count, 0)
  from public.profiles p
  left join (select user_id, count(*) as active_students from public.students where status = 'active' group by 1) a
    on a.user_id = p.id
  left join (select user_id, count(*) as lessons, count(*) filter (where unassigned_count > 0) as unassigned_lessons,
                    sum(rating_sum) as rating_sum, sum(rating_count) as rating_count
               from public.sessions group by 1) l
    on l.user_id = p.id;
insert into public.coach_days (user_id, day, lessons, rating_sum, rating_count, revenue)
select user_id, day, sum(lessons), sum(rating_sum), sum(rating_count), sum(revenue)
  from (select user_id, (date at time zone 'UTC')::date as day, 1 as lessons, rating_sum, rating_count, 0 as revenue
          from public.sessions
        union all
        select user_id, purchase_date, 0, 0, 0, price from public.packages) x
 group by 1, 2;
