-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Whether the cause of an extension stands: by hand and by recess always; days of a lesson while the lesson exists and its student is not charged in it; a floor while the student is excused, told in time and spared a credit of this package; days of a skip while the occurrence is skipped.
CREATE OR REPLACE FUNCTION private.extension_stands(e package_extensions)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return e.kept or case
    when e.until_day is not null then
      exists (select from public.session_package_assignments a
               where a.user_id = e.user_id and a.session_id = e.session_id and a.student_id = e.student_id
                 and a.attendance = 'excused' and a.told_outcome = 'kept' and a.spared_package_id = e.package_id)
    when e.session_id is not null then
      exists (select from public.sessions s where s.user_id = e.user_id and s.id = e.session_id)
      and not exists (select from public.session_package_assignments a
                       where a.user_id = e.user_id and a.session_id = e.session_id and a.student_id = e.student_id
                         and a.charged)
    when e.slot_id is not null then
      exists (select from public.slot_exceptions x
               where x.user_id = e.user_id and x.slot_id = e.slot_id
                 and x.slot_date = e.slot_date and x.reason is not null)
    else true end;
end $function$;
grant execute to authenticated, service_role;
