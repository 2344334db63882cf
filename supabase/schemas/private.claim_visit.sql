-- Generated from supabase/migrations by `npm run schema`, for reading; do not edit and do not run.

-- The student of a link. Locks the slot and the student, and keeps the coach's agreement and time zone from changing.
CREATE OR REPLACE FUNCTION private.claim_visit(link uuid, slot uuid)
 RETURNS students
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.students;
begin
  s := private.visitor(link);
  if s.id is null then return s; end if;
  -- Publishing an agreement judges replies anew, and a new time zone moves guests and openings: no new ones may be
  -- written meanwhile.
  perform private.claim_slot(s.user_id, slot);
  perform from public.students st where st.user_id = s.user_id and st.id = s.id for no key update;
  return private.visitor(link);
end $function$;
