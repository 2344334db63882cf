-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- At commit: counts active students in the totals of their coach.
CREATE OR REPLACE FUNCTION private.count_active_students()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.status = 'active' then
    perform private.add_to_totals(old.user_id, null, row (-1, 0, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  if tg_op <> 'DELETE' and new.status = 'active' then
    perform private.add_to_totals(new.user_id, null, row (1, 0, 0, 0, 0, 0, 0)::private.totals_change);
  end if;
  return null;
end $function$;
