-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a date is set: refuses a lesson more than five minutes ahead (PT400 session_in_future).
CREATE OR REPLACE FUNCTION private.refuse_future_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.date > now() + interval '5 minutes' then
    raise sqlstate 'PT400' using message = 'session_in_future', detail = new.date::text;
  end if;
  return new;
end $function$;
