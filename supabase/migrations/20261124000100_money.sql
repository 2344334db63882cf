-- What is owed, received and given back, and the coach's PIX (docs/product.md, 'Payments').
alter table public.profiles
  add column pix_type text check (pix_type in ('cpf', 'cnpj', 'phone', 'email', 'evp')),
  add column pix_key text check (pix_key ~ '^[!-~]{1,77}$'),
  add column pix_name text check (pix_name ~ '^[!-~]([ -~]{0,23}[!-~])?$'),
  add column pix_city text check (pix_city ~ '^[!-~]([ -~]{0,13}[!-~])?$'),
  add column show_pix boolean not null default false,
  add column renewal_due_day integer not null default 5 check (renewal_due_day between 1 and 28),
  add constraint profiles_pix_is_whole check (num_nonnulls(pix_type, pix_key, pix_name, pix_city) in (0, 4));
comment on column public.profiles.pix_key is 'In the canonical form of its type. PIX codes are made from it in the app.';
comment on column public.profiles.pix_name is 'As a PIX code holds it: printable ASCII.';
comment on column public.profiles.show_pix is 'Students see on their page what they owe, with the PIX key.';
comment on column public.profiles.renewal_due_day is 'Day of the month on which monthly renewals are due.';
grant update (pix_type, pix_key, pix_name, pix_city, show_pix, renewal_due_day) on public.profiles to authenticated;

alter table public.packages
  add column renews_monthly boolean not null default false,
  add column renews uuid,
  add constraint packages_renews_fkey foreign key (user_id, student_id, renews)
    references public.packages (user_id, student_id, id) on delete set null (renews);
-- Of two devices that renew the same package, one is refused. Partial: a small index of all packages was taken to find one
-- package of a student by its id.
create unique index packages_renewed_once on public.packages (user_id, student_id, renews) where renews is not null;
comment on column public.packages.renews_monthly is 'Marked ''Renovar todo mês'': renewed when no package renews it yet.';
comment on column public.packages.renews is 'The monthly package that this one follows. Without it that one waits for its renewal again.';
grant insert (renews_monthly), update (renews_monthly) on public.packages to authenticated;
grant update (renews) on public.packages to authenticated;
create index packages_monthly_idx on public.packages (user_id, purchase_date) where renews_monthly;
create index packages_due_idx on public.packages (user_id, payment_date, id) where open_amount > 0;
create index packages_open_idx on public.packages (user_id, student_id) where open_amount > 0;
create index payments_by_day_idx on public.payments (user_id, paid_on desc, id);

-- Running sums of money by day, beside the revenue (docs/decisions/0007-running-sums-at-commit.md).
alter table public.coach_days
  add column received numeric(12, 2) not null default 0,
  add column open_amount numeric(12, 2) not null default 0;
comment on column public.coach_days.received is 'Payments less refunds of this day.';
comment on column public.coach_days.open_amount is 'What is still owed of packages whose payment date is this day.';
create index coach_days_open_idx on public.coach_days (user_id, day) where open_amount <> 0;

create function private.add_money(coach uuid, day date, received numeric, open_amount numeric) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if received = 0 and open_amount = 0 then return; end if;
  -- As add_to_totals: this row serialises the writers of the coach's days, and is missing while an account is deleted or imported.
  perform from public.coach_totals t where t.user_id = coach for no key update;
  if not found then return; end if;
  insert into public.coach_days as d (user_id, day, received, open_amount) values (coach, day, received, open_amount)
  on conflict on constraint coach_days_pkey do update
     set received = d.received + excluded.received, open_amount = d.open_amount + excluded.open_amount;
end $$;
comment on function private.add_money(uuid, date, numeric, numeric) is 'Adds to the money of one day of a coach, by increments.';

