-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- At commit: counts what packages still owe in the days of their coach.
CREATE OR REPLACE FUNCTION private.count_open()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.add_money(old.user_id, old.payment_date, 0, -greatest(old.open_amount, 0));
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_money(new.user_id, new.payment_date, 0, greatest(new.open_amount, 0));
  end if;
  return null;
end $function$;
