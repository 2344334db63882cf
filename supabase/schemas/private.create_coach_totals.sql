-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a profile is inserted: inserts the row for its totals.
CREATE OR REPLACE FUNCTION private.create_coach_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.coach_totals (user_id) values (new.id);
  return null;
end $function$;
