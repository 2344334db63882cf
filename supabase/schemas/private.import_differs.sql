-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether any balance differs from the document.
CREATE OR REPLACE FUNCTION private.import_differs(coach uuid, document jsonb, op_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  select coalesce(private.totals(coach) <> document -> 'totals', true)
    -- The sums of each student's rows.
    or exists (
         (select b from jsonb_array_elements(private.balances(coach)) b
          except all
          select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b)
         union all
         (select b || jsonb_build_object('student_id', private.imported_id(op_id, (b ->> 'student_id')::uuid))
            from jsonb_array_elements(document -> 'balances') b
          except all
          select b from jsonb_array_elements(private.balances(coach)) b))
    -- The columns that triggers keep.
    or exists (select from jsonb_to_recordset(document -> 'students') as r (id uuid, total_credits integer)
                left join public.students s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where s.total_credits is distinct from r.total_credits)
    or exists (select from jsonb_to_recordset(document -> 'packages') as r (id uuid, used_classes integer,
                                remaining_classes integer, expiry_date date, extended_days integer, paid_total numeric)
                left join public.packages p on p.user_id = coach and p.id = private.imported_id(op_id, r.id)
                where (p.used_classes, p.remaining_classes, p.expiry_date, p.extended_days, p.paid_total)
                      is distinct from
                      (r.used_classes, r.remaining_classes, r.expiry_date, r.extended_days, r.paid_total))
    or exists (select from jsonb_to_recordset(document -> 'sessions') as r (id uuid, student_count integer,
                                unassigned_count integer, cancelled_count integer, rating_sum integer,
                                rating_count integer)
                left join public.sessions s on s.user_id = coach and s.id = private.imported_id(op_id, r.id)
                where (s.student_count, s.unassigned_count, s.cancelled_count, s.rating_sum, s.rating_count)
                      is distinct from
                      (r.student_count, r.unassigned_count, r.cancelled_count, r.rating_sum, r.rating_count))
    -- The lines of a package add up to its balance, those of a deleted package to 0; for each lesson they took the one
    -- credit that the assignment names; and the balances on the lines are their running sums.
    or exists (select from public.credit_ledger l
                 left join public.packages p on p.user_id = l.user_id and p.id = l.package_id
                where l.user_id = coach
                group by l.package_id, p.remaining_classes
               having sum(l.delta) <> coalesce(p.remaining_classes, 0))
    or exists (select from (select session_id, student_id, package_id, sum(delta) as delta from public.credit_ledger
                             where user_id = coach and session_id is not null group by 1, 2, 3) l
                 full join (select session_id, student_id, package_id from public.session_package_assignments
                             where user_id = coach and package_id is not null) a
                   using (session_id, student_id, package_id)
                where coalesce(l.delta, 0) <> case when a is null then 0 else -1 end)
    or exists (select from (select package_balance_after, balance_after,
                                   sum(delta) over (partition by student_id, package_id order by id) as of_package,
                                   sum(delta) over (partition by student_id order by id) as of_student
                              from public.credit_ledger where user_id = coach) l
                where (package_balance_after, balance_after) is distinct from (of_package, of_student))
$function$;
