-- What screens read, with attendance and lessons that did not happen (docs/product.md, 'Attendance').

-- A lesson is held if it was not cancelled, whoever came. Lists count all lessons, figures and charts those held.
alter table public.coach_totals add column held integer not null default 0;
alter table public.coach_days add column held integer not null default 0;
comment on column public.coach_totals.held is 'Lessons that were not cancelled.';
comment on column public.coach_days.held is 'Lessons that were not cancelled.';
-- Before this, no lesson could be cancelled.
update public.coach_totals set held = lessons;
update public.coach_days set held = lessons;

alter type private.totals_change add attribute held integer;

create or replace function private.add_to_totals(coach uuid, day date, f private.totals_change) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
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
  values (coach, day, coalesce(f.lessons, 0), coalesce(f.held, 0), coalesce(f.rating_sum, 0), coalesce(f.rating_count, 0),
          coalesce(f.revenue, 0))
  on conflict on constraint coach_days_pkey do update
     set lessons = d.lessons + excluded.lessons, held = d.held + excluded.held, rating_sum = d.rating_sum + excluded.rating_sum,
         rating_count = d.rating_count + excluded.rating_count, revenue = d.revenue + excluded.revenue;
end $$;

create or replace function private.count_lessons() returns trigger
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
drop trigger lessons_recounted on public.sessions;
create constraint trigger lessons_recounted after update on public.sessions
  deferrable initially deferred for each row
  when ((old.date, old.unassigned_count > 0, old.rating_sum, old.rating_count, old.cancelled_reason is null)
        is distinct from (new.date, new.unassigned_count > 0, new.rating_sum, new.rating_count, new.cancelled_reason is null))
  execute function private.count_lessons();

create or replace function private.count_revenue() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    perform private.add_to_totals(old.user_id, old.purchase_date, row (0, 0, 0, 0, 0, -old.price, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_to_totals(new.user_id, new.purchase_date, row (0, 0, 0, 0, 0, new.price, 0)::private.totals_change);
  end if;
  return null;
end $$;

create or replace function private.count_active_students() returns trigger
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

create or replace function private.recount_totals(coach uuid) returns void
language sql volatile security definer set search_path = '' as $$
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
$$;

create or replace function private.session_details(ids uuid[]) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('session_package_assignments', coalesce((
             select jsonb_agg(jsonb_build_object(
                      'session_id', a.session_id, 'student_id', a.student_id, 'package_id', a.package_id,
                      'assigned_at', a.assigned_at, 'manually_assigned', a.manually_assigned, 'attendance', a.attendance,
                      'student', jsonb_build_object('name', st.name),
                      'package', case when p.id is not null then jsonb_build_object(
                        'id', p.id, 'name', p.name, 'total_classes', p.total_classes,
                        'remaining_classes', p.remaining_classes, 'purchase_date', p.purchase_date,
                        'expiry_date', p.expiry_date) end,
                      'feedback', case when f.session_id is not null then jsonb_build_object(
                        'session_id', f.session_id, 'student_id', f.student_id, 'rating', f.rating, 'notes', f.notes,
                        'tags', f.tags, 'club_id', f.club_id, 'created_at', f.created_at) end))
               from public.session_package_assignments a
               join public.students st on st.user_id = a.user_id and st.id = a.student_id
               left join public.packages p
                 on p.user_id = a.user_id and p.student_id = a.student_id and p.id = a.package_id
               left join public.session_feedbacks f
                 on f.user_id = a.user_id and f.session_id = a.session_id and f.student_id = a.student_id
              where a.user_id = s.user_id and a.session_id = s.id), '[]'))
             order by s.date desc, s.id desc), '[]')
      from unnest(ids) as wanted (id)
     cross join lateral (select * from public.sessions l where l.user_id = me and l.id = wanted.id offset 0) s);
end $$;

