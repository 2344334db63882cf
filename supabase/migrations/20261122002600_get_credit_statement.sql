-- A line describes the lesson as it is now: its day after a move, its reason after a correction, 'Presente' that was
-- 'Faltou'. None of these changes moves a credit, so none writes a line. For a deleted lesson, the line describes its
-- last state; for a student whom the lesson does not charge any more, the attendance for which it charged.
create function private.as_told(line public.credit_ledger) returns public.credit_ledger
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  lesson record;
  seat   record;
begin
  if line.session_id is null then return line; end if;
  select s.date, s.day, s.cancelled_reason into lesson
    from public.sessions s where s.user_id = line.user_id and s.id = line.session_id;
  if not found then
    select d.date, d.day, d.cancelled_reason into lesson
      from private.deleted_lessons d where d.user_id = line.user_id and d.id = line.session_id;
  end if;
  if found then
    line.lesson_date := lesson.date;
    line.lesson_day := lesson.day;
    if line.attendance = 'cancelled' then
      line.cancelled_reason := coalesce(lesson.cancelled_reason, line.cancelled_reason);
    end if;
  end if;
  select a.attendance, a.charged, a.told_at, a.told_for, a.told_by, a.told_outcome, a.agreement_version into seat
    from public.session_package_assignments a
   where a.user_id = line.user_id and a.session_id = line.session_id and a.student_id = line.student_id;
  -- If the line charged a student who is not charged any more, the last refund has these.
  if line.kind = 'consume' and seat.charged is not true then
    select r.charged_as as attendance, r.told_at, r.told_for, r.told_by, r.told_outcome, r.agreement_version into seat
      from public.credit_ledger r
     where r.user_id = line.user_id and r.student_id = line.student_id and r.session_id = line.session_id
       and r.kind = 'refund' order by r.id desc limit 1;
  end if;
  if not found then return line; end if;
  if line.kind = 'consume' then line.attendance := coalesce(seat.attendance, line.attendance); end if;
  line.told_at := seat.told_at;
  line.told_for := seat.told_for;
  line.told_by := seat.told_by;
  line.told_outcome := seat.told_outcome;
  line.agreement_version := seat.agreement_version;
  return line;
end $$;
comment on function private.as_told(public.credit_ledger) is
  'A line with its lesson as that is now, or last was, as the statement, the public page and the exports show it.';
grant execute on function private.as_told(public.credit_ledger) to authenticated, service_role;