create function private.count_received() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_money(old.user_id, old.paid_on, case old.kind when 'payment' then -old.amount else old.amount end, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_money(new.user_id, new.paid_on, case new.kind when 'payment' then new.amount else -new.amount end, 0);
  end if;
  return null;
end $$;
comment on function private.count_received() is 'At commit: what was received or given back, in the days of its coach.';
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
comment on function private.count_open() is 'At commit: what packages still owe, in the days of their coach.';
create constraint trigger open_amount_counted after insert or delete on public.packages
  deferrable initially deferred for each row execute function private.count_open();
create constraint trigger open_amount_recounted after update on public.packages
  deferrable initially deferred for each row
  when ((greatest(old.open_amount, 0), old.payment_date) is distinct from (greatest(new.open_amount, 0), new.payment_date))
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
  on conflict on constraint coach_days_pkey do update set received = excluded.received, open_amount = excluded.open_amount
$$;
comment on function private.recount_money(uuid) is 'The money of all days of a coach whose days have none yet, from the rows.';
do $$ begin perform private.recount_money(id) from public.profiles; end $$;

-- The sale's own payment, if it was corrected or the price was lowered after a refund, is no longer the whole price: it
-- stays what was received.
create or replace function private.follow_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  payments constant public.payments[] := array(
    select p from public.payments p
     where p.user_id = new.user_id and p.student_id = new.student_id and p.package_id = new.id limit 2);
  only_one constant public.payments := payments[1];
begin
  if cardinality(payments) = 0 and old.price = 0 and new.price > 0 then
    insert into public.payments (user_id, student_id, package_id, amount, paid_on, method, own)
    values (new.user_id, new.student_id, new.id, new.price, new.payment_date, 'other', true);
  -- In any other case the coach said what was received, and the difference shows.
  elsif cardinality(payments) = 1 and only_one.own
        and (only_one.amount, only_one.paid_on) = (old.price, old.payment_date) then
    if new.price = 0 then
      delete from public.payments where user_id = new.user_id and id = only_one.id;
    else
      update public.payments set amount = new.price, paid_on = new.payment_date
       where user_id = new.user_id and id = only_one.id;
    end if;
  end if;
  return null;
end $$;

-- What somebody who was anonymised still owes can be received, lowered or written off: figures, and no words.
drop trigger z_refuse_anonymized on public.payments;
create function private.refuse_anonymized_payer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  anonymized uuid;
begin
  select s.id into anonymized from new_rows n join public.students s on s.user_id = n.user_id and s.id = n.student_id
   where s.anonymized_at is not null and (n.payer_name is not null or n.note is not null) limit 1;
  if anonymized is not null then
    raise sqlstate 'PT410' using message = 'student_anonymized', detail = anonymized::text;
  end if;
  return null;
end $$;
comment on function private.refuse_anonymized_payer() is
  'After insert: refuses a payer or a note about an anonymised student (PT410).';
-- Last: by then payments_inserted has waited for a transaction that is anonymising the student.
create trigger z_refuse_anonymized after insert on public.payments referencing new table as new_rows
  for each statement execute function private.refuse_anonymized_payer();
drop trigger refuse_anonymized_edit on public.packages;
create trigger refuse_anonymized_edit before update on public.packages
  for each row when (
    (old.name, old.total_classes, old.purchase_date, old.validity_days, old.extended_days, old.used_outside)
      is distinct from
    (new.name, new.total_classes, new.purchase_date, new.validity_days, new.extended_days, new.used_outside)
    or (new.validity_days is null and old.expiry_date is distinct from new.expiry_date))
  execute function private.refuse_anonymized_edit();

-- The import counts once at its end.
create or replace function private.recount_totals(coach uuid) returns void
language sql volatile security invoker set search_path = '' as $$
  insert into public.coach_totals (user_id, active_students, lessons, held, unassigned_lessons, rating_sum, rating_count)
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

-- One write path of money after the sale: payments, refunds, corrections, a lower price, another day. With a refund it takes
-- credits out in the same transaction, so the plan is a CreditPlan with `money` beside it.
create function public.apply_payment_plan(plan jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me      constant uuid := private.coach();
  money   constant jsonb := plan -> 'money';
  pkg     constant uuid := money ->> 'package_id';
  added   constant jsonb := coalesce(nullif(money -> 'add', 'null'), '[]');
  removed constant jsonb := coalesce(nullif(money -> 'remove', 'null'), '[]');
  old_ids uuid[];
  sold    public.packages;
  applied jsonb;
  step    text;
  gone    integer := 0;
  n       integer;
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  if pkg is null or jsonb_typeof(added) <> 'array' or jsonb_typeof(removed) <> 'array'
     or jsonb_typeof(money -> 'expected') is distinct from 'object'
     or jsonb_typeof(plan -> 'based_on' -> 0) is distinct from 'object'
     -- Lessons and slots come before packages in the lock order, and are not about money.
     or plan -> 'lessons' is distinct from '[]' or plan ?| array['package', 'skips']
     or jsonb_array_length(added) > 20 or jsonb_array_length(removed) > 20 then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'money';
  end if;
  -- The package is locked with the others of the plan, by id.
  applied := private.apply_credit_plan(jsonb_set(plan, '{based_on,0,package_id}', to_jsonb(pkg)));
  if not (applied ->> 'replayed')::boolean then
    select * into sold from public.packages where user_id = me and id = pkg;
    if sold.id is null then raise sqlstate 'PT404' using message = 'package_not_found', detail = pkg::text; end if;
    if (sold.price, sold.paid_total, sold.payment_date) is distinct from
       ((money -> 'expected' ->> 'price')::numeric, (money -> 'expected' ->> 'paid_total')::numeric,
        (money -> 'expected' ->> 'payment_date')::date) then
      raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
    end if;
    old_ids := array(select jsonb_array_elements_text(removed)::uuid);
    -- What is received goes up before it goes down: a correction is refused only if more is given back at its end.
    foreach step in array array['payment', 'refund'] loop
      insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note)
      select p.id, me, sold.student_id, pkg, p.kind, p.amount, p.paid_on, p.method, p.payer_name, p.note
        from jsonb_to_recordset(added) as p (id uuid, kind text, amount numeric, paid_on date, method text, payer_name text,
                                             note text)
       where (coalesce(p.kind, '') = 'refund') = (step = 'refund');
      delete from public.payments y
       where y.user_id = me and y.package_id = pkg and y.student_id = sold.student_id and y.id = any (old_ids)
         and y.kind <> step;
      get diagnostics n = row_count;
      gone := gone + n;
    end loop;
    -- Another device has corrected it meanwhile, to the same sum.
    if gone <> cardinality(old_ids) then
      raise sqlstate 'PT409' using message = 'stale_money', detail = pkg::text;
    end if;
    update public.packages
       set price = coalesce((money ->> 'price')::numeric, price),
           payment_date = coalesce((money ->> 'payment_date')::date, payment_date)
     where user_id = me and id = pkg and (money ? 'price' or money ? 'payment_date');
    -- A lower price may leave more received than it costs; a payment may not add to that.
    if jsonb_path_exists(added, '$[*] ? (@.kind == "payment")')
       and (select p.open_amount from public.packages p where p.user_id = me and p.id = pkg) < least(sold.open_amount, 0) then
      raise sqlstate 'PT400' using message = 'overpaid';
    end if;
  end if;
  return applied || jsonb_build_object('package', (
    select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $$;
comment on function public.apply_payment_plan(jsonb) is
  'Applies a CreditPlan without lessons, with money, exactly once per op_id: {package_id, expected: {price, paid_total, '
  'payment_date}, add: [payment or refund], remove: [ids], price, payment_date}. Answers as sell_package does. PT409 '
  'stale_money, PT404 package_not_found, PT400 overpaid, 23514 packages_refunded_within_paid, and what apply_session_plan '
  'refuses.';
grant execute on function public.apply_payment_plan(jsonb) to authenticated, service_role;

create or replace function public.sell_package(sale jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  me        constant uuid := private.coach();
  pkg       constant uuid := sale -> 'package' ->> 'id';
  payment   constant jsonb := nullif(sale -> 'payment', 'null');
  renewed   constant uuid := sale ->> 'renews';
  applied   jsonb;
begin
  if pkg is null or jsonb_typeof(sale -> 'package') <> 'object' then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'no package';
  end if;
  -- A settled lesson names the student's credits that the sale was planned from, and so does a sale without one.
  if not exists (select from jsonb_array_elements(coalesce(nullif(sale -> 'based_on', 'null'), '[]')) b
                  where b ->> 'student_id' = sale -> 'package' ->> 'student_id') then
    raise sqlstate 'PT400' using message = 'bad_plan', detail = 'a sale without the credits it was planned from';
  end if;
  -- The renewed package is locked with the others of the plan, by id: of two devices one waits, and is refused below.
  applied := private.apply_credit_plan(
    case when renewed is null then sale else jsonb_set(sale, '{based_on,0,package_id}', to_jsonb(renewed)) end);
  if not (applied ->> 'replayed')::boolean then
    -- The plain insert has written one payment of the whole price; the sale says what was received.
    delete from public.payments where user_id = me and package_id = pkg;
    if payment is not null then
      insert into public.payments (id, user_id, student_id, package_id, kind, amount, paid_on, method, payer_name, note, own)
      select coalesce((payment ->> 'id')::uuid, gen_random_uuid()), me, p.student_id, p.id, 'payment',
             (payment ->> 'amount')::numeric, (payment ->> 'paid_on')::date, coalesce(payment ->> 'method', 'other'),
             payment ->> 'payer_name', payment ->> 'note',
             (payment ->> 'amount')::numeric = p.price and (payment ->> 'paid_on')::date = p.payment_date
        from public.packages p where p.user_id = me and p.id = pkg and (payment ->> 'amount')::numeric <= p.price;
      if not found then raise sqlstate 'PT400' using message = 'overpaid'; end if;
    end if;
    if renewed is not null or (sale -> 'package' ->> 'renews_monthly')::boolean then
      if exists (select from public.packages p
                  where p.user_id = me and p.renews = renewed
                    and p.student_id = (sale -> 'package' ->> 'student_id')::uuid) then
        raise sqlstate 'PT409' using message = 'renewed_already', detail = renewed::text;
      end if;
      update public.packages
         set renews_monthly = coalesce((sale -> 'package' ->> 'renews_monthly')::boolean, false),
             -- A package that was deleted meanwhile is followed by nothing.
             renews = (select p.id from public.packages p
                        where p.user_id = me and p.student_id = packages.student_id and p.id = renewed)
       where user_id = me and id = pkg;
    end if;
  end if;
  return applied || jsonb_build_object('package', (
    select to_jsonb(p) from public.packages p where p.user_id = me and p.id = pkg));
end $$;
comment on function public.sell_package(jsonb) is
  'Applies a CreditPlan with a package and what was received for it, exactly once per op_id; answers as apply_session_plan '
  'does, with the package. What follows a monthly one names it in `renews`. Its refusals too, PT400 overpaid and '
  'PT409 renewed_already.';

create function public.get_finance(month_days date[], today date) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  if cardinality(month_days) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
  return (
    select jsonb_build_object('months', coalesce(jsonb_agg(jsonb_build_object(
             'month', month_days[m.i], 'sold', s.sold, 'received', s.received) order by m.i), '[]'))
      from generate_series(1, cardinality(month_days) - 1) m (i)
     cross join lateral (
       select coalesce(sum(d.revenue), 0) as sold, coalesce(sum(d.received), 0) as received from public.coach_days d
        where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1]) s
  ) || (
    select jsonb_build_object('open', coalesce(sum(d.open_amount), 0),
                              'overdue', coalesce(sum(d.open_amount) filter (where d.day < today), 0))
      from public.coach_days d where d.user_id = me and d.open_amount <> 0
  ) || (
    select jsonb_build_object('sold_later', coalesce(sum(d.revenue), 0)) from public.coach_days d
     where d.user_id = me and d.day >= month_days[cardinality(month_days)] and d.revenue <> 0);
end $$;
comment on function public.get_finance(date[], date) is
  'Money of the caller, from running sums: {months: [{month, sold, received}], open, overdue, sold_later}, one month for '
  'each period between two neighbours of the given days; sold_later starts on or after the last one.';
grant execute on function public.get_finance(date[], date) to authenticated, service_role;

create function private.monthly_renewals(coach uuid, month date) returns setof public.packages
language sql stable security invoker set search_path = '' as $$
  select p.* from public.packages p
    join public.students s on s.user_id = coach and s.id = p.student_id
   where p.user_id = coach and p.renews_monthly
     -- Sold from the 25th on it is of the month that follows. What waits for longer than a year is history.
     and p.purchase_date < (month - interval '1 month' + interval '24 days')::date
     and p.purchase_date >= (month - interval '1 year')::date
     and s.status = 'active' and s.anonymized_at is null
     and not exists (select from public.packages f
                      where f.user_id = coach and f.student_id = p.student_id and f.renews = p.id)
$$;
comment on function private.monthly_renewals(uuid, date) is
  'Packages marked ''Renovar todo mês'' that wait to be renewed for the month with this first day.';
grant execute on function private.monthly_renewals(uuid, date) to authenticated, service_role;

create function public.get_monthly_renewals(month date) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('student_name', s.name) order by s.name, p.purchase_date, p.id), '[]')
      from private.monthly_renewals(me, month) p
      join public.students s on s.user_id = me and s.id = p.student_id);