drop function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean);
create function public.get_sessions_page(
  page integer, page_size integer, since timestamptz default null, until timestamptz default null,
  unassigned_only boolean default false, cancelled_only boolean default false
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me     constant uuid := private.coach();
  size   constant integer := least(greatest(page_size, 1), 100);
  low    constant timestamptz := coalesce(since, '-infinity');
  high   constant timestamptz := coalesce(until, 'infinity');
  filter constant text := case when unassigned_only then ' and unassigned_count > 0' else '' end
                       || case when cancelled_only then ' and cancelled_reason is not null' else '' end;
  total  bigint;
  skip   bigint;
  take   bigint;
  from_the_end boolean;
  ids    uuid[];
begin
  -- Of all lessons the totals know; of a range, or of both filters (which no lesson passes), the index of the filter.
  if since is null and until is null and not (unassigned_only and cancelled_only) then
    select case when unassigned_only then t.unassigned_lessons when cancelled_only then t.lessons - t.held else t.lessons end
      into total from public.coach_totals t where t.user_id = me;
  else
    execute format('select count(*) from public.sessions where user_id = $1 and date >= $2 and date < $3%s', filter)
      into total using me, low, high;
  end if;
  total := coalesce(total, 0);

  -- Ids only, from the nearer end: the last page costs as much as the first.
  skip := (greatest(page, 1) - 1)::bigint * size;
  take := greatest(least(size, total - skip), 0);
  from_the_end := skip > total / 2;
  if from_the_end then skip := greatest(total - skip - take, 0); end if;
  execute format(
    'select array(select id from public.sessions where user_id = $1 and date >= $2 and date < $3%1$s
                   order by date %2$s, id %2$s offset $4 limit $5)',
    filter, case when from_the_end then 'asc' else 'desc' end)
    into ids using me, low, high, skip, take;
  return jsonb_build_object('total', total, 'items', private.session_details(ids));
end $$;
comment on function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean, boolean) is
  'Lessons of the caller in [since, until), newest first: {total, items}, items with their students, packages and '
  'feedback. Pages count from 1; one past the end is empty, with the true total.';
grant execute on function public.get_sessions_page(integer, integer, timestamptz, timestamptz, boolean, boolean)
  to authenticated, service_role;

create or replace function public.get_student_summary(student_uuid uuid) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return (
    -- Nobody was present in a lesson that was cancelled.
    select jsonb_build_object('lessons', count(*) filter (where a.attendance = 'present'),
                              'absences', count(*) filter (where a.attendance = 'absent'),
                              'last_session_date', max(s.date) filter (where a.attendance = 'present'))
      from public.session_package_assignments a
     cross join lateral (select l.date from public.sessions l where l.user_id = me and l.id = a.session_id offset 0) s
     where a.user_id = me and a.student_id = student_uuid
  ) || jsonb_build_object(
    'average_rating', (
      select round(avg(rating), 1) from public.session_feedbacks where user_id = me and student_id = student_uuid),
    'tags', coalesce((
      select jsonb_agg(jsonb_build_object('tag', tag, 'count', times) order by times desc, tag)
        from (select tag, count(*) as times
                from public.session_feedbacks f cross join unnest(f.tags) as tag
               where f.user_id = me and f.student_id = student_uuid group by tag) counted), '[]'),
    'ratings', coalesce((
      select jsonb_agg(jsonb_build_object('date', date, 'rating', rating) order by date, id)
        from (select s.date, s.id, f.rating
                from public.session_feedbacks f
               cross join lateral (select l.id, l.date from public.sessions l
                                    where l.user_id = me and l.id = f.session_id offset 0) s
               where f.user_id = me and f.student_id = student_uuid
               order by s.date desc, s.id desc limit 30) newest), '[]'));
end $$;
comment on function public.get_student_summary(uuid) is
  'Lessons at which the student was present, absences that were charged, mean rating (one decimal, or null), last lesson '
  'present, tags (most common first), newest 30 ratings (oldest first).';

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
    'averageRating', round(totals.rating_sum::numeric / nullif(totals.rating_count, 0), 1));
end $$;
comment on function public.get_dashboard_stats(timestamptz, timestamptz, date) is
  'Figures of the caller: lessons held in [day_start, day_end), revenue of the month from month_start; averageRating is null without feedback.';