-- The statement: where a student's credits came from and went (docs/product.md, 'Statement').
--
-- Lines in the order in which they were written. The period becomes a range of ids first, so that the lines between the
-- opening and the closing balance add up to their difference, whatever the server's clock did. Each step reads a page
-- of one index, for ten lines or five thousand.
create function public.get_credit_statement(
  student_uuid uuid, package_uuid uuid default null, today date default null, since timestamptz default null,
  until timestamptz default null, before bigint default null, page_size integer default 30
) returns jsonb
language plpgsql stable security invoker set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  me    constant uuid := private.coach();
  size  constant integer := least(greatest(page_size, 1), 500);
  -- Greater than the id of any line.
  never constant bigint := 9223372036854775807;
  total integer;
  low   bigint := 0;      -- the first line of the period
  high  bigint := never;  -- the first line after it
  opening integer;
  closing integer;
  lines public.credit_ledger[];
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  select total_credits into total from public.students where user_id = me and id = student_uuid;
  if not found then
    raise sqlstate 'PT404' using message = 'student_not_found', detail = student_uuid::text;
  end if;

  if since is not null then
    select l.id into low from public.credit_ledger l
     where l.user_id = me and l.student_id = student_uuid and l.created_at >= since order by l.created_at, l.id limit 1;
    low := coalesce(low, never);
  end if;
  if until is not null then
    select l.id into high from public.credit_ledger l
     where l.user_id = me and l.student_id = student_uuid and l.created_at >= until order by l.created_at, l.id limit 1;
    high := coalesce(high, never);
  end if;

  -- Compared and ordered by the whole key of the index: for `student_id = … order by id` the planner may walk through
  -- the lines of all students in the primary key.
  if package_uuid is null then
    select l.balance_after into opening from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.id) >= (student_uuid, 0) and (l.student_id, l.id) < (student_uuid, low)
     order by l.student_id desc, l.id desc limit 1;
    select l.balance_after into closing from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.id) >= (student_uuid, 0) and (l.student_id, l.id) < (student_uuid, high)
     order by l.student_id desc, l.id desc limit 1;
    lines := array(select l from public.credit_ledger l
                    where l.user_id = me and (l.student_id, l.id) >= (student_uuid, low)
                      and (l.student_id, l.id) < (student_uuid, least(high, before))
                    order by l.student_id desc, l.id desc limit size + 1);
  else
    select l.package_balance_after into opening from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.package_id, l.id) >= (student_uuid, package_uuid, 0)
       and (l.student_id, l.package_id, l.id) < (student_uuid, package_uuid, low)
     order by l.student_id desc, l.package_id desc, l.id desc limit 1;
    select l.package_balance_after into closing from public.credit_ledger l
     where l.user_id = me and (l.student_id, l.package_id, l.id) >= (student_uuid, package_uuid, 0)
       and (l.student_id, l.package_id, l.id) < (student_uuid, package_uuid, high)
     order by l.student_id desc, l.package_id desc, l.id desc limit 1;
    lines := array(select l from public.credit_ledger l
                    where l.user_id = me and (l.student_id, l.package_id, l.id) >= (student_uuid, package_uuid, low)
                      and (l.student_id, l.package_id, l.id) < (student_uuid, package_uuid, least(high, before))
                    order by l.student_id desc, l.package_id desc, l.id desc limit size + 1);
  end if;

  return jsonb_build_object(
    'total_credits', case when package_uuid is null then total else coalesce((
      select p.remaining_classes from public.packages p
       where p.user_id = me and p.student_id = student_uuid and p.id = package_uuid), 0) end,
    'opening_balance', coalesce(opening, 0),
    'closing_balance', coalesce(closing, 0),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', l.id, 'kind', l.kind, 'delta', l.delta, 'created_at', l.created_at, 'package_id', l.package_id,
               'package_name', l.package_name, 'session_id', l.session_id, 'lesson_date', l.lesson_date,
               'lesson_day', l.lesson_day, 'attendance', l.attendance, 'cancelled_reason', l.cancelled_reason,
               'reason', l.reason, 'told_at', l.told_at, 'told_for', l.told_for, 'told_by', l.told_by,
               'told_outcome', l.told_outcome,
               'agreement_version', l.agreement_version,
               'notice_hours', (select g.notice_hours from public.agreements g
                                 where g.user_id = me and g.version = l.agreement_version),
               'balance_after', case when package_uuid is null then l.balance_after else l.package_balance_after end)
               order by l.id desc), '[]')
        from unnest(lines[:size]) x cross join lateral private.as_told(x) l),
    'more', cardinality(lines) > size,
    -- Derived for today: an expiry writes no line, and expired credits leave this list when the validity is extended.
    'expired', (
      select coalesce(jsonb_agg(jsonb_build_object('package_id', p.id, 'package_name', p.name,
                                                   'credits', p.remaining_classes, 'expiry_date', p.expiry_date)
                                order by p.expiry_date desc, p.id), '[]')
        -- `offset 0`: to get this order, the planner chose the index of all packages, including those without credits.
        from (select * from public.packages
               where user_id = me and student_id = student_uuid and remaining_classes > 0 offset 0) p
       where p.expiry_date < today and (package_uuid is null or p.id = package_uuid)));
end $$;
comment on function public.get_credit_statement(uuid, uuid, date, timestamptz, timestamptz, bigint, integer) is
  'The credits of a student of the caller in [since, until), newest line first, those before the line `before`: '
  '{total_credits, opening_balance, closing_balance, lines, more, expired}. With package_uuid: lines, credits and '
  'balances of that package alone. PT404 student_not_found.';
grant execute on function public.get_credit_statement(uuid, uuid, date, timestamptz, timestamptz, bigint, integer)
  to authenticated, service_role;
