-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before the form of a package changes the package's own last day: recomputes what the floors add to it.
CREATE OR REPLACE FUNCTION private.set_expiry_above_floors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own constant date := new.expiry_date - new.extended_days;
begin
  if private.has_floor(new.user_id, new.student_id, new.id) then
    new.extended_days := private.extended_days(new.user_id, new.student_id, new.id, own);
    new.expiry_date := own + new.extended_days;
  end if;
  return new;
end $function$;
