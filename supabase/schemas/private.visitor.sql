-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The student whose page a link opens; a row of nulls: it opens none.
CREATE OR REPLACE FUNCTION private.visitor(link uuid)
 RETURNS students
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.students;
begin
  select st.* into s
    from public.student_links l join public.students st on st.user_id = l.user_id and st.id = l.student_id
   where l.link = visitor.link and not l.revoked and st.anonymized_at is null;
  return s;
end $function$;
