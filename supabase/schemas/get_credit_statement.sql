-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The credits of a student of the caller in [since, until), newest line first, those before the line `before`: {total_credits, opening_balance, closing_balance, lines, more, expired}. With package_uuid: lines, credits and balances of that package alone. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.get_credit_statement(student_uuid uuid, package_uuid uuid DEFAULT NULL::uuid, today date DEFAULT NULL::date, since timestamp with time zone DEFAULT NULL::timestamp with time zone, until timestamp with time zone DEFAULT NULL::timestamp with time zone, before bigint DEFAULT NULL::bigint, page_size integer DEFAULT 30)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
