-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- Locks a student with lessons and packages until the end of the transaction, and the records of others whose texts match `named`. False: no such student.
CREATE OR REPLACE FUNCTION private.lock_student(coach uuid, student uuid, named text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  attended uuid[];
begin
  -- Closing the account locks the coach before everything else.
  perform from public.profiles where id = coach for key share;
  -- The lock order of every writer: lessons by id, packages by id, students by id.
  attended := array(select session_id from public.session_package_assignments
                     where user_id = coach and student_id = student
                     union select id from public.sessions where user_id = coach and notes ~* named
                     union select session_id from public.session_feedbacks
                            where user_id = coach and (notes ~* named or private_notes ~* named));
  perform from public.sessions where user_id = coach and id = any (attended) order by id for update;
  perform from public.packages p
    where p.user_id = coach
      and (p.student_id = student or p.id in (
            select e.package_id from public.package_extensions e where e.user_id = coach and e.reason ~* named
            union select n.id from public.packages n where n.user_id = coach and n.name ~* named
            union select y.package_id from public.payments y
                   where y.user_id = coach and (y.payer_name ~* named or y.note ~* named)))
    order by p.id for update;
  perform from public.students where user_id = coach and (id = student or notes ~* named) order by id for update;
  return exists (select from public.students where user_id = coach and id = student);
end $function$;
