-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a student is added to a lesson: what was told of it, if it is that of an occurrence.
CREATE OR REPLACE FUNCTION private.copy_told()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answered record;
begin
  if private.is_importing() then return new; end if;
  select s.slot_id, s.slot_date into answered from public.sessions s where s.user_id = new.user_id and s.id = new.session_id;
  select * into new.told_at, new.told_for, new.told_by, new.told_outcome, new.agreement_version
    from private.told_of(new.user_id, answered.slot_id, answered.slot_date, new.student_id);
  return new;
end $function$;
