-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The link that opens the page of a student of the caller. PT404 student_not_found.
CREATE OR REPLACE FUNCTION public.get_student_link(student uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  link uuid;
begin
  select coalesce(s.link, s.id) into link from public.students s where s.user_id = private.coach() and s.id = student;
  if not found then raise sqlstate 'PT404' using message = 'student_not_found', detail = student::text; end if;
  return link;
end $function$;
grant execute to authenticated, service_role;
