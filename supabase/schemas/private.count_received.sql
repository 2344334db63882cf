-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- At commit: counts payments and refunds in the days of their coach.
CREATE OR REPLACE FUNCTION private.count_received()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' then
    perform private.add_money(old.user_id, old.paid_on,
      case old.kind when 'payment' then -old.amount else old.amount end, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform private.add_money(new.user_id, new.paid_on,
      case new.kind when 'payment' then new.amount else -new.amount end, 0);
  end if;
  return null;
end $function$;
