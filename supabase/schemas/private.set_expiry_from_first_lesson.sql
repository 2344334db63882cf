-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before insert or update of a package whose validity begins with its first lesson: computes its expiry.
CREATE OR REPLACE FUNCTION private.set_expiry_from_first_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day date;
begin
  -- Lessons before the start date that were settled later do not begin the validity.
  select min(s.day) into first_day
    from public.session_package_assignments a
    join public.sessions s on s.user_id = a.user_id and s.id = a.session_id
   where a.user_id = new.user_id and a.student_id = new.student_id and a.package_id = new.id
     and s.day >= new.purchase_date;
  if private.has_floor(new.user_id, new.student_id, new.id) then
    new.extended_days := private.extended_days(new.user_id, new.student_id, new.id, first_day + new.validity_days);
  end if;
  new.expiry_date := first_day + new.validity_days + new.extended_days;
  return new;
end $function$;
