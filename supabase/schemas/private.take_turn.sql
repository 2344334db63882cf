-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Lets one long call of a coach run and one more wait for it, such as a repeat after a lost answer. PT429 too_many_requests.
CREATE OR REPLACE FUNCTION private.take_turn(coach uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(coach::text, 1))
     and not pg_try_advisory_xact_lock(hashtextextended(coach::text, 2)) then
    raise sqlstate 'PT429' using message = 'too_many_requests';
  end if;
end $function$;
