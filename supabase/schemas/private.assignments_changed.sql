-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a statement on assignments: updates used_classes of the packages, the ledger, the counters of the lessons, and the validity of packages to which the lessons gave days.
CREATE OR REPLACE FUNCTION private.assignments_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  changes private.attendance_change[] := '{}';
  added   private.attendance_change[];
  given   record;
begin
  if tg_op <> 'INSERT' then
    select array_agg(row (user_id, session_id, student_id, package_id, -1, attendance,
                          row (told_at, told_for, told_by, told_outcome, agreement_version)::private.told
                         )::private.attendance_change)
      into changes from old_rows;
  end if;
  if tg_op <> 'DELETE' then
    select array_agg(row (user_id, session_id, student_id, package_id, 1, attendance,
                          row (told_at, told_for, told_by, told_outcome, agreement_version)::private.told
                         )::private.attendance_change)
      into added from new_rows;
    changes := changes || added;
  end if;
  -- A student removed and added again in one statement is no change.
  select array_agg(row (user_id, session_id, student_id, package_id, n, attendance, told)::private.attendance_change)
    into changes
    from (select user_id, session_id, student_id, package_id, attendance, sum(taken)::integer as n,
                 (array_agg(told))[1] as told
            from unnest(changes) group by 1, 2, 3, 4, 5) net
   where n <> 0;
  if changes is null then return null; end if;

  -- The lock order of every writer: lessons by id, packages by id, students by id (in packages_changed).
  perform from public.sessions s join (select distinct user_id, session_id from unnest(changes)) c
       on s.user_id = c.user_id and s.id = c.session_id order by s.user_id, s.id for no key update of s;
  update public.sessions s
     set student_count = s.student_count + c.students, unassigned_count = s.unassigned_count + c.unassigned,
         cancelled_count = s.cancelled_count + c.cancelled
    from (select user_id, session_id, sum(taken)::integer as students,
                 coalesce(sum(taken) filter (where package_id is null and attendance in ('present', 'absent')), 0
                         )::integer as unassigned,
                 coalesce(sum(taken) filter (where attendance = 'cancelled'), 0)::integer as cancelled
            from unnest(changes) group by 1, 2) c
   where s.user_id = c.user_id and s.id = c.session_id;

  perform from public.packages p join (select distinct user_id, student_id, package_id from unnest(changes)) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p
     set used_classes = p.used_classes + c.classes
    from (select user_id, student_id, package_id, sum(taken)::integer as classes
            from unnest(changes) group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id and c.classes <> 0;

  perform private.write_ledger(array(
    select row (x.user_id, x.student_id, x.package_id, p.name, x.session_id,
                case when x.taken > 0 then 'consume' else 'refund' end, -x.taken, p.remaining_classes,
                coalesce(s.date, gone.date), coalesce(s.day, gone.day),
                a.attendance,
                case when a.attendance = 'cancelled' then s.cancelled_reason end,
                case when x.taken < 0 then x.charged_as end,
                (x.told).told_at, (x.told).told_for, (x.told).told_by, (x.told).told_outcome,
                (x.told).agreement_version)::private.ledger_line
      from (select user_id, session_id, student_id, package_id, sum(taken)::integer as taken,
                   (array_agg(told))[1] as told,
                   max(attendance) filter (where taken < 0) as charged_as
              from unnest(changes) where package_id is not null group by 1, 2, 3, 4) x
      join public.packages p on p.user_id = x.user_id and p.student_id = x.student_id and p.id = x.package_id
      left join public.sessions s on s.user_id = x.user_id and s.id = x.session_id
      left join private.deleted_lessons gone on gone.user_id = x.user_id and gone.id = x.session_id
      left join public.session_package_assignments a
        on a.user_id = x.user_id and a.session_id = x.session_id and a.student_id = x.student_id
     where x.taken <> 0
     -- Refunds first, so that no balance in between is below zero.
     order by x.taken, coalesce(s.date, gone.date), x.session_id, x.package_id));

  -- The days that a lesson gives to packages depend on who is charged in it (recount_validity).
  for given in select e.user_id, array_agg(distinct e.package_id) as package_ids
                 from unnest(changes) x
                 join public.package_extensions e
                   on e.user_id = x.user_id and e.session_id = x.session_id and e.student_id = x.student_id
                group by e.user_id loop
    perform private.recount_validity(given.user_id, given.package_ids);
  end loop;
  return null;
end $function$;
