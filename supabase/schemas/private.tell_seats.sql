-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Copies anew what students told before a registered lesson, to all of its seats or to that of one student.
CREATE OR REPLACE FUNCTION private.tell_seats(coach uuid, lesson uuid, student uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  update public.session_package_assignments a
     set told_at = t.told_at, told_for = t.told_for, told_by = t.told_by, told_outcome = t.told_outcome,
         agreement_version = t.agreement_version
    from public.sessions s, public.students st, lateral private.told_of(s.user_id, s.slot_id, s.slot_date, st.id) t
   where s.user_id = coach and s.id = lesson and a.user_id = s.user_id and a.session_id = s.id
     and (student is null or a.student_id = student)
     -- What an anonymised student told stays as it was.
     and st.user_id = a.user_id and st.id = a.student_id and st.anonymized_at is null
     and (a.told_at, a.told_for, a.told_by, a.told_outcome, a.agreement_version)
         is distinct from (t.told_at, t.told_for, t.told_by, t.told_outcome, t.agreement_version);
end $function$;
