-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Before a lesson is deleted: keeps when it was, and what its students had told.
CREATE OR REPLACE FUNCTION private.keep_deleted_lesson()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Selected from the coach's row, so that nothing is kept while the account is being closed.
  insert into private.deleted_lessons (user_id, id, date, day, cancelled_reason, seats, moved_to, version)
  select p.id, old.id, old.date, old.day, old.cancelled_reason,
         (select jsonb_object_agg(a.student_id, row (a.told_at, a.told_for, a.told_by, a.told_outcome,
                                                     a.agreement_version)::private.told)
            from public.session_package_assignments a
           where a.user_id = old.user_id and a.session_id = old.id
             and num_nonnulls(a.told_at, a.agreement_version) > 0),
         (select e.moved_to from public.slot_exceptions e
           where e.user_id = old.user_id and e.slot_id = old.slot_id and e.slot_date = old.slot_date),
         old.version
    from public.profiles p where p.id = old.user_id
  on conflict (user_id, id) do update
    set date = excluded.date, day = excluded.day, cancelled_reason = excluded.cancelled_reason, seats = excluded.seats,
        moved_to = excluded.moved_to, version = excluded.version;
  return old;
end $function$;
