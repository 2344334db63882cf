-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Adds to the money of one day of a coach, by increments.
CREATE OR REPLACE FUNCTION private.add_money(coach uuid, day date, received numeric, open_amount numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_importing() or (received = 0 and open_amount = 0) then return; end if;
  -- As in add_to_totals: this row serialises the writers of the coach's days, and is missing while an account is
  -- deleted or imported.
  perform from public.coach_totals t where t.user_id = coach for no key update;
  if not found then return; end if;
  insert into public.coach_days as d (user_id, day, received, open_amount) values (coach, day, received, open_amount)
  on conflict on constraint coach_days_pkey do update
     set received = d.received + excluded.received, open_amount = d.open_amount + excluded.open_amount;
end $function$;