create or replace function private.lessons_per_period(since timestamptz[], until timestamptz[])
returns table (period integer, lessons bigint, rating_sum bigint, rating_count bigint)
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me constant uuid := private.coach();
begin
  return query
  -- The first day (in UTC) that begins within the period, and the day in which it ends.
  with periods as (
    select p.i, p.low, p.high, (p.low at time zone 'UTC' + interval '1 day' - interval '1 microsecond')::date as first_day,
           (p.high at time zone 'UTC')::date as end_day
      from unnest(since, until) with ordinality as p (low, high, i)
  ), bounded as (
    select b.*, least(b.first_day::timestamp at time zone 'UTC', b.high) as head_end from periods b
  )
  select b.i::integer, coalesce(sum(x.lessons), 0)::bigint, coalesce(sum(x.rating_sum), 0)::bigint,
         coalesce(sum(x.rating_count), 0)::bigint
    from bounded b
    left join lateral (
      select d.held, d.rating_sum, d.rating_count from public.coach_days d
       where d.user_id = me and d.day >= b.first_day and d.day < b.end_day
      union all
      select (s.cancelled_reason is null)::integer, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= b.low and s.date < b.head_end
      union all
      select (s.cancelled_reason is null)::integer, s.rating_sum, s.rating_count from public.sessions s
       where s.user_id = me and s.date >= greatest(b.end_day::timestamp at time zone 'UTC', b.head_end)
         and s.date < b.high) x (lessons, rating_sum, rating_count) on true
   group by b.i;
end $$;
comment on function private.lessons_per_period(timestamptz[], timestamptz[]) is
  'Lessons held by the caller in each [since, until) and their ratings, periods counted from 1; infinity is open.';

-- Of a group lesson this shows only the student's own attendance.
create or replace function private.student_public_data(link uuid) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  s public.students;
  t public.profiles;
begin
  -- An anonymised student has no public page.
  select st.* into s
    from public.student_links l join public.students st on st.user_id = l.user_id and st.id = l.student_id
   where l.link = student_public_data.link and st.anonymized_at is null;
  if s.id is null then
    return json_build_object('success', false, 'error', 'Aluno não encontrado');
  end if;
  select * into t from public.profiles where id = s.user_id;
  return json_build_object(
    'success', true,
    'student', json_build_object('id', s.id, 'name', s.name, 'gender', s.gender, 'classe', s.classe,
                                 'total_credits', s.total_credits, 'created_at', s.created_at),
    'teacher', json_build_object('name', t.name, 'phone', t.phone),
    'packages', coalesce((
      select json_agg(json_build_object(
               'id', p.id, 'name', p.name, 'total_classes', p.total_classes, 'remaining_classes', p.remaining_classes,
               'purchase_date', p.purchase_date, 'expiry_date', p.expiry_date, 'validity_days', p.validity_days,
               'status', p.status)
               order by p.purchase_date desc, p.created_at desc, p.id)
        from public.packages p where p.user_id = s.user_id and p.student_id = s.id), '[]'),
    'sessions', coalesce((
      select json_agg(json_build_object(
               'id', l.id, 'date', l.date, 'teacher', l.teacher, 'notes', l.notes,
               'attendance', a.attendance, 'cancelled_reason', l.cancelled_reason,
               'feedback', case when f.session_id is not null then json_build_object(
                             'rating', f.rating, 'notes', f.notes, 'tags', f.tags, 'created_at', f.created_at) end,
               'package_assignment', case when p.id is not null then json_build_object(
                             'package_id', p.id, 'package_name', p.name) end)
               order by l.date desc, l.id desc)
        from public.session_package_assignments a
       cross join lateral (select * from public.sessions x where x.user_id = a.user_id and x.id = a.session_id offset 0) l
        left join lateral (select * from public.session_feedbacks x
                            where x.user_id = a.user_id and x.session_id = a.session_id and x.student_id = a.student_id
                           offset 0) f on true
        left join lateral (select * from public.packages x
                            where x.user_id = a.user_id and x.student_id = a.student_id and x.id = a.package_id
                           offset 0) p on true
       where a.user_id = s.user_id and a.student_id = s.id), '[]'),
    -- The newest lines of the statement, read as get_credit_statement reads them.
    'statement', coalesce((
      select json_agg(json_build_object(
               'kind', e.kind, 'delta', e.delta, 'created_at', e.created_at, 'package_name', e.package_name,
               'lesson_date', e.lesson_date, 'attendance', e.attendance, 'cancelled_reason', e.cancelled_reason,
               'reason', e.reason, 'balance_after', e.balance_after) order by e.id desc)
        from (select * from public.credit_ledger l
               where l.user_id = s.user_id and (l.student_id, l.id) >= (s.id, 0)
                 and (l.student_id, l.id) <= (s.id, 9223372036854775807)
               order by l.student_id desc, l.id desc limit 20) e), '[]'));
end $$;
comment on function public.get_student_public_data(uuid) is
  'What the public page of a student shows: {success, student, teacher, packages, sessions, statement}, or {success: false, error}.';
