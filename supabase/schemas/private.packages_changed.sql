-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a statement on packages: moves total_credits and credits_version of the students, and writes the ledger.
CREATE OR REPLACE FUNCTION private.packages_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
  lines private.ledger_line[];
begin
  -- The lock order of every writer: lessons, packages by id, students by id.
  perform from public.students s join (select distinct user_id, student_id from changed) c
       on s.user_id = c.user_id and s.id = c.student_id order by s.user_id, s.id for no key update of s;

  if tg_op <> 'UPDATE' then
    update public.students s
       set total_credits = s.total_credits + sign * d.credits, credits_version = s.credits_version + 1
      from (select user_id, student_id, sum(remaining_classes)::integer as credits from changed group by 1, 2) d
     where s.user_id = d.user_id and s.id = d.student_id;
    lines := array(select row (c.user_id, c.student_id, c.id, c.name, null,
                               case tg_op when 'INSERT' then 'purchase' else 'void' end, sign * c.remaining_classes,
                               case tg_op when 'INSERT' then c.remaining_classes else 0 end,
                               null, null, null, null, null, null, null, null, null, null)::private.ledger_line
                     from changed c);

  else
    update public.students s
       set total_credits = s.total_credits + d.credits, credits_version = s.credits_version + 1
      from (select user_id, n.student_id, sum(n.remaining_classes - o.remaining_classes)::integer as credits
              from old_rows o join changed n using (user_id, id)
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
                     from old_rows o join changed n using (user_id, id)
                    where o.total_classes - o.used_outside <> n.total_classes - n.used_outside);
  end if;
  if cardinality(lines) > 0 then perform private.write_ledger(lines); end if;
  return null;
end $function$;
