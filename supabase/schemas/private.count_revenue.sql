-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- At commit: counts revenue in the days of its coach.
CREATE OR REPLACE FUNCTION private.count_revenue()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.add_to_totals(old.user_id, old.purchase_date,
      row (0, 0, 0, 0, 0, -old.price, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_to_totals(new.user_id, new.purchase_date,
      row (0, 0, 0, 0, 0, new.price, 0)::private.totals_change);
  end if;
  return null;
end $function$;
