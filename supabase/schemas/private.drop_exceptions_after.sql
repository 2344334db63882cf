-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a slot of the caller got a last day: deletes later skips and moves; the days that the skips gave stay.
CREATE OR REPLACE FUNCTION private.drop_exceptions_after(slot uuid, last_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := private.coach();
begin
  perform private.keep_days_of_skips(me, slot, last_day);
  delete from public.slot_exceptions where user_id = me and slot_id = slot and slot_date > last_day;
end $function$;
grant execute to authenticated, service_role;
