-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

CREATE OR REPLACE FUNCTION private.rotate_student_link(student uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me    constant uuid := private.coach();
  fresh constant uuid := gen_random_uuid();
begin
  if me is null then raise sqlstate 'PT401' using message = 'not_authenticated'; end if;
  -- Of two devices, the second waits here and then revokes the link that the first one made.
  perform private.claim_student(me, student);
  update public.student_links l set revoked = true where l.user_id = me and l.student_id = student and not l.revoked;
  insert into public.student_links (link, user_id, student_id) values (fresh, me, student);
  update public.students s set link = fresh where s.user_id = me and s.id = student;
  return fresh;
end $function$;
grant execute to authenticated, service_role;
