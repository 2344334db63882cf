-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Writes these lines in their order, each with the balances after it.
CREATE OR REPLACE FUNCTION private.write_ledger(lines private.ledger_line[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The last of all locks: of two transactions of one coach, the second waits here until the first has ended and its
  -- numbers are known.
  insert into private.ledger_numbers as c (user_id, last)
  select x.user_id, count(*)
    from unnest(lines) x join public.students s on s.user_id = x.user_id and s.id = x.student_id
   where x.delta <> 0 group by 1
  on conflict (user_id) do update set last = c.last + excluded.last;
  insert into public.credit_ledger (user_id, id, student_id, package_id, package_name, session_id, kind, delta,
                                    lesson_date, lesson_day, attendance, cancelled_reason, charged_as, told_at,
                                    told_for, told_by, told_outcome, agreement_version, package_balance_after,
                                    balance_after)
  select x.user_id,
         c.last - count(*) over (partition by x.user_id) + row_number() over (partition by x.user_id order by x.n),
         x.student_id, x.package_id, x.package_name, x.session_id, x.kind, x.delta, x.lesson_date, x.lesson_day,
         x.attendance, x.cancelled_reason, x.charged_as, x.told_at, x.told_for, x.told_by, x.told_outcome,
         x.agreement_version,
         x.remaining - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id, x.package_id order by x.n
                                                   rows between 1 following and unbounded following), 0),
         s.total_credits - coalesce(sum(x.delta) over (partition by x.user_id, x.student_id order by x.n
                                                       rows between 1 following and unbounded following), 0)
    from unnest(lines) with ordinality
           as x (user_id, student_id, package_id, package_name, session_id, kind, delta, remaining, lesson_date,
                 lesson_day, attendance, cancelled_reason, charged_as, told_at, told_for, told_by, told_outcome,
                 agreement_version, n)
    -- A student who is being deleted in this statement gets no line: the ledger goes with the student.
    join public.students s on s.user_id = x.user_id and s.id = x.student_id
    join private.ledger_numbers c on c.user_id = x.user_id
   where x.delta <> 0
   order by x.n;
end $function$;