end $$;
comment on function public.get_monthly_renewals(date) is
  'The packages of the caller that wait to be renewed for the month with this first day, with student_name.';
grant execute on function public.get_monthly_renewals(date) to authenticated, service_role;

create or replace function public.get_dashboard_stats(day_start timestamptz, day_end timestamptz, month_start date) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  totals public.coach_totals;
begin
  select * into totals from public.coach_totals where user_id = me;
  return jsonb_build_object(
    'totalActiveStudents', coalesce(totals.active_students, 0),
    'todaysSessions', (select count(*) from public.sessions
                        where user_id = me and date >= day_start and date < day_end and cancelled_reason is null),
    'monthlyRevenue', (select coalesce(sum(revenue), 0) from public.coach_days
                        where user_id = me and day >= month_start and day < (month_start + interval '1 month')::date),
    'openAmount', (select coalesce(sum(open_amount), 0) from public.coach_days where user_id = me and open_amount <> 0),
    -- Of this month and of the next: which of them is asked about depends on the day.
    'renewals', (select jsonb_agg((select count(*) from private.monthly_renewals(me, m.month::date)) order by m.month)
                   from generate_series(month_start, month_start + interval '1 month', interval '1 month') m (month)),
    'averageRating', round(totals.rating_sum::numeric / nullif(totals.rating_count, 0), 1));
