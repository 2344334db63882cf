-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- After a seat changes: writes or removes the floor of the spared package, which it has while the student is excused for an absence told in time.
CREATE OR REPLACE FUNCTION private.keep_floor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seat constant public.session_package_assignments := case when tg_op = 'DELETE' then old else new end;
begin
  -- Lessons before packages, as every writer locks them.
  perform from public.sessions where user_id = seat.user_id and id = seat.session_id for no key update;
  delete from public.package_extensions e
   where e.user_id = seat.user_id and e.session_id = seat.session_id and e.student_id = seat.student_id
     and e.until_day is not null and not e.kept
     and (not private.extension_stands(e)
          -- The insert below writes none for a version that gives no days.
          or exists (select from public.agreements a
                      where a.user_id = seat.user_id and a.version = seat.agreement_version and a.makeup_days = 0));
  if tg_op = 'DELETE' or private.is_importing() then return null; end if;
  insert into public.package_extensions as e (user_id, student_id, package_id, until_day, reason, session_id, day)
  select seat.user_id, seat.student_id, seat.spared_package_id, s.day + a.makeup_days, 'Reposição', s.id, s.day
    from public.sessions s
    join public.agreements a on a.user_id = s.user_id and a.version = seat.agreement_version and a.makeup_days > 0
    join public.packages p on p.user_id = s.user_id and p.student_id = seat.student_id and p.id = seat.spared_package_id
    -- An anonymised student's floor stays for good. Writing it would be refused, and with it the correction of another
    -- student.
    join public.students st on st.user_id = s.user_id and st.id = seat.student_id and st.anonymized_at is null
   where s.user_id = seat.user_id and s.id = seat.session_id
     and seat.attendance = 'excused' and seat.told_outcome = 'kept'
  on conflict (user_id, session_id, package_id, (until_day is null)) do update
     set until_day = excluded.until_day, day = excluded.day where not e.kept;
  return null;
end $function$;
