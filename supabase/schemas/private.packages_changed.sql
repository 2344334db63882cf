-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a statement on packages: moves total_credits and credits_version of the students, and writes the ledger.
CREATE OR REPLACE FUNCTION private.packages_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lines private.ledger_line[];
begin
  -- The lock order of every writer: lessons, packages by id, students by id.
  if tg_op = 'DELETE' then
    perform from public.students s join (select distinct user_id, student_id from old_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  else
    perform from public.students s join (select distinct user_id, student_id from new_rows) r
         on s.user_id = r.user_id and s.id = r.student_id order by s.user_id, s.id for no key update of s;
  end if;

  if tg_op = 'INSERT' then
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from new_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (n.user_id, n.student_id, n.id, n.name, null, 'purchase', n.remaining_classes,
                               n.remaining_classes, null, null, null, null, null, null, null, null, null, null
                              )::private.ledger_line
                     from new_rows n);

  elsif tg_op = 'DELETE' then
    update public.students s
       set total_credits = s.total_credits - d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from old_rows group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (o.user_id, o.student_id, o.id, o.name, null, 'void', -o.remaining_classes,
                               0, null, null, null, null, null, null, null, null, null, null)::private.ledger_line
                     from old_rows o);

  else
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, n.student_id, sum(n.remaining_classes - o.remaining_classes)::integer as credits
              from old_rows o join new_rows n using (user_id, id)
             where (o.total_classes, o.used_classes, o.used_outside, o.purchase_date, o.expiry_date, o.validity_days,
                    o.extended_days)
                   is distinct from
                   (n.total_classes, n.used_classes, n.used_outside, n.purchase_date, n.expiry_date, n.validity_days,
                    n.extended_days)
             group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    -- assignments_changed writes the lines of lessons; this function writes only corrections of the total.
    lines := array(select row (n.user_id, n.student_id, n.id, n.name, null, 'adjust',
                               n.total_classes - n.used_outside - o.total_classes + o.used_outside,
                               n.remaining_classes, null, null, null, null, null, null, null, null, null, null
                              )::private.ledger_line
                     from old_rows o join new_rows n using (user_id, id)
                    where o.total_classes - o.used_outside <> n.total_classes - n.used_outside);
  end if;
  if cardinality(lines) > 0 then perform private.write_ledger(lines); end if;
  return null;
end $function$;