end $$;

create or replace function public.get_dashboard_charts(
  week_starts timestamptz[], month_starts timestamptz[], month_days date[]
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  weeks  constant integer := greatest(cardinality(week_starts) - 1, 0);
  months constant integer := greatest(cardinality(month_starts) - 1, 0);
  by_week  jsonb;
  by_month jsonb;
begin
  if greatest(cardinality(week_starts), cardinality(month_starts), cardinality(month_days)) > 120 then
    raise sqlstate 'PT400' using message = 'too_many_periods';
  end if;
  select coalesce(jsonb_agg(f.lessons order by f.period) filter (where f.period <= weeks), '[]'),
         coalesce(jsonb_agg(round(f.rating_sum::numeric / nullif(f.rating_count, 0), 1) order by f.period)
                    filter (where f.period > weeks), '[]')
    into by_week, by_month
    from private.lessons_per_period(week_starts[:weeks] || month_starts[:months],
                                    week_starts[2:] || month_starts[2:]) f;
  return jsonb_build_object('lessonsByWeek', by_week, 'ratingByMonth', by_month) || (
    select jsonb_build_object('revenueByMonth', coalesce(jsonb_agg(s.revenue order by m.i), '[]'),
                              'receivedByMonth', coalesce(jsonb_agg(s.received order by m.i), '[]'))
      from generate_series(1, cardinality(month_days) - 1) m (i)
     cross join lateral (
       select coalesce(sum(d.revenue), 0) as revenue, coalesce(sum(d.received), 0) as received from public.coach_days d
        where d.user_id = me and d.day >= month_days[m.i] and d.day < month_days[m.i + 1]) s);
end $$;
comment on function public.get_dashboard_charts(timestamptz[], timestamptz[], date[]) is
  'Charts of the caller: {lessonsByWeek, ratingByMonth (one decimal, or null), revenueByMonth, receivedByMonth}, one '
  'number for each period between two neighbours of the given starts.';
