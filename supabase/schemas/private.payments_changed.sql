-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a statement on payments: moves paid_total of the packages.
CREATE OR REPLACE FUNCTION private.payments_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  if tg_op = 'UPDATE' then
    -- Only follow_sale changes an amount, and it has locked the package.
    update public.packages p set paid_total = p.paid_total + c.amount
      from (select user_id, n.student_id, n.package_id, sum(n.amount - o.amount) as amount
              from old_rows o join changed_rows n using (user_id, id) where n.amount <> o.amount group by 1, 2, 3) c
     where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id;
    return null;
  end if;
  -- Locked by id, as every writer locks packages.
  perform from public.packages p join (select distinct user_id, student_id, package_id from changed_rows) c
       on p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id
    order by p.user_id, p.id for no key update of p;
  update public.packages p set paid_total = p.paid_total + sign * c.amount
    from (select user_id, student_id, package_id, sum(case kind when 'payment' then amount else -amount end) as amount
            from changed_rows group by 1, 2, 3) c
   where p.user_id = c.user_id and p.student_id = c.student_id and p.id = c.package_id;
  return null;
end $function$;
