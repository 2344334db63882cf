-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a student is added to a lesson: copies what the student told, if the lesson answers an occurrence, or did before it was deleted.
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
  select s.slot_id, s.slot_date into answered
    from public.sessions s where s.user_id = new.user_id and s.id = new.session_id;
  if answered.slot_id is not null then
    select * into new.told_at, new.told_for, new.told_by, new.told_outcome, new.agreement_version
      from private.told_of(new.user_id, answered.slot_id, answered.slot_date, new.student_id);
  else
    -- The lesson may be back by an undo, with its slot gone.
    select t.* into new.told_at, new.told_for, new.told_by, new.told_outcome, new.agreement_version
      from private.deleted_lessons d
     cross join lateral jsonb_populate_record(null::private.told, d.seats -> new.student_id::text) t
     where d.user_id = new.user_id and d.id = new.session_id;
  end if;
  return new;
end $function$;
