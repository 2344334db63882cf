-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- A line with its lesson as that is now, or last was, as the statement, the public page and the exports show it.
CREATE OR REPLACE FUNCTION private.as_told(line credit_ledger)
 RETURNS credit_ledger
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$;
grant execute to authenticated, service_role;
